"""A bound on how long a request may take to come in, for a client that sends a byte at a time, or nothing at all.

uvicorn bounds the time between two requests of a connection, and neither that of a request's headers and body nor that
before the first byte. It also bounds how many bytes of headers it keeps, with `h11` and not with `httptools`.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

COMING_IN = frozenset({h11.IDLE, h11.SEND_BODY})
"""What the client does, as h11 tells it, while its request is not whole."""


def bounded(seconds: float) -> type[asyncio.Protocol]:
    """The protocol of uvicorn's connections, which closes one whose request is not whole after that time."""

    class Bounded(H11Protocol):
        timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._wait()

        def data_received(self, data: bytes) -> None:
            self._wait()  # the first byte of a request that follows another
            super().data_received(data)
            if self.conn.their_state not in COMING_IN:
                self._rest()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            if self.conn.their_state is h11.IDLE:
                self._rest()

        def connection_lost(self, exc: Exception | None) -> None:
            self._rest()
            super().connection_lost(exc)

        def _wait(self) -> None:
            if self.timer is None:
                self.timer = self.loop.call_later(seconds, self._close)

        def _rest(self) -> None:
            if self.timer is not None:
                self.timer.cancel()
                self.timer = None

        def _close(self) -> None:
            self.timer = None
            self.transport.close()

    return Bounded
