"""Read the rule file and the policy text. Whatever is wrong is refused at start, with the line."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from policies.action_rules import AddressRule, CancelRule, ResendRule
from policies.errors import RuleError
from policies.rule_types import CategoryRule, IdentityRule, RefundRule, Rules, TopicRule
from policies.toml_lines import KeyPath, key_lines, line_of

_BLOCKS: Mapping[str, type[BaseModel]] = {
    "refund": RefundRule,
    "category": CategoryRule,
    "cancel": CancelRule,
    "address": AddressRule,
    "resend": ResendRule,
    "identity": IdentityRule,
    "topic": TopicRule,
}
_POSITION = re.compile(r"\s*\((?:at line (\d+), column \d+|at end of document)\)$")
_GIVEN_TWICE = ("Cannot overwrite", "Cannot declare", "Duplicate")


def load_rules(path: Path | None = None) -> Rules:
    """Read a rule file; None reads the one that ships with the package.

    Raises RuleError with one line a problem: file, line, what was found, what was wanted.
    """
    file = path or Path(__file__).with_name("rules.toml")
    text = _read(file)
    try:
        return Rules.model_validate(_parse(text, file))
    except ValidationError as error:
        lines = key_lines(text)
        problems = [_problem(details, lines, file) for details in error.errors()]
        raise RuleError("\n".join(problems)) from None


def load_policy(path: Path | None = None) -> str:
    """Read the policy text for the system prompt; None reads the one that ships with the package.

    Raises RuleError where the file is missing or holds no text.
    """
    file = path or Path(__file__).with_name("refund_policy.md")
    text = _read(file).strip()
    if not text:
        raise RuleError(f"{file} is empty. Wanted: the refund policy as text; without a path the shipped one is used.")
    return text


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise RuleError(
            f"{file} cannot be read: {error.strerror}. Name a file that exists and that you may read."
        ) from error
    except UnicodeDecodeError as error:
        raise RuleError(f"{file} is not UTF-8 text (byte {error.start}). Save it as UTF-8.") from error


def _parse(text: str, file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise RuleError(_toml_problem(str(error), text, file)) from None


def _toml_problem(message: str, text: str, file: Path) -> str:
    position = _POSITION.search(message)
    number = int(position[1]) if position and position[1] else max(1, len(text.splitlines()))
    what = _POSITION.sub("", message)
    line = text.split("\n")[number - 1].strip() if text else ""
    wanted = "every key once" if what.startswith(_GIVEN_TWICE) else "key = value, text in quotes"
    return f"{file}, line {number}: found {line!r}, which TOML does not allow ({what}). Wanted: {wanted}."


def _problem(details: ErrorDetails, lines: Mapping[KeyPath, int], file: Path) -> str:
    context: dict[str, Any] = details.get("ctx", {})
    path: KeyPath = (*details["loc"], *context.get("path", ()))
    start = f"{file}, line {line_of(lines, path)}: "
    if details["type"] == "extra_forbidden":
        return start + _unknown_key(path)
    if details["type"] == "missing":
        return start + f"found no {path[-1]!r} here. Wanted: {path[-1]} = …"
    wanted = context.get("message") or details["msg"].removeprefix("Input should be ")
    return start + f"found {_key(path)} = {_shown(_value(details, context))}. Wanted: {wanted}."


def _unknown_key(path: KeyPath) -> str:
    model = _BLOCKS.get(str(path[0]), Rules) if len(path) > 1 else Rules
    known = list(model.model_fields)
    near = difflib.get_close_matches(str(path[-1]), known, n=1, cutoff=0.6)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"found the unknown key {path[-1]!r}. Wanted: one of {', '.join(known)}.{hint}"


def _key(path: KeyPath) -> str:
    return str(next((part for part in reversed(path) if isinstance(part, str)), "the file"))


def _value(details: ErrorDetails, context: Mapping[str, Any]) -> Any:
    """Return the value at fault: the input, or the field in it that a check across fields names."""
    value = details["input"]
    for part in context.get("path", ()):
        value = value[part]
    return value


def _shown(value: Any) -> str:
    return repr(value) if isinstance(value, str) else str(value)
