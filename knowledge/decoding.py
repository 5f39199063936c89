"""From bytes to text. The only file that imports charset-normalizer."""

from __future__ import annotations

import codecs
import re

from knowledge.errors import UnreadableArticleError

BINARY = "it is a binary file (it holds NUL bytes); wanted Markdown or HTML text"

MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Byte order marks, those of UTF-32 first: one of them begins like that of UTF-16."""

DECLARED = re.compile(rb"""<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w-]+)|<\?xml\b[^>]*\bencoding=["']([\w-]+)""", re.I)

DECLARED_WITHIN = 1024
"""Bytes of a page in which its encoding is declared: https://html.spec.whatwg.org/#charset."""

READ_AS = {"ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030", "shift_jis": "cp932"}
"""What pages that declare an encoding are read as: https://encoding.spec.whatwg.org/#names-and-labels."""

WESTERN = "cp1252"

GUESSED = (WESTERN, "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "koi8_r", "cp932", "gb18030", "cp949")
"""Encodings that articles which declare none are found in."""

LEAST_COHERENCE = 0.2
SURE_COHERENCE = 0.5
"""How much a guess must look like a language, 0 to 1: the Western one, and any other. A few words look like anything."""


def decoded(data: bytes) -> str:
    """The text of an article: by its byte order mark, as UTF-8, as it declares, or as its language shows.

    Line ends come as `\\n`.

    Raises:
        UnreadableArticleError: the bytes are none of these, or no text.
    """
    mark = next((encoding for begin, encoding in MARKS.items() if data.startswith(begin)), None)
    if mark is None and b"\0" in data:
        raise UnreadableArticleError(BINARY)
    text = _strictly(data, mark) if mark else _unmarked(data)
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise UnreadableArticleError("it is empty; wanted Markdown or HTML text")
    if "\0" in text:
        raise UnreadableArticleError(BINARY)
    return text


def _unmarked(data: bytes) -> str:
    declared = _declared(data)
    if declared and data.isascii():
        # Some encodings write everything in ASCII bytes; text that is none of theirs reads the same in both.
        return _strictly(data, declared)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if declared and declared != "utf-8":
            return _strictly(data, declared)
        guess = _guessed(data)
        if guess is None:
            raise _unreadable(data, "utf-8", error) from error
        return guess


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise _unreadable(data, encoding.removesuffix("-sig"), error) from error


def _unreadable(data: bytes, encoding: str, error: UnicodeDecodeError) -> UnreadableArticleError:
    return UnreadableArticleError(
        f"it is not {encoding.upper()} text (byte 0x{data[error.start]:02x} at {error.start:,}); save it as UTF-8"
    )


def _declared(data: bytes) -> str | None:
    """Python's name of the encoding that a page declares, None where it declares none that is known."""
    found = DECLARED.search(data, 0, DECLARED_WITHIN)
    label = (found[1] or found[2]).decode("ascii") if found else ""
    try:
        name = codecs.lookup(label).name
        "".encode(name)
    except LookupError:
        # Also Python's codecs that are no encodings of text, such as rot13.
        return None
    # What declares itself in ASCII bytes is not in UTF-16; no browser reads UTF-7.
    return None if name.startswith(("utf-16", "utf-32", "utf-7")) else READ_AS.get(name, name)


def _guessed(data: bytes) -> str | None:
    """The text in the encoding that its language points to, None where none or more than one does."""
    from charset_normalizer import from_bytes

    found = [match for match in from_bytes(data, cp_isolation=list(GUESSED)) if match.coherence >= LEAST_COHERENCE]
    if any(WESTERN in match.could_be_from_charset for match in found):
        return data.decode(WESTERN)
    if len(found) == 1 and found[0].coherence >= SURE_COHERENCE:
        return data.decode(found[0].encoding)
    return None
