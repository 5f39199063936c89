"""Reading a request's body without holding more of it than is allowed."""

from __future__ import annotations

from starlette.requests import Request


class TooLargeError(Exception):
    """The body is larger than is taken."""


async def read_body(request: Request, most: int) -> bytes:
    """The body as it was sent, counted while it comes in.

    Raises:
        TooLargeError: it has more than `most` bytes, or says so.
    """
    said = request.headers.get("content-length", "")
    if said.isascii() and said.isdigit() and int(said[:20]) > most:
        raise TooLargeError
    pieces, size = [], 0
    async for piece in request.stream():
        size += len(piece)
        if size > most:
            raise TooLargeError
        pieces.append(piece)
    return b"".join(pieces)
