"""The race, and where the extra `bench` is installed the other side, too."""

import json
from importlib.util import find_spec

import pytest
from typer import Typer
from typer.testing import CliRunner

from evals.beir import Query
from evals.bench_langchain import main
from evals.bench_race import Side, race

QUERIES = (
    Query(id="q1", text="lamp", qrels={"lamps": 1}),
    Query(id="q2", text="tea", qrels={"teas": 1}),
)
DOCUMENTS = {"l#0": "lamps", "l#1": "lamps", "t#0": "teas"}
EXTRA = all(find_spec(name) for name in ("langchain_chroma", "langchain_classic", "langchain_community", "rank_bm25"))


def run(*arguments: str) -> tuple[int, str, str]:
    app = Typer()
    app.command()(main)
    ended = CliRunner().invoke(app, arguments)
    return ended.exit_code, ended.stdout, ended.stderr


def test_documents_are_measured_at_their_best_passage() -> None:
    found = race("plain", QUERIES, lambda text: ["l#0", "l#1", "t#0"], lambda text: ["t#0"], DOCUMENTS)
    # The lamp is found first and the tea second, behind two passages of one document; the other finds the tea alone.
    assert (found.ours.recall_at_8, found.ours.ndcg_at_10) == (1.0, round((1 + 0.63093) / 2, 4))
    assert (found.theirs.recall_at_8, found.theirs.ndcg_at_10) == (0.5, 0.5)
    assert found.agreement == pytest.approx(1 / 3, abs=0.001)


def test_who_is_asked_first_changes_with_every_question() -> None:
    asked: list[str] = []

    def side(name: str) -> object:
        return lambda text: asked.append(f"{name} {text}") or ["t#0"]

    race("plain", QUERIES, side("ours"), side("theirs"), DOCUMENTS)
    assert asked[4:] == ["ours lamp", "theirs lamp", "theirs tea", "ours tea"]


def test_questions_without_judgements_are_timed_but_not_scored() -> None:
    unjudged = [query.model_copy(update={"qrels": {}}) for query in QUERIES]
    found = race("plain", unjudged, lambda text: [], lambda text: [], DOCUMENTS)
    assert isinstance(found.ours, Side)
    assert (found.ours.recall_at_8, found.ours.ndcg_at_10, found.agreement) == (None, None, 1.0)


@pytest.mark.skipif(EXTRA, reason="the extra is installed")
def test_without_the_extra_the_command_names_it_and_ends_with_2() -> None:
    status, _, said = run("--passages", "50")
    assert status == 2
    assert "pip install -e '.[bench]'" in said


@pytest.mark.skipif(not EXTRA, reason="needs the extra `bench`")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_both_sides_search_the_same_passages() -> None:
    status, said, _ = run("--passages", "50", "--limit", "3", "--json")
    found = json.loads(said)
    assert (status, found["passages"]) == (0, 50)
    assert [one["name"] for one in found["races"]] == ["without reranking", "reranked"]
    assert all(one["queries"] == 3 and one["agreement"] > 0.3 for one in found["races"])
