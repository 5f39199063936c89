from evals.grounding_report import report
from evals.show_grounding import print_grounding
from evals.thresholds import Thresholds
from tests.evals.test_grounding_report import AT, ROWS, checked, measured

KINDS = [
    checked(True, "supported", 0.95, kind="paraphrase"),
    checked(False, "supported", 0.92, kind="negated"),
    checked(False, "refuted", 0.95, kind="negated"),
]


def printed(capsys, *sets, thresholds=AT, verifier="verifier-1"):
    print_grounding(report(sets, thresholds, verifier))
    return capsys.readouterr().out


def lines(text):
    """The words of each line that was printed."""
    return [line.split() for line in text.splitlines()]


def test_each_set_has_its_figures_and_the_mean_comes_last(capsys):
    found = lines(printed(capsys, measured(ROWS), measured(ROWS, "other")))
    figures = [line for line in found if line[-1:] == ["–"]]
    assert [line[0] for line in figures] == ["shop", "other", "mean"]
    assert figures[0][1:3] == ["5", "0.833"]
    assert ["shop", "0.400", "0.600", "0.000"] in found


def test_what_the_product_does_stands_beside_it_with_the_threshold_of_each(capsys):
    text = printed(capsys, measured(ROWS), measured(ROWS, "other"))
    assert ["shop", "1.000", "1.000", "0.000", "0.000"] in lines(text)
    assert ["mean", "of", "2", "1.000", "1.000", "0.000", "0.000"] in lines(text)
    which = "verifier-1 supports from 0.940 on in the product (served), and in all other tables from 0.900 on"
    assert which in " ".join(text.split())


def test_one_threshold_is_told_once_and_none_where_no_verifier_was_run(capsys):
    alike = Thresholds(balanced=0.9, served=0.9)
    assert "verifier-1 supports from 0.900 on, balanced and served alike." in printed(
        capsys, measured(ROWS), thresholds=alike
    )
    assert "No verifier was run: served and balanced are the same." in printed(capsys, measured(ROWS), verifier=None)


def test_kinds_have_a_table_where_a_set_has_them(capsys):
    text = printed(capsys, measured(ROWS), measured(KINDS, "claims"))
    assert ["paraphrase", "1", "yes", "1.000", "1.000"] in lines(text)
    assert ["negated", "2", "no", "0.500", "0.000"] in lines(text)
    assert (
        "claims: unsupported rows caught 0.500 balanced, 1.000 served; "
        "supported rows refused 0.000 balanced, 0.000 served"
    ) in " ".join(text.split())
    assert "shop: passed" not in text


def test_tiers_alone_stand_beside_the_cascade_only_where_they_were_asked_for(capsys):
    assert "alone" not in printed(capsys, measured(ROWS))
    text = printed(capsys, measured(ROWS, alone={"exact": ROWS[:3], "nli": ROWS}))
    assert ["shop", "1.000", "0.833", "0.833"] in lines(text)


def test_what_a_set_does_not_define_is_said_and_shown_as_a_dash(capsys):
    text = printed(capsys, measured(ROWS[:2]))
    assert "shop: Every row is supported: F1 of the unsupported" in text
    assert ["shop", "2", "–", "–", "–", "–", "0.025", "–"] in lines(text)
