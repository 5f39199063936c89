from evals.funnel import Trail, funnel

ALL = dict.fromkeys(("bm25", "dense", "fused", "shortlist", "kept", "first"), ("a",))


def trail(name, **documents):
    return Trail(id=name, question=f"{name}?", wanted=("a",), documents={**ALL, **documents})


NOWHERE = dict.fromkeys(ALL, ("b",))


def test_each_question_is_lost_at_the_first_step_that_lacks_its_answer():
    steps = {
        "found": trail("found"),
        "unseen": trail("unseen", **NOWHERE),
        "fused away": trail("fused away", **{**NOWHERE, "bm25": ("b", "a")}),
        "not read": trail("not read", **{**NOWHERE, "bm25": ("a",), "fused": ("a",)}),
        "cut": trail("cut", kept=("b",), first=("b",)),
        "second": trail("second", kept=("b", "a"), first=("b",)),
    }
    assert [one.losing for one in steps.values()] == [None, "retrieval", "fusion", "shortlist", "keeping", "ranking"]


def test_any_retriever_that_finds_an_answer_puts_the_blame_on_fusion():
    for name in ("sparse", "late"):
        documents = {stage: found for stage, found in NOWHERE.items() if stage != "bm25"}
        assert Trail(id="q", question="q?", wanted=("a",), documents={**documents, name: ("a",)}).losing == "fusion"


def test_the_funnel_counts_what_is_left_and_names_what_was_found_instead():
    seen = funnel([trail("x"), trail("y", kept=("b", "c", "a"), first=("b",)), trail("z", **NOWHERE)])
    assert seen.reached == {"bm25": 2, "dense": 2, "fused": 2, "shortlist": 2, "kept": 2, "first": 1}
    assert {step: [(one.id, one.found) for one in lost] for step, lost in seen.lost.items()} == {
        "retrieval": [("z", ("b",))],
        "ranking": [("y", ("b", "c", "a"))],
    }


def test_the_losing_step_is_the_one_that_loses_most():
    cut = [trail(f"c{n}", kept=("b",), first=("b",)) for n in range(2)]
    assert funnel([trail("z", **NOWHERE), *cut]).losing == "keeping"
    assert funnel([trail("x")]).losing is None


def test_one_of_several_answers_is_enough():
    both = Trail(id="q", question="q?", wanted=("a", "z"), documents=ALL)
    assert funnel([both]).lost == {}


def test_without_a_reranker_no_question_is_lost_at_the_shortlist():
    documents = {stage: found for stage, found in ALL.items() if stage != "shortlist"}
    seen = funnel([Trail(id="q", question="q?", wanted=("a",), documents={**documents, "first": ("b",)})])
    assert list(seen.reached) == ["bm25", "dense", "fused", "kept", "first"]
    assert seen.losing == "ranking"
