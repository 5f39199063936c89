import json

from typer.testing import CliRunner

from agent.build import Parts
from agent.types import Message
from evals.cli import app
from evals.gold_sets import GoldQuestion, read_gold
from evals.suites import ask_gold
from tests.agent.conftest import quick as quick
from tests.agent.conftest import quick_home as quick_home
from tests.agent.shop import SayingDrafter, agent_of


def test_a_follow_up_is_asked_after_the_customers_lines_in_one_conversation(quick: Parts):
    agent = agent_of(quick, SayingDrafter("I do not know."))
    lines = (Message(role="customer", text="I have a lamp."), Message(role="assistant", text="Which one?"))
    first = ask_gold(agent, GoldQuestion(id="q", text="how long is it covered", context=lines, answerable=False))
    other = ask_gold(agent, GoldQuestion(id="q", text="how long is it covered", answerable=False))
    agent.close()
    assert [turn.question for turn in quick.ledger.before(first)] == ["I have a lamp."]
    assert quick.ledger.before(other) == []


def test_a_bad_answer_becomes_a_gold_question_with_one_command(quick: Parts, tmp_path, monkeypatch):
    monkeypatch.setattr("evals.suites.open_parts", lambda settings: quick)
    agent = agent_of(quick, SayingDrafter("I do not know."))
    agent.ask("what does a return cost", conversation_id="c")
    agent.close()
    file = tmp_path / "mine.jsonl"
    wanted = ("--article", "returns-procedure", "--heading", "What a return costs")
    given = ("gold", "add", "--from-turn", "last", *wanted, "--set", str(file), "--home", str(quick.settings.home))
    found = CliRunner().invoke(app, given)
    assert (found.exit_code, found.stderr) == (0, "")
    assert "what does a return cost" in found.stdout
    assert "returns-procedure › What a return costs" in found.stdout
    assert [one.text for one in read_gold(file).answerable] == ["what does a return cost"]
    again = CliRunner().invoke(app, [*given, "--json"])
    assert again.exit_code == 2
    assert "already" in again.stderr
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1
    assert json.loads(file.read_text(encoding="utf-8"))["answerable"] is True
