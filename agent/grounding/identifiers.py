"""Values that are the same only when they read the same: links, addresses, order ids, tracking numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.grounding.typed import TypedValue, identifier
from knowledge.order_ids import find_order_ids

_MARKDOWN_TARGET = re.compile(r"\]\((?P<target>[^\s()]{1,2000})")
_URL = re.compile(r"(?<![\w@.-])(?:[a-z][a-z0-9+.]{1,12}://|www\.)[^\s<>()\[\]\"'\0|]{1,2000}", re.IGNORECASE)
_BARE_URL = re.compile(
    r"(?<![\w@./-])(?:[a-z0-9-]{1,63}\.){1,5}(?:com|org|net|io|example|shop|store|eu|de|fr|uk|us)\b(?!@)(?:/[^\s<>()\[\]\"'\0|]{0,2000})?",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}", re.IGNORECASE)
_ORDER = re.compile(
    r"(?<![a-z0-9_])(?:#? ?ord[\s#:._-]{0,3}\d{3,12}|order(?: (?:number|no\.?|nr\.?|id))?[\s#:-]{0,3}\d{5,12}"
    r"|#?w-?\d{5,12})(?!\w|[-.,/]\d)",
    re.IGNORECASE,
)
_TRACKING = re.compile(
    r"(?<![\w-])(?:1Z(?: ?[A-Z0-9]{2,4}){4,6}|(?=[A-Z]{1,40}\d|\d{1,40}[A-Z])[A-Z0-9]{8,40}|\d{10,40})(?![\w-])"
)


def find_links(whole: str, rest: str) -> Iterator[TypedValue]:
    """Targets of Markdown links whatever their scheme, then URLs and host names that stand in the text."""
    for match in _MARKDOWN_TARGET.finditer(rest):
        yield _link(whole, match.start("target"), match["target"])
    rest = _MARKDOWN_TARGET.sub(_blank, rest)
    for match in _URL.finditer(rest):
        yield _link(whole, match.start(), match[0])
    for match in _BARE_URL.finditer(_URL.sub(_blank, rest)):
        yield _link(whole, match.start(), match[0])


def canonical_link(url: str) -> str:
    """A link with its host in small letters, `https` where no scheme is given, and no closing slash."""
    scheme, mark, rest = url.rpartition("://") if "://" in url else ("", "", url)
    if not mark and ":" in rest.split("/")[0]:
        return url
    host, slash, path = rest.partition("/")
    return f"{(scheme or 'https').casefold()}://{host.casefold()}{slash}{path}".rstrip("/")


def find_emails(whole: str, rest: str) -> Iterator[TypedValue]:
    """E-mail addresses, letter case aside."""
    for match in _EMAIL.finditer(rest):
        end = match.start() + len(match[0].rstrip(".-"))
        yield identifier("email", whole, match.start(), end, whole[match.start() : end].casefold())


def find_order_numbers(whole: str, rest: str) -> Iterator[TypedValue]:
    """Order ids in canonical form."""
    for match in _ORDER.finditer(rest):
        for order_id in find_order_ids(match[0]):
            yield identifier("order_id", whole, *match.span(), order_id)


def find_tracking_numbers(whole: str, rest: str) -> Iterator[TypedValue]:
    """Runs of capitals and digits, or of ten digits and more; blanks inside a UPS number make no difference."""
    for match in _TRACKING.finditer(rest):
        yield identifier("tracking", whole, *match.span(), match[0].replace(" ", ""))


def _link(whole: str, start: int, written: str) -> TypedValue:
    url = written.rstrip(".,;:!?*_`")
    return identifier("link", whole, start, start + len(url), canonical_link(url))


def _blank(match: re.Match[str]) -> str:
    return "\0" * len(match[0])
