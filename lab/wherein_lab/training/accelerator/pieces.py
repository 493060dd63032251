"""Cuts files into pieces that fit a transfer, and joins them again once every piece has the right checksum."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from wherein_lab.training.accelerator.failure import RunError


@dataclass(frozen=True, slots=True)
class Piece:
    """`name` is the file's name in whichever folder it travels in."""

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Cut:
    """A file in pieces, in their order; `sha256` is that of the whole."""

    name: str
    sha256: str
    pieces: tuple[Piece, ...]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of(raw: dict[str, Any]) -> Cut:
        return Cut(raw["name"], raw["sha256"], tuple(Piece(**piece) for piece in raw["pieces"]))


def cut(path: Path, folder: Path, most: int) -> Cut:
    """Write the file's bytes into `folder` as pieces of at most `most` bytes; one that fits is copied whole."""
    data = path.read_bytes()
    folder.mkdir(parents=True, exist_ok=True)
    pieces = []
    count = max(1, -(-len(data) // most))
    for number in range(count):
        part = data[number * most : (number + 1) * most]
        name = path.name if count == 1 else f"{path.name}.{number}"
        (folder / name).write_bytes(part)
        pieces.append(Piece(name, len(part), _sha256(part)))
    return Cut(path.name, _sha256(data), tuple(pieces))


def found(piece: Piece, folders: Sequence[Path]) -> Path | None:
    """The place of a piece whose checksum is right; None where no folder has it.

    Raises RunError where the first folder that has it holds other bytes.
    """
    for folder in folders:
        path = folder / piece.name
        if path.is_file():
            if path.stat().st_size != piece.bytes or _sha256(path.read_bytes()) != piece.sha256:
                raise RunError(
                    f"The piece {path.name} is not the one that was sent (its checksum differs): send it again."
                )
            return path
    return None


def joined(whole: Cut, folders: Sequence[Path]) -> bytes:
    """The bytes of a file. Raises RunError for a piece that is missing or wrong."""
    parts = []
    for piece in whole.pieces:
        path = found(piece, folders)
        if path is None:
            raise RunError(f"The piece {piece.name} is missing: send the load that holds it.")
        parts.append(path.read_bytes())
    data = b"".join(parts)
    if _sha256(data) != whole.sha256:
        raise RunError(f"The pieces of {whole.name} do not make the file: make the bundle again.")
    return data


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
