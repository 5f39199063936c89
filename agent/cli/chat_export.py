"""A conversation in a file of its own, as Markdown for people or as JSON for scripts."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent.cli.chat_views import mark
from agent.cli.show import json_text, terminal_text
from agent.errors import InputError

if TYPE_CHECKING:
    from agent.types import Citation, TurnResult

WANTED = "wanted a name that ends in .md or .json, in a folder that exists"
PRIVATE = 0o600
"""A conversation is a customer's: the file is for who wrote it."""

_MARKUP = re.compile(r"[\\`*_\[\]<>#|~!&{}$]")
_LEADING = re.compile(r"^(\s*)([-+=:]|\d+(?=[.)]))")


def export(conversation_id: str, turns: Sequence[TurnResult], name: str) -> Path:
    """Write turns into a new file, readable for its owner only.

    Args:
        conversation_id: of the turns; names the file where `name` is empty.
        turns: oldest first.
        name: the file; one that is there already is replaced only where the name ends in `!`.

    Returns:
        The file that was written.

    Raises:
        InputError: the name is no good, the file is there already, or it cannot be written.
    """
    file = _file(name.removesuffix("!").strip() or f"{conversation_id}.md")
    text = _json(conversation_id, turns) if file.suffix.lower() == ".json" else _markdown(conversation_id, turns)
    try:
        _write(file, text, replace=name.endswith("!"))
    except FileExistsError as error:
        raise InputError(f"{file} is there already. Name another file, or overwrite it with /export {file}!") from error
    except OSError as error:
        raise InputError(f"{file} cannot be written ({error.strerror}): {WANTED}.") from error
    return file


def _file(name: str) -> Path:
    if terminal_text(name) != name or "\n" in name:
        raise InputError(f"Found a file name with characters that do not show, {WANTED}.")
    try:
        file = Path(name).expanduser()
    except RuntimeError as error:
        raise InputError(f"Found {name!r}, whose home folder is not known: {WANTED}.") from error
    if file.suffix.lower() not in (".md", ".json"):
        raise InputError(f"Found {name!r}, {WANTED}.")
    if not file.parent.is_dir():
        raise InputError(f"Found {name!r}, whose folder is not there: {WANTED}.")
    return file


def _write(file: Path, text: str, *, replace: bool) -> None:
    """All of it or nothing: it is written beside its place first."""
    try:
        found = file.lstat()
    except FileNotFoundError:
        pass
    else:
        if not stat.S_ISREG(found.st_mode):
            raise InputError(f"{file} is no plain file: {WANTED}.")
        if not replace:
            raise FileExistsError(file)
    beside = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if not replace:
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))  # fails where another was quicker
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def _json(conversation_id: str, turns: Sequence[TurnResult]) -> str:
    data = {"conversation_id": conversation_id, "turns": [_record(turn) for turn in turns]}
    return json_text(data, indent=2) + "\n"


def _record(turn: TurnResult) -> dict[str, Any]:
    kept = {
        "turn_id",
        "asked_at",
        "customer_id",
        "question",
        "outcome",
        "why",
        "reply",
        "citations",
        "claims",
        "handoff",
    }
    return turn.model_dump(mode="json", include=kept)


def _markdown(conversation_id: str, turns: Sequence[TurnResult]) -> str:
    lines = [f"# Conversation {_plain(conversation_id)}"]
    for number, turn in enumerate(turns, 1):
        lines += ["", f"## {number}. {_plain(turn.asked_at)}, {_plain(turn.customer_id or 'nobody is verified')}"]
        lines += ["", "Asked:", "", *_quoted(turn.question)]
        lines += ["", f"Replied ({_plain(turn.outcome)}, turn {_plain(turn.turn_id)}):", "", *_quoted(turn.reply)]
        for title, entries in _details(turn):
            lines += ["", f"{title}:", "", *(f"- {entry}" for entry in entries)] if entries else []
    return "\n".join(lines) + "\n"


def _details(turn: TurnResult) -> Iterator[tuple[str, list[str]]]:
    yield "Sources", [_plain(_section(citation)) for citation in turn.citations]
    yield "Claims", [_claim(claim) for claim in turn.claims]
    if turn.handoff is not None:
        packet = turn.handoff.packet
        told = {"reason": turn.handoff.reason, "notice": turn.handoff.notice, "missing": packet.get("missing", "")}
        yield "Handed over", [f"{name}: {_plain(str(text))}" for name, text in told.items() if text]


def _claim(claim: dict[str, Any]) -> str:
    tier = f", {claim['tier']} tier, score {claim['confidence']:g}" if claim["tier"] else ""
    evidence = "; ".join(f"{_plain(ref['id'])} ({ref['trust']}): “{_plain(ref['quote'])}”" for ref in claim["evidence"])
    return f"{mark(claim)}{tier}: {_plain(claim['text'])}" + (f" Evidence: {evidence}" if evidence else "")


def _section(citation: Citation) -> str:
    return " › ".join((citation.article, *citation.heading_path[1:]))


def _quoted(text: str) -> Iterator[str]:
    """Each line as a quotation, so that none begins a cell, a heading or a list of its own."""
    for line in terminal_text(text).split("\n"):
        escaped = _MARKUP.sub(r"\\\g<0>", line)
        yield f"> {_LEADING.sub(_held, escaped)}".rstrip()


def _held(found: re.Match[str]) -> str:
    """A sign or number that would begin a list or a formula, so that it does not."""
    sign = found[2]
    return f"{found[1]}{sign}\\" if sign.isdigit() else f"{found[1]}\\{sign}"


def _plain(text: str) -> str:
    """One line in which nothing is markup."""
    return _MARKUP.sub(r"\\\g<0>", " ".join(terminal_text(text).split()))
