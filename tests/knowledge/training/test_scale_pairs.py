"""Pairs along a scale: what their labels promise, that no word tells the label, and what a table must have."""

import hashlib
import random
import re
from collections import Counter, defaultdict
from dataclasses import replace
from typing import Any

import pytest

from knowledge.errors import InputError
from knowledge.models.training.generated.dressing import Dressing, dressing_of, read_dressing
from knowledge.models.training.generated.pairs import Pair
from knowledge.models.training.generated.pools import read_pools
from knowledge.models.training.generated.scale_pairs import WEIGHTS, ScalePairs
from knowledge.models.training.generated.scales import Statement, read_statements, scale_of, statement_of
from knowledge.models.training.generated.wording import Wording, read_wording
from knowledge.models.training.verifier_data import generate

BARE = Dressing(("{statement}",), ("", " "), ("Hello! ",), ("",), ("",), frozenset())
"""Adds next to nothing to a statement."""

SCALE: dict[str, Any] = {
    "name": "light",
    "kind": "negated",
    "phrases": {},
    "claims": {"on": {"entailment": ["on"], "contradiction": ["off"]}},
}
LAMP: dict[str, Any] = {"name": "lamp", "topic": "Lamps", "sides": {"on": ["It is on."], "off": ["It is off."]}}


def drawn(count: int, seed: int = 7) -> list[Pair]:
    return list(generate([], {"scales": count}, random.Random(seed)))


def alone(name: str, count: int) -> list[Pair]:
    """Pairs of one statement, with nothing around it."""
    statements = [one for one in read_statements() if one.name == name]
    pairs = ScalePairs(statements, read_pools(), BARE, replace(read_wording(), contractions=()))
    rng = random.Random(7)
    found = [pairs.draw(rng) for _ in range(count)]
    return [pair for pair in found if pair.hypothesis.count(".") == 1 and pair.premise.count(".") == 1]


@pytest.fixture(scope="module")
def many() -> list[Pair]:
    return drawn(6_000)


def test_recorded_trainings_can_be_repeated() -> None:
    """Code or tables that change the digest make other pairs than those of the shipped verifier."""
    digest = hashlib.sha256(repr(drawn(200)).encode()).hexdigest()
    assert digest == "725f04036231af821c72121e989ddcaca3ab5a8ace68cd94d1bd1a7a2456fb56"


def test_seed_decides_the_pairs() -> None:
    assert drawn(30) == drawn(30)
    assert drawn(30) != drawn(30, seed=8)


def test_pairs_along_scales_leave_the_other_generators_as_they_were() -> None:
    both = generate([], {"policies": 5, "orders": 5, "scales": 5}, random.Random(7))
    assert list(both)[:10] == list(generate([], {"policies": 5, "orders": 5}, random.Random(7)))


def test_nearly_every_pair_is_another_one(many: list[Pair]) -> None:
    assert len({(pair.premise, pair.hypothesis) for pair in many}) > 0.99 * len(many)


def test_half_of_each_scale_is_true(many: list[Pair]) -> None:
    found: dict[str, list[bool]] = defaultdict(list)
    for pair in many:
        found[pair.source.split("/")[1]].append(pair.label == "entailment")
    assert sorted(found) == sorted(WEIGHTS)
    assert dict.fromkeys(found, True) == {
        scale: abs(sum(true) / len(true) - 0.5) < 0.12 for scale, true in found.items()
    }


def test_kind_tells_true_pairs_from_others(many: list[Pair]) -> None:
    kinds = {pair.label == "entailment": set[str]() for pair in many}
    for pair in many:
        kinds[pair.label == "entailment"].add(pair.kind)
    assert kinds[True] == {"paraphrase"}
    assert kinds[False] == {
        "scope widened", "condition dropped", "limit changed", "negated", "role swapped", "status swapped"
    }  # fmt: skip


def test_no_frequent_word_of_a_claim_betrays_its_label(many: list[Pair]) -> None:
    true, every = Counter[str](), Counter[str]()
    for pair in many:
        words = set(re.findall(r"[a-z']+", pair.hypothesis.lower()))
        every.update(words)
        true.update(words if pair.label == "entailment" else ())
    assert {"all", "only", "not", "cannot", "if", "when"} <= {word for word, found in every.items() if found > 100}
    skewed = {word: true[word] / found for word, found in every.items() if found > 200}
    assert {word: share for word, share in skewed.items() if not 0.38 < share < 0.62} == {}


def test_same_evidence_and_claim_have_one_label(many: list[Pair]) -> None:
    labels: dict[tuple[str, str], set[str]] = defaultdict(set)
    for pair in many:
        labels[pair.premise, pair.hypothesis].add(pair.label)
    assert [found for found in labels.values() if len(found) > 1] == []


def test_every_slot_is_filled_and_every_sentence_ends_once(many: list[Pair]) -> None:
    texts = [text for pair in many for text in (pair.premise, pair.hypothesis)]
    assert [text for text in texts if re.search(r"[{}]|\.\.| a [aeio]", text)] == []


def test_claim_about_all_is_true_only_under_evidence_about_all() -> None:
    pairs = [pair for pair in alone("ticket resale", 900) if re.search(r"\b[Aa]ll (of our )?tickets", pair.hypothesis)]
    claims = [pair for pair in pairs if not re.search(r"except|other than|apart from|but not", pair.hypothesis)]
    assert {pair.label for pair in claims} == {"entailment", "neutral", "contradiction"}
    assert {bool(re.search(r"\b[Aa]ll\b", pair.premise)) for pair in claims if pair.label == "entailment"} == {True}
    named = [pair.premise for pair in claims if pair.label == "neutral"]
    assert [premise for premise in named if re.search(r"\b[Aa]ll\b", premise)] == []


def test_claim_without_the_condition_is_true_only_under_evidence_without_it() -> None:
    conditional = re.compile(r"\b(if|unless|provided|as long as|when|assuming|where|condition)\b", re.IGNORECASE)
    free = re.compile(r"even (if|when)|whether", re.IGNORECASE)
    claims = [pair for pair in alone("cancel the order", 900) if not conditional.search(pair.hypothesis)]
    claims = [pair for pair in claims if not free.search(pair.hypothesis) and "cannot" not in pair.hypothesis]
    assert {pair.label for pair in claims} == {"entailment", "neutral", "contradiction"}
    for pair in claims:
        if pair.label == "entailment":
            assert free.search(pair.premise) or not conditional.search(pair.premise)


def test_limit_is_kept_in_every_true_claim() -> None:
    least = re.compile(r"at least|or more|or even more|no less|minimum")
    most = re.compile(r"at most|up to|no more than|maximum|or less")
    for pair in alone("deposit", 600):
        if pair.label == "entailment":
            assert bool(least.search(pair.premise)) == bool(least.search(pair.hypothesis))
            assert bool(most.search(pair.premise)) == bool(most.search(pair.hypothesis))


def test_quantified_side_has_no_negation_beside_it() -> None:
    scope = [one for one in read_statements() if one.scale.name == "scope"]
    texts = [text for one in scope for side in one.scale.quantified for text in one.sides[side]]
    assert len(texts) > 1_000
    assert [text for text in texts if re.search(r"\b(no|not|nothing)\b", text) and "but not {part}" not in text] == []


def test_there_are_many_statements_each_in_several_wordings() -> None:
    statements = read_statements()
    assert len(statements) > 150
    assert len({(one.scale.name, one.name) for one in statements}) == len(statements)
    assert [one.name for one in statements if min(map(len, one.sides.values())) < 1] == []


def test_two_sentences_are_joined_as_a_reply_would() -> None:
    dressing = read_dressing()
    assert dressing.joined("We ship to Peru.", "Customers pay.") == "We ship to Peru, and customers pay."
    assert dressing.joined("You pay.", "Norway is excluded.") == "You pay, and Norway is excluded."
    assert (
        dressing.joined("You pay.", "It ends. This holds if it rains.") == "You pay. It ends. This holds if it rains."
    )


def test_statement_of_two_sides_gives_pairs_both_ways() -> None:
    scale = scale_of(SCALE | {"claims": {"on": {"entailment": ["on"], "contradiction": ["off"]}}, "name": "polarity"})
    lamp = statement_of(LAMP, scale)
    rng, wording = random.Random(7), Wording({}, {}, {}, ())
    pairs = ScalePairs([lamp], read_pools(), BARE, wording)
    found = {(pair.premise.strip()[:9], pair.label) for pair in (pairs.draw(rng) for _ in range(80))}
    assert ("It is on.", "entailment") in found
    assert ("It is off", "contradiction") in found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "dimmed"}, "The scale light has the kind dimmed: wanted one of paraphrase,"),
        ({"phrases": {"on": ["{x}"]}}, "The scale light has no phrases for the side off, which its claims name."),
        (
            {"claims": {"on": {"entailment": ["on"], "refuted": ["off"]}}},
            "The claim on of the scale light has the label",
        ),
        ({"claims": {"on": {"entailment": ["on"]}}}, "wants evidence under which it is true, and other."),
    ],
)
def test_scale_that_cannot_be_used_is_named(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as refused:
        scale_of(SCALE | change)
    assert said in str(refused.value)


def test_statement_without_a_wording_is_named() -> None:
    with pytest.raises(InputError, match="The statement lamp has no wording for the side off of light"):
        statement_of(LAMP | {"sides": {"on": ["It is on."]}}, scale_of(SCALE))


def test_slot_that_nothing_fills_is_named() -> None:
    lamp = Statement("lamp", replace(scale_of(SCALE), name="role"), "Lamps", {"on": ("{glow}.",), "off": ("{glow}.",)})
    with pytest.raises(InputError, match=r"A sentence has the slot \{glow\}: wanted a slot of its scale or one of dur"):
        ScalePairs([lamp], read_pools(), BARE, read_wording()).draw(random.Random(7))


def test_pool_that_does_not_exist_is_named() -> None:
    with pytest.raises(InputError, match="A statement names the pool parsecs: wanted one of days, hours, minutes"):
        read_pools().draw("amount", "parsecs", random.Random(7))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"endings": []}, "wanted evidence, around, openings, endings, asides, none of them empty."),
        ({"greetings": ["Hi."]}, r"has the lists evidence, around, openings, endings, asides, greetings: wanted"),
        ({"evidence": ["{topic}"]}, r"The style '\{topic\}' of dressing.yaml has no \{statement\}."),
    ],
)
def test_dressing_that_cannot_be_used_is_refused(change: dict[str, Any], said: str) -> None:
    table = {"evidence": ["{statement}"], "around": ["A."], "openings": ["B "], "endings": [" C."], "asides": [", d"]}
    with pytest.raises(InputError, match=said):
        dressing_of(table | change, frozenset())
