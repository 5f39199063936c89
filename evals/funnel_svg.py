"""The funnel of a search as a picture: SVG by hand, so that a report needs no charting library."""

from __future__ import annotations

from html import escape

from evals.funnel import FUNNEL_STAGES, LOSING_STEPS, Funnel, FunnelStage

WIDTH, LABEL, BAR, ROW, THICK = 760, 200, 420, 38, 26
"""Pixels: the picture, the column of names, the longest bar, the distance of two bars, the height of one."""


def funnel_svg(found: Funnel, name: str) -> str:
    """One centred bar a stage, as long as the share of questions with an answer there; the losing stage stands out."""
    stages: list[tuple[FunnelStage | None, str, int]] = [(None, "all questions", found.questions)]
    stages += [(stage, FUNNEL_STAGES[stage], count) for stage, count in found.reached.items()]
    losing = LOSING_STEPS[found.losing][0] if found.losing else None
    height = ROW * len(stages) + 12
    bars = "\n".join(
        _bar(n, label, count, found.questions, lost=stage is not None and stage == losing)
        for n, (stage, label, count) in enumerate(stages)
    )
    told = ", ".join(f"{label} {count}" for _, label, count in stages)
    return (
        f'<svg class="funnel" viewBox="0 0 {WIDTH} {height}" role="img" xmlns="http://www.w3.org/2000/svg">\n'
        f"<title>Funnel of {escape(name)}</title>\n<desc>{escape(told)}</desc>\n{bars}\n</svg>"
    )


def _bar(place: int, label: str, count: int, questions: int, *, lost: bool) -> str:
    share = count / questions if questions else 0.0
    length = BAR * share
    top, middle = 6 + place * ROW, 6 + place * ROW + THICK / 2
    kind = "bar losing" if lost else "bar"
    return (
        f'<text class="label" x="{LABEL - 12}" y="{middle:g}" text-anchor="end">{escape(label)}</text>\n'
        f'<rect class="{kind}" x="{LABEL + (BAR - length) / 2:.1f}" y="{top}" width="{length:.1f}" height="{THICK}" rx="3"/>\n'
        f'<text class="count" x="{LABEL + BAR + 12}" y="{middle:g}">{count} · {share:.0%}</text>'
    )
