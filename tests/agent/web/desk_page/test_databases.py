"""What is done on the page, on each database that the service may have."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

import pytest

from tests.agent.web.desk import message
from tests.agent.web.desk_page.page import Served, hidden, served, words_of
from tests.agent.web.desk_page.test_approving import asked, paid_back, state_of


@pytest.fixture
def page(tmp_path: Path, database_url: str | None) -> Iterator[Served]:
    with served(tmp_path, database_url) as found:
        yield found


def test_queue_shows_who_has_what(page: Served) -> None:
    first, second = page.hand_over("First one", conversation="c1"), page.hand_over("Second one", conversation="c2")
    kim = page.browser("Kim")
    assert "2 waiting" in words_of(kim.get("/desk").text)
    kim.send(first, "take")
    shown = words_of(page.browser("Lee").get("/desk").text)
    assert "Kim has it, just now First one" in shown
    assert "nobody has it Second one" in shown
    kim.send(second, "close")
    assert "1 waiting" in words_of(kim.get("/desk").text)


def test_one_of_two_takes_it_and_the_other_takes_it_from_them(page: Served) -> None:
    turn_id = page.hand_over()
    people = [page.browser("Kim"), page.browser("Lee")]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda one: one.send(turn_id, "take").status_code, people))
    assert sorted(answers) == [200, 409]
    holder = page.service.handoffs.waiting()[0].taken_by or ""
    other = people[answers.index(409)]
    assert other.send(turn_id, "take", holder=holder, asked="yes").status_code == 200
    assert people[answers.index(200)].send(turn_id, "release").status_code == 409
    assert other.send(turn_id, "release").status_code == 200
    assert [one.taken_by for one in page.service.handoffs.waiting()] == [None]


def test_reply_is_sent_once(page: Served) -> None:
    turn_id = page.hand_over()
    kim = page.browser()
    shown = kim.get(f"/desk/{turn_id}").text
    form = {"token": hidden(shown, "token"), "number": "0", "text": "It is on its way."}
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda _: kim.client.post(f"/desk/{turn_id}/reply", data=form).status_code, range(3)))
    assert answers == [200] * 3
    page.service.settle()
    assert page.service.desk.replies()[1:] == ["It is on its way."]
    assert page.person_replies() == [("sent", None)]


def test_returned_after_a_reply_the_assistant_goes_on(page: Served) -> None:
    turn_id = page.hand_over()
    kim = page.browser()
    kim.reply(turn_id, "It is on its way.")
    assert kim.send(turn_id, "return").status_code == 200
    page.service.agent.hands_over = None
    page.service.take(message("And now?", 9))
    page.service.settle()
    assert page.service.desk.given_back == ["c1"]
    assert page.service.desk.replies()[1:] == ["It is on its way.", "Answer to: And now?"]


def test_approved_the_money_goes_back(page: Served) -> None:
    turn_id, approval = asked(page)
    answer = page.browser().send(turn_id, "decide", verdict="approve", reference=approval.reference, note="")
    assert "Approved, and carried out" in words_of(answer.text)
    assert (state_of(page, approval), paid_back(page)) == ("done", Decimal("57.95"))


def test_signed_out_the_cookie_opens_nothing(page: Served) -> None:
    kim = page.browser()
    token, cookies = hidden(kim.get("/desk").text, "token"), dict(kim.client.cookies)
    kim.client.post("/desk/logout", data={"token": token})
    other = page.stranger()
    other.client.cookies.update(cookies)
    assert other.get("/desk").status_code == 303
