from evals.seeded import SeededSuite
from evals.seeded_types import MAKES
from tests.evals.seeded_parts import DAY, SHOP, cut_all, keep_all


def test_a_grounder_that_keeps_everything_misses_every_error_and_cuts_no_truth():
    run = SeededSuite(SHOP, keep_all, DAY, limit=3).run()
    assert {one.make for one in run.true_lines} == set(MAKES)
    assert all(one.sent for one in run.true_lines)
    assert {one.kind for one in run.errors} >= {
        "money",
        "duration",
        "bound",
        "negation",
        "cross-order",
        "invented link",
    }
    assert all(one.sent and one.tier == "exact" and one.true for one in run.errors)


def test_a_grounder_that_cuts_everything_gets_no_credit_for_errors():
    run = SeededSuite(SHOP, cut_all, DAY, limit=3).run()
    assert not any(one.sent for one in run.true_lines)
    assert run.errors == ()


def test_no_more_errors_of_a_kind_are_planted_than_asked_for():
    run = SeededSuite(SHOP, keep_all, DAY, limit=2).run()
    assert all(sum(one.kind == kind for one in run.errors) <= 2 for kind in {one.kind for one in run.errors})


def test_the_same_seed_gives_the_same_run():
    runs = [SeededSuite(SHOP, keep_all, DAY, seed=5, limit=2).run() for _ in range(2)]
    assert runs[0] == runs[1]


def test_progress_is_told_for_both_halves():
    told = []
    SeededSuite(SHOP, keep_all, DAY, limit=1).run(lambda step, done, total: told.append((step, done == total)))
    assert ("true replies", True) in told
    assert told[-1] == ("kinds of error", True)
