"""Scripts for `ScriptedChatModel`: replies written down beforehand, in YAML or JSON.

    rules:
      - when: bank|card          # regular expression, case does not matter; the first that matches answers
        reply: Card refunds take 5 to 10 business days. [E1]
    otherwise: "NO_ANSWER: nothing in this script"

or `replies:` with a list that is given out in order. A reply is a text, or a table with `text` and, to rehearse
trouble, `finish_reason: length` or `error: timed out`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ValidationError, model_validator
from pydantic_core import ErrorDetails

from agent.errors import InputError
from knowledge.types import Value


def _reply_from_text(value: Any) -> Any:
    return {"text": value} if isinstance(value, str) else value


def _compiles(value: str) -> str:
    try:
        re.compile(value)
    except re.error as error:
        raise ValueError(f"a regular expression ({error})") from error
    return value


class ScriptedReply(Value):
    """What the model says once."""

    text: str = ""
    finish_reason: Literal["stop", "length"] = "stop"
    """`length` is what a provider reports when it cut the reply off."""
    error: str | None = None
    """Raise TimeoutError with this text instead of replying."""


Reply = Annotated[ScriptedReply, BeforeValidator(_reply_from_text, json_schema_input_type=str | ScriptedReply)]


class ScriptedRule(Value):
    """A reply to the questions that match."""

    when: Annotated[str, AfterValidator(_compiles)]
    """Regular expression, searched in the question without regard to case."""
    reply: Reply


class Script(Value):
    """Replies in order, or replies by rule."""

    replies: tuple[Reply, ...] = ()
    rules: tuple[ScriptedRule, ...] = ()
    otherwise: Reply | None = None
    """Answers what no rule matches."""

    @model_validator(mode="after")
    def _one_kind(self) -> Script:
        by_rule = bool(self.rules) or self.otherwise is not None
        if bool(self.replies) == by_rule:
            raise ValueError("either `replies`, or `rules` and `otherwise`")
        return self


def read_script(path: Path) -> Script:
    """Read a script from a YAML or JSON file.

    Raises InputError that names the file, the line, what was found and what was wanted.
    """
    import yaml

    text = _read(path)
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        return Script.model_validate(yaml.safe_load(text) or {})
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise InputError(f"{path}, line {line}: {error.problem}. Wanted: valid YAML or JSON.") from error
    except yaml.YAMLError as error:
        raise InputError(f"{path}: {error}. Wanted: valid YAML or JSON.") from error
    except ValidationError as error:
        details = error.errors()[0]
        raise InputError(f"{path}, line {_line(node, details['loc'])}: {_problem(details)}") from error


def _read(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}. Name a YAML or JSON script.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text (byte {error.start}). Save it as UTF-8.") from error
    # JSON may be indented with tabs, which YAML does not allow.
    return text.replace("\t", " ") if path.suffix == ".json" else text


def _problem(details: ErrorDetails) -> str:
    key = ".".join(str(part) for part in details["loc"]) or "the script"
    if details["type"] == "extra_forbidden":
        return f"found the unknown key {key!r}. Wanted: one of {', '.join(_model_at(details['loc']).model_fields)}."
    if details["type"] == "missing":
        return f"found no {key!r}. Wanted: rules with `when` and `reply`."
    if details["type"] == "model_type":
        return (
            f"found {key} = {details['input']!r}. Wanted: {', '.join(_model_at((*details['loc'], '')).model_fields)}."
        )
    wanted = details["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    return f"found {key} = {details['input']!r}. Wanted: {wanted}."


def _model_at(path: Sequence[str | int]) -> type[BaseModel]:
    """Return the model whose field the last part of `path` is."""
    if len(path) == 1:
        return Script
    return ScriptedRule if path[0] == "rules" and len(path) == 3 else ScriptedReply


def _line(node: Any, path: Sequence[str | int]) -> int:
    """Follow `path` through composed YAML as far as it goes, and return the line, counted from 1."""
    line = node.start_mark.line + 1 if node else 1
    for part in path:
        found = _child(node, part)
        if found is None:
            break
        key, node = found
        line = key.start_mark.line + 1
    return line


def _child(node: Any, part: str | int) -> tuple[Any, Any] | None:
    """Return the node of a key and of its value; for a list, the element twice."""
    if isinstance(part, int) and isinstance(node.value, list) and part < len(node.value):
        return node.value[part], node.value[part]
    pairs = node.value if node.id == "mapping" else []
    return next(((key, value) for key, value in pairs if key.value == part), None)
