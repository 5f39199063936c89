"""The pairs that code makes: what their labels promise, and that the same seed gives the same pairs."""

import hashlib
import random
import re
from collections import defaultdict

import pytest

from knowledge.models.training.generated.details import negated, renamed, renumbered
from knowledge.models.training.generated.families import Families, Family, read_families
from knowledge.models.training.generated.pairs import TRUE_KINDS, Pair
from knowledge.models.training.generated.policies import PolicyPairs, fill
from knowledge.models.training.generated.slots import VALUES, Slot
from knowledge.models.training.generated.wording import read_wording
from knowledge.models.training.verifier_data import generate

DOCUMENTS = [
    "Charging the lamp\nPut the lamp on its dock before you go to bed. The light turns orange while the battery is charging. "
    "A full charge takes about 3 hours and lasts for 20 evenings. If the light blinks red, the dock is not connected to the "
    "wall. Use only the cable that came in the box. You cannot charge the lamp while it is outdoors.",
    "However, parcels to Norway may need a customs form before they leave our warehouse in Leeds. The form is sent by e-mail "
    "from the customs office, usually within two days. You must sign the form and return it to Harbour Freight. Some parcels "
    "are opened by the officers in Oslo (this happens once in 50 times). An opened parcel is closed again and delivered "
    "without delay. Customers in Bergen often receive their parcels 1 day later than those in Oslo.",
    "Resetting the router\nPress the small button on the back for ten seconds. The router is restarted and forgets the old "
    "password. Most users choose a new password at once. In 2019 the maker, Northlight Systems, removed the default password "
    "from every model. Do not switch the router off until all of the lights are green. After the restart, Anna Kowalski of "
    "our support team can check the connection by phone.",
]

FALSE_LABELS = {
    "value changed": {"contradiction", "neutral"},
    "other order's value": {"contradiction", "neutral"},
    "status swapped": {"contradiction", "neutral"},
    "negated": {"contradiction"},
    "condition dropped": {"neutral"},
    "condition added": {"neutral"},
    "scope widened": {"neutral"},
    "entity swapped": {"neutral", "not_entailment"},
    "half missing": {"neutral"},
    "unrelated": {"neutral"},
}


def drawn(policies: int, orders: int, documents: int, seed: int = 7) -> list[Pair]:
    counts = {"policies": policies, "orders": orders, "documents": documents}
    return list(generate(DOCUMENTS, counts, random.Random(seed)))


def test_recorded_trainings_can_be_repeated() -> None:
    """The digest was taken when the shipped verifier was trained: code or tables that change it make other pairs."""
    digest = hashlib.sha256(repr(drawn(80, 60, 60)).encode()).hexdigest()
    assert digest == "104df11a6ab2bb12bdd5d834ea7b765deb7f9acc5914ab79391fcc8f7d5531de"


def test_every_kind_has_the_labels_that_it_promises() -> None:
    found = defaultdict(set)
    for pair in drawn(600, 400, 400):
        found[pair.kind].add(pair.label)
    assert {kind: found.pop(kind) for kind in TRUE_KINDS} == {kind: {"entailment"} for kind in TRUE_KINDS}
    assert {kind: labels - FALSE_LABELS[kind] for kind, labels in found.items()} == {
        kind: set() for kind in FALSE_LABELS
    }


def test_about_two_fifths_are_true() -> None:
    pairs = drawn(300, 300, 300)
    assert 0.3 < sum(pair.label == "entailment" for pair in pairs) / len(pairs) < 0.5


@pytest.mark.parametrize("name", sorted(VALUES))
def test_changed_value_shares_no_form_with_the_first(name: str) -> None:
    rng = random.Random(7)
    pairs = [Slot(VALUES[name]).pair(rng) for _ in range(200)]
    assert not any(set(one) & set(other) for one, other in pairs)


def test_tracking_number_of_a_claim_is_the_recorded_one_only_where_the_pair_is_true() -> None:
    found = defaultdict(list)
    for pair in drawn(0, 2_000, 0):
        if pair.source == "orders/tracking_number" and pair.kind != "join":
            number = re.findall(r"\b[A-Z]{2}\d{7,}\b", pair.hypothesis)[-1]
            found[pair.kind].append(number in pair.premise)
    assert set(found["paraphrase"]) == {True}
    assert set(found["value changed"]) == {False}
    assert set(found["other order's value"]) == {True}  # recorded, but for the other order
    assert set(found["unrelated"]) == {False}


def test_every_slot_of_a_statement_is_filled() -> None:
    assert [pair for pair in drawn(600, 300, 0) if set("{}") & set(pair.premise + pair.hypothesis)] == []


def test_every_family_names_slots_that_exist() -> None:
    tables = read_families()
    known = {*VALUES, *tables.words}
    rng = random.Random(7)
    values = dict.fromkeys(known, ("x",))
    for family in tables.families:
        for text in (*family.wordings, *family.denials, *(one for two in family.conditions for one in two)):
            assert fill(text, values, rng)


def test_pairs_of_one_statement_say_what_was_done_to_it() -> None:
    tea = Family("tea", ("Tea costs {weekday}.",), ("Tea is free.",), (("for members",),), topic="Prices")
    rng = random.Random(2)
    found = {(pair.kind, pair.label) for pair in (PolicyPairs(Families((tea,), {})).draw(rng) for _ in range(300))}
    assert found == {
        ("paraphrase", "entailment"),
        ("join", "entailment"),
        ("value changed", "contradiction"),
        ("negated", "contradiction"),
        ("condition dropped", "neutral"),
        ("condition added", "neutral"),
        ("half missing", "neutral"),
    }


def test_restated_sentence_keeps_its_numbers_and_names() -> None:
    wording, rng = read_wording(), random.Random(7)
    said = "However, you cannot buy more than 40 items from Harbour Freight before 14:30, which is usually enough for most."
    for _ in range(50):
        restated = wording.restated(said, rng)
        assert all(part in restated for part in ("40", "Harbour Freight", "14:30"))
        assert any(word in restated for word in ("cannot", "can't"))


def test_word_is_turned_into_its_opposite_both_ways() -> None:
    wording, rng = read_wording(), random.Random(7)
    assert wording.opposed("Open the valve.", rng) is None
    assert wording.opposed("The hot tap is here.", rng) == "The cold tap is here."
    assert wording.opposed("The cold tap is here.", rng) == "The hot tap is here."
    assert wording.widened("You may need it.", rng) == "You will need it."


@pytest.mark.parametrize(
    ("sentence", "changed"),
    [
        ("You can return it.", "You can not return it."),
        ("You cannot return it.", "You can return it."),
        ("It has been sent.", "It has not been sent."),
        ("It isn't free.", "It is free."),
        ("We ship lamps.", None),
    ],
)
def test_negation_is_put_in_or_taken_out(sentence: str, changed: str | None) -> None:
    assert negated(sentence, random.Random(7)) == changed


@pytest.mark.parametrize(
    "sentence", ["It takes 5 days.", "It costs 1,200 yen.", "It weighs 2.5 kg.", "It took three days."]
)
def test_changed_number_is_another_one(sentence: str) -> None:
    for seed in range(30):
        changed = renumbered(sentence, random.Random(seed))
        assert changed is not None
        assert changed != sentence
        assert len(changed.split()) == len(sentence.split())


def test_sentence_without_a_number_or_a_name_offers_no_place() -> None:
    assert renumbered("Parcels are sent by ship.", random.Random(7)) is None
    assert renamed("Parcels are sent by ship.", ["Oslo"], random.Random(7)) is None


def test_name_is_swapped_for_another_of_the_document() -> None:
    assert renamed("We ship to Oslo daily.", ["Oslo", "Bergen"], random.Random(7)) == "We ship to Bergen daily."
    assert renamed("We ship to Oslo daily.", ["Oslo"], random.Random(7)) is None
