import pytest

from evals.errors import DatasetError, ReportError
from evals.seeded import Outcome, SeededRun
from evals.seeded_report import parse_bar, report
from evals.seeded_show import print_seeded
from evals.seeded_svg import seeded_svg, write_svg


def outcome(sent, kind=None, make="quoted", tier="exact", text="It costs 9 USD."):
    return Outcome(
        make=make, kind=kind, text=text, true="It costs 5 USD." if kind else "", sent=sent, tier=tier, why="so"
    )


RUN = SeededRun(
    seed=0,
    true_lines=(
        outcome(True),
        outcome(True),
        outcome(True),
        outcome(False, make="reworded", tier="nli", text="It's <5 USD>."),
    ),
    errors=(
        outcome(False, "money"),
        outcome(False, "money"),
        outcome(False, "currency"),
        outcome(True, "currency", tier="nli"),
        outcome(False, "scope", tier="cut"),
    ),
    settled={"exact": 6, "embedding": 1, "nli": 3},
)


def kind(found, name):
    return next(one for one in found.kinds if one.kind == name)


def test_each_kind_and_group_has_its_catch_rate():
    found = report(RUN)
    assert (kind(found, "money").rate, kind(found, "currency").rate, kind(found, "phone").rate) == (1.0, 0.5, None)
    assert (found.groups["typed"].planted, found.groups["typed"].rate) == (4, 0.75)


def test_what_caught_and_what_let_pass_is_counted():
    found = report(RUN)
    assert kind(found, "currency").tiers == {"exact": 1}
    assert kind(found, "currency").missed == {"nli": 1}
    assert kind(found, "scope").tiers == {"cut": 1}


def test_misses_are_kept_as_examples():
    (miss,) = kind(report(RUN), "currency").misses
    assert (miss.text, miss.true, miss.tier) == ("It costs 9 USD.", "It costs 5 USD.", "nli")
    assert kind(report(RUN, examples=0), "currency").misses == ()


def test_true_lines_that_were_cut_are_told_by_make_and_in_all():
    found = report(RUN)
    assert {make: one.rate for make, one in found.false_cuts.items()} == {
        "quoted": 0.0,
        "order sentence": None,
        "reworded": 1.0,
    }
    assert (found.all_true.rate, found.all_true.tiers) == (0.25, {"nli": 1})


def test_the_share_settled_before_the_nli_tier():
    assert report(RUN).before_nli == 0.7


def test_what_is_short_of_the_bar_is_named():
    assert report(RUN).failed == (
        "typed: 75.0% of the errors caught, wanted 99.0%",
        "true lines: 25.0% cut, wanted at most 2.0%",
    )


def test_a_lower_bar_is_cleared():
    assert report(RUN, parse_bar(["typed=0.75"], 0.25)).failed == ()
    assert report(RUN, parse_bar(["0.5"], 1.0)).failed == ()


@pytest.mark.parametrize("text", ["typos=0.9", "typed=", "typed=1.5", "much", "-1"])
def test_a_bar_that_is_none_is_refused(text):
    with pytest.raises(DatasetError, match="wanted a share from 0 to 1"):
        parse_bar([text], None)


def test_the_tables_leave_out_kinds_that_were_not_planted(capsys):
    print_seeded(report(RUN))
    shown = capsys.readouterr().out
    assert "currency" in shown
    assert "phone" not in shown
    assert "Settled before the NLI tier: 70.0% of 10 claims." in shown
    assert "Below the bar: typed: 75.0% of the errors caught, wanted 99.0%." in shown
    assert "It costs 9 USD." not in shown


def test_examples_are_shown_when_asked_for(capsys):
    print_seeded(report(RUN), verbose=True)
    shown = capsys.readouterr().out
    assert "Missed, currency:" in shown
    assert "It costs 9 USD.  (was: It costs 5 USD.)" in shown
    assert "Cut though true, reworded:" in shown


def test_the_picture_has_a_bar_for_every_kind_that_was_planted():
    drawn = seeded_svg(report(RUN))
    assert drawn.startswith("<svg ")
    assert all(f">{name}</text>" in drawn for name in ("money", "currency", "scope", "quoted", "reworded"))
    assert ">phone<" not in drawn
    assert "<title>sent: 1</title>" in drawn
    assert "100.0% of 1" in drawn


def test_the_picture_of_an_empty_run_is_still_one():
    assert "</svg>" in seeded_svg(report(SeededRun(seed=0, true_lines=(), errors=(), settled={})))


def test_a_picture_that_cannot_be_written_says_where(tmp_path):
    with pytest.raises(ReportError, match="cannot be written"):
        write_svg(report(RUN), tmp_path / "missing" / "seeded.svg")
