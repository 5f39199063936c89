"""The YAML mapping between two `---` lines at the start of an article."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

import yaml

from knowledge.types import Scalar

DATE_KEYS = ("effective_from", "effective_to")

HIDING = {"hide": True, "hidden": True, "draft": True, "published": False}
"""Keys of static site generators, and the value with which each keeps a page from readers. MkDocs' `hide` is a list of
what a page does without, which keeps it from nobody."""

FLAGS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}

INTERNAL = "internal"
"""The audience of what is hidden."""

KNOWN_KEYS = frozenset({"title", "version", "language", "audience", *DATE_KEYS, *HIDING})
"""Keys that mean the same in any letter case: an `Audience: internal` must not be read as no audience."""

KEY_LINE = re.compile(r"[\w-]+\s*:(\s|$)")

NORWEGIAN = "no"
"""YAML 1.1 reads the language code `no` as False: https://yaml.org/type/bool.html."""


def front_matter(text: str) -> tuple[dict[str, Any], str | None]:
    """The mapping at the start of the text, dates as `date`, and what is wrong with it."""
    lines = text.split("\n")
    fences = _fences(lines)
    if fences is None:
        return {}, _unclosed(lines)
    try:
        found = yaml.safe_load("\n".join(lines[fences[0] + 1 : fences[1]])) or {}
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f" at line {fences[0] + mark.line + 2}" if mark else ""
        return {}, f"its front matter is not YAML{line}: {getattr(error, 'problem', None) or error}"
    except (ValueError, RecursionError) as error:
        return {}, f"its front matter holds a value that cannot be read ({error})"
    if not isinstance(found, dict):
        return {}, f"its front matter is a {type(found).__name__}; wanted `key: value` lines"
    front = {_key(key): value for key, value in found.items()}
    problem = _date_problem(front) or _audience_problem(front) or _value_problem(front)
    return ({}, problem) if problem else (_plain(front), None)


def without_front_matter(text: str) -> str:
    """The text with empty lines where its front matter stands, so that line numbers stay those of the file."""
    lines = text.split("\n")
    fences = _fences(lines)
    return text if fences is None else "\n".join([""] * (fences[1] + 1) + lines[fences[1] + 1 :])


def metadata(front: dict[str, Any]) -> dict[str, Scalar]:
    """The scalar keys, dates as ISO text: what a filter can ask for."""
    dates = {key: value.isoformat() for key, value in front.items() if isinstance(value, date)}
    return {key: value for key, value in front.items() if isinstance(value, str | int | float | bool)} | dates


def hides(front: Mapping[str, object]) -> bool:
    """Whether front matter, or the metadata made of it, keeps the article from customers."""
    return any(FLAGS.get(str(front.get(key)).strip().lower()) is hidden for key, hidden in HIDING.items())


def _fences(lines: Sequence[str]) -> tuple[int, int] | None:
    """Where the two lines stand that enclose the front matter, counted from 0."""
    begin = next((n for n, line in enumerate(lines) if line.strip()), 0)
    if lines[begin].rstrip() != "---":
        return None
    end = next((n for n in range(begin + 1, len(lines)) if lines[n].rstrip() in ("---", "...")), None)
    return None if end is None else (begin, end)


def _unclosed(lines: Sequence[str]) -> str | None:
    """Front matter that would be taken for text, with its audience and dates."""
    first, second = [*(line for line in lines if line.strip()), "", ""][:2]
    if first.rstrip() == "+++":
        return "its front matter is TOML between +++ lines; wanted YAML between two --- lines"
    if first.rstrip() == "---" and KEY_LINE.match(second):
        return "its front matter has no end; wanted a second --- line"
    return None


def _key(key: object) -> str:
    return str(key).lower() if str(key).lower() in KNOWN_KEYS else str(key)


def _date_problem(front: dict[str, Any]) -> str | None:
    for key in DATE_KEYS:
        value = front.get(key)
        if value is not None and _day(value) is None:
            return f"its front matter says {key}: {value!r}; wanted a date such as 2026-09-01"
    begin, end = (_day(front.get(key)) for key in DATE_KEYS)
    if begin and end and end < begin:
        return f"its front matter says effective_to: {end}, before effective_from: {begin}; wanted the later day"
    return None


def _audience_problem(front: dict[str, Any]) -> str | None:
    """An audience that is no plain word must not make the article one for customers."""
    value = front.get("audience", "customer")
    if isinstance(value, str) and value.strip():
        return None
    return f"its front matter says audience: {value!r}; wanted one word, for example internal"


def _value_problem(front: dict[str, Any]) -> str | None:
    """A value that JSON text cannot hold: not a number, half a character, thousands of digits."""
    for key, value in metadata(front).items():
        try:
            json.dumps({key: value}, allow_nan=False, ensure_ascii=False).encode()
        except ValueError as error:
            return f"its front matter says {key!r} with a value that cannot be kept ({error}); write it as plain text"
    return None


def _day(value: object) -> date | None:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value.strip())
        except ValueError:
            return None
    return value.date() if isinstance(value, datetime) else value if isinstance(value, date) else None


def _plain(front: dict[str, Any]) -> dict[str, Any]:
    days = {key: _day(front[key]) for key in DATE_KEYS if front.get(key) is not None}
    language = {"language": NORWEGIAN} if front.get("language") is False else {}
    # A page that is hidden is nobody's but the authors', whatever else it says; a group of staff may have it.
    public = front.get("audience", "customer") in ("customer", "public")
    audience = {"audience": INTERNAL} if public and hides(front) else {}
    return {**front, **days, **language, **audience}
