from pathlib import Path

import pytest

from evals.bench_corpus import chosen_set, made_set, sample_sentences, write_made_articles
from evals.errors import DatasetError


def test_sentences_are_whole_and_free_of_markup() -> None:
    found = sample_sentences()
    assert len(found) > 50
    assert all(one[-1] in ".!?:)" and "\n" not in one and not one.startswith(("#", "-", "|")) for one in found)


def test_made_set_is_the_same_every_time_and_has_no_judgements() -> None:
    first, again = made_set(30, 9), made_set(30, 9)
    assert first == again
    assert (len(first.documents), len(first.queries)) == (30, 9)
    assert len({document.text for document in first.documents}) == 30
    assert all(query.qrels == {} for query in first.queries)


def test_every_third_question_names_the_code_of_a_document() -> None:
    found = made_set(30, 9)
    titles = {document.title for document in found.documents}
    named = [query.text.split(":")[0] in titles for query in found.queries]
    assert named == [True, False, False] * 3


def test_made_articles_have_five_sections_and_now_and_then_a_long_one(tmp_path: Path) -> None:
    folder = write_made_articles(tmp_path / "articles", 20)
    texts = [path.read_text("utf-8") for path in sorted(folder.iterdir())]
    assert [text.count("## Part") for text in texts] == [5, 5, 5, 5]
    assert len(texts[0].split()) > 1.3 * len(texts[1].split())


def test_folder_is_read_and_its_first_questions_are_kept(tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_text('{"_id": "d1", "text": "A parcel takes three days."}\n')
    (tmp_path / "queries.jsonl").write_text('{"_id": "q1", "text": "how long"}\n{"_id": "q2", "text": "when"}\n')
    (tmp_path / "qrels.tsv").write_text("q1\td1\t1\nq2\td1\t1\n")
    found = chosen_set(tmp_path, documents=99, limit=1)
    assert ([one.id for one in found.documents], [one.id for one in found.queries]) == (["d1"], ["q1"])


def test_folder_that_is_no_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"corpus\.jsonl"):
        chosen_set(tmp_path, 10, 10)
