"""A turn's record holds every exchange with a chat model and what they took, and `support trace` shows both."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from agent.build import Parts
from agent.settings import Settings
from tests.agent.shop import agent_of, run

FIRST = "Was ORD-99107 delivered?"
CLAIM = "Our office dog is called Biscuit and he sorts every parcel."


def scripted(parts: Parts, folder: Path, **drafting: object) -> Parts:
    """All three roles by scripts."""
    (folder / "draft.yaml").write_text(f"otherwise: {CLAIM}\n", encoding="utf-8")
    (folder / "judge.yaml").write_text("otherwise: no JSON at all\n", encoding="utf-8")
    (folder / "rewrite.yaml").write_text("otherwise: Was order ORD-99107 delivered\n", encoding="utf-8")
    settings = Settings.model_validate(
        {
            "home": parts.settings.home,
            "drafting": {"drafter": f"scripted:{folder}/draft.yaml", **drafting},
            "grounding": {"judge": f"scripted:{folder}/judge.yaml"},
            "rewriting": {"model": f"scripted:{folder}/rewrite.yaml"},
        }
    )
    return replace(parts, settings=settings)


def test_all_roles_are_recorded_with_their_prompts_and_added_up(quick: Parts, tmp_path: Path) -> None:
    agent = agent_of(scripted(quick, tmp_path))
    agent.ask(FIRST, conversation_id="c", customer_id="C-1001")
    turn = agent.ask("And who sorts the parcels there?", conversation_id="c", customer_id="C-1001")
    agent.close()
    roles = [one["role"] for one in turn.exchanges]
    assert roles[:2] == ["rewriter", "drafter"]
    assert set(roles) <= {"rewriter", "drafter", "judge"}
    assert turn.exchanges[0]["answer"] == "Was order ORD-99107 delivered"
    assert [role for role, _ in turn.exchanges[0]["prompt"]] == ["system", "human"]
    assert turn.exchanges[1]["answer"] == CLAIM
    assert [role for role, _ in turn.draft["prompt"]] == ["system", "human"]
    assert turn.spent["calls"] == turn.spent["estimated"] == len(roles)
    assert turn.spent["input_tokens"] == sum(one["usage"]["input_tokens"] for one in turn.exchanges)
    assert quick.ledger.turn(turn.turn_id) == turn
    shown = run(quick.settings.home, "trace", turn.turn_id).output
    assert f"{len(roles)} calls, " in shown
    prompts = run(quick.settings.home, "trace", turn.turn_id, "--prompt").output
    assert "1. rewriter scripted:" in prompts
    assert "2. drafter scripted:" in prompts
    assert CLAIM in prompts


def test_each_turn_begins_with_no_exchange_of_the_turn_before(quick: Parts, tmp_path: Path) -> None:
    agent = agent_of(scripted(quick, tmp_path))
    agent.ask(FIRST, conversation_id="c", customer_id="C-1001")
    thanks = agent.ask("Thanks!", conversation_id="c", customer_id="C-1001")
    agent.close()
    assert (thanks.exchanges, thanks.spent) == ((), {})
    assert "No chat model was asked" in run(quick.settings.home, "trace", thanks.turn_id, "--prompt").output


def test_failed_drafter_hands_over_and_a_person_reads_why(quick: Parts, tmp_path: Path) -> None:
    parts = scripted(quick, tmp_path, fallback="handoff", max_turn_tokens=700)
    agent = agent_of(parts)
    turn = agent.ask(FIRST, conversation_id="c", customer_id="C-1001")
    agent.close()
    assert turn.outcome == "handed_off"
    assert turn.handoff is not None
    assert turn.handoff.reason == "failure"
    tried = [line for line in turn.handoff.packet["tried"] if "got none to use" in line]
    assert len(tried) == 1
    assert "drafting.max_turn_tokens" in tried[0]
    assert "max_turn_tokens" not in turn.reply
