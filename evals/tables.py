"""Tables of figures on the terminal. Heavy imports are made when something is printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def table(head: Sequence[str], rows: Mapping[str, Sequence[str]]) -> Table:
    """Rows by their names, which stand in the first column; figures are aligned to the right."""
    from rich import box
    from rich.table import Table

    table = Table(head[0], box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for column in head[1:]:
        table.add_column(column, justify="right")
    for name, cells in rows.items():
        table.add_row(name, *cells)
    return table


def figure(value: float | None, digits: int = 3) -> str:
    """A number, or a dash where it is not defined."""
    return "–" if value is None else f"{value:.{digits}f}"


def span(interval: tuple[float, float] | None) -> str:
    """An interval, or a dash where it is not defined."""
    return "–" if interval is None else f"{interval[0]:.3f}–{interval[1]:.3f}"


def console() -> Console:
    """Standard output, with nothing in what is printed taken for a colour or a mark."""
    from rich.console import Console

    return Console(highlight=False, markup=False)
