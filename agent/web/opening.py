"""Opening the parts of the service that the settings name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from agent.errors import SettingsError
from agent.settings import Settings
from agent.web.database import WORK_WAIT_S, Database, open_database
from agent.web.handoffs import Handoffs
from agent.web.helpdesks.contract import Helpdesk
from agent.web.helpdesks.opening import open_helpdesk
from agent.web.inbox import Inbox
from agent.web.intake import DeliveryTaker
from agent.web.leases import Leases
from agent.web.outbox import Outbox
from agent.web.planning import Answerer, Planner
from agent.web.rates import open_rates
from agent.web.sending import Sender
from agent.web.worker import Worker


@dataclass(frozen=True)
class Service:
    """What the processes of a service share: the database, and the helpdesks by name."""

    settings: Settings
    database: Database
    helpdesks: Mapping[str, Helpdesk]

    @property
    def inbox(self) -> Inbox:
        """What came in."""
        return Inbox(self.database, self.settings.service.quiet_s)

    @property
    def taker(self) -> DeliveryTaker:
        """Takes deliveries; it counts rates, so one is kept.

        Raises:
            SettingsError: a rate is not written as one.
        """
        service = self.settings.service
        try:
            rates = open_rates(service.rate_per_helpdesk, service.rate_per_sender)
        except ValueError as error:
            raise SettingsError(f"service.rate_per_helpdesk or .rate_per_sender: {error}. Write 60/minute.") from error
        return DeliveryTaker(self.helpdesks, self.inbox, rates)

    def worker(self, answerer: Answerer, name: str) -> Worker:
        """One worker, with a name that no other has."""
        service, outbox = self.settings.service, Outbox()
        leases = Leases(self.database, name, service.lease_s)
        planner = Planner(answerer, service.most_replies)
        handoffs = Handoffs(self.database)
        sender = Sender(self.inbox, outbox, leases, handoffs)
        return Worker(self.helpdesks, self.inbox, outbox, leases, planner, sender, handoffs)


def open_service(settings: Settings, wait_s: float = WORK_WAIT_S) -> Service:
    """The service of these settings; its tables are brought up to date, and writes wait `wait_s` for one another.

    Raises:
        SettingsError: no helpdesk is set.
        StoreError: the database cannot be used, or a newer version wrote it.
    """
    if not settings.helpdesks:
        raise SettingsError(
            "No helpdesk is set: wanted a section such as [helpdesks.shop] with its `kind`, `secrets` and `send_url` in "
            "support.toml. The README shows one for each helpdesk."
        )
    url = settings.service.database_url
    database = open_database(settings.home, url.get_secret_value() if url else None, wait_s)
    desks = {name: open_helpdesk(name, one, _now) for name, one in settings.helpdesks.items()}
    return Service(settings, database, desks)


def _now() -> datetime:
    return datetime.now(UTC)
