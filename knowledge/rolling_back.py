"""Going back to an earlier version of the index, and forward again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from knowledge.embedding import Embedder
from knowledge.errors import (
    CorruptIndexError,
    FingerprintMismatchError,
    IndexMissingError,
    IndexWriteError,
    InputError,
)
from knowledge.fingerprint import fingerprint
from knowledge.index import open_state
from knowledge.locking import index_lock
from knowledge.pointer import move_pointer, pointed_name
from knowledge.settings import KnowledgeSettings
from knowledge.types import Value
from knowledge.versions import Version, settle, versions

SHOWN = 10
"""States that a message names."""


class RollbackReport(Value):
    """What a rollback did."""

    before: str | None
    """The state that was current; the one that is now where there was nothing to do."""
    now: Version
    at: str | None
    """When the pointer moved, ISO time in UTC; None where it stood there already."""


@dataclass(frozen=True)
class Rollback:
    """Makes another kept state of the index the current one. No state is written, and none is deleted."""

    index: Path
    embedder: Embedder
    settings: KnowledgeSettings

    def roll_back(self, name: str | None = None) -> RollbackReport:
        """Open and check a state, then move the pointer to it; on any error the pointer stays where it is.

        Args:
            name: a state or the beginning of its name; the one that the current state was made from where None.

        Raises:
            IndexMissingError: nothing was synced.
            InputError: there is no earlier state, or none or several of that name.
            FingerprintMismatchError: the state was built with something else than the settings name.
            CorruptIndexError: a file of the state is missing or damaged.
            IndexWriteError: the disk refused.
        """
        if pointed_name(self.index) is None:
            raise IndexMissingError(
                f"There is no index in {self.index}. Run `support kb sync DIR` with your articles' folder."
            )
        with index_lock(self.index, "support kb rollback"):
            try:
                settle(self.index)
                found = versions(self.index)
                target = self._earlier(found) if name is None else _named(name, found)
                before = pointed_name(self.index)
                if target.name == before:
                    return RollbackReport(before=before, now=target, at=None)
                self._check(target)
                move = move_pointer(self.index, target.name, "rollback")
            except OSError as error:
                raise IndexWriteError(
                    f"The pointer of {self.index} could not be moved ({error.strerror}); the index is as it was. "
                    "Make room or mend the folder's permissions, then run `support kb rollback` again."
                ) from error
            return RollbackReport(before=before, now=target.model_copy(update={"current": True}), at=move.at)

    def _earlier(self, found: Sequence[Version]) -> Version:
        """What the current state was made from, else the newest one that is older."""
        pointed = pointed_name(self.index) or ""
        current = next((version for version in found if version.current), None)
        made_from = [version for version in found if current and version.name == current.made_from]
        older = [version for version in found if version.name < pointed]
        # A pointer that names no whole state: any of them is better than what it points to.
        others = [] if current else found
        if earlier := [*made_from, *older, *others]:
            return earlier[0]
        raise InputError(
            f"{self.index} keeps no state before the current one. {_known(found)} "
            "Wanted one to go back to: a sync that changes something makes one, where `knowledge.kept_states` is 2 or more."
        )

    def _check(self, target: Version) -> None:
        folder = self.index / "states" / target.name
        try:
            state = open_state(folder, fingerprint(self.embedder, self.settings), folder)
            try:
                _ = state.bm25, state.vectors, state.rows
            finally:
                state.close()
        except FingerprintMismatchError as error:
            raise FingerprintMismatchError(_instead(error, "name in the settings what it was built with")) from error
        except CorruptIndexError as error:
            raise CorruptIndexError(_instead(error, "choose another state of `support kb versions`")) from error


def _named(name: str, found: Sequence[Version]) -> Version:
    exact = [version for version in found if version.name == name]
    matching = exact or [version for version in found if version.name.startswith(name)]
    if len(matching) == 1 and name:
        return matching[0]
    what = f"{len(matching)} states start with" if matching else "No state is called"
    raise InputError(f"{what} {name!r}. {_known(found)} Run `support kb rollback STATE` with one of them.")


def _known(found: Sequence[Version]) -> str:
    names = [version.name + (" (current)" if version.current else "") for version in found[:SHOWN]]
    more = f", and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return f"Kept are: {', '.join(names) or 'none'}{more}."


def _instead(error: Exception, advice: str) -> str:
    """The message with a next step that fits a rollback: a sync would not bring that state back."""
    said = str(error).replace(" Run `support kb sync --rebuild DIR`.", "")
    return f"{said} The current state was left as it is: {advice}, or run `support kb sync --rebuild DIR`."
