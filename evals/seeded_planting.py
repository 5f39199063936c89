"""Planting one error in a true reply: a planter for each kind, and the check that what was planted is not true after all."""

from __future__ import annotations

import re
from random import Random

from agent.claim_text import claim_body, sentence_key
from agent.sentences import find_sentences
from evals import seeded_identifiers, seeded_inventions, seeded_mixing, seeded_values, seeded_wording
from evals.seeded_swapping import Plant
from evals.seeded_types import Kind, Planted, Reply, Scene

_TARGET = re.compile(r"\]\(([^\s()]+)")

PLANTERS: dict[Kind, Plant] = {
    "money": seeded_values.money,
    "currency": seeded_values.currency,
    "percentage": seeded_values.percentage,
    "duration": seeded_values.duration,
    "duration unit": seeded_values.duration_unit,
    "date": seeded_values.day,
    "quantity": seeded_values.quantity,
    "code": seeded_identifiers.code,
    "e-mail": seeded_identifiers.email,
    "link": seeded_identifiers.link,
    "status": seeded_mixing.status,
    "tracking number": seeded_identifiers.tracking_number,
    "phone": seeded_identifiers.phone,
    "bound": seeded_values.bound,
    "cross-order": seeded_mixing.cross_order,
    "wrong field": seeded_mixing.wrong_field,
    "negation": seeded_wording.negation,
    "condition dropped": seeded_wording.condition_dropped,
    "condition changed": seeded_wording.condition_changed,
    "scope": seeded_wording.scope,
    "entity": seeded_mixing.entity,
    "invented sentence": seeded_inventions.invented_sentence,
    "invented promise": seeded_inventions.invented_promise,
    "invented link": seeded_inventions.invented_link,
}


def plant(kind: Kind, reply: Reply, place: int, scene: Scene, rng: Random) -> Planted | None:
    """The reply with one error of a kind in one line; None where the line offers nothing to change.

    What came out is also refused where the turn's evidence says it word for word: then it is no error.
    """
    line = reply.lines[place]
    text = PLANTERS[kind](line, scene, rng)
    if text is None or text == line.text:
        return None
    new = _keys(text) - _keys(line.text)
    if not (new or _targets(text) - _targets(line.text)) or new & said_by(scene):
        return None
    return Planted(kind, reply.with_line(place, text), place, line.text)


def said_by(scene: Scene) -> set[str]:
    """Keys of every sentence of the evidence."""
    return {key for item in scene.evidence for key in _keys(item.text)}


def _keys(text: str) -> set[str]:
    return {sentence_key(claim_body(sentence.text)) for sentence in find_sentences(text)}


def _targets(text: str) -> set[str]:
    """Targets of Markdown links, which are no part of a sentence's key."""
    return set(_TARGET.findall(text))
