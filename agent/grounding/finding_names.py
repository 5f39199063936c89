"""Names that a machine reads: config keys, constants, options, commands, files: `max_input_vars`, `--dry-run`, `env.php`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.grounding.typed import TypedValue, identifier

_RUN = re.compile(r"[A-Za-z0-9_./:\\$-]+")
_START = re.compile(r"(?!--[A-Za-z])[.:$\-]+")
_UNDERSCORES = re.compile(r"[\w./:\\$-]*[A-Za-z0-9]\\?_+[A-Za-z0-9]\S*")
_OPTION = re.compile(r"--[A-Za-z][\w-]*")
_FILE = re.compile(
    r"[\w./-]*\w\.(?:php|phtml|xml|json|ya?ml|ini|cnf|conf|log|sh|patch|zip|gz|sql|csv|txt|css|html?|lock)",
    re.I,
)
_DOTTED = re.compile(r"[a-z][a-z0-9]+(?:\.[a-z][a-z0-9]+)+")
_COMMAND = re.compile(r"[a-z][a-z0-9-]+(?::[a-z][a-z0-9-]+)+")
_CLASS = re.compile(r"\\?[A-Za-z]\w*(?:(?:::|\\)\$?[A-Za-z]\w*)+")
_PATH = re.compile(r"/[a-z][\w.-]*(?:/[\w.-]+)+|[a-z][a-z0-9-]+(?:/[a-z][a-z0-9-]+){2,}")
_HEX = re.compile(r"0x[0-9a-f]{2,16}", re.IGNORECASE)
_ESCAPED = re.compile(r"(?<=[a-z0-9])\\_?(?=[a-z0-9])")
_IS_CONFIG = re.compile(r"\b(?:config|setting|path|key|director|folder|file|env|field|value|command)", re.IGNORECASE)
"""Without such a word three words between slashes are a list: `red/green/blue`."""

_SHAPES = (_UNDERSCORES, _OPTION, _FILE, _DOTTED, _COMMAND, _CLASS, _HEX)


def find_names(whole: str, rest: str) -> Iterator[TypedValue]:
    """Names by their shape alone, letter case aside; one that stands in no shape of these is a word like any other."""
    paths = bool(_IS_CONFIG.search(whole))
    for run in _RUN.finditer(rest):
        start = run.start() + _skipped(run[0])
        end = run.start() + len(run[0].rstrip(".:/\\-$_"))
        name = whole[start:end]
        if start < end and _is_name(name, paths):
            yield identifier("error_code", whole, start, end, _canonical(name))


def _is_name(name: str, paths: bool) -> bool:
    if name.isalpha():  # every shape has a mark or a digit
        return False
    if not (name[0].isalpha() or name[0] in "/\\_-" or _HEX.match(name)):
        return False
    if any(shape.fullmatch(name) for shape in _SHAPES):
        return True
    return paths and bool(_PATH.fullmatch(name))


def _skipped(run: str) -> int:
    found = _START.match(run)
    return found.end() if found else 0


def _canonical(name: str) -> str:
    """In small letters; Markdown's `max\\_input\\_vars`, of which reading may have left `max\\input\\vars`, is `max_input_vars`."""
    return _ESCAPED.sub("_", name.casefold())
