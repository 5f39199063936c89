"""The calibration in a verifier's folder: looking past the one that is there, and putting a new one in its place."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from knowledge.errors import ModelError
from knowledge.models.calibration import CALIBRATION, Calibration
from knowledge.models.entry import LocatedModel
from knowledge.models.manifest import MANIFEST, file_sha256, read_manifest, write_manifest
from knowledge.models.registry import locate
from knowledge.types import Value


class Stored(Value):
    """A calibration, and where it was written."""

    path: str
    calibration: Calibration
    manifest_sha256: str | None
    """Of the folder's manifest as it is now; None where the folder has none."""


@contextmanager
def uncalibrated(folder: Path) -> Iterator[LocatedModel]:
    """The verifier of a folder as if no calibration stood there: an outdated or damaged one must not keep a new one off.

    It is found in a temporary folder of links to the other files, where a manifest does not list the calibration.

    Raises:
        ModelError: the folder holds no verifier, or another file of it is not the recorded one.
    """
    if not folder.is_dir():
        raise ModelError(f"{folder} is no folder: wanted that of a verifier. Name another, then run again.")
    with tempfile.TemporaryDirectory() as name:
        view = Path(name) / folder.resolve().name
        try:
            _link(folder, view)
            yield locate("verifier", str(view))
        except ModelError as error:
            raise ModelError(str(error).replace(str(view), str(folder))) from error


def store(folder: Path, calibration: Calibration) -> Stored:
    """Write a calibration beside its weights, and its hash into the folder's manifest, where there is one."""
    path = folder / CALIBRATION
    path.write_text(calibration.model_dump_json(indent=2) + "\n", encoding="utf-8", newline="\n")
    sha256 = _list_in_manifest(path) if (folder / MANIFEST).exists() else None
    return Stored(path=str(path), calibration=calibration, manifest_sha256=sha256)


def refuse_place(folder: Path, copy: Path | None) -> None:
    """Refuse to make a copy where something is.

    Raises:
        ModelError: the copy's folder is there already.
    """
    if copy is not None and copy.exists():
        raise ModelError(f"{copy} is there already: wanted the name of a new folder. Name another with `--copy DIR`.")


def copied(folder: Path, copy: Path) -> Path:
    """A copy of a verifier's folder, for a calibration of one's own; a shipped model's files are known by their hashes."""
    shutil.copytree(folder, copy)
    return copy


def _list_in_manifest(path: Path) -> str:
    manifest = read_manifest(path.parent)
    files = {**manifest.files, path.name: file_sha256(path)}
    return file_sha256(write_manifest(path.parent, manifest.model_copy(update={"files": files})))


def _link(folder: Path, view: Path) -> None:
    """Make the view: links, or copies where the system allows no links, and a manifest of what it holds."""
    ignored = shutil.ignore_patterns(CALIBRATION, MANIFEST)
    shutil.copytree(folder, view, ignore=ignored, copy_function=_link_or_copy)
    if (folder / MANIFEST).exists():
        manifest = read_manifest(folder)
        files = {name: sha256 for name, sha256 in manifest.files.items() if name != CALIBRATION}
        write_manifest(view, manifest.model_copy(update={"files": files}))


def _link_or_copy(source: str, target: str) -> None:
    try:
        Path(target).symlink_to(Path(source).resolve())
    except OSError:
        shutil.copyfile(source, target)
