"""Which Chroma server holds the vectors of a state, and under which name; of a state without a note they are in its folder.

The note stands in the state, so that a state tells by itself where all of it is: it is opened, rolled back to and deleted
whatever the settings say now. Every machine has to reach the server under the same address.
"""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

from pydantic import ValidationError

from knowledge.errors import CorruptIndexError
from knowledge.types import Value

NOTE = "server.json"


class ServerPlace(Value):
    """A collection on a server."""

    url: str
    """`http://host:port`."""
    collection: str
    """No other state has it, be it of another index."""


def new_place(folder: Path, url: str) -> ServerPlace:
    """Note a place in a new folder of vectors, before anything is there: so it is cleared away after a kill, too."""
    place = ServerPlace(url=url, collection=f"passages-{uuid4().hex}")
    folder.mkdir(parents=True)
    (folder / NOTE).write_text(place.model_dump_json(), encoding="utf-8")
    return place


def place_of(folder: Path) -> ServerPlace | None:
    """Where the vectors of a folder are; None where they are in it.

    Raises:
        CorruptIndexError: the note cannot be read.
    """
    try:
        return ServerPlace.model_validate_json((folder / NOTE).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValidationError) as error:
        raise CorruptIndexError(
            f"{folder / NOTE} cannot be read ({type(error).__name__}). Run `support kb sync --rebuild DIR`."
        ) from error
