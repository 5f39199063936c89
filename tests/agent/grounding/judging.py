"""A judge that says what a test wants, and the claims and evidence of a small shop."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from agent.chat_models import ScriptedChatModel
from agent.chat_scripts import Script, ScriptedReply
from agent.grounding.judge import Judge, JudgeTier
from agent.types import Claim, Evidence

TODAY = date(2026, 11, 30)

WINDOW = "You can send an item back for 30 days after delivery."


def model(*replies: ScriptedReply | str) -> ScriptedChatModel:
    said = (ScriptedReply(text=reply) if isinstance(reply, str) else reply for reply in replies)
    return ScriptedChatModel(script=Script(replies=tuple(said)))


def tier(asked: ScriptedChatModel, timeout_s: float = 5.0, *, ours: bool = True) -> JudgeTier:
    return JudgeTier(Judge(asked, "scripted:judge.yaml", timeout_s), TODAY, ours)


def claim(text: str, index: int = 0, owner: str | None = None, **fields: Any) -> Claim:
    return Claim(index=index, text=text, start=0, end=len(text), owner=owner, **fields)


def article(text: str, number: int = 0, **fields: Any) -> Evidence:
    known = {"source": "article", "trust": "retrieved", "heading_path": ("Returns",), **fields}
    return Evidence(evidence_id=f"returns#{number}", text=text, **known)


def verdict(index: int = 0, label: str = "supported", quote: str = WINDOW, evidence: str = "E1") -> dict[str, Any]:
    return {"claim": f"C{index}", "label": label, "evidence": [evidence] if evidence else [], "quote": quote}


def answer(*verdicts: dict[str, Any]) -> str:
    return json.dumps({"verdicts": verdicts})
