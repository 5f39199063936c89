from xml.etree import ElementTree

from evals.funnel import Funnel
from evals.funnel_svg import BAR, funnel_svg

SVG = "{http://www.w3.org/2000/svg}"
HALF_LOST = Funnel(
    questions=4, reached={"bm25": 4, "dense": 2, "fused": 4, "kept": 1}, lost={"keeping": ()}, losing="keeping"
)


def drawn(found, name="shop"):
    return ElementTree.fromstring(funnel_svg(found, name))


def test_a_bar_is_as_long_as_the_share_of_questions_that_are_left():
    bars = drawn(HALF_LOST).findall(f"{SVG}rect")
    assert [float(bar.get("width")) for bar in bars] == [BAR, BAR, BAR / 2, BAR, BAR / 4]


def test_only_the_losing_stage_stands_out():
    kinds = [bar.get("class") for bar in drawn(HALF_LOST).findall(f"{SVG}rect")]
    assert kinds == ["bar", "bar", "bar", "bar", "bar losing"]


def test_counts_and_shares_stand_beside_the_bars_and_in_the_description():
    picture = drawn(HALF_LOST)
    assert [text.text for text in picture.findall(f"{SVG}text") if text.get("class") == "count"][-1] == "1 · 25%"
    assert picture.find(f"{SVG}desc").text.startswith("all questions 4, candidates of BM25 4")


def test_a_name_cannot_end_the_picture():
    assert drawn(HALF_LOST, "</svg><script>").find(f"{SVG}title").text == "Funnel of </svg><script>"


def test_a_set_without_questions_draws_empty_bars():
    assert drawn(Funnel(questions=0, reached={}, lost={}, losing=None)).find(f"{SVG}rect").get("width") == "0.0"
