"""What is looked for, given a message and the conversation before it."""

from agent.rewriting import REMEMBERED, ConversationRewriter, Searched
from agent.types import Message
from knowledge.filters import Filter
from knowledge.known_names import KnownNames
from knowledge.types import Passage
from tests.helpers import TODAY, passage


def about(title: str, heading: str) -> Passage:
    return passage().model_copy(update={"heading_path": (title, heading)})


NAMES = KnownNames.of([about("Harbour House", "Parking"), about("Old Mill", "Breakfast")])


def names(condition: Filter) -> KnownNames:
    assert condition == TODAY
    return NAMES


def rewritten(query: str, *lines: str, questions: tuple[str, ...] = ()) -> Searched:
    history = [Message(role="customer" if n % 2 else "assistant", text=line) for n, line in enumerate(lines)]
    return ConversationRewriter(names).rewrite(query, questions, history, TODAY)


def test_follow_up_that_names_nothing_is_looked_for_with_what_was_named_last() -> None:
    found = rewritten("Are the towels clean?", "Try the Old Mill.", "And Harbour House?", "It is full.")
    assert found == Searched(query="Harbour House Are the towels clean?", carried=("Harbour House",))


def test_follow_up_with_a_word_of_a_heading_is_looked_for_both_ways() -> None:
    found = rewritten("Is there parking?", "Try the Old Mill.")
    assert found == Searched(query="Is there parking?", also=("Old Mill Is there parking?",), carried=("Old Mill",))


def test_message_that_names_its_subject_carries_nothing() -> None:
    assert rewritten("Are the towels of Harbour House clean?", "Try the Old Mill.") == Searched(
        query="Are the towels of Harbour House clean?"
    )


def test_several_subjects_of_one_line_are_carried_together() -> None:
    assert rewritten("Which is cheaper?", "Harbour House or the Old Mill.").carried == ("Harbour House", "Old Mill")


def test_each_of_several_questions_is_looked_for_too() -> None:
    questions = ("Are the towels clean?", "Is it quiet at night?")
    alone = rewritten(" ".join(questions), questions=questions)
    assert (alone.query, alone.also) == (" ".join(questions), questions)
    carried = rewritten(" ".join(questions), "Try the Old Mill.", questions=questions)
    assert carried.also == ("Old Mill Are the towels clean?", "Old Mill Is it quiet at night?")


def test_subject_of_long_ago_is_forgotten() -> None:
    later = ["Good."] * REMEMBERED
    assert rewritten("Are the towels clean?", "Try the Old Mill.", *later).carried == ()
    assert rewritten("Are the towels clean?", "Try the Old Mill.", *later[1:]).carried == ("Old Mill",)


def test_first_message_is_looked_for_as_it_is() -> None:
    assert rewritten("Are the towels clean?") == Searched(query="Are the towels clean?")
