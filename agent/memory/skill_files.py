"""Reading the shop's instructions from a folder; whatever is wrong is refused at start, with the line."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any, get_args

from pydantic import Field, ValidationError, field_validator

from agent.actions.wishes import Wish
from agent.errors import SettingsError
from agent.routing import Route
from knowledge.types import Value

LONGEST = 1_500
"""Characters of one skill's text: short instructions, not a manual."""


class When(Value):
    """The turns that a skill is for: all of `route` must hold, and one of the others where any of them is given."""

    words: tuple[str, ...] = ()
    """Found in the message as whole words; `break*` finds every word that begins so."""
    wishes: tuple[Wish, ...] = ()
    intents: tuple[str, ...] = ()
    """Of the classifier."""
    route: dict[str, bool | str] = {}
    """Fields of the route and the value they must have, for example `about_one_order: true`."""

    @field_validator("route")
    @classmethod
    def _known_fields(cls, found: dict[str, bool | str]) -> dict[str, bool | str]:
        for name in found:
            if name not in Route.model_fields:
                raise ValueError(f"a field of the route ({', '.join(Route.model_fields)}), not {name!r}")
        return found


class Skill(Value):
    """One instruction of the shop: how to answer, never what is true."""

    name: str = Field(pattern=r"^[a-z][a-z0-9-]{1,39}$")
    when: When
    priority: int = Field(default=0, ge=-100, le=100)
    """Higher first."""
    text: str = Field(min_length=1, max_length=LONGEST)


def shipped_skills() -> Path:
    """The sample shop's folder."""
    from importlib.resources import files

    return Path(str(files("policies"))) / "skills"


def read_skills(folder: Path | None = None) -> tuple[Skill, ...]:
    """Every skill of a folder, by name; None reads the ones that ship.

    Raises:
        SettingsError: the folder or a file cannot be read or used; the message names the file and the line.
    """
    place = folder or shipped_skills()
    if not place.is_dir():
        raise SettingsError(f"{place} is no folder: wanted one with a Markdown file a skill. Set memory.skills_folder.")
    skills: dict[str, Skill] = {}
    for path in sorted(place.glob("*.md")):
        skill = _read(path)
        if skill.name in skills:
            raise SettingsError(f"{path}: found the name {skill.name!r} a second time, wanted a name for each skill.")
        skills[skill.name] = skill
    return tuple(skills.values())


def _read(path: Path) -> Skill:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read ({error}): wanted UTF-8 text. Mend it or move it away.") from error
    end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), None)
    if not lines or lines[0].rstrip() != "---" or end is None:
        raise SettingsError(
            f"{path}, line 1: found no front matter, wanted `name` and `when` between two --- lines. See {shipped_skills()}."
        )
    front, places = _front_matter("\n".join(lines[1:end]), path)
    try:
        return Skill.model_validate({**front, "text": "\n".join(lines[end + 1 :]).strip()})
    except ValidationError as error:
        raise SettingsError(_problem(error, places, path, end + 1)) from error


def _front_matter(text: str, path: Path) -> tuple[dict[str, Any], dict[tuple[str, ...], int]]:
    """The mapping, and the line of each key, two levels deep."""
    import yaml

    try:
        found, node = yaml.safe_load(text), yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 2 if mark else 2
        raise SettingsError(
            f"{path}, line {line}: found no YAML ({getattr(error, 'problem', None) or error}), wanted `key: value` lines."
        ) from error
    if not isinstance(found, dict):
        raise SettingsError(f"{path}, line 2: found no mapping, wanted `name`, `when` and maybe `priority`.")
    return {str(key): value for key, value in found.items()}, dict(_places(node))


def _places(node: Any, before: tuple[str, ...] = ()) -> Any:
    for key, value in getattr(node, "value", ()):
        yield (*before, str(key.value)), key.start_mark.line + 2
        if not before and isinstance(value.value, list) and value.id == "mapping":
            yield from _places(value, (str(key.value),))


def _problem(error: ValidationError, places: dict[tuple[str, ...], int], path: Path, body: int) -> str:
    first = error.errors()[0]
    keys = tuple(str(part) for part in first["loc"])
    line = next((places[keys[:n]] for n in range(len(keys), 0, -1) if keys[:n] in places), None)
    if line is None:
        line = body if keys[:1] == ("text",) else 1
    name = ".".join(keys)
    if first["type"] == "extra_forbidden":
        known = list(When.model_fields if keys[0] == "when" else Skill.model_fields)
        near = difflib.get_close_matches(keys[-1], known, n=1, cutoff=0.5)
        hint = f" Did you mean {near[0]}?" if near else ""
        return f"{path}, line {line}: found the unknown key {name!r}, wanted one of {', '.join(known)}.{hint}"
    if first["type"] == "missing":
        return f"{path}, line {line}: found no {name!r}, wanted `{keys[-1]}: …` in the front matter."
    wanted = first["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    wishes = f" ({', '.join(get_args(Wish))})" if "wishes" in keys else ""
    return f"{path}, line {line}: found {name} = {first['input']!r}, wanted {wanted[0].lower()}{wanted[1:]}{wishes}."
