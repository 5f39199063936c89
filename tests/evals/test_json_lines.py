import gzip

import pytest

from evals.errors import DatasetError
from evals.json_lines import read_lines


def lines(folder, content, name="rows.jsonl"):
    path = folder / name
    path.write_bytes(content)
    return list(read_lines(path))


def test_lines_keep_their_number_where_blank_ones_are_skipped(tmp_path):
    found = lines(tmp_path, b'\xef\xbb\xbf{"a": 1}\r\n\n  \n{"a": 2}')
    assert [(line.number, line.json()) for line in found] == [(1, {"a": 1}), (4, {"a": 2})]


def test_packed_lines_read_the_same(tmp_path):
    (line,) = lines(tmp_path, gzip.compress(b"[1]\n"), "rows.jsonl.gz")
    assert (line.number, line.json()) == (1, [1])


def test_text_under_a_key_has_a_default_only_where_one_is_given(tmp_path):
    (line,) = lines(tmp_path, b"{}")
    assert line.text_under({"title": "Parcels"}, "title") == "Parcels"
    assert line.text_under({}, "title", "") == ""
    with pytest.raises(DatasetError, match=r'rows\.jsonl, line 1, has NoneType under "title": wanted text'):
        line.text_under({}, "title")


@pytest.mark.parametrize(
    ("text", "found"),
    [(b"{", "is not JSON"), (b"[" * 100_000, "is nested too deeply"), (b"9" * 5_000, "holds too long a number")],
)
def test_a_line_that_is_no_json_is_named(tmp_path, text, found):
    (line,) = lines(tmp_path, text)
    with pytest.raises(DatasetError) as refused:
        line.json()
    assert "rows.jsonl, line 1, " in str(refused.value)
    assert found in str(refused.value)


@pytest.mark.parametrize("content", [b"\xff\xfe", b'{"a": "\xe9"}'])
def test_bytes_that_are_not_utf_8_are_refused_by_the_name_of_the_file(tmp_path, content):
    with pytest.raises(DatasetError, match=r"rows\.jsonl cannot be read .*: wanted UTF-8 text"):
        lines(tmp_path, content)
