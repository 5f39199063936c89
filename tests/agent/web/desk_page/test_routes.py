"""The page over HTTP: who gets in, whose forms are taken, what every answer forbids the browser, what happens and what is shown."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import httpx
import pytest

from agent.web.app import Web, build_app
from agent.web.database import open_database
from agent.web.desk.headers import HEADERS
from agent.web.desk.opening import open_desk
from agent.web.desk.sessions import COOKIE
from agent.web.errors import ClosedError
from agent.web.tables import ENDED_SESSIONS
from tests.agent.web.desk import message
from tests.agent.web.desk_page.page import (
    CUT,
    KEPT,
    PASSWORD,
    Served,
    claim,
    full_turn,
    hidden,
    served,
    settings_for,
    words_of,
)

TRICK = "<img src=x onerror=alert(1)>\u202egnp.exe\u200b\x1b[31m\"'</textarea><script>alert(2)</script>"


def test_nothing_is_shown_before_somebody_signs_in(page: Served) -> None:
    turn_id = page.hand_over("secret question")
    someone = page.stranger()
    for path in ("/desk", f"/desk/{turn_id}"):
        answer = someone.get(path)
        assert (answer.status_code, "secret" in answer.text) == (303, False)
        assert answer.headers["location"].startswith("/desk/login")
    part = someone.client.get("/desk/queue", headers={"hx-request": "true"})
    assert (part.status_code, part.headers["hx-redirect"]) == (401, "/desk/login")


def test_signing_in_leads_to_the_page_that_was_asked_for(page: Served) -> None:
    turn_id = page.hand_over()
    someone = page.stranger()
    login = someone.client.get(f"/desk/{turn_id}", follow_redirects=True)
    form = {"token": hidden(login.text, "token"), "turn": hidden(login.text, "turn")}
    answer = someone.client.post("/desk/login", data={**form, "name": "Kim", "password": PASSWORD})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/desk/{turn_id}")
    form["token"] = hidden(someone.client.get("/desk").text, "token")
    elsewhere = someone.client.post(
        "/desk/login", data={**form, "turn": "/evil.example", "name": "Kim", "password": PASSWORD}
    )
    assert elsewhere.headers["location"] == "/desk"


def test_cookie_is_for_this_site_and_no_script(page: Served) -> None:
    someone = page.stranger()
    found = someone.get("/desk/login").headers["set-cookie"].lower()
    assert found.startswith(f"{COOKIE}=")
    assert {"httponly", "samesite=strict", "path=/desk", "max-age=43200"} <= set(found.split("; "))
    assert "secure" not in found
    behind_tls = someone.client.get("/desk/login", headers={"x-forwarded-proto": "https", "cookie": ""})
    assert "secure" in behind_tls.headers["set-cookie"].lower().split("; ")


def test_wrong_password_is_refused_and_after_five_all_are(page: Served) -> None:
    someone = page.stranger()
    assert [someone.sign_in(password=f"wrong{n}").status_code for n in range(5)] == [401] * 5
    last = someone.sign_in()
    assert (last.status_code, last.headers["retry-after"]) == (429, "60")
    assert PASSWORD not in last.text
    assert someone.get("/desk").status_code == 303


def test_login_needs_a_name_and_a_token(page: Served) -> None:
    someone = page.stranger()
    assert someone.sign_in(name=" ").status_code == 422
    no_token = someone.client.post("/desk/login", data={"name": "Kim", "password": PASSWORD})
    assert no_token.status_code == 403
    no_cookie = httpx.post(f"{page.url}/desk/login", data={"token": "x", "name": "Kim", "password": PASSWORD})
    assert no_cookie.status_code == 403


def test_session_is_another_one_after_signing_in(page: Served) -> None:
    someone = page.stranger()
    someone.get("/desk/login")
    before = someone.client.cookies[COOKIE]
    someone.sign_in()
    assert someone.client.cookies[COOKIE] != before
    assert "Kim" in someone.get("/desk").text
    someone.client.cookies.set(COOKIE, before, path="/desk")
    assert page.stranger().client.get("/desk", headers={"cookie": f"{COOKIE}={before}"}).status_code == 303


def test_signed_out_the_cookie_opens_nothing_any_more(page: Served) -> None:
    kim = page.browser()
    cookie, token = kim.client.cookies[COOKIE], hidden(kim.get("/desk").text, "token")
    assert kim.client.post("/desk/logout", data={"token": token}).url.path == "/desk/login"
    assert page.stranger().client.get("/desk", headers={"cookie": f"{COOKIE}={cookie}"}).status_code == 303


@pytest.mark.parametrize("what", ["take", "reply", "return", "close", "decide"])
def test_form_without_the_sessions_token_does_nothing(page: Served, what: str) -> None:
    turn_id = page.hand_over()
    kim, lee = page.browser("Kim"), page.browser("Lee")
    fields = {"text": "Hello", "number": "0", "verdict": "approve", "reference": "A-1"}
    lees = hidden(lee.get("/desk").text, "token")
    for token in ({}, {"token": ""}, {"token": lees}):
        answer = kim.client.post(f"/desk/{turn_id}/{what}", data={**fields, **token})
        assert answer.status_code == 403
        assert "Nothing was done" in answer.text
    assert httpx.post(f"{page.url}/desk/{turn_id}/{what}", data={**fields, "token": lees}).status_code == 403
    assert page.person_replies() == []
    assert [one.taken_by for one in page.service.handoffs.waiting()] == [None]


def test_every_answer_has_the_headers(page: Served) -> None:
    turn_id = page.hand_over()
    kim, someone = page.browser(), page.stranger()
    token = hidden(kim.get("/desk").text, "token")
    answers = [
        someone.get("/desk"),
        someone.get("/desk/login"),
        *(
            kim.get(path)
            for path in ("/desk", "/desk/queue", f"/desk/{turn_id}", "/desk/nobody", "/desk/a/b", "/desk/")
        ),
        *(kim.get(f"/desk/static/{name}") for name in ("desk.css", "desk.js", "htmx.js", "keys", "..%2frendering.py")),
        kim.client.post(f"/desk/{turn_id}/take", data={}),
        kim.client.post(f"/desk/{turn_id}/take", data={"token": token}),
        kim.client.post(f"/desk/{turn_id}/reply", content=b"\xff", headers={"cookie": ""}),
        kim.client.post(f"/desk/{turn_id}/reply", content=b"x" * 300_000),
        kim.client.post("/desk"),
        kim.client.delete(f"/desk/{turn_id}"),
    ]
    for answer in answers:
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, answer.request.url
        assert "style=" not in answer.text or answer.url.path.endswith(".js")
    assert [answer.status_code for answer in answers[-4:]] == [400, 413, 405, 405]
    assert "content-security-policy" not in httpx.get(f"{page.url}/healthz").headers


def test_unknown_turn_has_a_page_that_leads_back(page: Served) -> None:
    page.hand_over()
    answer = page.browser().get("/desk/0000")
    assert answer.status_code == 404
    assert "No handoff has this address" in answer.text
    assert 'href="/desk"' in answer.text


def test_conversation_shows_what_the_ledger_holds(page: Served) -> None:
    first = full_turn("t0", "Hi there", conversation_id="shop:c1", reply="Hello!", handoff=None)
    page.ledger.record(first)
    turn_id = page.hand_over("Where is my refund?")
    shown = words_of(page.browser().get(f"/desk/{turn_id}").text)
    for text in (
        "Customer 2026-11-30 10:00 UTC Hi there Assistant Hello!",
        "Where is my refund?",
        "Proof of the day of arrival.",
        f"kept {KEPT} supported, exact tier, score 0.98: because of supported Refunds › Times , retrieved, 2026-01-01 5 business days",
        f"cut {CUT} not enough info, exact tier, score 0.98: because of not_enough_info Nearest: Refunds › Times",
        "unchecked Hello.",
        "I sent it back last week (this message)",
        "searched the help articles for “refund”: refunds#1",
        "customer C-1",
        "nobody has it",
    ):
        assert text in shown


def test_whatever_others_wrote_is_shown_as_text(page: Served) -> None:
    turn_id = page.hand_over(
        TRICK,
        claims=(claim(TRICK, "supported", quote=TRICK),),
        reply=TRICK,
        why=TRICK,
        history=({"role": "customer", "text": TRICK},),
    )
    kim = page.browser("<i>Kim</i>")
    kim.send(turn_id, "take")
    for path in ("/desk", "/desk/queue", f"/desk/{turn_id}"):
        text = kim.get(path).text
        assert "&lt;img src=x onerror=alert(1)&gt;" in text
        assert "&lt;i&gt;Kim&lt;/i&gt;" in text
        for bad in ("<img", "<i>", "<script>alert", "\u202e", "\u200b", "\x1b"):
            assert bad not in text, (path, bad)


def test_handoff_without_a_turn_has_a_page_too(page: Served) -> None:
    page.service.agent.hands_over = "loop"
    page.service.take(message())
    page.service.settle()
    (one,) = page.service.handoffs.waiting()
    answer = page.browser().get(f"/desk/{one.turn_id}")
    assert answer.status_code == 200
    assert "No turn was run for this one" in answer.text


def test_reply_is_sent_once_however_often_it_is_pressed(page: Served) -> None:
    turn_id = page.hand_over()
    kim = page.browser()
    text = kim.get(f"/desk/{turn_id}").text
    form = {"token": hidden(text, "token"), "number": hidden(text, "number"), "text": "It left\r\ntoday."}
    answers = [kim.client.post(f"/desk/{turn_id}/reply", data=form) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert "Your reply is on its way." in answers[0].text
    assert page.person_replies() == [("new", "It left\ntoday.")]
    page.service.settle()
    late = kim.client.post(f"/desk/{turn_id}/reply", data=form)
    assert late.status_code == 409
    assert "It left\ntoday.</textarea>" in late.text
    page.service.settle()
    assert page.service.desk.replies().count("It left\ntoday.") == 1


def test_reply_that_is_refused_is_not_lost(page: Served) -> None:
    turn_id = page.hand_over()
    answer = page.browser().reply(turn_id, "It takes [to be confirmed: how long]")
    assert answer.status_code == 422
    assert "still a blank" in answer.text
    assert "It takes [to be confirmed: how long]</textarea>" in answer.text
    assert page.person_replies() == []


def test_conversation_that_somebody_else_has_is_left_alone(page: Served) -> None:
    turn_id = page.hand_over()
    assert "You have taken this conversation over." in page.browser("Kim").send(turn_id, "take").text
    lee = page.browser("Lee")
    for what in ("take", "return", "close"):
        answer = lee.send(turn_id, what)
        assert answer.status_code == 409
        assert "Kim has had this conversation since" in answer.text
    assert "Kim has this conversation, so nothing is sent from here." in lee.get(f"/desk/{turn_id}").text
    answer = lee.send(turn_id, "reply", text="Hello from Lee", number="0")
    assert (answer.status_code, "Hello from Lee</textarea>" in answer.text) == (409, True)
    assert page.person_replies() == []
    assert [one.taken_by for one in page.service.handoffs.waiting()] == ["Kim"]


def test_returned_conversation_is_answered_by_the_assistant_again(page: Served) -> None:
    turn_id = page.hand_over()
    answer = page.browser().send(turn_id, "return")
    assert "The assistant answers" in answer.text
    assert page.service.handoffs.waiting() == ()
    assert "The helpdesk is being told to give the conversation to the assistant." in words_of(answer.text)
    page.service.agent.hands_over = None
    page.service.take(message("And now?", 9))
    page.service.settle()
    assert page.service.desk.given_back == ["c1"]
    assert page.service.desk.replies()[-1] == "Answer to: And now?"
    again = page.browser().get(f"/desk/{turn_id}")
    assert "The helpdesk has given the conversation to the assistant." in words_of(again.text)


def test_conversation_that_the_helpdesk_keeps_is_in_the_queue_again_and_says_why(page: Served) -> None:
    turn_id = page.hand_over()
    kim = page.browser("Kim")
    page.service.desk.faults["give_back"] = [ClosedError("It was answered with 404.")]
    kim.send(turn_id, "return")
    page.service.settle()
    assert "Kim has it" in words_of(kim.get("/desk").text)
    shown = words_of(kim.get(f"/desk/{turn_id}").text)
    assert "give it to the bot in the helpdesk itself." in shown
    assert "It was answered with 404." in shown
    kim.send(turn_id, "return")
    page.service.settle()
    assert page.service.desk.given_back == ["c1"]


def test_conversation_is_put_back_and_taken_by_somebody_else(page: Served) -> None:
    turn_id = page.hand_over()
    kim, lee = page.browser("Kim"), page.browser("Lee")
    kim.send(turn_id, "take")
    assert "Kim has it, just now" in words_of(lee.get("/desk").text)
    assert lee.send(turn_id, "release").status_code == 409
    assert "anybody can take it" in kim.send(turn_id, "release").text
    assert "nobody has it" in words_of(lee.get("/desk").text)
    assert lee.send(turn_id, "take").status_code == 200
    assert [one.taken_by for one in page.service.handoffs.waiting()] == ["Lee"]


def test_conversation_of_somebody_away_is_taken_from_them_once_they_were_asked(page: Served) -> None:
    turn_id = page.hand_over()
    page.browser("Kim").send(turn_id, "take")
    lee, ann = page.browser("Lee"), page.browser("Ann")
    shown = lee.get(f"/desk/{turn_id}").text
    assert "Kim has it since" in words_of(shown)
    assert hidden(shown, "holder") == "Kim"
    unasked = lee.send(turn_id, "take", holder="Kim")
    assert (unasked.status_code, "ask whoever has this conversation first" in unasked.text) == (422, True)
    assert "You have taken this conversation over." in lee.send(turn_id, "take", holder="Kim", asked="yes").text
    late = ann.send(turn_id, "take", holder="Kim", asked="yes")
    assert (late.status_code, "Lee has had this conversation since" in late.text) == (409, True)
    assert page.browser("Kim").send(turn_id, "reply", text="Mine", number="0").status_code == 409
    assert [one.taken_by for one in page.service.handoffs.waiting()] == ["Lee"]


def test_form_that_names_somebody_who_put_it_back_meanwhile_takes_nothing(page: Served) -> None:
    turn_id = page.hand_over()
    late = page.browser("Lee").send(turn_id, "take", holder="Kim", asked="yes")
    assert (late.status_code, "Nobody has this conversation any more." in late.text) == (409, True)


def test_database_that_cannot_tell_who_signed_out_lets_nobody_in_and_loses_no_text(page: Served) -> None:
    turn_id = page.hand_over()
    kim = page.browser()
    token = hidden(kim.get(f"/desk/{turn_id}").text, "token")
    with page.service.database.writing() as connection:
        ENDED_SESSIONS.drop(connection)
    assert [kim.get(path).status_code for path in ("/desk", "/desk/login", "/desk/a/b")] == [503] * 3
    answer = kim.client.post(f"/desk/{turn_id}/reply", data={"token": token, "number": "0", "text": "All my work"})
    assert (answer.status_code, "All my work</textarea>" in answer.text) == (503, True)
    assert page.person_replies() == []


def test_closed_conversation_stays_with_people(page: Served) -> None:
    turn_id = page.hand_over()
    kim = page.browser()
    assert "This handoff is closed." in kim.send(turn_id, "close").text
    page.service.take(message("And now?", 9))
    page.service.settle()
    assert page.service.ends() == {"handed_off": 1, "left_to_person": 1}
    assert "Nothing waits" in kim.get("/desk").text


def test_queue_is_sent_again_only_where_it_has_changed(page: Served) -> None:
    page.hand_over()
    kim = page.browser()
    first = kim.get("/desk/queue")
    again = hidden_link(first.text)
    assert kim.get(again).status_code == 204
    page.hand_over("Another one", conversation="c2")
    second = kim.get(again)
    assert (second.status_code, "Another one" in second.text) == (200, True)
    assert '<p hx-swap-oob="innerHTML:#count">2 waiting</p>' in second.text


def test_ledger_that_cannot_be_read_is_told_and_the_text_is_kept(page: Served) -> None:
    turn_id = page.hand_over()
    kim = page.browser()
    text = kim.get(f"/desk/{turn_id}").text
    with sqlite3.connect(page.home / "ledger.db") as database:
        database.execute("pragma user_version = 99")
    database.close()
    form = {"token": hidden(text, "token"), "number": "0", "text": "All my work"}
    answer = kim.client.post(f"/desk/{turn_id}/reply", data=form)
    assert answer.status_code == 503
    assert "All my work</textarea>" in answer.text


def test_there_is_no_page_without_a_password(tmp_path: Path) -> None:
    database = open_database(tmp_path)
    settings = settings_for(tmp_path)
    service = settings.service.model_copy(update={"desk_password": None})
    assert open_desk(settings.model_copy(update={"service": service}), database) is None
    app = build_app(Web(None, lambda: "", lambda: None, 10))  # type: ignore[arg-type]  # no delivery comes
    assert [route for route in app.routes if getattr(route, "path", "").startswith("/desk")] == []
    database.close()


def test_page_takes_part_in_no_schema(page: Served) -> None:
    assert "/desk" not in httpx.get(f"{page.url}/openapi.json").text


def test_key_of_the_settings_is_used(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("0123456789abcdef")
    with served(tmp_path / "home", desk_secret=tmp_path / "key") as page:
        assert page.browser().get("/desk").status_code == 200
        assert not (tmp_path / "home" / "desk.key").exists()


def hidden_link(page: str) -> str:
    """The address that the queue loads itself from."""
    return page.split('hx-get="', 1)[1].split('"', 1)[0].replace("&amp;", "&")
