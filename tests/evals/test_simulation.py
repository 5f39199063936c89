"""A model plays a customer until code says stop; the report is a trend and never fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from agent.chat_models import ScriptedChatModel
from agent.chat_scripts import Script, ScriptedReply
from agent.errors import InputError
from agent.types import TurnResult
from evals.cli import app
from evals.personas import Persona, Reached, read_persona
from evals.simulation import GIVE_UP, NO_GATE, SimulatedConversation, Simulation, prompt

PERSONA = """\
name: Ada wants her money back
who: You are Ada. You write short messages.
goal: Get the linen apron of ORD-99107 refunded, it arrived damaged.
customer: C-1001
today: 2026-11-30
reached: {action: refund, order: ORD-99107}
"""
APRON = "Please refund the linen apron of ORD-99107, it arrived damaged"
PLAIN = Persona(name="a", who="w", goal="g", reached=Reached(contains="five days"))


def turn(reply: str) -> TurnResult:
    claims = ({"text": "x", "label": "refuted", "cut": True}, {"text": "y", "label": "supported", "cut": False})
    made = {"turn_id": "t", "conversation_id": "c", "asked_at": "2026-11-30", "question": "q", "claims": claims}
    return TurnResult.model_validate({**made, "outcome": "answered", "reply": reply})


def talked(*lines: str | ScriptedReply, limit: int = 3, reply: str = "Hello.") -> SimulatedConversation:
    replies = tuple(line if isinstance(line, ScriptedReply) else ScriptedReply(text=line) for line in lines)
    model = ScriptedChatModel(script=Script(replies=replies))
    return Simulation(model, lambda line: turn(f"{reply} {line}"), limit).run(PLAIN)


@pytest.mark.parametrize(
    ("lines", "end", "said"),
    [
        (("Hi", "Say FIVE  days".replace("  ", " ")), "goal_reached", 2),
        (("Hi", f"I {GIVE_UP.lower()}."), "gave_up", 1),
        (("1", "2", "3", "4"), "turn_limit", 3),
        (("Where is it?", "where is it"), "repeated", 1),
        (("As an AI I cannot say.",), "left_role", 0),
        (("Hi", "Agent: We refund it.\nCustomer: Thanks"), "left_role", 1),
        (("How can I help you today?",), "left_role", 0),
        (("",), "left_role", 0),
        (("x " * 600,), "left_role", 0),
        (("Hi", ScriptedReply(error="timed out")), "model_failed", 1),
    ],
)
def test_code_says_when_a_conversation_ends(lines: tuple[str, ...], end: str, said: int) -> None:
    found = talked(*lines)
    assert (found.end, len(found.turns)) == (end, said)


def test_only_claims_that_were_cut_are_counted() -> None:
    assert [one.cut for one in talked("1", "2", "3").turns] == [1, 1, 1]


def test_model_is_shown_the_goal_and_the_talk_and_not_what_the_record_must_show() -> None:
    shown = prompt(PLAIN, talked("Hi", GIVE_UP).turns)
    assert "Customer: Hi\nSupport: Hello. Hi" in shown
    assert "five days" not in shown


def test_goal_is_reached_by_the_record_of_an_action_alone() -> None:
    goal = Reached(action="refund", order="ORD-1")
    record = {"proposal": {"kind": "refund"}, "outcome": "done"}
    done = turn("x").model_copy(update={"decision": {"order_id": "ORD-1", "record": record}})
    asked = turn("x").model_copy(update={"decision": {"order_id": "ORD-1", "record": None}})
    failed = turn("x").model_copy(
        update={"decision": {"order_id": "ORD-1", "record": {**record, "outcome": "refused"}}}
    )
    assert [goal.by(one) for one in (done, asked, failed, turn("I have refunded it"))] == [True, False, False, False]
    assert not Reached(action="refund", order="ORD-2").by(done)
    assert Reached(outcome=("answered",)).by(asked)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (PERSONA.replace("goal:", "gaol:"), "found the unknown key 'gaol'. Known: .* Did you mean 'goal'"),
        (PERSONA.replace("action:", "acton:"), "found the unknown key 'reached.acton'. .* Did you mean 'action'"),
        (
            PERSONA.replace("{action: refund, order: ORD-99107}", "{}"),
            "an action, an outcome or words of the reply wanted",
        ),
        (PERSONA.replace("2026-11-30", "soon"), "today: .*, found 'soon'"),
        ("a: [", "is not YAML"),
        ("- a", "the file: "),
    ],
)
def test_persona_that_cannot_be_used_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "persona.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"persona.yaml.*{problem}"):
        read_persona(file)


def simulate(tmp_path: Path, *arguments: str, script: str = "") -> Result:
    (tmp_path / "persona.yaml").write_text(PERSONA, encoding="utf-8")
    (tmp_path / "script.yaml").write_text(script, encoding="utf-8")
    home = {"SUPPORT_HOME": str(tmp_path / "home")}
    return CliRunner().invoke(app, ["simulate", "--persona", str(tmp_path / "persona.yaml"), *arguments], env=home)


def test_refund_is_talked_through_on_the_sample_shop_and_leaves_no_data_folder(tmp_path: Path) -> None:
    script = json.dumps({"replies": [APRON, "Yes", APRON, "no " + GIVE_UP]})
    ran = simulate(tmp_path, "--model", f"scripted:{tmp_path / 'script.yaml'}", "--n", "2", "--json", script=script)
    assert ran.exit_code == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert [run["end"] for run in found["runs"]] == ["goal_reached", "gave_up"]
    assert (found["figures"]["reached"], found["figures"]["turns"], found["note"]) == (0.5, 1.5, NO_GATE)
    assert found["figures"]["outcomes"] == {"asked_back": 2, "answered": 1}
    assert not (tmp_path / "home" / "index").exists()


def test_without_a_chat_model_it_is_refused(tmp_path: Path) -> None:
    ran = simulate(tmp_path)
    assert ran.exit_code == 2
    assert "No chat model is configured that could play a customer" in ran.stderr
