"""Calls over TLS to a server whose certificate an authority of our own has signed."""

from __future__ import annotations

import os
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.web.errors import LaterError
from agent.web.helpdesks.calling import Caller
from agent.web.helpdesks.opening import open_helpdesk
from agent.web.helpdesks.standard_webhooks import StandardSettings
from tests.agent.web.desk import NAME, message, small_service
from tests.agent.web.helpdesks.test_calling import Echo
from tests.agent.web.stand_ins.standard_webhooks import SECRET, TOKEN, StandardStandIn

ROOT = Path(__file__).parents[4]
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
REPLYING = """
import sys
from datetime import UTC, datetime
from agent.web.helpdesks.opening import open_helpdesk
from agent.web.helpdesks.standard_webhooks import StandardSettings

settings = StandardSettings(secrets=(sys.argv[2],), send_url=sys.argv[1])
try:
    open_helpdesk("shop", settings, lambda: datetime.now(UTC)).reply("c1", "Hello", "key-1")
except Exception as error:
    print(type(error).__name__, error)
"""
pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates")


@dataclass(frozen=True)
class Certificates:
    """Of an authority, and of 127.0.0.1 as it has signed it."""

    authority: Path
    server: Path
    key: Path


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    folder = tmp_path_factory.mktemp("tls")
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    made = Certificates(folder / "authority.pem", folder / "server.pem", folder / "server.key")
    sign = ["-CA", str(made.authority), "-CAkey", str(folder / "authority.key")]
    name = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    for wanted in (
        [*key, "-subj", "/CN=The shop's own", "-keyout", folder / "authority.key", "-out", made.authority],
        [*key, *sign, *name, "-addext", "basicConstraints=CA:FALSE", "-keyout", made.key, "-out", made.server],
    ):
        subprocess.run(["openssl", "req", "-x509", "-days", "2", *map(str, wanted)], check=True, capture_output=True)
    return made


@dataclass
class SafeStandIn(StandardStandIn):
    """Over TLS."""

    certificates: Certificates | None = None

    @property
    def url(self) -> str:
        return super().url.replace("http:", "https:")

    def secure(self) -> None:
        assert self.certificates is not None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificates.server, self.certificates.key)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True, do_handshake_on_connect=False)


@pytest.fixture
def desk(certificates: Certificates) -> Iterator[SafeStandIn]:
    with SafeStandIn(certificates=certificates) as running:
        running.secure()
        yield running


def replied(url: str, **environment: str) -> str:
    """What another process is told that replies with this environment; nothing where the reply was taken."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("SSL_CERT")}
    command = [sys.executable, "-c", REPLYING, f"{url}/hooks", SECRET]
    return subprocess.run(command, cwd=ROOT, env=known | environment, check=True, capture_output=True, text=True).stdout


def test_certificate_that_nobody_known_has_signed_is_refused_before_anything_is_said(desk: SafeStandIn) -> None:
    caller = Caller("desk", desk.url, {"Authorization": "Bearer secret-token"}, lambda: NOW)
    with pytest.raises(LaterError, match=r"the certificate is refused \(.*certificate.*\).*SSL_CERT_FILE"):
        caller.send(Echo, "POST", "/x", {})
    assert desk.requests == []


def test_authority_of_ones_own_is_trusted_by_the_environment(desk: SafeStandIn, certificates: Certificates) -> None:
    proxies = dict.fromkeys(("HTTPS_PROXY", "ALL_PROXY"), "http://127.0.0.1:9")  # these are not asked
    assert replied(desk.url, SSL_CERT_FILE=str(certificates.authority), **proxies) == ""
    assert [one.text for one in desk.replies] == ["Hello"]


def test_certificate_of_another_name_is_refused_although_its_authority_is_trusted(
    desk: SafeStandIn, certificates: Certificates
) -> None:
    said = replied(desk.url.replace("127.0.0.1", "localhost"), SSL_CERT_FILE=str(certificates.authority))
    assert said.startswith("LaterError")
    assert "Hostname mismatch" in said
    assert desk.replies == []


@pytest.mark.parametrize("name", ["absent.pem", "rubbish.pem"])
def test_file_of_authorities_that_cannot_be_read_is_told_of_and_named(
    desk: SafeStandIn, tmp_path: Path, name: str
) -> None:
    (tmp_path / "rubbish.pem").write_text("no certificate")
    said = replied(desk.url, SSL_CERT_FILE=str(tmp_path / name))
    assert said.startswith("LaterError")
    assert "SSL_CERT_FILE" in said


def test_reply_that_a_certificate_keeps_back_is_kept_and_sent_once_it_is_trusted(
    desk: SafeStandIn, tmp_path: Path
) -> None:
    service = small_service(tmp_path)

    def settings(url: str) -> StandardSettings:
        return StandardSettings(
            secrets=(SECRET,), token=TOKEN, send_url=f"{url}/hooks", conversations_url=f"{url}/conversations"
        )

    said = desk.customer_says("c1", "Where is it?")
    service.take(message("Where is it?", int(said.id)))
    service.desk = open_helpdesk(NAME, settings(desk.url), lambda: NOW)  # type: ignore[assignment]
    service.settle(times=3)
    assert (service.ends(), desk.requests) == ({"open": 1}, [])
    with StandardStandIn(talks=desk.talks) as trusted:
        service.desk = open_helpdesk(NAME, settings(trusted.url), lambda: NOW)  # type: ignore[assignment]
        service.settle(wait_s=700, times=2)
        assert [one.text for one in trusted.replies] == ["Answer to: Where is it?"]
    assert service.ends() == {"answered": 1}
    service.database.close()
