"""Everything that the product keeps of customers can be on a server: what one process writes there, another one finds."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import select

from agent.actions.approval_desk import ApprovalDesk
from agent.actions.approvals import Answer, Approval
from agent.actions.opening import open_approvals
from agent.actions.proposals import refunded
from agent.build import Parts, is_empty
from agent.cli.opening import SAMPLE_BEGUN, open_for_turns
from agent.errors import InputError
from agent.privacy.data_folder import open_forgetter
from agent.settings import Settings
from agent.stores import Stores, stores_of
from agent.web.tables import MESSAGES
from knowledge.errors import OrderStoreError
from knowledge.sample import orders_file
from knowledge.server_tables import ServerTables
from policies.gatekeeper import Gatekeeper
from policies.rules import load_rules
from tests.agent.shop import TODAY, agent_of, quick_parts, run, settings_for
from tests.agent.web.desk import message, small_service
from tests.agent.web.postgres import Postgres

ROOT = Path(__file__).parents[2]
NAMES = ("orders", "ledger", "memory", "actions", "identity", "spending", "approvals")
ABOVE_THE_LIMIT = "ORD-99181"
"""57.95 USD, which a person has to approve."""

APPROVING = """
import os, signal, sys
from datetime import date
from pathlib import Path
from agent.actions.approvals import Answer
from tests.agent.test_stores import desk_of

desk = desk_of(Path(sys.argv[1]), sys.argv[2])
if sys.argv[4] == "killed":
    class Gateway(type(desk.settler.gateway)):
        def execute(self, action):
            super().execute(action)
            os.kill(os.getpid(), signal.SIGKILL)
    object.__setattr__(desk.settler, "gateway", Gateway(desk.settler.gateway.store))
print(desk.answer(sys.argv[3], Answer(verdict="approve", by="Kim", on=date(2026, 12, 3))).state)
"""


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture
def shared(quick: Parts, url: str) -> Iterator[Parts]:
    """The parts of a machine whose folder holds the articles alone."""
    (quick.settings.home / "orders.db").unlink()
    parts = quick_parts(quick.settings.home, url)
    parts.orders.load(orders_file())
    yield parts
    assert list(quick.settings.home.glob("*.db*")) == []


def desk_of(home: Path, url: str) -> ApprovalDesk:
    settings = settings_for(home, url)
    stores = stores_of(settings)
    return open_approvals(stores, settings.actions, Gatekeeper(load_rules()), stores.orders)


def put_before_a_person(shared: Parts) -> Approval:
    agent = agent_of(shared)
    agent.ask(f"please refund {ABOVE_THE_LIMIT}", conversation_id="c", customer_id="C-1006")
    agent.close()
    (waiting,) = desk_of(shared.settings.home, url_of(shared)).waiting(TODAY)
    return waiting


def url_of(parts: Parts) -> str:
    found = parts.settings.service.database_url
    assert found is not None
    return found.get_secret_value()


def paid_back(shared: Parts) -> Decimal:
    found = shared.orders.find(ABOVE_THE_LIMIT)
    assert found is not None
    return refunded(found)


def approved(shared: Parts, reference: str, how: str = "-") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", APPROVING, str(shared.settings.home), url_of(shared), reference, how]
    return subprocess.run(command, cwd=ROOT, timeout=120, check=False, capture_output=True, text=True)


def test_without_a_server_each_store_is_a_file_of_the_data_folder(tmp_path: Path) -> None:
    stores = stores_of(Settings(home=tmp_path))
    assert [stores.place(name) for name in NAMES] == [tmp_path / f"{name}.db" for name in NAMES]


def test_with_a_server_every_store_is_there_and_its_password_is_told_to_nobody(tmp_path: Path) -> None:
    stores = stores_of(settings_for(tmp_path, "postgresql+psycopg://support:secret-word@db/shop"))
    assert [stores.place(name) for name in NAMES] == [
        ServerTables("postgresql://support:secret-word@db/shop", name) for name in NAMES
    ]
    assert "secret-word" not in f"{stores} {stores.place('orders')!r} {stores.locks!r}"


def test_what_is_tried_out_in_a_folder_reaches_no_server(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, "postgresql://support:secret-word@db/shop").in_folder(tmp_path / "trial")
    assert stores_of(settings) == Stores(tmp_path / "trial")
    assert settings.knowledge.chroma_url is None


@pytest.mark.postgres
def test_conversation_and_memory_go_on_on_another_machine(shared: Parts, tmp_path: Path) -> None:
    agent = agent_of(shared)
    first = agent.ask("Was ORD-99107 delivered?", conversation_id="c", customer_id="C-1001", turn_id="t1")
    agent.close()
    elsewhere = quick_parts(shared.settings.home, url_of(shared))
    agent = agent_of(elsewhere)
    assert agent.ask("never read", conversation_id="c", turn_id="t1") == elsewhere.ledger.turn("t1")
    second = agent.ask("When was it placed?", conversation_id="c", customer_id="C-1001")
    agent.close()
    assert ("2026-11-21" in first.reply, "2026-11-16" in second.reply) == (True, True)
    assert [one.episode.turn_id for one in elsewhere.memory.episodes_of("C-1001")] == [second.turn_id, "t1"]
    assert elsewhere.stores.locks.cut_short() == ()


@pytest.mark.postgres
def test_proof_that_was_given_on_one_machine_holds_on_another(shared: Parts) -> None:
    for text, parts in (
        ("ORD-99107, 97205", shared),
        ("Was it delivered?", quick_parts(shared.settings.home, url_of(shared))),
    ):
        agent = agent_of(parts)
        told = agent.ask(text, conversation_id="c")
        agent.close()
    assert "2026-11-21" in told.reply


@pytest.mark.postgres
def test_approved_in_another_process_it_is_carried_out_once_and_the_customer_told(shared: Parts) -> None:
    waiting = put_before_a_person(shared)
    assert paid_back(shared) == Decimal("0.00")
    ended = approved(shared, waiting.reference)
    assert ended.stdout.strip() == "done", ended.stderr
    assert paid_back(shared) == Decimal("57.95")
    agent = agent_of(shared)
    told = agent.ask("Thanks!", conversation_id="c", customer_id="C-1006")
    agent.close()
    assert f"57.95 USD for order {ABOVE_THE_LIMIT} were refunded" in told.reply


@pytest.mark.postgres
def test_approver_who_was_killed_half_way_leaves_it_to_the_next_who_does_it_once(shared: Parts) -> None:
    waiting = put_before_a_person(shared)
    assert approved(shared, waiting.reference, "killed").returncode == -signal.SIGKILL
    desk = desk_of(shared.settings.home, url_of(shared))
    assert len(desk.waiting(TODAY)) == 1
    assert desk.answer(waiting.reference, Answer(verdict="approve", by="Lee", on=TODAY)).state == "done"
    assert paid_back(shared) == Decimal("57.95")


@pytest.mark.postgres
def test_two_approvers_at_once_have_one_effect(shared: Parts) -> None:
    waiting = put_before_a_person(shared)

    def approve(by: str) -> str:
        desk = desk_of(shared.settings.home, url_of(shared))
        try:
            return str(desk.answer(waiting.reference, Answer(verdict="approve", by=by, on=TODAY)).state)
        except InputError as error:
            return str(error)

    with ThreadPoolExecutor(3) as pool:
        ends = list(pool.map(approve, ["Kim", "Lee", "Ana"]))
    assert sorted(end == "done" for end in ends) == [False, False, True]
    assert paid_back(shared) == Decimal("57.95")


@pytest.mark.postgres
def test_approval_that_nobody_gave_in_time_is_closed(shared: Parts) -> None:
    waiting = put_before_a_person(shared)
    desk = desk_of(shared.settings.home, url_of(shared))
    assert desk.waiting(waiting.expires_on + timedelta(days=1)) == ()
    found = desk.find(waiting.reference)
    assert found is not None
    assert found.state == "expired"


@pytest.mark.postgres
def test_forgotten_customer_is_gone_from_every_table_and_others_stay(shared: Parts, postgres: Postgres) -> None:
    put_before_a_person(shared)
    agent = agent_of(shared)
    agent.ask("ORD-99107, 97205", conversation_id="proved")
    agent.ask("Is ORD-99181 mine, too?", conversation_id="others", customer_id="C-1001")
    agent.close()
    assert "C-1006" in everything(postgres, url_of(shared))
    found = open_forgetter(shared.settings).forget("C-1006")
    assert found.proved
    assert {"ledger on the server", "orders on the server", "approvals on the server"} <= {
        store.store for store in found.stores if store.erased
    }
    held = everything(postgres, url_of(shared))
    assert [mark for mark in ("C-1006", ABOVE_THE_LIMIT) if mark in held] == []
    assert "ORD-99107" in held
    assert open_forgetter(shared.settings).forget("C-1006").proved


@pytest.mark.postgres
def test_what_others_wrote_of_a_forgotten_customer_is_mended_in_the_services_tables(
    shared: Parts, tmp_path: Path, url: str
) -> None:
    service = small_service(tmp_path / "service", url=url)
    service.take(message(f"Is {ABOVE_THE_LIMIT} mine, too?", conversation_id="others", customer_id="C-1001"))
    found = open_forgetter(shared.settings).forget("C-1006")
    assert found.proved
    assert {one.store: one.erased for one in found.stores}["service on the server"] == 1
    with service.database.reading() as connection:
        (kept,) = connection.execute(select(MESSAGES.c.envelope)).scalars()
    assert (ABOVE_THE_LIMIT in kept, "Is [erased] mine, too?" in kept) == (False, True)
    service.database.close()


@pytest.mark.postgres
@pytest.mark.parametrize("where", ["messages", "checkpoints"])
def test_what_is_left_in_the_services_tables_and_in_conversations_is_not_called_gone(
    shared: Parts, postgres: Postgres, tmp_path: Path, url: str, where: str
) -> None:
    service = small_service(tmp_path / "service", url=url)
    service.take(message("Hello", conversation_id="others", customer_id="C-1001"))
    service.database.close()
    agent = agent_of(shared)
    agent.ask("Hello", conversation_id="others", customer_id="C-1001")
    agent.close()
    base = url.rpartition("application_name=")[2]
    column = {"messages": "turn_id", "checkpoints": "thread_id"}[where]
    found = open_forgetter(shared.settings)
    subject = found.subject_of("C-1006")
    before = {store.name: store.left(subject) for store in found.stores}
    postgres.execute(f"update {base}.{where} set {column} = 'of C-1006'")
    after = {store.name: store.left(subject) for store in found.stores}
    store = {"messages": "service on the server", "checkpoints": "conversations on the server"}[where]
    assert after == {**before, store: 1}


@pytest.mark.postgres
def test_row_that_is_left_on_the_server_is_found_and_not_called_gone(shared: Parts, postgres: Postgres) -> None:
    agent = agent_of(shared)
    agent.ask("Hello", conversation_id="c", customer_id="C-1001")
    agent.close()
    (schema,) = [name for name in schemas(postgres, url_of(shared)) if name.endswith("_ledger")]
    kept = json.dumps({"said": 'I am "Siobhán O\'Neil"'})  # in which both quotes and a letter are written otherwise
    with shared.orders.changing() as changes:
        sql = "update customers set body = replace(body, ?, ?) where customer_id = 'C-1006'"
        changes.db.execute(sql, (shared.orders.customer("C-1006").name, "Siobhán O'Neil"))  # type: ignore[union-attr]
    quoted = kept.replace("'", "''")
    postgres.execute(f"alter table {schema}.turns add column kept text default '{quoted}'")
    found = open_forgetter(shared.settings).forget("C-1006")
    assert (found.proved, found.left) == (False, 1)


def schemas(postgres: Postgres, url: str) -> list[str]:
    base = url.rpartition("application_name=")[2]
    rows = postgres.execute(f"select nspname from pg_namespace where nspname = '{base}' or nspname like '{base}\\_%'")
    return [row[0] for row in rows]


def everything(postgres: Postgres, url: str) -> str:
    """Every row of every table of a shop, read without the code that is tested."""
    tables = [
        f"{schema}.{table}"
        for schema in schemas(postgres, url)
        for (table,) in postgres.execute(f"select tablename from pg_tables where schemaname = '{schema}'")
    ]
    return "".join(str(postgres.execute(f"select * from {table}")) for table in tables)


@pytest.mark.postgres
def test_commands_read_and_write_the_server_that_the_settings_name(shared: Parts, url: str) -> None:
    named = {"SUPPORT_SERVICE__DATABASE_URL": url}
    home = shared.settings.home
    assert "2 orders" not in run(home, "orders", "show", "ORD-99107", **named).output
    assert "ORD-99107 of customer C-1001" in run(home, "orders", "show", "ORD-99107", **named).output
    assert "unchanged" in run(home, "orders", "load", str(orders_file()), **named).output
    written = run(home, "memory", "set", "C-1001", "preferred_language", "de", **named)
    assert "preferred_language of C-1001: version 1, de" in written.output
    doctor = run(home, "doctor", **named).output
    assert "on the PostgreSQL server" in doctor
    assert not is_empty(shared.settings)
    agent = agent_of(shared)
    agent.ask("Was ORD-99107 delivered?", conversation_id="c", customer_id="C-1001", turn_id="t1", use_knowledge=False)
    agent.close()
    assert "ORD-99107" in run(home, "trace", "t1", **named).output
    assert run(home, "replay", "t1", **named).exit_code == 0, "the same order answers it again"
    gone = run(home, "forget", "C-1001", "--yes", **named).output
    assert "nothing is left in any file of the data folder, or on the server" in " ".join(gone.split())


@pytest.mark.postgres
def test_sample_is_not_loaded_over_a_shop_of_ones_own(shared: Parts) -> None:
    maria = shared.orders.customer("C-1001")
    assert maria is not None
    with shared.orders.changing() as changes:
        body = maria.model_copy(update={"name": "Somebody Else"}).model_dump_json()
        changes.db.execute("update customers set body = ? where customer_id = 'C-1001'", (body,))
    (shared.settings.home / SAMPLE_BEGUN).touch()
    open_for_turns(shared.settings)
    kept = shared.orders.customer("C-1001")
    assert kept is not None
    assert kept.name == "Somebody Else"


def test_server_that_is_away_is_told_in_words_without_its_password(tmp_path: Path) -> None:
    away = {"SUPPORT_SERVICE__DATABASE_URL": "postgresql+psycopg://support:secret-word@127.0.0.1:9/shop"}
    told = run(tmp_path, "orders", "show", "ORD-1", **away)
    assert isinstance(told.exception, OrderStoreError)
    assert "cannot be used" in str(told.exception)
    assert "secret-word" not in f"{told.exception} {told.output}"
