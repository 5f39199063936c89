"""The interface's own document is held against the service by schemathesis: no answer that it does not name, and no 500."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.agent.web.desk import SmallService, small_service
from tests.agent.web.serving_parts import listening, web_on

CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,unsupported_method"
)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[SmallService]:
    found = small_service(tmp_path)
    yield found
    found.database.close()


@pytest.mark.parametrize("signed", ["yes", "no"])
def test_schemathesis_breaks_nothing(service: SmallService, tmp_path: Path, signed: str) -> None:
    with listening(web_on(service)) as url:
        ended = subprocess.run(
            [
                *(sys.executable, "-m", "schemathesis.cli", "run", f"{url}/openapi.json"),
                *("--checks", CHECKS, "--max-examples", "40", "--seed", "7", "--no-color"),
                *("--header", f"x-signed: {signed}"),
            ],
            cwd=tmp_path,
            env={**os.environ, "NO_PROXY": "*"},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert ended.returncode == 0, ended.stdout[-3_000:] + ended.stderr[-1_000:]
    assert service.ends().keys() <= {"open"}
