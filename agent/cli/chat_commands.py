"""The commands of a chat: one function each, in one table with what they do and how their argument is completed."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from agent.cli.chat_views import View, aside, claims_view, context_view, order_view, orders_view
from agent.errors import InputError

if TYPE_CHECKING:
    from agent.cli.chat_session import ChatSession

NOBODY = "Nobody is verified, so no orders are shown. Run /customer ID first."


@dataclass(frozen=True)
class Command:
    """What stands behind a word with a slash."""

    name: str
    argument: str
    """As the help writes it; empty where it takes none."""
    does: str
    run: Callable[[ChatSession, str], View | None]
    """Given the argument, empty where there is none; raises InputError for one that cannot be used."""
    choices: Callable[[ChatSession], Iterable[str]] = lambda session: ()
    """What the argument may be, for completion."""


def command_named(name: str) -> Command:
    """The command of this name.

    Raises:
        InputError: there is none; the nearest is named.
    """
    found = COMMANDS.get(name)
    if found is not None:
        return found
    near = difflib.get_close_matches(name[1:], [known[1:] for known in COMMANDS], n=1, cutoff=0.6)
    meant = f" Did you mean /{near[0]}?" if near else ""
    raise InputError(
        f"There is no command {name}.{meant} /help lists them; a message that begins with a slash is written with two."
    )


def _why(session: ChatSession, argument: str) -> View:
    return claims_view(session.turn(argument))


def _context(session: ChatSession, argument: str) -> View:
    return context_view(session.turn(argument))


def _orders(session: ChatSession, argument: str) -> View:
    if session.customer_id is None:
        raise InputError(NOBODY)
    from knowledge.orders import normalise_order_id

    found = session.parts.orders.orders_of(session.customer_id)
    if argument:
        wanted = normalise_order_id(argument)
        one = next((order for order in found if order.order_id == wanted), None)
        if one is None:
            raise InputError(f"{session.customer_id} has no order {wanted!r}. /orders lists what there is.")
        return order_view(one)
    return orders_view(found) if found else aside(f"{session.customer_id} has no orders.", orders=[])


def _customer(session: ChatSession, argument: str) -> View:
    from agent.cli.opening import known_customer

    session.begin_anew(known_customer(session.parts, argument or None))
    who = session.customer_id or "nobody"
    return aside(f"Verified customer: {who}. A new conversation begins.", customer_id=session.customer_id)


def _kb(session: ChatSession, argument: str) -> View:
    if argument not in ("", "on", "off"):
        raise InputError(f"Found {argument!r}, wanted /kb on or /kb off.")
    if argument:
        session.use_knowledge = argument == "on"
    return aside(f"The help articles are {'on' if session.use_knowledge else 'off'}.", articles=session.use_knowledge)


def _trace(session: ChatSession, argument: str) -> View:
    from agent.trace_view import TraceView

    turn = session.parts.ledger.turn(argument) if argument else session.turn()
    return View(lambda width: TraceView(width).lines(turn), {"turn": turn.model_dump(mode="json")})


def _export(session: ChatSession, argument: str) -> View:
    from agent.cli.chat_export import export

    session.turn()
    file = export(session.conversation_id, session.turns, argument)
    return aside(f"{file} holds {len(session.turns)} turns.", file=str(file), turns=len(session.turns))


def _memory(session: ChatSession, argument: str) -> View:
    from agent.cli.chat_stores import memory_view

    if session.customer_id is None:
        raise InputError("Nobody is verified, so nothing is remembered. Run /customer ID first.")
    return memory_view(session.parts, session.customer_id)


def _approvals(session: ChatSession, argument: str) -> View:
    from agent.cli.chat_stores import approvals_view

    return approvals_view(session.parts, date.today())


def _reset(session: ChatSession, argument: str) -> View:
    session.begin_anew(session.customer_id)
    return aside("A new conversation begins.", conversation_id=session.conversation_id)


def _help(session: ChatSession, argument: str) -> View:
    from agent.cli.chat_sheet import Sheet

    named = [command_named(f"/{argument.removeprefix('/')}")] if argument else COMMANDS.values()
    rows = tuple((f"{one.name} {one.argument}".rstrip(), one.does) for one in named)
    data = {"commands": [{"name": one.name, "argument": one.argument, "does": one.does} for one in named]}
    return View(Sheet(("command", "does"), rows).lines, data)


def _quit(session: ChatSession, argument: str) -> None:
    session.left = True


def _recent(session: ChatSession) -> Iterable[str]:
    return (str(row["turn_id"]) for row in session.parts.ledger.recent(20))


def _own_orders(session: ChatSession) -> Iterable[str]:
    return (order.order_id for order in session.parts.orders.orders_of(session.customer_id or ""))


def _files(session: ChatSession) -> Iterable[str]:
    return (f"{session.conversation_id}{suffix}" for suffix in (".md", ".json"))


COMMANDS: dict[str, Command] = {
    one.name: one
    for one in (
        Command("/why", "[N]", "why the last reply, or reply N, says what it says: claims and evidence", _why),
        Command("/context", "[N]", "what the drafter was shown, the budget, and what was dropped", _context),
        Command("/orders", "[ID]", "the orders of the verified customer, or one of them in full", _orders, _own_orders),
        Command(
            "/customer",
            "[ID]",
            "verify a customer; without an id, nobody. A new conversation begins",
            _customer,
            lambda session: session.parts.orders.customer_ids(),
        ),
        Command("/kb", "on|off", "use the help articles, or leave them out", _kb, lambda session: ("on", "off")),
        Command("/trace", "[TURN]", "all of the last turn, or of a turn of the ledger", _trace, _recent),
        Command(
            "/export",
            "[FILE]",
            "write this conversation as Markdown or JSON, by the name's suffix; FILE! overwrites",
            _export,
            _files,
        ),
        Command("/memory", "", "what is remembered of the verified customer", _memory),
        Command("/approvals", "", "what waits for a person to decide, of any customer", _approvals),
        Command("/reset", "", "begin a new conversation", _reset),
        Command("/help", "[COMMAND]", "these commands, or one of them", _help, lambda session: COMMANDS),
        Command("/quit", "", "leave; so does Ctrl-D", _quit),
    )
}


def completions(session: ChatSession, text: str) -> list[tuple[str, int]]:
    """What a line may go on with: words, and how many characters of the line each replaces.

    A command after a slash, its argument after that, and anywhere else the customer's orders.
    """
    name, blank, rest = text.partition(" ")
    if text.startswith("//") or not text.startswith("/"):
        word = text.rsplit(maxsplit=1)[-1] if text and not text[-1].isspace() else ""
        known: Iterable[str] = _own_orders(session) if len(word) > 1 and session.desk.is_open else ()
    elif not blank:
        word, known = name, COMMANDS
    else:
        word = rest.lstrip()
        known = COMMANDS[name].choices(session) if name in COMMANDS and session.desk.is_open else ()
    return [(one, len(word)) for one in known if one.casefold().startswith(word.casefold())]
