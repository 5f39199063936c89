"""The one HTTP client of all helpdesks: bounded, without redirects and retries, and clear about what is not known.

A new connection is made for each call: into one that was kept, and closed meanwhile, a request may vanish so that nobody
can tell whether it arrived. `Retry-After` is that of RFC 9110, section 10.2.3.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

from pydantic import TypeAdapter, ValidationError

from agent.web.errors import AccessError, ClosedError, LaterError, SendError, TextError, UnknownError
from agent.web.helpdesks.payloads import Payload, what_is_wrong
from agent.web.helpdesks.signing import Clock

if TYPE_CHECKING:
    import ssl

    import httpx

MAX_ANSWER = 4_000_000
"""Bytes of an answer that are read."""
MAX_WAIT_S = 86_400.0
_REFUSED = {401: AccessError, 403: AccessError, 404: ClosedError, 410: ClosedError, 423: ClosedError}
_REFUSED |= {400: TextError, 413: TextError, 422: TextError}
_LATER = frozenset({408, 409, 425, 429})
_NEXT = {
    AccessError: "Set a token that the helpdesk takes",
    ClosedError: "The conversation is gone, closed or full",
    TextError: "It does not take this text",
}

A = TypeVar("A", bound=Payload)
R = TypeVar("R")


@dataclass(frozen=True)
class Caller:
    """Calls one helpdesk."""

    name: str
    base_url: str
    headers: Mapping[str, str] = field(repr=False)
    clock: Clock
    connect_s: float = 3.0
    read_s: float = 10.0
    """For each piece of an answer, and for all of it together."""

    def get(self, answer: type[A], path: str, params: Mapping[str, str] | None = None) -> A:
        """What stands under a path.

        Raises:
            SendError: it cannot be had; a LaterError where nobody answers, for reading may always be tried again.
        """
        return self._read(TypeAdapter(answer), "GET", path, self._sent("GET", path, params=params))

    def get_list(self, answer: type[A], path: str, params: Mapping[str, str] | None = None) -> tuple[A, ...]:
        """As `get`, of a path that gives a list."""
        listed: TypeAdapter[tuple[A, ...]] = TypeAdapter(tuple[answer, ...])  # type: ignore[valid-type]
        return self._read(listed, "GET", path, self._sent("GET", path, params=params))

    def send(
        self,
        answer: type[A],
        method: str,
        path: str,
        body: Mapping[str, Any] | bytes,
        headers: Mapping[str, str] | None = None,
    ) -> A:
        """Send JSON; an empty answer, or `null`, is read as `{}`.

        Raises:
            SendError: it did not arrive, or nobody can tell.
        """
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = self._sent(method, path, content=content, headers=headers)
        return self._read(TypeAdapter(answer), method, path, b"{}" if sent.strip() in (b"", b"null") else sent)

    def _read(self, answer: TypeAdapter[R], method: str, path: str, content: bytes) -> R:
        try:
            return answer.validate_json(content)
        except ValidationError as error:
            kind = SendError if method == "GET" else UnknownError
            raise kind(
                f"{self._what(method, path)} was answered with what is not expected: {what_is_wrong(error)}."
            ) from None

    def _sent(
        self,
        method: str,
        path: str,
        params: Mapping[str, str] | None = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        import httpx

        what = self._what(method, path)
        sending = {"Content-Type": "application/json"} if content is not None else {}
        all_headers = {"Accept": "application/json", **sending, **self.headers, **(headers or {})}
        try:
            with (
                self._client() as client,
                client.stream(
                    method, self.base_url + path, params=params, content=content, headers=all_headers
                ) as answer,
            ):
                self._refuse(what, answer)
                return self._content(what, method, answer)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            raise LaterError(f"{what} reached nobody{_why(error)}.") from None
        except httpx.InvalidURL:
            raise SendError(f"{what} has no address that can be called. Check the address in the settings.") from None
        except httpx.HTTPError as error:
            kind = LaterError if method == "GET" else UnknownError
            raise kind(f"{what} was sent, and no answer came that can be read ({type(error).__name__}).") from None

    def _client(self) -> httpx.Client:
        import httpx

        timeout = httpx.Timeout(self.read_s, connect=self.connect_s)
        return httpx.Client(timeout=timeout, follow_redirects=False, trust_env=False, verify=self._trust)

    @cached_property
    def _trust(self) -> ssl.SSLContext | bool:
        """Whom to trust, by `SSL_CERT_FILE` or `SSL_CERT_DIR` where one is set; read once, since that takes longer than a call."""
        import httpx

        try:
            return httpx.create_ssl_context() if self.base_url.startswith("https:") else False
        except OSError as error:
            raise LaterError(
                f"{self.name} cannot be called: the certificates to trust cannot be read ({error.strerror}). Wanted PEM in "
                "the file that SSL_CERT_FILE names, or the folder that SSL_CERT_DIR does; unset both for the usual ones."
            ) from None

    def _content(self, what: str, method: str, answer: httpx.Response) -> bytes:
        """The answer, within its bounds."""
        found, ends = bytearray(), time.monotonic() + self.read_s
        kind = LaterError if method == "GET" else UnknownError
        for piece in answer.iter_bytes():
            found += piece
            if len(found) > MAX_ANSWER:
                raise (SendError if method == "GET" else UnknownError)(f"{what} got more than {MAX_ANSWER} bytes.")
            if time.monotonic() > ends:
                raise kind(f"{what} got an answer that did not end in {self.read_s:g} s.")
        return bytes(found)

    def _refuse(self, what: str, answer: httpx.Response) -> None:
        """Turn a status that is no success into its error."""
        status = answer.status_code
        if 200 <= status < 300:
            return
        if kind := _REFUSED.get(status):
            raise kind(f"{what} was answered with {status}. {_NEXT[kind]}.")
        if status in _LATER or status >= 500:
            after_s = seconds_to_wait(answer.headers.get("retry-after"), self.clock())
            raise LaterError(f"{what} was answered with {status}.", after_s)
        raise SendError(f"{what} was answered with {status}, wanted a success. Check the address in the settings.")

    def _what(self, method: str, path: str) -> str:
        return f"{method} {path or '/'} of {self.name}"


def _why(error: BaseException) -> str:
    """What kept a connection from being made; a certificate that was refused is told of in whole."""
    found: BaseException | None = error
    while found is not None:
        if reason := getattr(found, "verify_message", ""):  # ssl.SSLCertVerificationError, below two libraries' own
            return (
                f" that is trusted: the certificate is refused ({reason}). Where an authority of your own has signed it, let "
                "SSL_CERT_FILE name a file with that authority's certificate"
            )
        found = found.__cause__ or found.__context__
    return f" ({type(error).__name__})"


def in_path(part: str) -> str:
    """An id as one part of a path.

    Raises:
        ClosedError: it cannot be the id of anything.
    """
    if part.strip(".") == "" or len(part) > 200:
        raise ClosedError("There is no conversation of such an id.")
    return quote(part.encode("utf-8", "surrogatepass"), safe="")


def seconds_to_wait(text: str | None, now: datetime) -> float | None:
    """`Retry-After`, in seconds or as a date; None where it is absent or neither."""
    if not text:
        return None
    try:
        if text.isascii() and text.replace(".", "", 1).isdigit():
            return min(float(text), MAX_WAIT_S)
        at = parsedate_to_datetime(text)
        at = at if at.tzinfo else at.replace(tzinfo=UTC)
        return min(max((at - now).total_seconds(), 0.0), MAX_WAIT_S)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
