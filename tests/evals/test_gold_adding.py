import json
from datetime import date

import pytest

from agent.errors import InputError
from agent.ledger import Ledger
from agent.types import TurnResult
from evals.errors import DatasetError
from evals.gold_adding import GoldAdder
from evals.gold_sections import SectionCheck
from evals.gold_sets import SectionName, read_gold
from knowledge.filters import Filter
from knowledge.types import Passage

COSTS = SectionName(article="returns", heading="What it costs")
PASSAGE = Passage(
    passage_id="returns#0", article="returns", heading_path=("Returns", "What it costs"), text="x", lines=(1, 1)
)


def turn(turn_id, question, conversation="c"):
    return TurnResult(
        turn_id=turn_id,
        conversation_id=conversation,
        asked_at=f"2026-11-30T10:00:{turn_id}",
        question=question,
        outcome="answered",
        reply="no",
    )


@pytest.fixture
def adder(tmp_path):
    ledger = Ledger(tmp_path / "ledger.db")
    for one in (turn("01", "Hi, I have a lamp."), turn("02", "other", "d"), turn("03", "who pays for it?")):
        ledger.record(one)
    return GoldAdder(ledger, SectionCheck([PASSAGE], Filter(as_of=date(2026, 11, 30))))


def test_the_last_turn_becomes_a_row_with_the_lines_before_it(adder, tmp_path):
    file = tmp_path / "mine.jsonl"
    added = adder.add("last", [COSTS], file)
    assert (added.path, added.questions) == (file, 1)
    assert json.loads(file.read_text(encoding="utf-8")) == {
        "_id": "turn-03",
        "text": "who pays for it?",
        "context": ["Hi, I have a lamp."],
        "answerable": True,
        "answers": [{"article": "returns", "heading": "What it costs"}],
    }
    assert read_gold(file).questions[0].answers == (COSTS,)


def test_a_row_is_appended_after_a_last_line_without_an_end(adder, tmp_path):
    file = tmp_path / "mine.jsonl"
    file.write_text('{"_id": "q", "text": "is it blue", "answerable": false}', encoding="utf-8")
    assert adder.add("01", [], file).questions == 2
    assert [(one.id, one.answerable) for one in read_gold(file).questions] == [("q", False), ("turn-01", False)]


def test_a_folder_is_its_queries_file(adder, tmp_path):
    assert adder.add("last", [COSTS], tmp_path).path == tmp_path / "queries.jsonl"


@pytest.mark.parametrize(
    "row",
    ['{"_id": "q", "text": "OTHER ", "answerable": false}', '{"_id": "turn-02", "text": "x", "answerable": false}'],
)
def test_a_question_that_is_there_already_is_refused_and_nothing_is_written(adder, tmp_path, row):
    file = tmp_path / "mine.jsonl"
    file.write_text(row, encoding="utf-8")
    with pytest.raises(DatasetError, match="has the question 'other' already"):
        adder.add("02", [COSTS], file)
    assert file.read_text(encoding="utf-8") == row


def test_the_same_words_after_other_lines_are_another_question(adder, tmp_path):
    file = tmp_path / "mine.jsonl"
    file.write_text('{"_id": "q", "text": "who pays for it?", "answerable": false}\n', encoding="utf-8")
    assert adder.add("last", [COSTS], file).questions == 2


@pytest.mark.parametrize("section", [SectionName(article="returns", heading="Gone"), SectionName(article="gone")])
def test_a_section_that_does_not_exist_is_refused_and_nothing_is_written(adder, tmp_path, section):
    with pytest.raises(DatasetError, match=r"The row for turn 03 names .(returns › Gone|gone)."):
        adder.add("last", [section], tmp_path / "mine.jsonl")
    assert not (tmp_path / "mine.jsonl").exists()


def test_a_turn_that_the_ledger_does_not_hold_is_refused(adder, tmp_path):
    with pytest.raises(InputError, match="holds no turn 'zz'"):
        adder.add("zz", [COSTS], tmp_path / "mine.jsonl")


def test_a_packed_or_unwritable_file_is_refused(adder, tmp_path):
    with pytest.raises(DatasetError, match="is packed"):
        adder.add("last", [COSTS], tmp_path / "mine.jsonl.gz")
    with pytest.raises(DatasetError, match=r"cannot be written.*--set FILE"):
        adder.add("last", [COSTS], tmp_path / "nowhere" / "mine.jsonl")
