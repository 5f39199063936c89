"""Skills are read from files, and whatever is wrong is refused with the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.errors import SettingsError
from agent.memory.skill_files import read_skills

GOOD = "---\nname: {name}\nwhen:\n  words: [late]\n---\nBe short.\n"


def written(folder: Path, text: str, name: str = "one.md") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_shipped_skills_can_be_read() -> None:
    names = [skill.name for skill in read_skills()]
    assert {"refund-timing", "damaged-parcel", "lost-parcel", "angry-customer", "wrong-order-number"} <= set(names)


def test_files_are_read_by_name(tmp_path: Path) -> None:
    written(written(tmp_path, GOOD.format(name="bee"), "b.md"), GOOD.format(name="ant"), "a.md")
    assert [(one.name, one.text, one.when.words) for one in read_skills(tmp_path)] == [
        ("ant", "Be short.", ("late",)),
        ("bee", "Be short.", ("late",)),
    ]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("Be short.", 1, "found no front matter"),
        ("---\nname: a-b\n", 1, "found no front matter"),
        ("---\nname: a-b\nwhen: {wrods: [x]}\n---\nT", 3, "unknown key 'when.wrods'.* Did you mean words"),
        ("---\nname: a-b\nwhen: {}\nprio: 1\n---\nT", 4, "unknown key 'prio'.* Did you mean priority"),
        ("---\nname: a-b\nwhen:\n  words: [x]\n  wishes: [dance]\n---\nT", 5, "found when.wishes.0 = 'dance'"),
        ("---\nname: a-b\nwhen:\n  route: {moon: true}\n---\nT", 4, "a field of the route"),
        ("---\nname: a-b\nwhen: {}\npriority: 1000\n---\nT", 4, "found priority = 1000"),
        ("---\nname: A B\nwhen: {}\n---\nT", 2, "found name = 'A B'"),
        ("---\nwhen: {}\n---\nT", 1, "found no 'name'"),
        ("---\nname: a-b\nwhen: {}\n---\n\n", 4, "found text = ''"),
        ("---\nname: [\n---\nT", 2, "found no YAML"),
        ("---\n- a\n---\nT", 2, "found no mapping"),
    ],
)
def test_fault_is_refused_with_its_line(tmp_path: Path, text: str, line: int, said: str) -> None:
    with pytest.raises(SettingsError, match=rf"one\.md, line {line}: .*{said}"):
        read_skills(written(tmp_path, text))


def test_two_skills_of_one_name_are_refused(tmp_path: Path) -> None:
    written(written(tmp_path, GOOD.format(name="ant"), "a.md"), GOOD.format(name="ant"), "b.md")
    with pytest.raises(SettingsError, match=r"b\.md: found the name 'ant' a second time"):
        read_skills(tmp_path)


def test_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="is no folder"):
        read_skills(tmp_path / "none")
