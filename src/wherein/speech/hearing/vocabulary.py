"""The vocabulary of a SentencePiece BPE tokenizer: text to tokens and back. Knows no model.

`web/speech/src/hearing/vocabulary.ts` is the twin; `contracts/speech-decoding.json` has the cases.
"""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Self

SPACE = "▁"
"""Stands for a space in a piece; a piece that begins with it begins a word."""
_BEFORE_MERGED = 258
"""The number of the last special token and byte; merged pieces follow, the most frequent first."""
_BYTE = re.compile(r"<0x([0-9A-F]{2})>")
_SPECIAL = ("<unk>", "<s>", "</s>")
_BASE64 = re.compile(r'llama_vocab_base64 = "([A-Za-z0-9+/=]+)"')


class Vocabulary:
    """Pieces by id. The pair whose merged piece has the lowest id is merged first, as in SentencePiece, whose ids
    follow the order of merges."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self._pieces = tuple(pieces)
        self._numbers = {piece: number for number, piece in enumerate(self._pieces)}

    @classmethod
    def of_script(cls, script: str) -> Self:
        """The vocabulary in the script of the package llama-tokenizer-js: base64 of one piece a line.

        Raises ValueError for another script.
        """
        found = _BASE64.search(script)
        if found is None:
            raise ValueError("the script holds no vocabulary")
        return cls(base64.b64decode(found[1]).decode("utf-8").split("\n"))

    def text(self, tokens: Iterable[int]) -> str:
        """The text of tokens without the space before its first word; unknown and special tokens are left out."""
        spelt = bytearray()
        for token in tokens:
            piece = self._pieces[token] if 0 <= token < len(self._pieces) else ""
            byte = _BYTE.fullmatch(piece)
            if byte is not None:
                spelt.append(int(byte[1], 16))
            elif piece not in _SPECIAL:
                spelt += piece.encode()
        return spelt.decode("utf-8", "replace").replace(SPACE, " ").removeprefix(" ")

    def begins_word(self, token: int) -> bool:
        return 0 <= token < len(self._pieces) and self._pieces[token].startswith(SPACE)

    def tokens(self, text: str) -> list[int]:
        """The tokens of a text with a space before it; characters without a piece become byte tokens."""
        pieces = [
            piece
            for character in SPACE + text.replace(" ", SPACE)
            for piece in self._characters(character)
        ]
        while len(pieces) > 1:
            merged = [
                self._numbers.get(left + right, len(self._pieces))
                for left, right in pairwise(pieces)
            ]
            best = min(range(len(merged)), key=merged.__getitem__)
            if merged[best] == len(self._pieces):
                break
            pieces[best : best + 2] = [self._pieces[merged[best]]]
        return [self._numbers[piece] for piece in pieces]

    def rarity(self, text: str) -> float:
        """How rare a text is in writing: the sum of the logarithms of its tokens' ranks, which grow as their frequency
        falls (Zipf's law)."""
        return sum(math.log(max(2, token - _BEFORE_MERGED)) for token in self.tokens(text))

    def _characters(self, character: str) -> list[str]:
        if character in self._numbers:
            return [character]
        spelt = [f"<0x{byte:02X}>" for byte in character.encode()]
        return [piece if piece in self._numbers else "<unk>" for piece in spelt]
