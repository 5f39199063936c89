"""A frozen turn is one file whose id is the hash of its content, and it is checked again on exactly that."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent.build import Parts
from agent.drafting import Drafter
from agent.errors import InputError
from agent.fingerprints import short
from agent.frozen import Frozen, content_id, freeze, read_frozen
from agent.frozen_replay import FrozenReplayer, open_frozen_replayer
from agent.types import TurnResult
from policies.rules import load_policy
from tests.agent.shop import SayingDrafter, agent_of, settings_for

SENT = "Order ORD-99107 was delivered on 2026-11-21."
LIE = "The total of order ORD-99107 is 186.40 USD."
Change = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="session")
def replayer(tmp_path_factory: pytest.TempPathFactory) -> FrozenReplayer:
    """On a data folder that does not exist: neither index nor orders can be read."""
    return open_frozen_replayer(settings_for(tmp_path_factory.mktemp("none") / "home"))


def turns(parts: Parts, *messages: str, drafter: Drafter | None = None, **settings: Any) -> list[TurnResult]:
    """The turns of one conversation, as the ledger keeps them."""
    agent = agent_of(parts, drafter)
    asked = [agent.ask(one, **{"conversation_id": "c", "customer_id": "C-1001", **settings}) for one in messages]
    agent.close()
    return [parts.ledger.turn(one.turn_id) for one in asked]


def drafted(parts: Parts) -> TurnResult:
    says = SayingDrafter(f"{SENT} {LIE}")
    return turns(parts, "Was ORD-99107 delivered?", drafter=says, use_knowledge=False)[0]


def written(content: dict[str, Any], folder: Path) -> Path:
    file = folder / "turn.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


def forged(turn: TurnResult, parts: Parts, folder: Path, change: Change) -> Frozen:
    """A frozen turn with something else in it, and the id that fits."""
    content = json.loads(json.dumps(freeze(turn, parts.settings)))
    change(content["turn"])
    return read_frozen(written({**content, "id": content_id(content)}, folder))


def test_same_turn_has_the_same_id_and_reads_back_whole(quick: Parts, tmp_path: Path) -> None:
    turn = drafted(quick)
    content = freeze(turn, quick.settings)
    assert freeze(turn, quick.settings)["id"] == content["id"]
    frozen = read_frozen(written(content, tmp_path))
    assert frozen.turn == turn
    assert frozen.policy.text == load_policy()
    assert frozen.policy.fingerprint == short(load_policy())


def test_what_was_read_is_in_it_by_line_and_article_version(quick: Parts) -> None:
    says = SayingDrafter("Gift cards are never refunded and cannot be exchanged for cash.")
    (turn,) = turns(quick, "Can I get cash for a gift card?", drafter=says)
    content = freeze(turn, quick.settings)
    read = {one["evidence_id"]: one for one in content["turn"]["basis"]["evidence"]}
    passage = quick.knowledge.passage(turn.citations[0].passage_id)
    assert passage is not None
    assert tuple(read[passage.passage_id]["lines"]) == passage.lines
    state = quick.knowledge.searcher.state
    assert {one["article"]: one["sha256"] for one in content["articles"]}["gift-cards"] == next(
        row.sha256 for row in state.articles if row.article == "gift-cards"
    )
    assert {"index", "settings", "policy", "rules", "thresholds", "verifier_weights"} <= set(turn.made_with)


def test_index_that_is_gone_leaves_the_passages_and_no_article_version(quick: Parts) -> None:
    turn = drafted(quick).model_copy(update={"made_with": {"index": "20200101T000000-gone"}})
    content = freeze(turn, quick.settings)
    assert (content["articles"], content["policy"]["text"]) == ([], None)


def test_changed_file_is_refused(quick: Parts, tmp_path: Path) -> None:
    content = freeze(drafted(quick), quick.settings)
    content["turn"]["reply"] = "Everything is free."
    with pytest.raises(InputError, match=r"was changed after it was written: its content has the id [0-9a-f]{12}"):
        read_frozen(written(content, tmp_path))


@pytest.mark.parametrize(
    ("text", "problem"),
    [("{", "is not JSON"), ("[]", "of the format 'list'"), ('{"format": "x@9"}', "of the format 'x@9': wanted")],
)
def test_file_that_is_none_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=problem):
        read_frozen(tmp_path / "x.json")
    with pytest.raises(InputError, match="cannot be read"):
        read_frozen(tmp_path / "none.json")


def test_turn_of_another_version_is_refused(quick: Parts, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="was stored without what its checks read"):
        freeze(drafted(quick).model_copy(update={"basis": {}}), quick.settings)
    with pytest.raises(InputError, match=r"was written by another version: turn\.claim"):
        forged(drafted(quick), quick, tmp_path, lambda turn: turn.update(claim=1))


def test_every_way_a_turn_ends_is_the_same_again(quick: Parts, replayer: FrozenReplayer, tmp_path: Path) -> None:
    said = (
        "Hello",
        "Was ORD-99107 delivered?",
        "And when was it shipped?",
        "Was ORD-10000 delivered?",
        "Where is my order?",
        "Please refund the linen apron of ORD-99107, it arrived damaged",
        "How long does a refund take?",
        "Please refund the linen apron of ORD-99107, it arrived damaged",
        "Yes",
        "Do you sell submarines?",
        "I want to talk to a person",
    )
    asked = turns(quick, *said)
    asked += turns(quick, "Was ORD-99107 delivered?", conversation_id="d", customer_id=None)
    asked += turns(quick, "My e-mail is ada.moss@example.com, how long does a refund take?", conversation_id="e")
    asked += [drafted(quick)]
    assert {"answered", "asked_back", "handed_off", "answered_with_cuts"} <= {one.outcome for one in asked}
    for turn in asked:
        frozen = read_frozen(written(freeze(turn, quick.settings), tmp_path))
        found = replayer.replay(frozen)
        assert (turn.question, found.differs, found.diff.reply) == (turn.question, None, ())


def test_stage_that_gives_something_else_is_named(quick: Parts, replayer: FrozenReplayer, tmp_path: Path) -> None:
    turn = drafted(quick)

    def other_evidence(record: dict[str, Any]) -> None:
        for one in record["basis"]["evidence"]:
            one["text"] = one["text"].replace("2026-11-21", "2026-11-22")

    def differs(change: Change) -> str | None:
        return replayer.replay(forged(turn, quick, tmp_path, change)).differs

    assert differs(lambda record: None) is None
    assert differs(other_evidence) == "ground"
    assert differs(lambda record: record.update(outcome="answered")) == "decide"
    assert differs(lambda record: record.update(reply="Something else.")) == "reply"


def test_other_weights_and_rules_show_in_the_system(quick: Parts, replayer: FrozenReplayer, tmp_path: Path) -> None:
    frozen = forged(drafted(quick), quick, tmp_path, lambda record: record["made_with"].update(rules="0000"))
    system = {one.name: one.before for one in replayer.replay(frozen).diff.system}
    assert system["rules"] == "0000"


def test_deadline_of_then_stops_no_replay(quick: Parts, replayer: FrozenReplayer, tmp_path: Path) -> None:
    grounder_of = replayer.grounder_of

    def hurried(day: Any) -> Any:
        grounder = grounder_of(day)
        return replace(grounder, cascade=replace(grounder.cascade, deadline_s=0.0))

    frozen = forged(drafted(quick), quick, tmp_path, lambda record: None)
    assert replace(replayer, grounder_of=hurried).replay(frozen).differs is None
