"""Pages from templates: whatever stands in them is escaped, and characters that hide or turn text around are taken out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from agent.context.cleaning import visible_text

if TYPE_CHECKING:
    from jinja2 import Environment

HTMX = ("js_lib_htmx", "static/htmx/htmx.min.js")
"""htmx 2.0.3 (0BSD), as the package `django-js-lib-htmx` carries it; the page checks that it is the published file."""


@dataclass(frozen=True)
class Pages:
    """The templates and the files beside them."""

    @cached_property
    def _environment(self) -> Environment:
        from jinja2 import Environment, PackageLoader, StrictUndefined

        return Environment(
            loader=PackageLoader("agent.web.desk", "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            finalize=_shown,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    def page(self, template: str, **values: Any) -> str:
        """A template filled in."""
        return self._environment.get_template(template).render(**values)

    @cached_property
    def static(self) -> Mapping[str, tuple[str, bytes]]:
        """Media type and content of each file, by its name in the address."""
        ours = files("agent.web.desk") / "static"
        htmx = files(HTMX[0]).joinpath(*HTMX[1].split("/"))
        return {
            "desk.css": ("text/css; charset=utf-8", (ours / "desk.css").read_bytes()),
            "desk.js": ("text/javascript; charset=utf-8", (ours / "desk.js").read_bytes()),
            "htmx.js": ("text/javascript; charset=utf-8", htmx.read_bytes()),
        }


def _shown(value: Any) -> Any:
    """Before it is escaped: text that a person sees as it is; markup of our own templates stays."""
    if value is None:
        return ""
    return visible_text(value) if type(value) is str else value
