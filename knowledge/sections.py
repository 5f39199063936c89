"""Sections of an article: what stands under one heading, with the path of headings down to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor

from knowledge.blocks import Block

HeadingPath = tuple[str, ...]

Heading = tuple[float, str]
"""Level and text; a level that is no whole number is that of a label."""


def sections(title: str, blocks: Sequence[Block]) -> Iterator[tuple[HeadingPath, list[Block]]]:
    """Blocks under each heading, with the path from the title down; sections without text give nothing."""
    stack: list[Heading] = []
    section: list[Block] = []
    for block in blocks:
        if block.kind not in ("heading", "label"):
            section.append(block)
            continue
        if section:
            yield _path(title, stack), with_lead_ins(section)
        section = []
        stack = _below_heading(stack, block) if block.kind == "heading" else _at_label(stack, block)
    if section:
        yield _path(title, stack), with_lead_ins(section)


def _below_heading(stack: Sequence[Heading], block: Block) -> list[Heading]:
    return [*[above for above in stack if above[0] < block.level], (block.level, block.text)]


def _at_label(stack: Sequence[Heading], block: Block) -> list[Heading]:
    """A label stands half-way between the heading above it and the next level; one without text ends the last."""
    if block.text:
        level = stack[-1][0] if stack else 0.0
        return [*stack, ((level + floor(level) + 1) / 2, block.text)]
    labels = [n for n, (level, _) in enumerate(stack) if level % 1]
    return list(stack[: labels[-1]] if labels else stack)


def _path(title: str, stack: Sequence[Heading]) -> HeadingPath:
    headings = [text for _, text in stack]
    if headings and _bare(headings[0]) == _bare(title):
        headings = headings[1:]
    return (title, *headings)


def _bare(text: str) -> str:
    """The text without case and blanks."""
    return "".join(text.split()).casefold()


def with_lead_ins(blocks: Sequence[Block]) -> list[Block]:
    """A paragraph that ends in a colon becomes the lead of the list, steps or code that follows it."""
    merged: list[Block] = []
    for block in blocks:
        last = merged[-1] if merged else None
        if (
            last
            and last.kind == "prose"
            and last.text.endswith((":", "："))
            and block.kind in ("list", "steps", "code")
        ):
            merged[-1] = block.model_copy(
                update={
                    "lead": "\n".join([last.text] + [block.lead] * bool(block.lead)),
                    "links": last.links + block.links,
                    "units": (
                        block.units[0].model_copy(update={"lines": (last.lines[0], block.units[0].lines[1])}),
                        *block.units[1:],
                    ),
                }
            )
        else:
            merged.append(block)
    return merged
