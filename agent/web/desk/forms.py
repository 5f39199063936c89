"""What is filled in on the page, read and bounded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import parse_qsl

from starlette.requests import Request

from agent.actions.approvals import BY_CHARS
from agent.web.body import TooLargeError, read_body
from agent.web.desk.refusing import Refused

MOST_BYTES = 262_144
MOST_FIELDS = 20
MOST_CHARACTERS = 20_000
"""Of a reply."""

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_BLANK = re.compile(r"\[to be (?:confirmed|decided|written)\b[^\]]*\]?")
"""As `agent.suggested_reply` marks what is open."""


async def read_form(request: Request) -> Mapping[str, str]:
    """The fields of a form as browsers send it, `application/x-www-form-urlencoded`.

    Raises:
        Refused: it is too large, or no such form.
    """
    try:
        body = await read_body(request, MOST_BYTES)
        found = parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except TooLargeError as error:
        raise Refused(413, f"The form has more than {MOST_BYTES} bytes. Shorten the text.") from error
    except ValueError as error:  # UnicodeDecodeError is one
        raise Refused(400, "The form cannot be read. Go back, load the page again, and send it once more.") from error
    return {name: _plain(value) for name, value in found}


def name_of(form: Mapping[str, str]) -> str:
    """Who signs in.

    Raises:
        Refused: the name is empty, too long, or no line of text.
    """
    name = " ".join(form.get("name", "").split())
    if not name or len(name) > BY_CHARS or not name.isprintable():
        raise Refused(422, f"Please give your name, on one line of at most {BY_CHARS} characters.")
    return name


def reply_of(form: Mapping[str, str]) -> str:
    """The text that is to be sent.

    Raises:
        Refused: there is none, it is too long, or a blank of the suggestion was not filled in.
    """
    text = form.get("text", "").strip()
    if not text:
        raise Refused(422, "The reply is empty. Write what the customer should read.")
    if len(text) > MOST_CHARACTERS:
        raise Refused(422, f"The reply has {len(text)} characters, at most {MOST_CHARACTERS} are sent. Shorten it.")
    if blank := _BLANK.search(text):
        raise Refused(422, f"There is still a blank in the reply: {blank[0]} Fill it in, or take it out.")
    return text


def number_of(form: Mapping[str, str]) -> int:
    """Which reply of the turn it is, counted from 0.

    Raises:
        Refused: it is not a number of this page.
    """
    number = form.get("number", "")
    if not (number.isascii() and number.isdigit() and len(number) <= 4):
        raise Refused(400, "The form is not one of this page. Load the page again.")
    return int(number)


def require_asked(form: Mapping[str, str]) -> None:
    """Whoever takes a conversation from somebody else says that they were asked.

    Raises:
        Refused: it is not said.
    """
    if form.get("asked") != "yes":
        raise Refused(422, "Nothing was done: ask whoever has this conversation first, and say that you have.")


def _plain(text: str) -> str:
    """Line breaks as one character, and no controls."""
    return _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
