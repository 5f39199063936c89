"""The files of a graph of vectors, without what the process happened to have in its memory.

Until a graph has a thousand vectors, Chroma keeps them in its database, and hnswlib writes the whole of the room that it has
set aside for them, cleared by nobody: what stands there is what the memory held before, be it a customer's words. A process
that only syncs has heard no customer; one that answers and syncs has.
"""

from __future__ import annotations

import struct
from pathlib import Path

HEADER, GRAPH, LENGTHS = "header.bin", "data_level0.bin", "length.bin"
_FIELDS = struct.Struct("<i4Q")
"""Version, offset, room, count, bytes of a vector, as Chroma's hnswlib begins its header (chromadb 1.5.9)."""
_VERSION = 1
_LENGTH_BYTES = 4
_STEP = 1 << 20


def clear_room(folder: Path) -> int:
    """Overwrite the room for vectors to come, in every graph of a folder; the bytes that were overwritten.

    Nobody may have the folder open. A graph of another form than is known is left as it is.
    """
    return sum(map(_clear_graph, sorted(folder.glob(f"*/{HEADER}"))))


def _clear_graph(header: Path) -> int:
    begin = header.read_bytes()[: _FIELDS.size]
    if len(begin) < _FIELDS.size:
        return 0
    version, _, room, count, size = _FIELDS.unpack(begin)
    if version != _VERSION or count > room:
        return 0
    return _clear(header.with_name(GRAPH), room, count, size) + _clear(
        header.with_name(LENGTHS), room, count, _LENGTH_BYTES
    )


def _clear(file: Path, room: int, count: int, size: int) -> int:
    """Overwrite all but the first `count` entries of `size` bytes of a file that has room for `room` of them."""
    if not file.is_file() or file.stat().st_size != room * size:
        return 0
    with file.open("r+b") as opened:
        opened.seek(count * size)
        for begin in range(count * size, room * size, _STEP):
            opened.write(bytes(min(_STEP, room * size - begin)))
    return (room - count) * size
