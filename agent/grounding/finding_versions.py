"""Versions: `2.4.6`, `v2.4.6-p3`, `3.12.0rc1`, `2.4.x`, `2.4.0 - 2.4.4`; compared as text, `10.1` is not `10.10`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.grounding.typed import TypedValue, identifier

_TAG = (
    "alpha|beta|rc|preview|pre|dev|snapshot|nightly|milestone|hotfix|hf|pl|p|patch|sp|build|post|ga|final|release|lts"
)
_JOINED = rf"[-+_](?=[a-z0-9.+_-]{{0,40}}\d|(?:{_TAG})(?![a-z]))[a-z0-9]{{1,20}}(?:[.+_-][a-z0-9]{{1,20}}){{0,6}}"
_ATTACHED = r"(?:alpha|beta|rc|dev|post|pl|p|sp|hf|a|b)\.?\d{1,6}"
_APART = (
    r" (?:(?:alpha|beta|rc|preview|pl|p|patch|sp|hotfix|build|update) ?\.?\d{1,6}|(?:alpha|beta|rc|preview|snapshot|nightly))"
    r"(?!\w|\.\d|-\d)"
)
SUFFIX = rf"(?:{_JOINED}|{_ATTACHED}|{_APART})?"
"""What belongs to a version after its numbers: `-p3`, ` p3`, `-beta.2`, `rc1`, `+build.5`; also `-2.4.4` of a range."""

END = r"(?!\w|\.\d)"
_MANY = rf"\d{{1,5}}(?:\.\d{{1,5}}){{2,4}}(?:{SUFFIX}|[a-z]){END}"
_LINE = rf"\d{{1,5}}(?:\.\d{{1,5}}){{0,3}}\.x{END}"
_TAGGED = rf"\d{{1,5}}\.\d{{1,5}}-(?:{_TAG})[.-]?\d{{1,6}}{END}"
_AFTER_V = rf"(?<=v)\d{{1,5}}{END}(?!,\d)"
_PLAIN = rf"(?:{_MANY}|{_LINE}|{_TAGGED}|{_AFTER_V})"
_START = r"(?:(?<![\w.-])|(?<=[a-z][a-z])|(?<=[a-z][-_:/]))(?:v|version )?"
TO = r"(?P<to> ?- ?| (?:to|through|thru|until|till|up to|and) )"
_VERSION = re.compile(rf"{_START}(?P<low>{_PLAIN})(?:{TO}(?:v|version )?(?P<high>{_PLAIN}))?", re.IGNORECASE)

_TWO_ENDS = re.compile(
    r"(?P<low>\d+(?:\.\d+)+(?:-?[a-z]+\.?\d+)?)-(?P<high>\d+(?:\.\d+)+(?:[-+]?[a-z]+[.-]?\d+)?)", re.IGNORECASE
)
_MOVE = re.compile(r"\b(?:up|down)grad|\bupdat|\bmigrat|\bmov(?:e|ed|ing)\b|\bswitch|\bchang|\bconvert|\bbump", re.I)
_BETWEEN = re.compile(r"between(?: version)?s? $", re.IGNORECASE)
_NUMBERS = re.compile(r"(?P<numbers>\d+(?:\.\d+)+)(?:-p(?P<patch>\d+))?")


def find_versions(whole: str, rest: str) -> Iterator[TypedValue]:
    """Versions of three numbers and more, with an `x`, a suffix, or after a `v`; a range of them as one value."""
    done = 0
    while match := _VERSION.search(rest, done):
        values = versions_in(whole, match)
        yield from values
        done = values[-1].end


def versions_in(whole: str, match: re.Match[str]) -> tuple[TypedValue, ...]:
    """What a match with the groups `low`, `to` and `high` begins with: a range where it is one, else the version `low`."""
    if match["high"] is None:
        return _one_or_two(whole, *match.span("low"))
    low, high = canonical_version(match["low"]), canonical_version(match["high"])
    if _joins(whole, match) and _in_order(low, high):
        return (_range(whole, (match.start("low"), match.end("high")), low, high),)
    return _one_or_two(whole, *match.span("low"))


def canonical_version(written: str) -> str:
    """Small letters, one way to join a suffix: `2.4.6 P3` is `2.4.6-p3`, `1.0-beta.2` is `1.0-beta2`."""
    text = written.casefold().replace(" build", "+build").replace("-build", "+build")
    numbers = re.match(r"\d+(?:\.\d+)*(?:\.x)?", text)
    suffix = text[numbers.end() :] if numbers else ""
    suffix = re.sub(r"(?<=[a-z])[ .-](?=\d)", "", suffix).replace("_", "-").replace(" ", "-")
    joint = "" if not suffix or suffix[0] in "-+" else "-"
    return f"{text[: numbers.end()] if numbers else text}{joint}{suffix}"


def covers(held: str, version: str) -> bool:
    """Whether a canonical range or line (`2.4.0..2.4.4`, `2.4.x`) is sure to hold a canonical version.

    Only where the order is beyond doubt: plain numbers, as many as in the ends, or with a patch level (`-p3`), which comes
    after the release without one. A range is never covered: where it ends is part of what it says.
    """
    if held.endswith(".x"):
        return bool(_NUMBERS.fullmatch(version)) and version.startswith(held[:-1])
    low, _, high = held.partition("..")
    return _in_order(low, version) and _in_order(version, high)


def _in_order(first: str, second: str) -> bool:
    """Whether the order of two versions is known, and is this one or the same."""
    one, other = _NUMBERS.fullmatch(first), _NUMBERS.fullmatch(second)
    if one is None or other is None or first.count(".") != second.count("."):
        return False
    return _key(one) <= _key(other)


def _key(match: re.Match[str]) -> tuple[int, ...]:
    return (*map(int, match["numbers"].split(".")), int(match["patch"] or 0))


def _joins(whole: str, match: re.Match[str]) -> bool:
    """Whether what stands between makes a range: no "and" without a "between", no "upgrade from 2.4.0 to 2.4.4"."""
    word = match["to"].strip().casefold()
    if word == "and":
        return bool(_BETWEEN.search(whole, max(0, match.start("low") - 20), match.start("low")))
    return word == "-" or not _MOVE.search(whole, max(0, match.start("low") - 80), match.end("high") + 40)


def _one_or_two(whole: str, start: int, end: int) -> tuple[TypedValue, ...]:
    """A version that may hold a second one behind its hyphen: `2.4.0-2.4.4`."""
    ends = _TWO_ENDS.fullmatch(whole, start, end)
    if ends is None:
        return (identifier("version", whole, start, end, canonical_version(whole[start:end])),)
    low, high = canonical_version(ends["low"]), canonical_version(ends["high"])
    if _in_order(low, high):
        return (_range(whole, (start, end), low, high),)
    return (
        identifier("version", whole, *ends.span("low"), low),
        identifier("version", whole, *ends.span("high"), high),
    )


def _range(whole: str, span: tuple[int, int], low: str, high: str) -> TypedValue:
    return identifier("version", whole, *span, f"{low}..{high}").model_copy(update={"bound": "range"})
