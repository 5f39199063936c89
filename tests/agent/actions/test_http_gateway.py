"""A shop's own service that answers, times out, fails and talks rubbish: nothing is done twice, nothing is claimed."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest
from pydantic import SecretStr, ValidationError

from agent.actions.http_gateway import HttpGateway, signature
from agent.actions.records import sentence
from agent.actions.settings import ActionSettings
from knowledge.orders import OrderStore
from knowledge.settings import orders_path
from tests.agent.actions.desk import Talk, action, desk_in, order_in, proposed
from tests.agent.actions.shop_server import Shop, running

ROOT = Path(__file__).parents[3]

WAITING = """
import sys
from pathlib import Path
from pydantic import SecretStr
from agent.actions.http_gateway import HttpGateway
from knowledge.orders import OrderStore
from knowledge.settings import orders_path
from tests.agent.actions.desk import action, proposed

home, url = Path(sys.argv[1]), sys.argv[2]
proposal = proposed(home, "ORD-97713", "refund it")
HttpGateway(OrderStore(orders_path(home)), url, token=SecretStr("t"), timeout_s=30).execute(action(proposal))
"""


@pytest.fixture
def shop() -> Iterator[Shop]:
    with running(Shop()) as found:
        yield found


def gateway(home: Path, shop: Shop, timeout_s: float = 20.0) -> HttpGateway:
    return HttpGateway(
        OrderStore(orders_path(home)),
        shop.url,
        token=SecretStr("t0ken"),
        timeout_s=timeout_s,
        lookups=2,
        lookup_pause_s=0.05,
    )


def test_action_is_carried_out_and_recorded_with_the_copy_of_the_order(home: Path, shop: Shop) -> None:
    wanted = action(proposed(home, "ORD-97713", "refund it"))
    record = gateway(home, shop).execute(wanted)
    assert (record.outcome, shop.effects) == ("done", [wanted.proposal.key])
    assert order_in(home, "ORD-97713").status == "refunded"
    assert "50.00 USD for order ORD-97713 were refunded to your credit card" in sentence(record)


def test_request_has_the_key_the_proof_and_the_whole_action(home: Path, shop: Shop) -> None:
    wanted = action(proposed(home, "ORD-99455", "change the address to 12 Quay Street, Portland, OR 97205"))
    gateway(home, shop).execute(wanted)
    method, path, headers, body = shop.requests[0]
    assert (method, path) == ("POST", "/shop/actions")
    assert headers["Idempotency-Key"] == f'"{wanted.proposal.key}"'
    assert headers["Authorization"] == "Bearer t0ken"
    sent = json.loads(body)
    assert (sent["kind"], sent["order_id"], sent["address"]["line1"]) == ("address", "ORD-99455", "12 Quay Street")
    assert "said" not in sent


def test_request_is_signed_where_there_is_a_secret(home: Path, shop: Shop) -> None:
    signing = HttpGateway(OrderStore(orders_path(home)), shop.url, secret=SecretStr("s3cret"))
    signing.execute(action(proposed(home, "ORD-97713", "refund it")))
    _, _, headers, body = shop.requests[0]
    stamp = int(headers["X-Support-Timestamp"])
    assert headers["X-Support-Signature"] == signature("s3cret", "POST", "/actions", body, stamp)["X-Support-Signature"]
    assert headers["X-Support-Signature"] != signature("other", "POST", "/actions", body, stamp)["X-Support-Signature"]


@pytest.mark.parametrize(
    ("fault", "outcome", "posts"),
    [
        ("late after doing", "done", 1),
        ("500 after doing", "done", 1),
        ("rubbish after doing", "done", 1),
        ("dropped after doing", "done", 1),
        ("500 before doing", "done", 2),  # the shop says that nothing is there: sent once more, under the same key
        ("refuses", "refused", 1),
        ("401", "refused", 1),
        ("says done with 422", "done", 2),
    ],
)
def test_whatever_the_shop_answers_nothing_is_done_twice(
    home: Path, shop: Shop, fault: str, outcome: str, posts: int
) -> None:
    shop.faults, shop.late_s = [fault], 3.0
    wanted = action(proposed(home, "ORD-97713", "refund it"))
    assert gateway(home, shop, timeout_s=1.0 if "late" in fault else 20.0).execute(wanted).outcome == outcome
    assert len([one for one in shop.requests if one[0] == "POST"]) == posts
    assert len(shop.effects) == (1 if outcome == "done" else 0)


def test_time_out_before_doing_is_unknown_and_not_sent_again(home: Path, shop: Shop) -> None:
    shop.faults, shop.late_s = ["late before doing"], 5.0
    wanted = action(proposed(home, "ORD-97713", "refund it"))
    hasty = gateway(home, shop, timeout_s=1.0)
    record = hasty.execute(wanted)
    assert (record.outcome, sentence(record)) == ("unknown", "")
    assert order_in(home, "ORD-97713").status == "delivered"
    assert hasty.execute(wanted).outcome == "unknown"
    assert len([one for one in shop.requests if one[0] == "POST"]) == 1


def test_unknown_is_looked_up_again_and_becomes_what_the_shop_says(home: Path, shop: Shop) -> None:
    shop.faults, shop.lookup_faults = ["500 after doing"], ["500", "500"]
    wanted = action(proposed(home, "ORD-97713", "refund it"))
    assert gateway(home, shop).execute(wanted).outcome == "unknown"
    found = gateway(home, shop).find(wanted.proposal.key)
    assert found is not None
    assert (found.outcome, order_in(home, "ORD-97713").status) == ("done", "refunded")


def test_shop_that_is_down_twice_in_doubt_stays_unknown(home: Path, shop: Shop) -> None:
    shop.faults = ["500 before doing", "503"]
    assert gateway(home, shop).execute(action(proposed(home, "ORD-97713", "refund it"))).outcome == "unknown"


def test_shop_that_cannot_be_reached_did_nothing_and_may_be_asked_again(home: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        closed = Shop(port=free.getsockname()[1])
    wanted = action(proposed(home, "ORD-97713", "refund it"))
    record = gateway(home, closed).execute(wanted)
    assert (record.outcome, record.detail) == ("refused", "The shop could not be reached.")
    with running(Shop()) as shop:
        assert gateway(home, shop).execute(wanted).outcome == "done"


def test_replayed_action_is_not_sent_again(home: Path, shop: Shop) -> None:
    wanted = action(proposed(home, "ORD-97713", "refund it"))
    first = gateway(home, shop).execute(wanted)
    assert gateway(home, shop).execute(wanted) == first
    assert len(shop.requests) == 1


def test_process_killed_between_doing_and_record_finds_it_done(home: Path, shop: Shop) -> None:
    shop.faults, shop.late_s = ["late after doing"], 20.0
    wanted = action(proposed(home, "ORD-97713", "refund it"))
    with subprocess.Popen([sys.executable, "-c", WAITING, str(home), shop.url], cwd=ROOT) as child:
        while not shop.effects and child.poll() is None:
            sleep(0.02)
        child.kill()
    assert child.returncode == -signal.SIGKILL
    assert gateway(home, shop).execute(wanted).outcome == "done"
    assert shop.effects == [wanted.proposal.key]


def test_customer_is_told_of_nothing_that_is_unknown_and_nothing_more_is_done_to_the_order(home: Path) -> None:
    with running(Shop(faults=["late before doing"], late_s=5.0)) as shop:
        settings = ActionSettings(
            gateway="http", url=shop.url, token=SecretStr("t"), timeout_s=1.0, lookups=1, lookup_pause_s=0
        )
        talk = Talk(desk_in(home, settings), "ORD-99107", "C-1001")
        talk.say("please refund the apron")
        assert talk.step("yes") == "unknown"
        acted = talk.say("please refund 10 USD")
        assert acted is not None
        assert acted.decision is not None
        assert (acted.step, acted.decision.rule) == ("for_a_person", "in-doubt")


@pytest.mark.parametrize(
    "wrong",
    [
        {"url": "http://shop.example/api", "token": "t"},
        {"url": "https://shop.example/api"},
        {"token": "t"},
        {"url": "ftp://127.0.0.1", "token": "t"},
    ],
)
def test_settings_without_a_safe_address_or_a_proof_are_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(ValidationError, match="the gateway http needs"):
        ActionSettings.model_validate({"gateway": "http", **wrong})
