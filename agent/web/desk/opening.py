"""Opening the page that the settings name."""

from __future__ import annotations

import time
from datetime import date
from typing import TYPE_CHECKING

from agent.actions.opening import open_approvals
from agent.errors import SettingsError
from agent.ledger import Ledger
from agent.stores import stores_of
from agent.web.database import Database
from agent.web.desk.approving import Approvals
from agent.web.desk.conversation import Conversations
from agent.web.desk.door import Door
from agent.web.desk.ended_sessions import EndedSessions
from agent.web.desk.keys import signing_key
from agent.web.desk.logins import open_logins
from agent.web.desk.queue import Queue
from agent.web.desk.queue_page import QueuePage
from agent.web.desk.rendering import Pages
from agent.web.desk.replies import PersonReplies
from agent.web.desk.routes import Desk
from agent.web.desk.sessions import Sessions
from agent.web.desk.signing_in import SigningIn
from agent.web.desk.summaries import Summaries
from agent.web.desk.turn_page import TurnPage
from agent.web.handoffs import Handoffs
from policies.gatekeeper import Gatekeeper
from policies.rules import load_rules

if TYPE_CHECKING:
    from agent.settings import Settings


def open_desk(settings: Settings, database: Database) -> Desk | None:
    """The page of a service; None where no password is set.

    Raises:
        SettingsError: the password is empty, or the key cannot be read.
        StoreError: no key can be made.
        PolicyError: the rules cannot be read.
    """
    service = settings.service
    if service.desk_password is None:
        return None
    password = _password(service.desk_password.get_secret_value())
    key = signing_key(settings.home, service.desk_secret)
    door = Door(Sessions(key, password, EndedSessions(database)), Pages())
    handoffs, ledger = Handoffs(database), stores_of(settings).ledger
    queue = QueuePage(door, Queue(handoffs, Summaries(ledger)), time.time)
    turn = TurnPage(door, _conversations(settings, handoffs, ledger), time.time)
    return Desk(door, SigningIn(door, open_logins(password)), queue, turn)


def _conversations(settings: Settings, handoffs: Handoffs, ledger: Ledger) -> Conversations:
    gatekeeper = Gatekeeper(load_rules(settings.policies.rules))
    stores = stores_of(settings)
    approvals = Approvals(open_approvals(stores, settings.actions, gatekeeper, stores.orders), date.today)
    return Conversations(handoffs, ledger.recorded, ledger.before, approvals, PersonReplies(handoffs))


def _password(password: str) -> str:
    if not password.strip():
        raise SettingsError(
            "service.desk_password is empty: wanted a password for the people who take over. Set one, or take the line out "
            "to have no page."
        )
    return password
