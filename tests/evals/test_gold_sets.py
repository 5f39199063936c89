import json

import pytest

from agent.types import Message
from evals.errors import DatasetError
from evals.gold_sets import SectionName, is_gold, read_gold

SENT = {"_id": "q1", "text": "when is it sent", "answers": [{"article": "shipping", "heading": "When we ship"}]}
BLUE = {"_id": "q2", "text": "is it blue", "answerable": False}


def write(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_row_names_the_sections_that_answer_or_says_that_none_does(tmp_path):
    found = read_gold(write(tmp_path / "mine.jsonl", SENT, BLUE))
    assert found.name == "mine"
    assert [(one.id, one.answerable, one.answers) for one in found.questions] == [
        ("q1", True, (SectionName(article="shipping", heading="When we ship"),)),
        ("q2", False, ()),
    ]
    assert found.answerable == found.first(1).questions == found.questions[:1]


def test_a_line_of_the_context_is_the_customers_unless_it_says_whose(tmp_path):
    context = ["I bought a lamp.", {"role": "assistant", "text": "Which one?"}]
    (one,) = read_gold(write(tmp_path / "mine.jsonl", {**SENT, "context": context})).questions
    assert one.context == (
        Message(role="customer", text="I bought a lamp."),
        Message(role="assistant", text="Which one?"),
    )


def test_a_folder_is_a_gold_set_unless_it_has_a_corpus(tmp_path):
    assert not is_gold(tmp_path)
    file = write(tmp_path / "queries.jsonl", SENT)
    assert (is_gold(tmp_path), is_gold(file)) == (True, True)
    assert read_gold(tmp_path).name == tmp_path.name
    write(tmp_path / "corpus.jsonl")
    assert not is_gold(tmp_path)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"_id": "q", "text": "why"}, 'line 1, does not say what answers the question: wanted either "answers"'),
        ({**SENT, "answerable": False}, "does not say what answers"),
        ({**BLUE, "answerable": True}, "does not say what answers"),
        ({**BLUE, "answerable": "no"}, "does not say what answers"),
        ({**SENT, "answers": "shipping"}, "does not say what answers"),
        ({**SENT, "answers": [{"heading": "When we ship"}]}, "names a section as"),
        ({**SENT, "answers": [{"article": "a", "passage": 3}]}, "names a section as"),
        ({**SENT, "context": "before"}, 'has str under "context": wanted a list'),
        ({**SENT, "context": [{"role": "nobody", "text": "x"}]}, 'under "context": wanted a list of texts'),
        ({**SENT, "text": "  "}, 'has no words under "text"'),
        ({"text": "why"}, "has no id"),
    ],
)
def test_a_row_that_cannot_be_used_is_named_with_what_was_wanted(tmp_path, row, message):
    with pytest.raises(DatasetError) as caught:
        read_gold(write(tmp_path / "mine.jsonl", row))
    assert "mine.jsonl" in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["nothing", "empty.jsonl"])
def test_a_set_without_questions_is_refused(tmp_path, name):
    write(tmp_path / "empty.jsonl")
    with pytest.raises(DatasetError, match="wanted"):
        read_gold(tmp_path / name)
