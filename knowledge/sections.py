"""Sections of an article: what stands under one heading, with the path of headings down to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from knowledge.blocks import Block

HeadingPath = tuple[str, ...]


def sections(title: str, blocks: Sequence[Block]) -> Iterator[tuple[HeadingPath, list[Block]]]:
    """Blocks under each heading, with the path from the title down; sections without text give nothing."""
    stack: list[tuple[int, str]] = []
    section: list[Block] = []
    for block in blocks:
        if block.kind != "heading":
            section.append(block)
            continue
        if section:
            yield _path(title, stack), with_lead_ins(section)
        section = []
        stack = [*[above for above in stack if above[0] < block.level], (block.level, block.text)]
    if section:
        yield _path(title, stack), with_lead_ins(section)


def _path(title: str, stack: Sequence[tuple[int, str]]) -> HeadingPath:
    headings = [text for _, text in stack]
    if headings and headings[0].casefold() == title.casefold():
        headings = headings[1:]
    return (title, *headings)


def with_lead_ins(blocks: Sequence[Block]) -> list[Block]:
    """A paragraph that ends in a colon becomes the lead of the list, steps or code that follows it."""
    merged: list[Block] = []
    for block in blocks:
        last = merged[-1] if merged else None
        if last and last.kind == "prose" and last.text.endswith(":") and block.kind in ("list", "steps", "code"):
            merged[-1] = block.model_copy(
                update={
                    "lead": last.text,
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
