"""Courtesies are told from questions: what is said beside them decides."""

from __future__ import annotations

from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.small_talk import MOST_CHARACTERS, small_talk

COURTESIES = (
    "hi",
    "good morning",
    "how are you?",
    "thanks a lot",
    "ok",
    "that helps",
    "have a nice day",
    "bye",
    "got it",
)
CONTENT = ("refund", "E-4012", "lamp", "why", "how", "when", "yes", "where is it", "W1234567", "退款")


@pytest.mark.parametrize(
    "message",
    [
        "Hi",
        "heyyy there!",
        "good morning, team",
        "How are you?",
        "hello? is anyone there?",
        "Hello 👋",
        "hiya folks :-)",
    ],
)
def test_greeting_is_one_however_it_is_typed(message: str) -> None:
    assert small_talk(message) == "greeting"


@pytest.mark.parametrize(
    "message",
    [
        "Thanks!",
        "so many thanks",
        "ok, thanks for your quick help 🙏",
        "thank you very much, that’s all I needed",
        "no, that is all for now. Bye",
        "hello again, and thank you",
        "great, and have a lovely weekend",
        "I’m all set",
        "oh I see",
        "thankssss",
    ],
)
def test_thanks_goodbyes_and_reactions_are_thanks(message: str) -> None:
    assert small_talk(message) == "thanks"


@pytest.mark.parametrize(
    "message",
    [
        "",
        "?!",
        "yes",
        "no",
        "no good",
        "there",
        "really?",
        "got it?",
        "all good?",
        "ok and then",
        "how",
        "thanks, why",
        "hi refund",
        "hello, hope you are well. my lamp is broken",
        "thanks to your courier",
        "bye the way",
        "good lamp",
        "ok 退款",
        "merci, où est mon colis",
    ],
)
def test_what_says_or_asks_anything_else_is_none(message: str) -> None:
    assert small_talk(message) is None


@given(st.lists(st.sampled_from(COURTESIES), min_size=1, max_size=5))
def test_courtesies_stay_courtesies_side_by_side(parts: list[str]) -> None:
    said = ", ".join(part.rstrip("?") for part in parts)
    assert small_talk(said) is not None


@given(
    st.lists(st.sampled_from(COURTESIES), max_size=3),
    st.sampled_from(CONTENT),
    st.lists(st.sampled_from(COURTESIES), max_size=3),
)
def test_one_word_of_content_among_courtesies_makes_a_question(before: list[str], word: str, after: list[str]) -> None:
    assert small_talk(", ".join((*before, word, *after))) is None


@pytest.mark.parametrize("piece", ["hi ", "thanks ", "no ", "and ", "for all of your ", "that is so very ", "aaaa"])
def test_long_message_takes_no_time_and_is_no_small_talk(piece: str) -> None:
    begin = thread_time()
    assert small_talk(piece * (4_000 // len(piece))) is None
    assert small_talk((piece * MOST_CHARACTERS)[:MOST_CHARACTERS]) in (None, "greeting", "thanks")
    assert thread_time() - begin < 0.5
