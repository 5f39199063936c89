import json

import pytest

from agent.types import Message
from evals.errors import DatasetError
from evals.routing_sets import LabelledTurn, read_routing


def written(tmp_path, *rows):
    path = tmp_path / "turns.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_lines_before_are_read_with_their_speakers(tmp_path):
    before = ["Hi.", "U: Is it open?", "S: It is.", {"role": "assistant", "text": "Until six."}]
    path = written(tmp_path, {"id": "a", "text": "and how long", "context": before, "knowledge_seeking": True})
    found = read_routing(path)
    assert (found.name, [line.role for line in found.turns[0].context]) == (
        "turns",
        ["customer", "customer", "assistant", "assistant"],
    )
    assert found.turns[0].context[1] == Message(role="customer", text="Is it open?")


def test_row_of_a_gold_set_wants_the_articles_whether_they_answer_or_not(tmp_path):
    path = written(
        tmp_path,
        {"_id": "a", "text": "is it blue", "answerable": False},
        {"_id": "b", "text": "when", "answers": [{"article": "refunds"}]},
        {"_id": "c", "text": "hi", "knowledge_seeking": False},
    )
    assert [turn.knowledge_seeking for turn in read_routing(path).turns] == [True, True, False]


def test_folder_is_read_by_its_queries_and_names_the_set(tmp_path):
    row = {"_id": "a", "text": "hi", "knowledge_seeking": False}
    written(tmp_path, row).rename(tmp_path / "queries.jsonl")
    found = read_routing(tmp_path)
    assert found.name == tmp_path.name
    assert found.first(1).turns == (LabelledTurn(id="a", text="hi", knowledge_seeking=False),)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"_id": "a", "text": "hi"}, "does not say whether the articles are wanted: wanted true or false"),
        ({"_id": "a", "text": "hi", "knowledge_seeking": "no"}, "does not say whether"),
        ({"_id": "a", "knowledge_seeking": True}, 'has NoneType under "text"'),
        ({"_id": "a", "text": "hi", "context": "x", "knowledge_seeking": True}, 'has str under "context"'),
        ({"_id": "a", "text": "hi", "context": [{"role": "king"}], "knowledge_seeking": True}, "king"),
    ],
)
def test_line_that_cannot_be_used_is_named(tmp_path, row, message):
    with pytest.raises(DatasetError, match=r"turns\.jsonl, line 1") as caught:
        read_routing(written(tmp_path, row))
    assert message in str(caught.value)


def test_file_that_is_missing_or_empty_is_refused(tmp_path):
    with pytest.raises(DatasetError, match="is nothing"):
        read_routing(tmp_path / "none.jsonl")
    with pytest.raises(DatasetError, match="holds no turn"):
        read_routing(written(tmp_path))
