"""The page in a real browser: worked with keys alone, narrow, dark, and without anything that its policy forbids."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from selenium.webdriver.common.keys import Keys

from tests.agent.web.desk_page.chromium import MISSING, Chromium, chromium
from tests.agent.web.desk_page.page import Served, claim

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]

LONG = "ABCDEFGHIJ" * 20
CONTRAST = """
const light = (text) => {
  const found = text.match(/[\\d.]+/g).map(Number);
  const parts = found.slice(0, 3).map((c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return [0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2], found.length > 3 ? found[3] : 1];
};
const behind = (one) => {
  for (; one; one = one.parentElement) {
    const back = getComputedStyle(one).backgroundColor;
    if (light(back)[1] === 1) return back;
  }
  return "rgb(255, 255, 255)";
};
return [...document.querySelectorAll("body *")]
  .filter((one) => one.innerText?.trim() && one.getClientRects().length)
  .map((one) => {
    const [a, b] = [light(getComputedStyle(one).color)[0], light(behind(one))[0]].sort((x, y) => y - x);
    return [(a + 0.05) / (b + 0.05), one.tagName + "." + one.className];
  })
  .filter(([ratio]) => ratio < 4.5);
"""


@pytest.fixture(scope="module")
def window() -> Iterator[Chromium]:
    with chromium() as found:
        yield found


@pytest.fixture
def signed_in(page: Served, window: Chromium) -> Iterator[Chromium]:
    """A window on the queue, which then holds whatever was handed over; afterwards nothing was complained of."""
    window.forget()
    window.size(1200)
    window.sign_in(page.url)
    yield window
    assert window.complaints() == []
    assert window.hosts() == {urlsplit(page.url).netloc}


def test_conversation_is_opened_edited_and_sent_with_keys_alone(page: Served, signed_in: Chromium) -> None:
    page.hand_over("First one", conversation="c1")
    second = page.hand_over("Second one", conversation="c2")
    signed_in.open(f"{page.url}/desk")
    signed_in.press("j", "j", "j", "k", "j")
    assert signed_in.focused == f"row-{second}"
    signed_in.press(Keys.ENTER)
    signed_in.wait_for("h1", "No evidence")
    assert signed_in.driver.current_url == f"{page.url}/desk/{second}"
    signed_in.press("r")
    assert signed_in.focused == "reply"
    signed_in.press(" It is jt now.")
    signed_in.chord(Keys.CONTROL, Keys.ENTER)
    signed_in.wait_for(".said", "Your reply is on its way.")
    assert page.person_replies() == [("new", "Refunds take 5 business days. It is jt now.")]
    assert [one.taken_by for one in page.service.handoffs.waiting()] == [None, "Kim"]
    assert page.service.worker().step()
    assert page.service.desk.replies("c2")[-1] == "Refunds take 5 business days. It is jt now."


def test_blank_of_the_suggestion_is_marked_to_be_written_over(page: Served, signed_in: Chromium) -> None:
    turn_id = page.hand_over(suggested="We had it. [to be confirmed: the day] Bye.")
    signed_in.open(f"{page.url}/desk/{turn_id}")
    signed_in.press("r", "Today.")
    assert signed_in.find("#reply").get_property("value") == "We had it. Today. Bye."


def test_conversation_is_taken_with_a_key_and_the_keys_are_shown(page: Served, signed_in: Chromium) -> None:
    turn_id = page.hand_over()
    signed_in.open(f"{page.url}/desk/{turn_id}")
    signed_in.press("t")
    signed_in.wait_for(".said", "You have taken this conversation over.")
    signed_in.wait_for(".taken", "you have it")
    signed_in.press("?")
    signed_in.wait_for("#keys dl", "send the reply")


def test_conversation_is_put_back_and_taken_from_somebody_with_keys(page: Served, signed_in: Chromium) -> None:
    turn_id = page.hand_over()
    signed_in.open(f"{page.url}/desk/{turn_id}")
    signed_in.press("t")
    signed_in.wait_for(".taken", "you have it")
    signed_in.press("p")
    signed_in.wait_for(".taken", "nobody has it")
    page.service.handoffs.take(turn_id, "Lee", page.service.clock())
    signed_in.open(f"{page.url}/desk/{turn_id}")
    signed_in.press("t")
    assert signed_in.focused == "asked"
    signed_in.press(Keys.SPACE, Keys.ENTER)
    signed_in.wait_for(".taken", "you have it")
    assert [one.taken_by for one in page.service.handoffs.waiting()] == ["Kim"]


def test_button_that_is_pressed_twice_sends_once(page: Served, signed_in: Chromium) -> None:
    turn_id = page.hand_over()
    signed_in.open(f"{page.url}/desk/{turn_id}")
    signed_in.run("const b = document.querySelector('#reply-form button'); b.click(); b.click();")
    signed_in.wait_for(".said", "Your reply is on its way.")
    assert len(page.person_replies()) == 1


def test_first_stop_of_tab_skips_to_the_content(page: Served, signed_in: Chromium) -> None:
    signed_in.press(Keys.TAB)
    assert signed_in.driver.switch_to.active_element.text == "Skip to the content"
    outline = signed_in.run("return getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    signed_in.press(Keys.ENTER)
    assert signed_in.focused == "main"


def test_queue_renews_itself_keeps_the_focus_and_says_the_count(page: Served, signed_in: Chromium) -> None:
    first = page.hand_over("First one", conversation="c1")
    signed_in.open(f"{page.url}/desk")
    signed_in.press("j")
    page.hand_over("A fire", "policy_topic", conversation="c2")
    signed_in.run("htmx.ajax('GET', document.getElementById('queue').getAttribute('hx-get'), {source: '#queue'})")
    signed_in.wait_for("#count", "2 waiting")
    assert signed_in.focused == f"row-{first}"
    assert signed_in.find("#queue li").text.startswith("policy topic, urgent")
    trigger = signed_in.find("#queue").get_attribute("hx-trigger")
    assert trigger == "every 10s"


def test_queue_of_somebody_whose_session_is_over_leads_to_the_login(page: Served, window: Chromium) -> None:
    window.forget()
    window.sign_in(page.url)
    window.driver.delete_all_cookies()
    window.run("htmx.ajax('GET', '/desk/queue', {source: '#queue'})")
    window.wait_for("h1", "Sign in")
    window.forget()


@pytest.mark.parametrize("dark", [False, True])
def test_narrow_page_does_not_scroll_sideways_and_can_be_read(page: Served, signed_in: Chromium, *, dark: bool) -> None:
    kept = claim(LONG, "supported", quote=LONG)
    turn_id = page.hand_over(f"Hello {LONG}", "distress", claims=(kept, claim("Cut.", cut=True)), why=LONG)
    signed_in.dark(dark)
    for width in (360, 1200):
        signed_in.size(width)
        for path in ("/desk", "/desk/nobody", f"/desk/{turn_id}", f"/desk/{turn_id}?said=taken"):
            signed_in.open(page.url + path)
            assert signed_in.run("return document.documentElement.scrollWidth") <= width
            assert signed_in.run(CONTRAST) == [], path
            back = signed_in.run("return getComputedStyle(document.body).backgroundColor")
            assert back == ("rgb(23, 25, 28)" if dark else "rgb(246, 246, 243)")
    signed_in.dark(False)
    signed_in.complaints()  # of the address that nobody has, Chromium notes the 404


def test_every_field_has_a_label_and_every_id_is_one(page: Served, signed_in: Chromium) -> None:
    turn_id = page.hand_over()
    signed_in.open(f"{page.url}/desk/{turn_id}")
    unnamed = "return [...document.querySelectorAll('input:not([type=hidden]), textarea')].filter(f => !f.labels.length).length"
    twice = "const i = [...document.querySelectorAll('[id]')].map(e => e.id); return i.length - new Set(i).size"
    assert (signed_in.run(unnamed), signed_in.run(twice)) == (0, 0)


def test_text_of_others_runs_nothing(page: Served, signed_in: Chromium) -> None:
    trick = "<img src=x onerror=document.title='run'><script>document.title='run'</script>"
    turn_id = page.hand_over(trick, claims=(claim(trick, "supported", quote=trick),))
    for path in ("/desk", f"/desk/{turn_id}"):
        signed_in.open(page.url + path)
        signed_in.wait_for("main", trick)
        assert "run" not in signed_in.driver.title


def test_policy_stops_what_would_be_loaded_from_elsewhere(page: Served, window: Chromium) -> None:
    window.forget()
    window.sign_in(page.url)
    window.run("const i = new Image(); i.src = 'http://127.0.0.1:9/x.png'; document.body.append(i)")
    window.run("const s = document.createElement('script'); s.text = 'document.title = 1'; document.body.append(s)")
    found = window.complaints()
    assert sum("Content Security Policy" in one for one in found) == 2, found
    assert window.driver.title == "Queue · Desk"
