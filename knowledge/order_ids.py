"""Order ids as customers type them, in the one form that everything else compares."""

from __future__ import annotations

import re
import unicodedata

_HYPHENS = str.maketrans(dict.fromkeys("‐‑‒–−", "-"))

_TAU_ID = re.compile(r"W-?([0-9]+)")
_PREFIXED_ID = re.compile(r"([A-Z]{2,12})[-_:.]?([0-9]+)")
_LONG_PREFIXES = frozenset({"ORDER", "ORDERNO", "ORDERNR", "ORDERID", "ORDERNUMBER"})

# A bare number follows the word "order" only when it has five digits or more: "order 12 mugs" names no order.
# Digits that go on after the match ("ORD-99107-2", "order 10421/10412") are left alone, not guessed at.
_IN_TEXT = re.compile(
    r"""(?<![A-Z0-9_])
    (?: \#? ORD (?: [\s\#:._-]{0,3} (?P<ord>[0-9]{3,12}) | - (?P<short>[0-9]{1,2}) )
      | ORDER (?:\s(?:NUMBER|NO\.?|NR\.?|ID))? [\s\#:-]{0,3} (?P<order>[0-9]{5,12})
      | \#? W -? (?P<tau>[0-9]{5,12})
    )
    (?! \w | [-.,/][0-9] )""",
    re.VERBOSE,
)


def normalise_order_id(text: str) -> str:
    """Return the canonical form of one order id: `ORD-99107`, `#W2611340`.

    Letter case, spaces, a missing or extra `#`, hyphen variants, invisible characters and full-width digits
    (Unicode NFKC) make no difference. An id of another shape comes back in capitals without spaces and `#`.
    """
    compact = re.sub(r"[\s#]+", "", _plain(text))
    if match := _TAU_ID.fullmatch(compact):
        return f"#W{match[1]}"
    if match := _PREFIXED_ID.fullmatch(compact.replace("NO.", "NO").replace("NR.", "NR")):
        prefix = "ORD" if match[1] in _LONG_PREFIXES else match[1]
        return f"{prefix}-{match[2]}"
    return compact


def find_order_ids(text: str) -> tuple[str, ...]:
    """Return the order ids that free text names, canonical, each once, in the order of first mention.

    Finds `ORD-99107`, `ord 99107`, `ORD99107`, `order number 99107` and `#W2611340`; nothing in, nothing out.
    """
    found = (_canonical(match) for match in _IN_TEXT.finditer(_plain(text)))
    return tuple(dict.fromkeys(found))


def _canonical(match: re.Match[str]) -> str:
    if match["tau"]:
        return f"#W{match['tau']}"
    return f"ORD-{match['ord'] or match['short'] or match['order']}"


def _plain(text: str) -> str:
    """Fold to NFKC capitals with one kind of hyphen and no invisible format characters."""
    if text.isascii():
        return text.upper()
    folded = unicodedata.normalize("NFKC", text).translate(_HYPHENS)
    visible = "".join(mark for mark in folded if unicodedata.category(mark) != "Cf")
    return visible.upper()
