from evals.seeded_types import GROUP_OF, KINDS, Line, Planted, Reply


def reply(*lines):
    return Reply("quoted", tuple(Line(*line) for line in lines), (), "Hello,", "Kind regards")


def changed(true, false):
    """The part of the draft that an error changed."""
    found = Planted("negation", reply((false,)), 0, true)
    start, end = found.changed
    return found.reply.draft[start:end]


def test_a_draft_has_an_opening_the_lines_and_a_closing():
    drawn = reply(("These apply:",), ("- mugs", "\n"), ("- jugs", "\n  "))
    assert drawn.draft == "Hello,\n\nThese apply:\n- mugs\n  - jugs\n\nKind regards"
    assert [drawn.draft[start:end] for start, end in drawn.spans()] == ["These apply:", "- mugs", "- jugs"]


def test_a_line_can_be_changed_without_the_others():
    drawn = reply(("One.",), ("Two.", " ")).with_line(1, "Three.")
    assert drawn.draft == "Hello,\n\nOne. Three.\n\nKind regards"


def test_what_was_changed_is_found_in_the_draft():
    assert changed("It is 5 USD.", "It is 9 USD.") == "9"
    assert changed("It is so.", "It is not so.") == "not "
    assert changed("It is so.", "It is so. I promise.") == " I promise."


def test_what_was_left_out_is_found_where_it_was():
    assert changed("Free if unopened.", "Free.") == "."


def test_every_kind_is_of_one_group():
    assert {GROUP_OF[kind] for kind in KINDS} == {
        "typed",
        "owner",
        "negation",
        "condition",
        "scope",
        "entity",
        "invention",
    }
    assert GROUP_OF["money"] == GROUP_OF["bound"] == "typed"
