import gzip
import json

import pytest

from evals.errors import DatasetError
from evals.grounding_files import GroundingRow, GroundingSet, read_grounding

ROW = {"evidence": "Parcels take 3 days.", "claim": "It takes 3 days.", "supported": True}


def write(folder, *rows, name="shop.jsonl"):
    path = folder / name
    text = "".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows)
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return path


def test_a_file_becomes_a_set_named_after_it_and_other_keys_are_ignored(tmp_path):
    several = {"evidence": ["One.", "Two."], "claim": "Three.", "supported": False, "source": "us"}
    assert read_grounding(write(tmp_path, ROW, several)) == GroundingSet(
        name="shop",
        rows=(
            GroundingRow(evidence=("Parcels take 3 days.",), claim="It takes 3 days.", supported=True),
            GroundingRow(evidence=("One.", "Two."), claim="Three.", supported=False),
        ),
    )


def test_a_packed_file_reads_the_same(tmp_path):
    assert read_grounding(write(tmp_path, ROW, name="shop.jsonl.gz")) == read_grounding(write(tmp_path, ROW))


def test_a_byte_order_mark_and_blank_lines_are_no_part_of_the_rows(tmp_path):
    assert read_grounding(write(tmp_path, "\ufeff" + json.dumps(ROW), "", " ", ROW)).rows[0].supported


def test_a_claim_may_come_without_evidence(tmp_path):
    assert read_grounding(write(tmp_path, ROW | {"evidence": []})).rows[0].evidence == ()


@pytest.mark.parametrize(
    ("label", "supported"),
    [("entailment", True), ("neutral", False), ("contradiction", False), ("not_entailment", False)],
)
def test_an_inference_pair_is_supported_where_it_is_entailed_and_keeps_its_label(tmp_path, label, supported):
    (row,) = read_grounding(write(tmp_path, {"premise": "A lamp.", "hypothesis": "A thing.", "label": label})).rows
    assert row == GroundingRow(evidence=("A lamp.",), claim="A thing.", supported=supported, label=label)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("{broken", "line 3, is not JSON"),
        ("[" * 100_000, "line 3, is nested too deeply"),
        ('["a", "b", true]', "line 3, is list: wanted"),
        (ROW | {"supported": "yes"}, 'line 3, has str under "supported": wanted true or false'),
        (ROW | {"supported": 1}, 'line 3, has int under "supported"'),
        ({"evidence": "a", "claim": "b"}, 'line 3, has NoneType under "supported"'),
        (ROW | {"claim": 3}, 'line 3, has int under "claim": wanted text'),
        ({"claim": "b", "supported": True}, 'line 3, has NoneType under "evidence"'),
        (ROW | {"evidence": ["a", 7]}, 'line 3, has int under "evidence"'),
        (ROW | {"claim": "half \ud83d"}, "line 3, has half a character"),
        ({"premise": "a", "hypothesis": "b", "label": "yes"}, "line 3, has 'yes' under \"label\": wanted entailment"),
        ({"premise": "a", "hypothesis": "b", "label": ["entailment"]}, 'under "label"'),
        ({"hypothesis": "b", "label": "neutral"}, 'line 3, has NoneType under "premise"'),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path, bad, message):
    with pytest.raises(DatasetError) as refused:
        read_grounding(write(tmp_path, ROW, "", bad))
    assert f"{tmp_path / 'shop.jsonl'}, " in str(refused.value)
    assert message in str(refused.value)


def test_a_file_without_rows_is_refused(tmp_path):
    with pytest.raises(DatasetError, match=r"shop\.jsonl holds no row: wanted"):
        read_grounding(write(tmp_path, ""))


def test_a_file_that_is_missing_or_a_folder_is_refused_by_name(tmp_path):
    with pytest.raises(DatasetError, match=r"none\.jsonl cannot be read \(No such file or directory\)"):
        read_grounding(tmp_path / "none.jsonl")
    with pytest.raises(DatasetError, match=r"cannot be read \(Is a directory\)"):
        read_grounding(tmp_path)


@pytest.mark.parametrize("content", [b"\x1f\x8b half", b"plain text"])
def test_a_file_that_only_claims_to_be_packed_is_refused_by_name(tmp_path, content):
    path = tmp_path / "shop.jsonl.gz"
    path.write_bytes(content)
    with pytest.raises(DatasetError, match=r"shop\.jsonl\.gz cannot be read"):
        read_grounding(path)


def test_a_sample_is_random_in_the_order_of_the_file_and_the_same_every_time():
    rows = tuple(GroundingRow(evidence=(), claim=str(n), supported=False) for n in range(100))
    part = GroundingSet(name="shop", rows=rows).sample(10)
    places = [int(row.claim) for row in part.rows]
    assert part == GroundingSet(name="shop", rows=rows).sample(10)
    assert len(places) == 10
    assert places == sorted(places) != list(range(10))


def test_a_sample_as_large_as_the_set_is_the_set():
    whole = GroundingSet(name="shop", rows=(GroundingRow(evidence=(), claim="a", supported=False),))
    assert whole.sample(None) == whole.sample(1) == whole.sample(9) == whole


def test_a_row_keeps_its_kind_and_split_and_what_is_no_text_is_ignored(tmp_path):
    pair = {"premise": "A lamp.", "hypothesis": "A thing.", "label": "neutral", "kind": "join", "split": "test"}
    first, second, other = read_grounding(
        write(tmp_path, ROW | {"kind": "negated", "split": "dev"}, pair, ROW | {"kind": 3, "split": ["dev"]})
    ).rows
    assert (first.kind, first.split, second.kind, second.split) == ("negated", "dev", "join", "test")
    assert (other.kind, other.split) == (None, None)


def of_splits(*splits):
    rows = tuple(GroundingRow(evidence=(), claim=str(n), supported=True, split=one) for n, one in enumerate(splits))
    return GroundingSet(name="shop", rows=rows)


def test_a_split_is_the_rows_that_say_so():
    found = of_splits("dev", "test", "dev", None)
    assert [row.claim for row in found.split("dev").rows] == ["0", "2"]
    assert found.split(None) == found


def test_a_set_without_splits_is_taken_whole():
    assert of_splits(None, None).split("dev") == of_splits(None, None)


def test_a_split_that_the_set_does_not_have_is_refused():
    with pytest.raises(DatasetError, match=r"shop has no split 'train': wanted dev or test\. Name one"):
        of_splits("dev", "test", None).split("train")
