import json

import pytest
from typer.testing import CliRunner

from evals.cli import app
from knowledge.models.manifest import MANIFEST, file_sha256
from tests.knowledge.tiny_onnx import save_folder

ARRIVE = "Parcels arrive within 3 days."
SHOP = (
    {"evidence": ARRIVE, "claim": ARRIVE, "supported": True},
    {"evidence": [ARRIVE], "claim": "Parcels arrive within 5 days.", "supported": False},
)
LONG, SHORT = "the parcel came late and the refund is not due now", "the refund is due"
CLAIM = "the parcel came late"
LENGTHS = (
    {"evidence": LONG, "claim": CLAIM, "supported": True, "kind": "told", "split": "dev"},
    {"evidence": SHORT, "claim": CLAIM, "supported": False, "kind": "untold", "split": "dev"},
    {"evidence": SHORT, "claim": CLAIM, "supported": True, "kind": "told", "split": "test"},
)
PAIRS = (
    {"premise": LONG, "hypothesis": CLAIM, "label": "entailment"},
    {"premise": SHORT, "hypothesis": CLAIM, "label": "not_entailment"},
)
COUNTS = ("attention_mask", "token_type_ids", "token_type_ids")
"""A verifier that is the surer of entailment the longer the premise is."""


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


@pytest.fixture
def shop(tmp_path):
    return write(tmp_path / "shop.jsonl", SHOP)


@pytest.fixture
def lengths(tmp_path):
    return write(tmp_path / "lengths.jsonl", LENGTHS)


@pytest.fixture
def verifier(tmp_path):
    return save_folder(tmp_path / "nli", "verifier", COUNTS, window=64)


def settings_of(tmp_path, text):
    path = tmp_path / "support.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def run(*arguments):
    return CliRunner().invoke(app, arguments)


def test_a_folder_that_is_no_data_set_ends_with_status_two_and_says_what_was_wanted(tmp_path):
    found = run("retrieval", str(tmp_path))
    assert found.exit_code == 2
    assert "has no corpus.jsonl and no corpus.jsonl.gz: wanted one of them" in found.stderr
    assert found.stdout == ""


def test_the_suites_are_listed():
    found = run("--help")
    assert found.exit_code == 0
    assert "retrieval" in found.stdout
    assert "grounding" in found.stdout
    assert "calibrate" in found.stdout


def test_grounding_prints_one_json_object_for_scripts(shop):
    found = run("grounding", shop, shop, "--tier", "exact", "--json")
    assert (found.exit_code, found.stderr) == (0, "")
    shown = json.loads(found.stdout)
    assert [one["name"] for one in shown["sets"]] == ["shop", "shop"]
    assert shown["sets"][0]["balanced_accuracy"] == shown["mean"]["balanced_accuracy"] == 1.0
    assert shown["sets"][0]["tiers"] == {"exact": 1.0, "person": 0.0}


def test_grounding_prints_tables_for_people(shop):
    found = run("grounding", shop, "--tier", "exact")
    assert found.exit_code == 0
    lines = [line.replace("│", " ").split() for line in found.stdout.splitlines()]
    assert ["shop", "2", "1.000", "1.000–1.000", "1.000", "1.000", "0.000", "–"] in lines
    assert ["shop", "1.000", "0.000"] in lines
    assert "precision at" in found.stdout


def test_grounding_checks_a_sample_of_the_rows(shop):
    found = run("grounding", shop, "--tier", "exact", "--limit", "1", "--json")
    (one,) = json.loads(found.stdout)["sets"]
    assert (one["rows"], one["balanced_accuracy"]) == (1, None)
    assert one["note"].startswith("Every row is")


def test_a_line_that_cannot_be_used_ends_grounding_with_status_two(tmp_path):
    path = tmp_path / "shop.jsonl"
    path.write_text('{"evidence": "a", "claim": "b"}\n', encoding="utf-8")
    found = run("grounding", str(path), "--tier", "exact")
    assert (found.exit_code, found.stdout) == (2, "")
    assert 'shop.jsonl, line 1, has NoneType under "supported": wanted true or false' in found.stderr


@pytest.mark.parametrize("name", ["none", "no-such-model"])
def test_a_verifier_that_is_asked_for_and_not_there_ends_grounding_with_status_two(shop, tmp_path, name):
    settings = settings_of(tmp_path, f'[grounding]\nverifier = "{name}"\n')
    found = run("grounding", shop, "--tier", "nli", "--settings", settings)
    assert (found.exit_code, found.stdout) == (2, "")
    assert "grounding.verifier" in found.stderr


def test_a_tier_that_does_not_exist_ends_grounding_with_status_two(shop):
    assert run("grounding", shop, "--tier", "guess").exit_code == 2


def test_calibrate_writes_what_it_measured_beside_the_weights(tmp_path, verifier, lengths):
    found = run("calibrate", str(verifier), lengths, write(tmp_path / "pairs.jsonl", PAIRS), "--split", "dev", "--json")
    assert (found.exit_code, found.stderr) == (0, "")
    shown = json.loads(found.stdout)
    calibration = json.loads((verifier / "calibration.json").read_text(encoding="utf-8"))
    assert shown["calibration"] == calibration
    assert (calibration["rows"], calibration["made_from"]) == (4, ["lengths", "pairs"])
    assert shown["manifest_sha256"] == file_sha256(verifier / MANIFEST)


def test_calibrate_prints_tables_for_people(verifier, lengths):
    found = run("calibrate", str(verifier), lengths, "--split", "dev")
    assert found.exit_code == 0
    assert "wrong answers" in found.stdout
    assert "recorded in knowledge/models/registry.py" in found.stdout


def test_calibrate_writes_nothing_where_the_rows_give_no_threshold(verifier, lengths):
    found = run("calibrate", str(verifier), lengths, "--split", "test")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "all supported or all unsupported" in found.stderr
    assert not (verifier / "calibration.json").exists()


def test_grounding_reads_a_calibrated_verifier_at_both_thresholds(tmp_path, verifier, lengths):
    run("calibrate", str(verifier), lengths, "--split", "dev")
    settings = settings_of(tmp_path, f'[grounding]\nverifier = "{verifier}"\n')
    found = run("grounding", lengths, "--tier", "nli", "--settings", settings, "--json")
    assert (found.exit_code, found.stderr) == (0, "")
    shown = json.loads(found.stdout)
    assert (shown["verifier"], shown["sets"][0]["rows"]) == ("tiny-verifier", 3)
    assert shown["sets"][0]["served"]["passed"] == shown["sets"][0]["kinds"]["told"]["passed"]["served"] == 0.5
    only = run("grounding", lengths, "--tier", "nli", "--settings", settings, "--split", "dev", "--json")
    assert json.loads(only.stdout)["mean"]["balanced_accuracy"] == 1.0


def test_grounding_takes_the_threshold_of_the_settings_for_both(tmp_path, verifier, lengths):
    settings = settings_of(tmp_path, f'[grounding]\nverifier = "{verifier}"\nentailed = 0.5\n')
    found = run("grounding", lengths, "--tier", "nli", "--settings", settings, "--json")
    assert json.loads(found.stdout)["thresholds"] == {"balanced": 0.5, "served": 0.5}


def test_an_uncalibrated_verifier_without_a_threshold_ends_grounding_with_status_two(tmp_path, verifier, lengths):
    settings = settings_of(tmp_path, f'[grounding]\nverifier = "{verifier}"\n')
    found = run("grounding", lengths, "--tier", "nli", "--settings", settings)
    assert (found.exit_code, found.stdout) == (2, "")
    assert "support eval calibrate" in found.stderr


def test_a_split_that_a_file_does_not_have_ends_grounding_with_status_two(lengths):
    found = run("grounding", lengths, "--tier", "exact", "--split", "train")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "lengths has no split 'train': wanted dev or test" in found.stderr


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "corpus"
    folder.mkdir()
    documents = [{"_id": "a", "text": "A parcel arrives soon."}, {"_id": "b", "text": "A refund takes a week."}]
    write(folder / "corpus.jsonl", documents)
    write(folder / "queries.jsonl", [{"_id": "q", "text": "When does the parcel arrive?"}])
    (folder / "qrels.tsv").write_text("q\ta\t1\n", encoding="utf-8")
    return str(folder)


def test_retrieval_reranks_with_the_model_of_the_settings_unless_another_is_named(tmp_path, corpus):
    settings = settings_of(tmp_path, '[knowledge]\nreranker = "late-interaction"\n')
    chosen = run("retrieval", corpus, "--settings", settings, "--json")
    assert chosen.exit_code == 0
    late = json.loads(chosen.stdout)
    assert "late" in late["models"]["reranker"]
    assert "rrf+rerank" in late["sets"][0]["stages"]
    none = json.loads(run("retrieval", corpus, "--settings", settings, "--reranker", "none", "--json").stdout)
    assert none["models"] == {"embedder": "all-MiniLM-L6-v2", "reranker": None}
    assert list(none["sets"][0]["stages"]) == ["bm25", "dense", "rrf"]


def test_a_reranker_that_does_not_exist_ends_retrieval_with_status_two(corpus):
    found = run("retrieval", corpus, "--reranker", "no-such-reranker")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "No reranker is called 'no-such-reranker'" in found.stderr


def test_retrieval_writes_a_page_beside_its_figures(tmp_path, corpus):
    page = tmp_path / "out.html"
    found = run("retrieval", corpus, "--reranker", "none", "--report", str(page), "--json")
    assert (found.exit_code, found.stderr) == (0, "")
    assert "Funnel of corpus" in page.read_text(encoding="utf-8")
    assert json.loads(found.stdout)["sets"][0]["funnel"]["reached"]["first"] == 1


@pytest.fixture
def articles(tmp_path):
    folder = tmp_path / "articles"
    folder.mkdir()
    (folder / "lamps.md").write_text("# Lamps\n\n## Bulbs\n\nA lamp takes a bulb of 40 watts.\n", encoding="utf-8")
    return str(folder)


BULB = {"_id": "a", "text": "which bulb does a lamp take", "answers": [{"article": "lamps", "heading": "Bulbs"}]}
GARDEN = {"_id": "u", "text": "do you sell garden hoses in Paris", "answerable": False}


def test_retrieval_reads_gold_sets_over_the_articles_that_are_named(tmp_path, articles):
    questions = write(tmp_path / "mine.jsonl", (BULB, GARDEN))
    found = run("retrieval", questions, "--articles", articles, "--reranker", "none", "--json")
    assert (found.exit_code, found.stderr) == (0, "")
    (one,) = json.loads(found.stdout)["sets"]
    assert (one["name"], one["queries"], one["documents"], one["recall@8"]) == ("mine", 1, 1, 1.0)


def test_a_heading_that_the_articles_do_not_have_ends_retrieval_with_status_two(tmp_path, articles):
    gone = {**BULB, "answers": [{"article": "lamps", "heading": "Gone"}]}
    found = run("retrieval", write(tmp_path / "mine.jsonl", (gone,)), "--articles", articles, "--reranker", "none")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "question a, names 'lamps › Gone'" in found.stderr


def test_refusals_asks_the_agent_and_prints_one_json_object(tmp_path, articles):
    settings = settings_of(tmp_path, '[knowledge]\nreranker = "none"\n[grounding]\nverifier = "none"\n')
    questions = write(tmp_path / "mine.jsonl", (BULB, GARDEN))
    found = run("refusals", questions, "--articles", articles, "--settings", settings, "--json")
    assert (found.exit_code, found.stderr) == (0, "")
    shown = json.loads(found.stdout)
    assert (shown["all"]["precision"], shown["all"]["recall"], shown["all"]["answered_on_topic"]) == (1.0, 1.0, 1)
    assert shown["sets"][0]["wrong"] == []


@pytest.mark.parametrize(
    "given", [(), ("--article", "a", "--unanswerable"), ("--article", "a", "--article", "b", "--heading", "h")]
)
def test_gold_add_wants_sections_or_that_there_is_none(tmp_path, given):
    found = run("gold", "add", "--set", str(tmp_path / "mine.jsonl"), "--home", str(tmp_path), *given)
    assert found.exit_code == 2
    assert "wanted one heading for each article, articles alone, or --unanswerable alone" in found.stderr


TURNS = (
    {"_id": "a", "text": "thanks a lot", "knowledge_seeking": False},
    {"_id": "b", "text": "why", "answerable": False},
)


def test_routing_prints_one_json_object_for_scripts(tmp_path):
    path = write(tmp_path / "turns.jsonl", TURNS)
    found = run("routing", path, path, "--json", "--limit", "2")
    assert (found.exit_code, found.stderr) == (0, "")
    shown = json.loads(found.stdout)
    assert [one["name"] for one in shown["sets"]] == ["turns", "turns"]
    assert (shown["all"]["precision"], shown["all"]["recall"], shown["all"]["spared"]) == (1.0, 1.0, 2)


def test_routing_prints_a_table_for_people(tmp_path):
    found = run("routing", write(tmp_path / "turns.jsonl", TURNS))
    assert found.exit_code == 0
    assert ["turns", "1.000", "1.000", "1", "0", "0", "1", "0.000", "0.500"] in [
        line.split() for line in found.stdout.splitlines()
    ]


def test_turns_without_a_label_end_routing_with_status_two(tmp_path):
    found = run("routing", write(tmp_path / "turns.jsonl", [{"_id": "a", "text": "hi"}]))
    assert (found.exit_code, found.stdout) == (2, "")
    assert "line 1, does not say whether the articles are wanted" in found.stderr


def test_calibrate_keeps_a_rate_by_its_limit_in_a_copy_and_draws_its_cost(tmp_path, verifier):
    turns = {"evidence": [LONG], "claims": [{"text": CLAIM, "supported": True}, {"text": CLAIM, "supported": None}]}
    many = write(tmp_path / "turns.jsonl", [turns] * 60)
    copy, curve = tmp_path / "copy", tmp_path / "curve.svg"
    asked = ("calibrate", str(verifier), many, "--wrong-at-most", "10%", "--copy", str(copy), "--curve", str(curve))
    found = run(*asked)
    assert (found.exit_code, found.stderr) == (0, "")
    assert "60 labelled claims pass and 0 of them are wrong" in " ".join(found.stdout.split())
    assert not (verifier / "calibration.json").exists()
    stored = json.loads((copy / "calibration.json").read_text(encoding="utf-8"))
    assert (stored["points"][0]["wrong_answer_rate"], stored["points"][0]["bound"]["passing"]) == (0.1, 60)
    assert stored["model_sha256"] == file_sha256(next(copy.glob("*.onnx")))
    assert curve.read_text(encoding="utf-8").startswith("<svg")
    assert "is there already" in run(*asked).stderr


def test_calibrate_refuses_what_labels_cannot_show(tmp_path, verifier, lengths):
    found = run("calibrate", str(verifier), lengths, "--wrong-at-most", "0.01")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "Too few labels" in found.stderr
    assert not (verifier / "calibration.json").exists()
    assert "is no rate" in run("calibrate", str(verifier), lengths, "--wrong-at-most", "much").stderr
    assert "name a rate" in run("calibrate", str(verifier), lengths, "--curve", str(tmp_path / "x.svg")).stderr
