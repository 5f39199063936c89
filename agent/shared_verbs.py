"""Statements about an order that share a subject: "ORD-1001 was shipped on 2 March and delivered on 5 March."."""

from __future__ import annotations

import re

from agent.main_clauses import ORDER_ID

_ORDER = (
    rf"(?:(?:your|the|this|that) )?(?:(?:order|parcel|package|shipment|delivery|purchase) )?(?:number )?{ORDER_ID}"
    r"|(?:your|the|this) (?:order|parcel|package|shipment|delivery|purchase)|it"
)
_BE = r"(?:was|were|has been|have been|had been|is being|is)"
_PASSIVE = (
    r"(?:placed|ordered|shipped|dispatched|delivered|cancell?ed|refunded|returned|paid|issued|processed|packed|sent)"
)
_PAST = r"(?:arrived|left|came|cost|totalled|contained|included)"
_OWN = rf"(?:{_BE}|will|should|has|had|can|may) \w+"
_HEAD = re.compile(
    rf"(?P<opener>(?:yes|also|in addition|good news)[,:] )?(?P<subject>{_ORDER}) (?:(?P<be>{_BE}) (?P<verb>{_PASSIVE})|{_PAST}|{_PASSIVE})\b",
    re.IGNORECASE,
)
_NEXT = re.compile(
    rf"(?:,? and |, )(?:(?P<gap>(?:(?:your|the) )?(?:order )?{ORDER_ID}) (?=(?:on|by|in) \S*\d)"
    rf"|(?=(?P<own>{_OWN}|{_PAST})\b)|(?=(?P<bare>{_PASSIVE})\b))",
    re.IGNORECASE,
)
_TIED = re.compile(
    r"\b(?:that|which|who|if|when|because|until|unless|although|though|while|once|only|except|not yet|or|but|then|after|before|by us)\b"
    r"|n't\b|[;:(\[\"]",
    re.IGNORECASE,
)


def shared_verb_parts(text: str, start: int, end: int) -> list[tuple[int, int, str]]:
    """Parts of one clause about an order: start, end, and what each says with the subject it shares.

    Args:
        text: the sentence.
        start: where the clause begins in it.
        end: where it ends.

    Returns:
        Nothing unless each part says a value of its own, since "shipped and delivered on 5 March" gives one date to both.
    """
    clause = text[start:end]
    head = _HEAD.match(clause)
    if head is None or _TIED.search(clause):
        return []
    found = list(_NEXT.finditer(clause, head.end()))
    starts = [0, *(one.start("gap") if one["gap"] else one.end() for one in found)]
    ends = [*(one.start() for one in found), len(clause)]
    pieces = [clause[begin:stop] for begin, stop in zip(starts, ends, strict=True)]
    said = [pieces[0], *(_with_subject(head, one, piece) for one, piece in zip(found, pieces[1:], strict=True))]
    if not found or not all(said) or not all(any(mark.isdigit() for mark in _value(piece)) for piece in pieces):
        return []
    return [(start + begin, start + stop, text_) for begin, stop, text_ in zip(starts, ends, said, strict=True)]


def _value(piece: str) -> str:
    return re.sub(ORDER_ID, "", piece, flags=re.IGNORECASE)


def _with_subject(head: re.Match[str], found: re.Match[str], piece: str) -> str:
    """What a later part says in full; empty where its verb would not be the right one."""
    subject = head["subject"]
    if found["gap"]:
        one_order = re.search(ORDER_ID, subject, re.IGNORECASE)
        rest = piece[len(found["gap"]) :]
        return f"{found['gap']} {head['be']} {head['verb']}{rest}" if head["be"] and one_order else ""
    if found["own"]:
        return f"{subject} {piece}"
    return f"{subject} {head['be']} {piece}" if head["be"] else ""
