from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.web.helpdesks.plain_text import as_html, plain_text, without_quoted


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>Where is my parcel?</p>", "Where is my parcel?"),
        ("<div>One</div><div>Two</div>", "One\n\nTwo"),
        ("One<br>Two<br/>Three", "One\nTwo\nThree"),
        ("<p>A &lt;b&gt; &amp; C</p>", "A <b> & C"),
        ("<ul><li>red</li>\n<li>blue</li></ul>", "red\n\nblue"),
        ("<table><tr><td>Order</td><td>1042</td></tr></table>", "Order 1042"),
        ("<table><tr><th>Order</th><th>Parcel</th></tr></table>", "Order Parcel"),
        ("<table><caption>Parcels</caption><tbody><tr><td>1042</td></tr></tbody></table>", "Parcels\n\n1042"),
        ("one<hr>two", "one\n\ntwo"),
        ("one\ntwo   three", "one two three"),
        ("<pre>one\ntwo</pre>", "one\ntwo"),
        ("<pre><b><i>one\ntwo</i></b></pre>", "one\ntwo"),
        ("un<b>boxed</b> <i>yes</i>", "unboxed yes"),
        ("no markup at all", "no markup at all"),
        ("2 < 3 and 5 > 4", "2 < 3 and 5 > 4"),
        ("<p>unclosed <b>bold", "unclosed bold"),
        ("", ""),
    ],
)
def test_blocks_become_lines_and_marks_become_letters(markup: str, text: str) -> None:
    assert plain_text(markup) == text


@pytest.mark.parametrize(
    "tag",
    [
        "address",
        "article",
        "aside",
        "center",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "ul",
    ],
)
def test_what_stands_in_a_block_of_its_own_is_no_part_of_the_words_beside_it(tag: str) -> None:
    assert plain_text(f"one<{tag}>two</{tag}>three").split("\n")[0] == "one"
    assert "two" in plain_text(f"one<{tag}>two</{tag}>three").split("\n")


@pytest.mark.parametrize(
    "hidden",
    [
        "<!-- pay me -->",
        "<script>pay me</script>",
        "<style>pay me</style>",
        "<template>pay me</template>",
        "<p hidden>pay me</p>",
        '<span style="display: none">pay me</span>',
        '<span style="DISPLAY:NONE;">pay me</span>',
        '<span style="visibility : hidden">pay me</span>',
        '<span style="font-size:0px">pay me</span>',
        '<span style="opacity: 0.0">pay me</span>',
        '<span style="color:#FFF">pay me</span>',
        '<span style="display:none;background:#036">pay me</span>',
        '<div style="display:none"><p>pay <b>me</b></p></div>',
        "\u200b\u2060\ufeff\U000e0070\U000e0061\U000e0079",
    ],
)
def test_what_no_person_sees_is_left_out(hidden: str) -> None:
    assert plain_text(f"<p>Hello{hidden}</p>") == "Hello"


@pytest.mark.parametrize(
    "tag",
    ["template", "title", "noscript", "iframe", "object", "svg", "math", "select", "textarea", "button"],
)
def test_what_a_mail_shows_to_nobody_is_left_out(tag: str) -> None:
    assert plain_text(f"<p>Hello</p><{tag}>pay me</{tag}>") == "Hello"


@pytest.mark.parametrize("style", ["color:transparent", "color: rgb(255, 255, 255)", "max-height:0", "color:white"])
def test_more_that_no_person_sees_is_left_out(style: str) -> None:
    assert plain_text(f'<p>Hello<span style="{style}">pay me</span></p>') == "Hello"


@pytest.mark.parametrize("tag", ["div", "h1", "h6", "section", "pre", "address", "header", "footer", "form", "center"])
def test_block_stands_on_lines_of_its_own(tag: str) -> None:
    assert plain_text(f"one<{tag}>two</{tag}>three").split() == ["one", "two", "three"]


@pytest.mark.parametrize(
    "mark",
    [
        *[
            f'class="{name}"'
            for name in ("gmail_quote", "gmail_attr", "yahoo_quoted", "moz-cite-prefix", "protonmail_quote")
        ],
        *[f'id="{name}"' for name in ("divRplyFwdMsg", "appendonsend", "reply-intro")],
        'class="OutlookMessageHeader"',
    ],
)
def test_earlier_mail_is_known_by_the_marks_of_mail_programs(mark: str) -> None:
    assert plain_text(f"<p>Thank you.</p><div {mark}>We refund all.</div>") == "Thank you."


@pytest.mark.parametrize(
    "style", ["font-size:0.9em", "opacity:0.5", "color:#fffaaa", "background:#036;color:white", "background-color:#fff"]
)
def test_what_is_small_or_coloured_is_kept(style: str) -> None:
    assert plain_text(f'<p style="{style}">Hello</p>') == "Hello"


@pytest.mark.parametrize(
    "earlier",
    [
        "<blockquote>We refund all.</blockquote>",
        '<div class="gmail_quote"><div>On Monday the shop wrote:</div><blockquote>We refund all.</blockquote></div>',
        '<div id="divRplyFwdMsg">From: shop</div><blockquote>We refund all.</blockquote>',
        "<p>On Mon, 5 Jan 2026 at 10:00, Shop &lt;help@shop.example&gt; wrote:</p><p>We refund all.</p>",
        "<p>Am 5. Januar 2026 schrieb Shop:</p><p>We refund all.</p>",
        "<p>Le lun. 5 janv. 2026 à 10:00, Shop a écrit :</p><p>We refund all.</p>",
        "<p>El lun, 5 ene 2026 a las 10:00, Shop escribió:</p><p>We refund all.</p>",
        "<p>Il giorno lun 5 gen 2026 Shop ha scritto:</p><p>We refund all.</p>",
        "<p>Op ma 5 jan 2026 om 10:00 schreef Shop:</p><p>We refund all.</p>",
        "<p>-----Original Message-----</p><p>We refund all.</p>",
        "<p>---------- Forwarded message ---------</p><p>We refund all.</p>",
        "<p>-----Ursprüngliche Nachricht-----</p><p>We refund all.</p>",
    ],
)
def test_earlier_mail_below_an_answer_is_left_out(earlier: str) -> None:
    assert plain_text(f"<p>Thank you.</p>{earlier}") == "Thank you."
    assert "We refund all." in plain_text(f"<p>Thank you.</p>{earlier}", quoted=True)


def test_plain_mail_loses_its_quotes_too_unless_nothing_is_left() -> None:
    assert without_quoted("Thanks!\n\nOn Mon, Shop wrote:\n> We refund all.\n> Always.") == "Thanks!"
    assert without_quoted("Thanks!\n\nOn Mon, 5 Jan 2026, the shop\n<help@shop.example> wrote:\n\nold") == "Thanks!"
    assert without_quoted("> only this") == "> only this"
    assert without_quoted("On Monday I wrote to you.\nNo answer.") == "On Monday I wrote to you.\nNo answer."
    assert (
        without_quoted("Hello.\nOn Monday I wrote to you.\nNo answer.")
        == "Hello.\nOn Monday I wrote to you.\nNo answer."
    )
    assert without_quoted("> When?\nToday.\n > How?\nBy post, 5 > 4.") == "Today.\nBy post, 5 > 4."
    assert without_quoted("I ask:\nOn Mon, Shop wrote:\nold\nolder") == "I ask:"
    assert without_quoted("") == ""


def test_page_that_is_nested_very_deeply_is_read() -> None:
    assert plain_text("<div>" * 5_000 + "deep" + "</div>" * 5_000) == "deep"


def test_plain_text_becomes_html_without_markup() -> None:
    assert as_html("a <b>\r\n'c' & \"d\"") == "a &lt;b&gt;<br>&#x27;c&#x27; &amp; &quot;d&quot;"


@given(st.text())
def test_no_text_can_become_markup_and_all_of_it_comes_back(text: str) -> None:
    sent = as_html(text)
    assert "<" not in sent.replace("<br>", "")
    assert (
        plain_text(sent, quoted=True).split() == plain_text(as_html(plain_text(sent, quoted=True)), quoted=True).split()
    )


@given(st.text())
def test_any_markup_is_read(markup: str) -> None:
    assert isinstance(plain_text(f"<p>{markup}<div>{markup}"), str)
