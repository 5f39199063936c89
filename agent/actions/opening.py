"""Opening the parts of the actions that the settings name."""

from __future__ import annotations

from agent.actions.acting import ActionDesk
from agent.actions.action_book import ActionBook
from agent.actions.approval_desk import ApprovalDesk
from agent.actions.gateway import OrderGateway
from agent.actions.http_gateway import HttpGateway
from agent.actions.settings import ActionSettings
from agent.actions.settling import ApprovalSettler
from agent.actions.sqlite_gateway import SqliteGateway
from agent.stores import Stores
from knowledge.orders import OrderStore
from policies.gatekeeper import Gatekeeper


def open_gateway(settings: ActionSettings, orders: OrderStore) -> OrderGateway:
    """The gateway that the settings name."""
    if settings.gateway == "sqlite":
        return SqliteGateway(orders)
    return HttpGateway(
        orders,
        settings.url or "",
        token=settings.token,
        secret=settings.secret,
        timeout_s=settings.timeout_s,
        lookups=settings.lookups,
        lookup_pause_s=settings.lookup_pause_s,
    )


def open_book(stores: Stores) -> ActionBook:
    """The approvals and announcements."""
    return ActionBook(stores.place("actions"), stores.files)


def open_approvals(
    stores: Stores, settings: ActionSettings, gatekeeper: Gatekeeper, orders: OrderStore
) -> ApprovalDesk:
    """Where people decide."""
    settler = ApprovalSettler(gatekeeper, orders.orders_of, open_gateway(settings, orders))
    return ApprovalDesk(stores, open_book(stores), settler, settings.approval_days)


def open_actions(stores: Stores, settings: ActionSettings, gatekeeper: Gatekeeper, orders: OrderStore) -> ActionDesk:
    """Where actions are taken from a wish to a record."""
    approvals = open_approvals(stores, settings, gatekeeper, orders)
    return ActionDesk(gatekeeper, orders.orders_of, approvals.settler.gateway, approvals, settings.confirm_days)
