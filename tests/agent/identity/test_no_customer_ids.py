"""Nothing that a message, a model or a draft can reach is told by them whose data to open: the turn alone says so."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

AGENT = Path(__file__).parents[3] / "agent"
ENTRIES = {"offer", "act", "takes", "answer", "certify", "route", "draft", "ground", "judge", "rewrite", "propose"}
"""Methods through which a turn asks its sources, its action desk, its models and its checks."""
FORBIDDEN = ("customer", "owner", "account", "email", "user_id", "who")


def entries() -> Iterator[tuple[str, ast.FunctionDef]]:
    """The entry methods of every class of the agent, but for those of the stores, which belong to code."""
    for path in sorted(AGENT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                methods = (one for one in node.body if isinstance(one, ast.FunctionDef) and one.name in ENTRIES)
                yield from ((f"{path.relative_to(AGENT)}: {node.name}.{one.name}", one) for one in methods)


def test_no_tool_takes_a_customer_id() -> None:
    found = dict(entries())
    wrong = [
        f"{name}({argument.arg})"
        for name, function in found.items()
        for argument in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
        if any(word in argument.arg.lower() for word in FORBIDDEN)
    ]
    assert wrong == []
    assert {name.rpartition(".")[2] for name in found} >= {"offer", "act", "route", "draft", "ground"}


def test_prompts_name_no_customer() -> None:
    for path in AGENT.glob("prompts*.py"):
        names = {node.attr for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)}
        assert not names & {"customer_id", "email", "customer"}
