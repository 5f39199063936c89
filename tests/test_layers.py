"""The house rules that only the syntax trees can show: who imports whom, and where heavy libraries are loaded."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("knowledge", "policies", "agent", "evals")

MAY_IMPORT = {
    "knowledge": {"knowledge"},
    "policies": {"policies"},
    "agent": {"agent", "knowledge", "policies"},
    "evals": {"evals", "agent", "knowledge", "policies"},
}

ONE_FILE = {
    "chromadb": {"knowledge/dense.py"},
    "bm25s": {"knowledge/bm25.py", "knowledge/tokenising.py"},
    "Stemmer": {"knowledge/tokenising.py"},
    "sentence_transformers": {"knowledge/embedding.py", "knowledge/cross_encoder.py", "knowledge/sparse_encoding.py"},
    "huggingface_hub": {"knowledge/models/hub.py"},
    "tokenizers": {"knowledge/models/onnx_runtime.py"},
    "onnxruntime": {
        "knowledge/models/onnx_runtime.py",
        "knowledge/models/onnx_encoder.py",
        "knowledge/models/training/export.py",
        "knowledge/models/training/quantising.py",
        "evals/timing.py",
    },
    "onnx": {"knowledge/models/training/quantising.py", "knowledge/models/training/graph.py"},
    "safetensors": {
        "knowledge/torch_reranker.py",
        "knowledge/intents/head.py",
        "knowledge/models/onnx_graph.py",
        "knowledge/models/training/saving.py",
        "knowledge/models/training/averaging.py",
    },
    "charset_normalizer": {"knowledge/decoding.py"},
    "prompt_toolkit": {"agent/cli/chat_prompt.py"},
    "markdown_it": {"knowledge/markdown_parser.py"},
    "mdit_py_plugins": {"knowledge/markdown_parser.py"},
    "nupunkt": {"knowledge/sentences.py"},
    "phonenumbers": {"agent/privacy/phones.py"},
    "presidio_analyzer": {"agent/privacy/presidio.py"},
    "spacy": {"agent/privacy/presidio.py"},
    "httpx": {"agent/actions/http_gateway.py", "agent/web/helpdesks/calling.py", "knowledge/dense.py"},
    "selectolax": {"agent/web/helpdesks/plain_text.py"},
    "standardwebhooks": {"agent/web/helpdesks/standard_webhooks.py"},
    "jinja2": {"agent/web/desk/rendering.py"},
    "itsdangerous": {"agent/web/desk/sessions.py"},
    "limits": {"agent/web/rates.py", "agent/web/desk/logins.py"},
    "langgraph": {
        "agent/actions/approval_graph.py",
        "agent/checkpoint_server.py",
        "agent/checkpoints.py",
        "agent/graph.py",
    },
    "psycopg": {"agent/checkpoint_server.py", "knowledge/server_tables.py"},
    "psycopg_pool": {"agent/checkpoint_server.py"},
    "langchain": {"agent/chat_models.py"},
    "langchain_core": {
        "agent/chat_models.py",
        "agent/local_chat.py",
        "agent/drafting.py",
        "evals/security_drafters.py",
    },
    "langchain_chroma": {"evals/bench_langchain_stack.py"},
    "langchain_classic": {"evals/bench_langchain_stack.py"},
    "langchain_community": {"evals/bench_langchain_stack.py"},
    "matplotlib": {"evals/report_plots.py"},
    "lingua": {"agent/intents/languages.py"},
    "sqlite_utils": {"knowledge/blurbs.py", "knowledge/catalog.py", "knowledge/order_rows.py"},
}

HEAVY = frozenset({*ONE_FILE, "torch", "transformers", "dateparser"})

SERVICE = frozenset({"fastapi", "prometheus_client", "sqlalchemy", "starlette", "structlog", "uvicorn"})
"""What the service is built on: all over `agent/web`, and nowhere else."""

LAZY_MODULES = frozenset(
    {"agent/chat_models.py", "agent/local_chat.py", "knowledge/models/pair_scorer.py", "evals/bench_langchain_stack.py"}
)
"""Modules that are themselves imported inside functions only."""

TRAINING = "knowledge/models/training/"
"""Commands of their own: they load what they need at once, and nothing that runs the agent imports them."""

FILES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


PRODUCT = [path for path in FILES if not name_of(path).startswith(TRAINING)]
"""Everything but the training commands."""


def imported(tree: ast.AST) -> Iterator[tuple[str, ast.stmt]]:
    """Top-level names of every import below a node."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name.split(".")[0], node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0] if not node.level else "a relative import", node


def modules_imported(tree: ast.AST) -> Iterator[str]:
    """Full names of every module that is imported below a node, and of every name that is imported from one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))


def without_type_checking(tree: ast.Module) -> ast.Module:
    """The module as it runs: what stands under `if TYPE_CHECKING` is for the type checker only."""

    class Strip(ast.NodeTransformer):
        def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
            return node.orelse if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" else node

    return Strip().visit(tree)  # type: ignore[no-any-return]


@cache
def parsed(path: Path) -> ast.Module:
    return without_type_checking(ast.parse(path.read_text("utf-8"), str(path)))


def at_import(tree: ast.Module) -> Iterator[str]:
    """Names of what is imported when the module is: everything outside functions."""
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield from (name for name, _ in imported(node))
            pending += ast.iter_child_nodes(node)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_what_stands_below_it(package: str) -> None:
    ours = {*PACKAGES, "tests"}
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in FILES
        if path.is_relative_to(ROOT / package)
        for name, _ in imported(ast.parse(path.read_text("utf-8")))
        if name in ours - MAY_IMPORT[package] or name == "a relative import"
    ]
    assert wrong == []


@pytest.mark.parametrize("library", sorted(ONE_FILE))
def test_a_heavy_library_is_imported_in_its_own_file_only(library: str) -> None:
    found = {name_of(path) for path in FILES if library in {name for name, _ in imported(parsed(path))}}
    assert found <= ONE_FILE[library]


def test_what_the_service_is_built_on_is_used_by_the_service_alone() -> None:
    found = {name_of(path) for path in FILES if SERVICE & {name for name, _ in imported(parsed(path))}}
    assert {name for name in found if not name.startswith("agent/web/")} == set()


def test_no_heavy_library_is_loaded_by_importing_a_module() -> None:
    wrong = {name_of(path): sorted(HEAVY & set(at_import(parsed(path)))) for path in PRODUCT}
    assert {name: found for name, found in wrong.items() if found and name not in LAZY_MODULES} == {}


def test_modules_that_load_a_heavy_library_are_imported_inside_functions_only() -> None:
    lazy = {name.removesuffix(".py").replace("/", ".") for name in LAZY_MODULES}
    wrong = [
        f"{name_of(path)} imports {node.module}"
        for path in PRODUCT
        for node in parsed(path).body
        if isinstance(node, ast.ImportFrom) and node.module in lazy
    ]
    assert wrong == []


def test_training_is_imported_by_training_only() -> None:
    package = TRAINING.rstrip("/").replace("/", ".")
    wrong = [
        f"{name_of(path)} imports {module}"
        for path in PRODUCT
        for module in modules_imported(ast.parse(path.read_text("utf-8")))
        if module == package or module.startswith(f"{package}.")
    ]
    assert wrong == []


def test_the_command_line_starts_without_any_heavy_library() -> None:
    script = f"import sys, agent.cli.app; print(sorted({set(HEAVY | SERVICE)!r} & set(sys.modules)))"
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert ended.stdout.strip() == "[]"


def test_every_package_folder_is_shipped() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    folders = {path.parent.relative_to(ROOT).as_posix().replace("/", ".") for path in FILES}
    assert folders == set(settings["tool"]["setuptools"]["packages"])
    assert all((ROOT / folder.replace(".", "/") / "__init__.py").is_file() for folder in folders)


def test_every_folder_of_tests_is_a_package_so_that_it_shadows_none() -> None:
    folders = {path.parent for path in (ROOT / "tests").rglob("*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []
