"""The command line starts at once, reads settings in order, and turns errors into a message and an exit status."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from agent.cli.options import exit_status
from agent.errors import DraftingError, InputError, LedgerError, SettingsError
from agent.types import TurnResult
from knowledge import errors as knowledge_errors
from knowledge.errors import CorruptIndexError, FingerprintMismatchError, IndexMissingError, ModelError, OrderFileError
from policies.errors import PolicyError
from tests.agent.shop import BANK_QUESTION, run

SUPPORT = Path(sys.executable).with_name("support")
HEAVY = "torch chromadb langgraph langchain langchain_core sentence_transformers transformers bm25s pydantic numpy"

COMMANDS = [
    ("chat",),
    ("ask",),
    ("check",),
    ("trace",),
    ("replay",),
    ("doctor",),
    ("kb", "sync"),
    ("kb", "status"),
    ("kb", "versions"),
    ("kb", "rollback"),
    ("kb", "search"),
    ("orders", "load"),
    ("orders", "show"),
]


def support(folder: Path, *arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the installed command in a folder, with no setting but those given."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("SUPPORT_")}
    return subprocess.run(
        [SUPPORT, *arguments],
        cwd=folder,
        env={**clean, **environment},
        input=text,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )


def test_help_loads_no_heavy_library(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom agent.cli.app import main\nsys.argv = ['support', '--help']\n"
        "try: main()\nexcept SystemExit: pass\n"
        f"print('loaded:', [name for name in {HEAVY.split()} if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "Usage: support" in ran.stdout
    assert ran.stdout.rstrip().endswith("loaded: []")


def test_help_names_every_command_and_those_of_the_evals(tmp_path: Path) -> None:
    printed = support(tmp_path, "--help").stdout
    assert [name for name in ("chat", "ask", "check", "trace", "replay", "doctor", "kb", "orders", "eval") if name in printed] == [
        "chat", "ask", "check", "trace", "replay", "doctor", "kb", "orders", "eval",
    ]  # fmt: skip
    assert "Exit status" in printed


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_has_json_and_a_data_folder(tmp_path: Path, command: tuple[str, ...]) -> None:
    printed = run(tmp_path, *command, "--help").stdout
    assert "--json" in printed
    assert "--home" in printed


def test_piped_question_is_answered_on_the_sample_shop_when_nothing_is_set_up(tmp_path: Path) -> None:
    ran = support(tmp_path, "chat", "--json", text=f"{BANK_QUESTION}\n\n/kb off\n{BANK_QUESTION}\n/quit\nnever read\n")
    assert ran.returncode == 0
    answered, declined = (TurnResult.model_validate_json(line) for line in ran.stdout.splitlines())
    assert (answered.outcome, declined.outcome) == ("answered", "declined")
    assert "5 to 10 business days" in answered.reply
    assert [one.heading_path[-1] for one in answered.citations] == ["When the money arrives"]
    assert "sample shop" in ran.stderr
    assert (tmp_path / ".support" / "index" / "CURRENT").is_file()


@pytest.mark.parametrize(
    ("arguments", "environment", "status", "message"),
    [
        (("trace", "last"), {}, 2, "The ledger holds no turn 'last'"),
        (("replay", "last"), {}, 2, "The ledger holds no turn 'last'"),
        (("kb", "status"), {}, 3, "Run `support kb sync DIR`"),
        (("kb", "rollback"), {}, 3, "Run `support kb sync DIR`"),
        (("kb", "sync", "nowhere"), {}, 2, "nowhere"),
        (("doctor",), {"SUPPORT_HOEM": "x"}, 2, "Did you mean SUPPORT_HOME?"),
        (("orders", "show", "ORD-1"), {}, 2, "support orders load FILE"),
        (("ask",), {}, 2, "Missing argument"),
    ],
)
def test_mistake_is_a_message_and_an_exit_status(
    tmp_path: Path, arguments: tuple[str, ...], environment: dict[str, str], status: int, message: str
) -> None:
    ran = support(tmp_path, *arguments, **environment)
    assert ran.returncode == status
    assert message in ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.stdout == ""


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (SettingsError("x"), 2),
        (InputError("x"), 2),
        (DraftingError("x"), 2),
        (PolicyError("x"), 2),
        (knowledge_errors.InputError("x"), 2),
        (OrderFileError("x"), 2),
        (IndexMissingError("x"), 3),
        (FingerprintMismatchError("x"), 3),
        (CorruptIndexError("x"), 3),
        (ModelError("x"), 3),
        (LedgerError("x"), 3),
        (KeyError("x"), None),
    ],
)
def test_kind_of_error_decides_the_exit_status(error: Exception, status: int | None) -> None:
    assert exit_status(error) == status


def test_broken_settings_file_is_refused_before_anything_is_opened(tmp_path: Path) -> None:
    (tmp_path / "support.toml").write_text("[drafting]\ndraftr = 'x'\n", encoding="utf-8")
    ran = run(tmp_path / "home", "trace", "--settings", str(tmp_path / "support.toml"))
    assert isinstance(ran.exception, SettingsError)
    assert "drafting.drafter" in str(ran.exception)
    assert not (tmp_path / "home").exists()


def test_variable_wins_over_the_file_and_the_file_over_the_default(tmp_path: Path) -> None:
    (tmp_path / "support.toml").write_text("home = 'from-file'\n", encoding="utf-8")
    assert "order store from-file" in support(tmp_path, "orders", "show", "x").stderr
    assert "order store from-variable" in support(tmp_path, "orders", "show", "x", SUPPORT_HOME="from-variable").stderr
    (tmp_path / "support.toml").unlink()
    assert "order store .support" in support(tmp_path, "orders", "show", "x").stderr


def test_option_wins_over_the_variable(tmp_path: Path) -> None:
    ran = run(tmp_path / "from-option", "orders", "show", "x", SUPPORT_HOME="from-variable")
    assert "from-option" in str(ran.exception)
