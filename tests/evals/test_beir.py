import gzip
from pathlib import Path

import pytest

from evals.beir import Document, Query, read_beir
from evals.errors import DatasetError

CORPUS = '{"_id": "d1", "title": "Parcels", "text": "A parcel takes three days."}\n{"id": "d2", "text": "Hello."}\n'
QUERIES = '{"_id": "q1", "text": "how long does a parcel take"}\n{"_id": "q2", "text": "who are you"}\n'
QRELS = "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n"


def write_set(folder: Path, **files: str) -> Path:
    content = {"corpus": CORPUS, "queries": QUERIES, "qrels": QRELS} | files
    folder.mkdir(exist_ok=True)
    for name, text in content.items():
        (folder / f"{name}.{'tsv' if name == 'qrels' else 'jsonl'}").write_text(text, encoding="utf-8")
    return folder


def test_a_folder_becomes_documents_and_judged_queries(tmp_path):
    found = read_beir(write_set(tmp_path / "shop"))
    assert found.name == "shop"
    assert found.documents == (
        Document(id="d1", title="Parcels", text="A parcel takes three days."),
        Document(id="d2", title="", text="Hello."),
    )
    assert found.queries == (Query(id="q1", text="how long does a parcel take", qrels={"d1": 2, "d2": 0}),)


def test_gzipped_files_read_the_same(tmp_path):
    plain = read_beir(write_set(tmp_path / "shop"))
    for path in list((tmp_path / "shop").iterdir()):
        path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()
    assert read_beir(tmp_path / "shop") == plain


def test_judgements_need_no_header_and_may_lie_in_a_folder_of_their_own(tmp_path):
    folder = write_set(tmp_path / "shop")
    (folder / "qrels").mkdir()
    (folder / "qrels.tsv").rename(folder / "qrels" / "test.tsv")
    (folder / "qrels" / "test.tsv").write_text("q2\td2\t1\n", encoding="utf-8")
    assert [query.id for query in read_beir(folder).queries] == ["q2"]


def test_blank_lines_are_skipped_and_still_counted(tmp_path):
    folder = write_set(tmp_path / "shop", queries="\n" + QUERIES + "\n{broken\n")
    with pytest.raises(DatasetError, match=r"queries\.jsonl, line 5, is not JSON"):
        read_beir(folder)


def test_a_missing_file_is_named(tmp_path):
    folder = write_set(tmp_path / "shop")
    (folder / "qrels.tsv").unlink()
    with pytest.raises(DatasetError, match=r"has no qrels\.tsv and no qrels\.tsv\.gz"):
        read_beir(folder)


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(DatasetError, match="nowhere is nothing: wanted a folder"):
        read_beir(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"corpus": '{"_id": "d1", "text": "a"}\n["d2"]\n'}, r"corpus\.jsonl, line 2, has no id"),
        ({"corpus": '{"_id": "d1", "text": 7}\n'}, r'corpus\.jsonl, line 1, has int under "text"'),
        (
            {"corpus": '{"id": "d1", "text": "a"}\n{"id": "d1", "text": "b"}\n'},
            r"corpus\.jsonl, line 2, repeats the id 'd1' of line 1",
        ),
        ({"queries": '{"_id": "q1"}\n'}, r'queries\.jsonl, line 1, has NoneType under "text"'),
        ({"qrels": "q1 d1 1\n"}, r"qrels\.tsv, line 1, is 'q1 d1 1': wanted three columns"),
        ({"qrels": QRELS + "q1\td1\tgood\n"}, r"qrels\.tsv, line 4, is 'q1\\td1\\tgood'"),
        ({"qrels": "q9\td1\t1\n"}, r"No query of .*queries\.jsonl has a relevant document"),
    ],
)
def test_what_cannot_be_used_is_named_by_file_and_line(tmp_path, files, message):
    with pytest.raises(DatasetError, match=message):
        read_beir(write_set(tmp_path / "shop", **files))


def test_a_file_that_only_claims_to_be_gzip_is_named(tmp_path):
    folder = write_set(tmp_path / "shop")
    (folder / "corpus.jsonl").rename(folder / "corpus.jsonl.gz")
    with pytest.raises(DatasetError, match=r"corpus\.jsonl\.gz cannot be read"):
        read_beir(folder)
