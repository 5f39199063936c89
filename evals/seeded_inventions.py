"""Planters that add what no evidence says: a sentence of another article, a promise, a link."""

from __future__ import annotations

from random import Random

from evals.seeded_types import Line, Scene

_PROMISES = (
    "I have added a voucher of 20 USD to your account.",
    "I have extended your return window by two weeks.",
    "I have asked the warehouse to send you a second one free of charge.",
    "We have already informed your bank.",
    "A colleague will call you this afternoon.",
    "I will make sure that this does not happen again.",
    "You will get your money back by tomorrow.",
    "We will pay for the damage in full.",
    "I have changed your delivery address as you wished.",
    "As an exception, we take it back without a receipt.",
    "Your account has been upgraded at no cost.",
    "I have passed this to our technical team, who will answer within the hour.",
)
_LINKS = (
    "You can find the form at https://forms.support-desk.example/claims.",
    "See [this page](https://help-centre.example/answers/4711) for more.",
    "More about this is at www.quick-support.example/faq.",
    "Please sign in at https://login.account-check.example to confirm.",
)


def invented_sentence(line: Line, scene: Scene, rng: Random) -> str | None:
    """A sentence of an article that is not in the evidence."""
    return _with(line, rng.choice(scene.strangers)) if scene.strangers else None


def invented_promise(line: Line, scene: Scene, rng: Random) -> str | None:
    """Something said to have been done, or to come, of which there is no record."""
    return _with(line, rng.choice(_PROMISES))


def invented_link(line: Line, scene: Scene, rng: Random) -> str | None:
    """A link that no article has."""
    return _with(line, rng.choice(_LINKS))


def _with(line: Line, sentence: str) -> str | None:
    """The line with a sentence after it; only where the line ends as a sentence does."""
    return f"{line.text} {sentence}" if line.text.endswith((".", "!")) else None
