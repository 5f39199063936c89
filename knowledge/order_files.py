"""Reading order files: our own format, and the retail orders of tau-bench."""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from knowledge.errors import OrderFileError
from knowledge.order_ids import find_order_ids
from knowledge.order_types import Address, Customer, Order, OrderItem, Payment
from knowledge.tau_bench import TauOrder, TauUser, customer_fields, is_tau_orders, order_fields_of
from knowledge.types import Value

FORMAT = "grounded-support/orders@1"

_ACCEPTED = (
    f'one of two formats: a JSON object with "format": "{FORMAT}", '
    "or the orders.json of tau-bench retail with its users.json beside it"
)
_FIELD_NAMES = {name for model in (Address, Customer, Order, OrderItem, Payment) for name in model.model_fields} | {
    "format",
    "customers",
    "orders",
}


class OrderFile(Value):
    """Everything an order file holds, checked: ids are unique and every order has its customer."""

    format: Literal["grounded-support/orders@1"] = "grounded-support/orders@1"
    customers: tuple[Customer, ...]
    orders: tuple[Order, ...]


def read_order_file(path: Path) -> OrderFile:
    """Read an order file, whichever of the two formats it has; a folder stands for the `orders.json` in it.

    Raises:
        OrderFileError: the file cannot be read or holds something else; names file, order and field.
    """
    path = path / "orders.json" if path.is_dir() else path
    raw = _parse(path)
    if isinstance(raw, dict) and raw.get("format") == FORMAT:
        file = _own_file(path, raw)
    elif is_tau_orders(raw):
        file = _tau_file(path)
    else:
        raise _problem(path, "", _brief(raw), _ACCEPTED)
    _check_ids(path, file)
    return file


def _own_file(path: Path, raw: dict[str, Any]) -> OrderFile:
    try:
        file = OrderFile.model_validate(raw)
    except ValidationError as error:
        raise _explained(path, error, raw) from error
    for order in file.orders:
        if order.placed_on is None:
            raise _problem(path, f"order {order.order_id}, field placed_on", "nothing", "a date such as 2026-11-21")
    return file


def _tau_file(path: Path) -> OrderFile:
    users_path = path.with_name("users.json")
    users, orders = _parse(users_path, Decimal), _parse(path, Decimal)
    if not isinstance(users, dict):
        raise _problem(users_path, "", _brief(users), "a JSON object of users keyed by their id")
    customers = [customer_fields(key, _tau_user(users_path, key, user)) for key, user in users.items()]
    raw = {"customers": customers, "orders": [_tau_order(path, key, order) for key, order in orders.items()]}
    try:
        return OrderFile.model_validate(raw)
    except ValidationError as error:
        raise _explained(path, error, raw) from error


def _tau_order(path: Path, key: str, raw: object) -> dict[str, Any]:
    try:
        return order_fields_of(TauOrder.model_validate(raw))
    except ValidationError as error:
        raise _explained(path, error, {"order_id": key}) from error


def _tau_user(path: Path, key: str, raw: object) -> TauUser:
    try:
        return TauUser.model_validate(raw)
    except ValidationError as error:
        raise _explained(path, error, {"customer_id": key}) from error


def _parse(path: Path, number: type[float] | type[Decimal] = float) -> Any:
    try:
        text = path.read_text("utf-8-sig")
        return json.loads(text, parse_float=number, object_pairs_hook=_unique_keys)
    except FileNotFoundError as error:
        raise _problem(path, "", "no such file", _ACCEPTED) from error
    except (OSError, ValueError, RecursionError) as error:
        raise _problem(path, "", f"a file that cannot be read ({error})", "valid JSON in UTF-8") from error


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for key, count in Counter(key for key, _ in pairs).items():
        if count > 1:
            raise ValueError(f"the key {key!r} stands {count} times in one object")
    return dict(pairs)


def _check_ids(path: Path, file: OrderFile) -> None:
    customers = [customer.customer_id for customer in file.customers]
    for twice in _repeated(customers):
        raise _problem(path, f"customer {twice}, field customer_id", "the same id twice", "one entry a customer")
    for twice in _repeated(order.order_id for order in file.orders):
        raise _problem(path, f"order {twice}, field order_id", "the same id twice", "one entry an order")
    known = set(customers)
    for order in file.orders:
        if find_order_ids(order.order_id) != (order.order_id,):
            wanted = "an id that can be recognised in what customers write: ORD- and 1 to 12 digits, or #W and 5 to 12"
            raise _problem(path, f"order {order.order_id}, field order_id", repr(order.order_id), wanted)
        if order.customer_id not in known:
            where = f"order {order.order_id}, field customer_id"
            raise _problem(path, where, repr(order.customer_id), "the id of a customer in the same file")


def _repeated(ids: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(ids).items() if count > 1]


def _explained(path: Path, error: ValidationError, raw: dict[str, Any]) -> OrderFileError:
    """Turn pydantic's first complaint into one line that names the record, the field and what was wanted."""
    first = error.errors()[0]
    record, rest = raw, first["loc"]
    if len(rest) > 1 and rest[0] in ("customers", "orders"):
        entry = raw[str(rest[0])][rest[1]]
        record, rest = (entry if isinstance(entry, dict) else {}), rest[2:]
    field, found, wanted = _complaint(first, rest)
    return _problem(
        path, ", ".join(part for part in (_name(record), field and f"field {field}") if part), found, wanted
    )


def _complaint(first: ErrorDetails, loc: tuple[int | str, ...]) -> tuple[str, str, str]:
    """Return field, found, wanted. Lines of an order count from 1, as in the order's fields."""
    field = ".".join(str(part + 1 if isinstance(part, int) else part) for part in loc)
    context = first.get("ctx", {})
    if first["type"] == "order_dates":
        return context["field"], context["found"], context["wanted"]
    if first["type"] == "missing":
        return field, "nothing", "a value"
    if first["type"] == "extra_forbidden":
        near = difflib.get_close_matches(str(loc[-1]), _FIELD_NAMES, n=1)
        return field, "an unknown field", f"perhaps {near[0]}" if near else "no such field"
    wanted = context.get("expected") or context.get("error") or first["msg"].lower()
    return field, _brief(first["input"]), str(wanted)


def _name(record: dict[str, Any]) -> str:
    for kind in ("order", "customer"):
        if name := record.get(f"{kind}_id"):
            return f"{kind} {name}"
    return ""


def _brief(value: object) -> str:
    if isinstance(value, dict):
        return f"an object with the keys {', '.join(map(str, list(value)[:4]))}" if value else "an empty object"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _problem(path: Path, where: str, found: str, wanted: str) -> OrderFileError:
    place = f"{path}: {where}: " if where else f"{path}: "
    return OrderFileError(
        f"{place}found {found}, wanted {wanted}. Correct the file, then run `support orders load {path}`."
    )
