"""Binary codes of vectors, whose Hamming distance selects the vectors to compare exactly. Knows no question.

A fixed rotation makes all directions count equally; then the sign of each coordinate is a bit. The share of
differing bits estimates the angle between two vectors (Charikar, 2002, "Similarity estimation techniques from
rounding algorithms"). A million codes take 32 MB and are compared in milliseconds; the nearest few hundred are
then compared exactly.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

ROWS_AT_ONCE = 16_384
"""Codes compared at a time, so that they fit into a core's cache."""
WHOLLY_SHARE = 1 / 32
"""The share of codes, those closest in their first half, that are compared as a whole; at least `WHOLLY_FOR_EACH`
for each wanted one."""
WHOLLY_FOR_EACH = 64
SAMPLED = 16
"""The distance of one code in this many is sampled to estimate the limit of the nearest share."""


def binary_code_bytes(dimensions: int) -> int:
    """Bytes of a code: one bit for each dimension, rounded up to a power of two (at least 64 bits)."""
    return max(64, 1 << (dimensions - 1).bit_length()) // 8


def binary_codes(vectors: NDArray[np.float32]) -> NDArray[np.uint8]:
    """(n, dimensions) float32 → (n, binary_code_bytes(dimensions)) uint8."""
    count, dimensions = vectors.shape
    bits = 8 * binary_code_bytes(dimensions)
    padded = np.zeros((count, bits), dtype=np.float32)
    padded[:, :dimensions] = vectors
    turned = padded @ _rotation(bits)  # (n, bits)
    return np.packbits(turned > 0, axis=1)


@lru_cache(maxsize=2)
def _rotation(size: int) -> NDArray[np.float32]:
    """(size, size), orthogonal up to its scale. It must never change, since codes are stored on disk.

    Two rounds of random signs and a Walsh-Hadamard transform. The signs are bits of SHA-256, because random number
    generators may change between versions.
    """
    hadamard: NDArray[np.float32] = np.ones((1, 1), dtype=np.float32)
    while len(hadamard) < size:
        hadamard = np.kron(hadamard, np.array([[1, 1], [1, -1]])).astype(np.float32)
    turned: NDArray[np.float32] = np.eye(size, dtype=np.float32)
    for number in range(2):
        turned = np.asarray((turned * _signs(size, number)) @ hadamard, dtype=np.float32)
    return turned / np.float32(size)


def _signs(size: int, number: int) -> NDArray[np.float32]:
    stream = b"".join(
        hashlib.sha256(f"{number}:{block}".encode()).digest() for block in range(size // 256 + 1)
    )
    bits = np.unpackbits(np.frombuffer(stream, dtype=np.uint8))[:size]
    return (1 - 2 * bits.astype(np.float32)).astype(np.float32)


class BinaryCodeTable:
    """Codes by id, in memory. Ids are added in ascending order."""

    def __init__(self, bytes_each: int) -> None:
        self._words = bytes_each // 8
        self._count = 0
        self._ids = np.zeros(0, dtype=np.int64)
        self._codes = np.zeros((self._words, 0), dtype=np.uint64)

    def __len__(self) -> int:
        return self._count

    @property
    def last(self) -> int:
        """The highest id; 0 when there is none."""
        return int(self._ids[self._count - 1]) if self._count else 0

    def add(self, ids: NDArray[np.int64], codes: NDArray[np.uint8]) -> None:
        """(n,) ids above all others, and their (n, bytes) codes."""
        end = self._count + len(ids)
        if end > len(self._ids):
            room = max(1024, end, 2 * len(self._ids))
            ids_then, codes_then = self._ids, self._codes
            self._ids = np.zeros(room, dtype=np.int64)
            self._codes = np.zeros((self._words, room), dtype=np.uint64)
            self._ids[: self._count] = ids_then[: self._count]
            self._codes[:, : self._count] = codes_then[:, : self._count]
        self._ids[self._count : end] = ids
        # A word of all codes lies together: sums run along memory, not across it.
        self._codes[:, self._count : end] = np.ascontiguousarray(codes).view(np.uint64).T
        self._count = end

    def nearest(self, code: NDArray[np.uint8], limit: int) -> NDArray[np.int64]:
        """The ids of the `limit` codes that differ in the fewest bits, and of all ties with the last one.

        Only the codes with the closest first halves are compared as a whole, which saves half of the work. Among a
        million codes, the nearest 150 had first halves among the nearest 27,000 (40 questions); 31,000 are compared.
        """
        if not self._count or limit <= 0:
            return np.zeros(0, dtype=np.int64)
        words = np.ascontiguousarray(code).view(np.uint64)
        half = self._words // 2
        first = self._first_distances(words[:half] if half else words)
        wanted = max(int(WHOLLY_SHARE * self._count), WHOLLY_FOR_EACH * limit)
        rows = _nearest_rows(first, wanted) if half else np.arange(self._count)
        distances = first[rows].astype(np.uint16)
        for number in range(half, self._words) if half else ():
            distances += np.bitwise_count(self._codes[number, : self._count][rows] ^ words[number])
        last = min(limit, len(distances)) - 1
        least = np.partition(distances, last)[last]
        found: NDArray[np.int64] = self._ids[rows[distances <= least]]
        return found

    def _first_distances(self, words: NDArray[np.uint64]) -> NDArray[np.uint8 | np.uint16]:
        """(count,): the number of differing bits in the first words of each code, computed word by word along
        memory."""
        kind: type[np.uint8] | type[np.uint16] = np.uint8 if len(words) < 4 else np.uint16
        distances = np.zeros(self._count, dtype=kind)
        differing = np.empty(ROWS_AT_ONCE, dtype=np.uint64)
        bits = np.empty(ROWS_AT_ONCE, dtype=np.uint8)
        for start in range(0, self._count, ROWS_AT_ONCE):
            end = min(self._count, start + ROWS_AT_ONCE)
            rows = end - start
            for number, word in enumerate(words):
                np.bitwise_xor(self._codes[number, start:end], word, out=differing[:rows])
                np.bitwise_count(differing[:rows], out=bits[:rows])
                np.add(distances[start:end], bits[:rows], out=distances[start:end])
        return distances


def _nearest_rows(distances: NDArray[np.uint8 | np.uint16], wanted: int) -> NDArray[np.int64]:
    """About `wanted` rows with the least distances, ascending; a sample gives the limit."""
    if wanted >= len(distances):
        return np.arange(len(distances))
    sample = distances[::SAMPLED]
    place = min(len(sample) - 1, -(-wanted * len(sample) // len(distances)))
    rows = np.flatnonzero(distances <= np.partition(sample, place)[place])
    return rows if len(rows) >= wanted // 2 else np.arange(len(distances))
