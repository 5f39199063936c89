import pytest

from knowledge.renames import Rename, find_renames


@pytest.mark.parametrize(
    ("gone", "added", "renames"),
    [
        ({}, {"a": "1"}, []),
        ({"a": "1"}, {"b": "2"}, []),
        ({"a": "1"}, {"b": "1"}, [("a", "b")]),
        ({"a": "1"}, {"b": "1", "c": "1"}, [("a", "b")]),
        ({"a": "1", "b": "1"}, {"c": "1"}, [("a", "c")]),
        ({"b": "1", "a": "1"}, {"d": "1", "c": "1"}, [("a", "c"), ("b", "d")]),
        ({"a": "1", "b": "2"}, {"c": "2", "d": "1"}, [("b", "c"), ("a", "d")]),
    ],
)
def test_a_rename_is_the_same_bytes_under_another_name(
    gone: dict[str, str], added: dict[str, str], renames: list[tuple[str, str]]
) -> None:
    assert find_renames(gone, added) == tuple(Rename(old=old, new=new) for old, new in renames)
