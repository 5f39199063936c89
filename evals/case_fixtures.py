"""What only the shop of a case shows to be wrong: files that are missing, customers and orders that nobody has, settings
that there are not."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from agent.case_marks import mark_of
from agent.case_problems import explained, nearest
from agent.case_types import Case, OrderFixture, ShopFixture
from agent.cases import ReadCase
from agent.settings import Settings
from evals.case_shops import CaseShop, people_of, settings_of_case, shop_of_case
from knowledge.articles import SUFFIXES
from knowledge.errors import KnowledgeError
from knowledge.order_files import OrderFile
from knowledge.order_types import Order
from policies.rules import load_rules

REFUNDED = "refunded"
"""Of an order at the end, besides its fields: the sum of its refunds."""
FEW = 6
"""Known ids that are named where none is near."""


def with_paths(found: ReadCase) -> ReadCase:
    """The case with its files named from here, each taken from beside the file that names it.

    Raises:
        InputError: a file is missing, with the place that names it.
    """
    shop = found.case.shop
    update: dict[str, Any] = {}
    for key in ("articles", "orders", "policy", "rules"):
        named = getattr(shop, key)
        if isinstance(named, str) and "\n" not in named:
            update[key] = _file(found, named, ("shop", key), folder=key == "articles")
    case = found.case.model_copy(update={"shop": shop.model_copy(update=update)})
    if isinstance(case.drafter, str) and case.drafter.startswith("scripted:"):
        script = _file(found, case.drafter.removeprefix("scripted:"), ("drafter",))
        case = case.model_copy(update={"drafter": f"scripted:{script}"})
    return ReadCase(case, found.tree)


def named_files(case: Case) -> Iterator[Path]:
    """The files that a case names, and that are therefore no cases."""
    for named in (case.shop.orders, case.shop.policy, case.shop.rules):
        if isinstance(named, str) and "\n" not in named:
            yield Path(named)
    if isinstance(case.drafter, str) and case.drafter.startswith("scripted:"):
        yield Path(case.drafter.removeprefix("scripted:"))


def checked(found: ReadCase, settings: Settings) -> CaseShop:
    """The shop of a case, which has all that the case speaks of.

    Raises:
        InputError: it has not, with the place.
    """
    _settings(found, settings)
    _article_names(found)
    shop = _shop(found)
    _people(found, shop.people)
    _order_fields(found)
    _articles(found, [str(Path(name).with_suffix("").as_posix()) for name in shop.articles])
    if found.case.shop.rules is not None and "\n" not in found.case.shop.rules:
        load_rules(Path(found.case.shop.rules))
    return shop


def _file(found: ReadCase, named: str, loc: tuple[str, ...], *, folder: bool = False) -> str:
    at = mark_of(found.tree, loc) or found.at
    path = at.file.parent / named
    if path.is_dir() if folder else path.is_file():
        return str(path)
    beside = [one.name for one in path.parent.glob("*")] if path.parent.is_dir() else []
    hint = f" {nearest(path.name, beside)}" if beside else ""
    raise at.problem(
        f"{'.'.join(loc)}: found no {'folder' if folder else 'file'} {str(path)!r}, wanted one that is there.{hint}"
    )


def _settings(found: ReadCase, settings: Settings) -> None:
    try:
        settings_of_case(settings, found.case)
    except ValidationError as error:
        raise explained(error, found.tree, Settings, ("shop", "settings")) from error


def _article_names(found: ReadCase) -> None:
    if isinstance(found.case.shop.articles, str):
        return
    for name in found.case.shop.articles:
        path = Path(name)
        if path.suffix not in SUFFIXES or path.is_absolute() or ".." in path.parts:
            at = mark_of(found.tree, ("shop", "articles", name), key=True) or found.at
            raise at.problem(f"found the article {name!r}, wanted a file name with one of {', '.join(SUFFIXES)}.")


def _shop(found: ReadCase) -> CaseShop:
    shop, loc = found.case.shop, ("shop", "orders")
    try:
        if isinstance(shop.orders, OrderFixture):
            _changed_orders(found, shop, shop.orders)
        return shop_of_case(found.case)
    except KnowledgeError as error:
        raise (mark_of(found.tree, loc) or found.at).problem(str(error)) from error


def _changed_orders(found: ReadCase, shop: ShopFixture, orders: OrderFixture) -> None:
    unchanged = shop.model_copy(update={"orders": orders.model_copy(update={"change": {}})})
    known = [one.order_id for one in people_of(unchanged).orders]
    for order_id in orders.change:
        _known(found, ("shop", "orders", "change", order_id), order_id, known, key=True)
    try:
        people_of(shop)
    except ValidationError as error:
        changed = ("shop", "orders", "change", known[int(error.errors()[0]["loc"][1])])
        raise explained(error, found.tree, Order, changed, within=2) from error


def _people(found: ReadCase, people: OrderFile) -> None:
    customers = [one.customer_id for one in people.customers]
    orders = [one.order_id for one in people.orders]
    if found.case.customer is not None:
        _known(found, ("customer",), found.case.customer, customers)
    for number, turn in enumerate(found.case.turns):
        if turn.customer is not None:
            _known(found, ("turns", number, "customer"), turn.customer, customers)
    for order in people.orders:
        if order.customer_id not in customers:
            raise found.at.problem(
                f"found order {order.order_id} of the customer {order.customer_id!r}, whom the shop does not have. "
                f"{nearest(order.customer_id, customers)}"
            )
    if found.case.finally_ is None:
        return
    for order_id in found.case.finally_.orders:
        _known(found, ("finally", "orders", order_id), order_id, orders, key=True)
    shapes = {_shape(one) for one in customers}
    for number, named in enumerate(found.case.finally_.no_leak):
        if _shape(named) in shapes:  # a text that looks like a customer's id is one, or a slip that would find nothing
            _known(found, ("finally", "no_leak", number), named, customers)


def _shape(named: str) -> str:
    return re.sub(r"\d+", "0", named)


def _known(found: ReadCase, loc: tuple[Any, ...], named: str, known: Collection[str], *, key: bool = False) -> None:
    if named not in known:
        at = mark_of(found.tree, loc, key=key) or found.at
        path = ".".join(map(str, loc))
        raise at.problem(f"{path}: found {named!r}, wanted one that the shop of the case has. {_few(named, known)}")


def _few(named: str, known: Collection[str]) -> str:
    """A hint at the nearest, or at some of many."""
    some = sorted(known)[:FEW]
    hint = nearest(named, known)
    return hint if hint.startswith("Did") or len(known) <= FEW else f"Known are, for example, {', '.join(some)}."


def _order_fields(found: ReadCase) -> None:
    for order_id, fields in found.case.finally_.orders.items() if found.case.finally_ else ():
        for field in fields:
            first = field.split(".")[0]
            known = [*Order.model_fields, REFUNDED]
            if first not in known:
                at = mark_of(found.tree, ("finally", "orders", order_id, field), key=True) or found.at
                raise at.problem(
                    f"finally.orders.{order_id}: found the unknown field {field!r}. {nearest(first, known)}"
                )


def _articles(found: ReadCase, known: Collection[str]) -> None:
    """Articles that replies are expected to cite are there."""
    for number, turn in enumerate(found.case.turns):
        for key in ("cites", "retrieved") if turn.expect else ():
            for text in getattr(turn.expect, key):
                article = re.split(r" › |#", text)[0]
                if article not in known:
                    at = mark_of(found.tree, ("turns", number, "expect", key)) or found.at
                    raise at.problem(
                        f"turns.{number}.expect.{key}: found no article {article!r}. {nearest(article, known)}"
                    )
