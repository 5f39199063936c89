"""Where the states of conversations are: LangGraph's savers, opened, looked after, and erased from."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from agent.checkpoint_keeping import FileKeeper, Keeper
from agent.checkpoint_server import ServerKeeper, open_server_checkpoints
from agent.errors import StoreError

if TYPE_CHECKING:
    from langgraph.checkpoint.postgres import PostgresSaver
    from langgraph.checkpoint.sqlite import SqliteSaver

SETUP_SECONDS = 30
"""How long a process waits for another one that makes the same file ready."""

Saver: TypeAlias = "SqliteSaver | PostgresSaver"
"""LangGraph's, in a file or on a server."""


def open_checkpoints(path: Path) -> SqliteSaver:
    """LangGraph's SQLite saver in a file of its own; plain types only, nothing is unpickled.

    Raises:
        StoreError: the file is damaged, or no database.
    """
    from filelock import FileLock
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
    from langgraph.checkpoint.sqlite import SqliteSaver

    connection = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, check_same_thread=False, timeout=10)
        # Without a forced write for every stage: a killed process loses nothing by it, only a power cut may.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten, not only unlinked
        saver = SqliteSaver(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        with FileLock(path.parent / f".{path.name}.lock", timeout=SETUP_SECONDS):
            saver.setup()  # switches to WAL, for which SQLite does not wait while another process does the same
    except (sqlite3.Error, OSError) as error:
        if connection is not None:
            connection.close()
        raise StoreError(
            f"The conversations in {path} cannot be used ({error}): wanted a SQLite file that can be written. Move it away "
            "to start without them (the ledger is a file of its own), or name another folder with `--home`."
        ) from error
    return saver


def open_conversations(home: Path, server: str | None) -> Saver:
    """The states of conversations: on the server of a URL as psycopg reads it, else in `checkpoints.db` of the data folder.

    Raises:
        SettingsError: the server's driver is not installed.
        StoreError: the file is damaged, or the server cannot be reached.
    """
    return open_checkpoints(home / "checkpoints.db") if server is None else open_server_checkpoints(server)


def keeper_of(saver: Saver) -> Keeper:
    """What looks after the states of a saver."""
    from langgraph.checkpoint.sqlite import SqliteSaver

    return FileKeeper(saver) if isinstance(saver, SqliteSaver) else ServerKeeper(saver)


def erase_threads(path: Path, is_meant: Callable[[str, str], bool], holding: Callable[[str], Any]) -> int:
    """Delete threads of a checkpoint file, each while it is held, and write the file anew without them.

    `is_meant` is given a thread's id and its newest state as text. Returns the number of threads deleted.
    """
    return _erase_threads(open_checkpoints(path), is_meant, holding) if path.exists() else 0


def erase_server_threads(server: str, is_meant: Callable[[str, str], bool], holding: Callable[[str], Any]) -> int:
    """As `erase_threads`, on the server of a URL as psycopg reads it."""
    return _erase_threads(open_server_checkpoints(server), is_meant, holding)


def count_server_threads(server: str, is_counted: Callable[[str], bool] | None = None) -> int:
    """How many conversations there are on the server of a URL as psycopg reads it, or with a newest state of which this is true.

    Raises:
        StoreError: it cannot be reached.
    """
    saver = open_server_checkpoints(server)
    keeper = keeper_of(saver)
    try:
        threads = keeper.threads()
        return sum(1 for one in threads if is_counted is None or is_counted(f"{one} {_state_of(saver, one)}"))
    finally:
        keeper.close()


def _erase_threads(saver: Saver, is_meant: Callable[[str, str], bool], holding: Callable[[str], Any]) -> int:
    keeper, gone = keeper_of(saver), 0
    try:
        for thread in keeper.threads():
            if is_meant(thread, _state_of(saver, thread)):
                with holding(thread):
                    saver.delete_thread(thread)
                gone += 1
    finally:
        keeper.close()
    return gone


def _state_of(saver: Saver, thread: str) -> str:
    """The newest state of a thread as JSON, in which a word stands as it is said."""
    found = saver.get_tuple({"configurable": {"thread_id": thread}})
    if found is None:
        return ""
    held = (found.checkpoint["channel_values"], found.pending_writes)
    return json.dumps(held, ensure_ascii=False, default=str)
