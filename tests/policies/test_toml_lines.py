"""Keys of a TOML file are found on the line they stand on."""

from __future__ import annotations

from policies.toml_lines import key_lines, line_of

TEXT = '''top = "a # b"   # it's a comment [
[[rule]]
id = "one"
words = [
    "x = 1",    # not a key
    "y",
]
note = """
fake = 1
[fake]
"""
[[rule]]
id = "two"
[only]
"quoted key" = {a = 1}
'''


def test_every_table_and_key_has_its_line() -> None:
    assert key_lines(TEXT) == {
        ("top",): 1,
        ("rule", 0): 2,
        ("rule", 0, "id"): 3,
        ("rule", 0, "words"): 4,
        ("rule", 0, "note"): 8,
        ("rule", 1): 12,
        ("rule", 1, "id"): 13,
        ("only",): 14,
        ("only", "quoted key"): 15,
    }


def test_place_inside_a_value_is_on_the_line_of_its_key() -> None:
    assert line_of(key_lines(TEXT), ("rule", 0, "words", 1)) == 4


def test_missing_key_is_on_the_line_of_its_table() -> None:
    assert line_of(key_lines(TEXT), ("rule", 1, "note")) == 12


def test_unknown_place_is_on_the_first_line() -> None:
    assert line_of(key_lines(TEXT), ("nowhere",)) == 1


def test_dotted_tables_and_keys_have_a_line_for_each_of_their_parts() -> None:
    found = key_lines('[a.at_least]\n"recall@8" = 1\nb . "c.d" = 2\n[a]\ne = 3\n')
    assert found == {
        ("a",): 1,
        ("a", "at_least"): 1,
        ("a", "at_least", "recall@8"): 2,
        ("a", "at_least", "b"): 3,
        ("a", "at_least", "b", "c.d"): 3,
        ("a", "e"): 5,
    }
