"""Who is signed in: a signed cookie that names the person, and the token that every form of theirs carries.

The token is bound to the session (OWASP, Cross-Site Request Forgery Prevention Cheat Sheet: "Signed double-submit"); a form
that signs in carries one, too, bound to a session that names nobody.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from agent.web.desk.ended_sessions import EndedSessions
from knowledge.types import Value

if TYPE_CHECKING:
    from itsdangerous import URLSafeTimedSerializer

COOKIE = "desk_session"
HOURS = 12


class Session(Value):
    """One browser."""

    id: str
    name: str = ""
    """Who signed in; empty where nobody has."""


@dataclass(frozen=True)
class Sessions:
    """Makes sessions and reads them again."""

    key: bytes
    password: str
    """A new one ends all sessions."""
    ended: EndedSessions
    """Those that were signed out of, in whatever process."""
    max_age_s: int = HOURS * 3_600

    def new(self, name: str = "") -> Session:
        """A session that was never used before."""
        return Session(id=secrets.token_hex(16), name=name)

    def cookie(self, session: Session) -> str:
        """The cookie's value."""
        return str(self._serializer.dumps([session.id, session.name]))

    def read(self, cookie: str | None) -> Session | None:
        """The session of a cookie; None where it is not ours, too old, or ended.

        Raises:
            StoreError: nobody can tell whether it has ended.
        """
        from itsdangerous import BadSignature

        try:
            number, name = self._serializer.loads(cookie or "", max_age=self.max_age_s)
        except BadSignature:  # of which an expired one is a kind
            return None
        return None if self.ended.holds(number) else Session(id=number, name=name)

    def end(self, session: Session) -> None:
        """Take a session's cookie no more.

        Raises:
            StoreError: it could not be written, so the cookie is still taken.
        """
        self.ended.add(session.id, self.max_age_s)

    def token(self, session: Session) -> str:
        """What the forms of a session carry."""
        return hmac.new(self._secret, f"form/{session.id}".encode(), sha256).hexdigest()

    def is_token(self, session: Session, token: str) -> bool:
        """Whether a form is one of the session's."""
        return hmac.compare_digest(self.token(session).encode(), token.encode())

    @property
    def _secret(self) -> bytes:
        return hmac.new(self.key, self.password.encode(), sha256).digest()

    @property
    def _serializer(self) -> URLSafeTimedSerializer:
        from itsdangerous import URLSafeTimedSerializer

        return URLSafeTimedSerializer(self._secret, salt="desk", signer_kwargs={"digest_method": sha256})
