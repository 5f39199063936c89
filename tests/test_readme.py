"""The README is a promise: its commands exist, its example runs, its picture is the graph."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
HELPDESKS = ROOT / "agent" / "web" / "helpdesks"
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def shown_output(name: str) -> tuple[str, str]:
    """The command and the output of a block that is marked `<!-- output: name -->`."""
    found = re.search(rf"<!-- output: {name} -->\n```\n\$ (.*?)\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)
    assert found, f"the README shows no output called {name}"
    return found[1], found[2]


def run(command: str, home: Path) -> str:
    binaries = Path(sys.executable).parent
    done = subprocess.run(
        ["bash", "-c", command],
        env={"PATH": f"{binaries}:/usr/bin:/bin", "SUPPORT_HOME": str(home)},
        cwd=home.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("readme") / ".support"


def test_the_two_commands_of_the_readme_are_targets_of_the_makefile() -> None:
    commands = [block.strip() for block in blocks("") if block.startswith("make ") and "\n" not in block.strip()]

    assert commands == ["make chat", "make test"]
    assert all(re.search(rf"^{command.removeprefix('make ')}:", MAKEFILE, re.MULTILINE) for command in commands)


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert "\nmake test\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["refund", "order", "no-kb", "check", "check-text"])
def test_what_the_readme_shows_is_what_the_command_prints(name: str, home: Path) -> None:
    command, output = shown_output(name)

    assert run(command, home) == output


def test_the_python_example_runs_and_answers(home: Path, tmp_path: Path) -> None:
    example, _ = blocks("python")

    done = subprocess.run([sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert "Order ORD-99107 was delivered on 2026-11-21." in done.stdout


def test_the_library_example_runs_and_prints_what_its_comment_says(tmp_path: Path) -> None:
    _, example = blocks("python")

    done = subprocess.run([sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, check=True)
    *verdicts, sent = done.stdout.splitlines()

    assert [line.split()[0] for line in verdicts] == ["not_checkworthy", "supported", "refuted"]
    assert f'"{sent}"' in example


def test_the_order_file_of_the_readme_loads(tmp_path: Path) -> None:
    from knowledge.orders import OrderStore

    file = tmp_path / "orders.json"
    file.write_text(blocks("json")[0], encoding="utf-8")

    report = OrderStore(tmp_path / "orders.db").load(file)

    assert (report.orders, report.customers) == (1, 1)


def test_the_settings_of_the_readme_are_known() -> None:
    from agent.settings import known_keys

    written = [tomllib.loads(block) for block in blocks("toml") if "[[refund]]" not in block]
    keys = {
        f"{section}.{key}" if isinstance(value, dict) else section
        for data in written
        for section, value in data.items()
        for key in (value if isinstance(value, dict) else [""])
        if section != "helpdesks"
    }

    assert keys <= set(known_keys())


def test_the_helpdesk_of_the_readme_can_be_set() -> None:
    from agent.settings import Settings

    (written,) = [tomllib.loads(block) for block in blocks("toml") if "[helpdesks." in block]
    assert [one.kind for one in Settings.model_validate(written).helpdesks.values()] == ["standard"]


def test_every_kind_of_helpdesk_is_in_the_table_of_the_readme() -> None:
    found = (re.search(r'kind: Literal\["(\w+)"\]', file.read_text("utf-8")) for file in HELPDESKS.glob("*.py"))
    assert {kind[1] for kind in found if kind} == set(re.findall(r"^\| `(\w+)` \| ", README, flags=re.MULTILINE))


def test_the_rule_of_the_readme_fits_the_shipped_rules(tmp_path: Path) -> None:
    from policies.rules import load_rules

    (rule,) = [block for block in blocks("toml") if "[[refund]]" in block]
    shipped = (ROOT / "policies" / "rules.toml").read_text(encoding="utf-8")
    last = "effective_from = 2026-09-01\n"
    rules = tmp_path / "rules.toml"
    rules.write_text(shipped.replace(last, f"{last}effective_to = 2026-11-30\n", 1) + rule, encoding="utf-8")

    assert [str(found.automatic_limit) for found in load_rules(rules).refund][-1] == "20.00"


def test_the_scripted_liar_of_the_readme_is_cut_as_shown(home: Path) -> None:
    script, _ = blocks("yaml")
    (home.parent / "invents.yaml").write_text(script, encoding="utf-8")
    shown = re.search(r"\$ (support ask [^\n]*scripted:invents\.yaml)\n(.*?)\$ support trace last", README, re.DOTALL)
    assert shown

    assert run(shown[1], home) == shown[2]


def test_the_case_of_the_readme_passes_and_fails_once_the_article_says_otherwise(home: Path, tmp_path: Path) -> None:
    _, case = blocks("yaml")
    (article,) = blocks("markdown")
    file, folder = tmp_path / "gift-wrapping.yaml", tmp_path / "help"
    folder.mkdir()
    file.write_text(case, encoding="utf-8")
    (folder / file.with_suffix(".md").name).write_text(article, encoding="utf-8")
    command = f"support eval conversations --strict {file}"

    assert "1 of 1 cases passed" in run(command, home)

    (folder / file.with_suffix(".md").name).write_text(article.replace("3.00", "4.50"), encoding="utf-8")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(command, home)
    assert failed.value.returncode == 1
    assert "4.50 USD" in failed.value.stdout


def test_the_picture_of_a_turn_is_the_graph() -> None:
    from agent.graph import TURN

    (picture,) = blocks("mermaid")
    drawn = set(re.findall(r"(\w+) --> (\w+)", picture))

    assert drawn == {(before, after) for before, afters in TURN.items() for after in afters}
