"""How well a question names a cell of a table: the numbers by which cells are ranked and weighed. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measures:
    """How well a question names a cell, each 0 to 1 unless said otherwise.

    named: the share of the question's words that the row, the column and what stands above the table have.
    row, column: the share that the row, and the column, have. least: the lesser of both.
    kind: 1 where the cell has the kind of thing that is asked for, -1 where it can't have it, 0 where that is open.
    itself: the share that only the cell itself has: a cell that repeats the question is no answer.
    missed: the share of the question's numbers, days, months and names, and of the words that stand above another table like
        it alone, that neither the row nor the column nor the lines above have; 0 without any.
    row_whole, column_whole: the share of the header's own words that the question has.
    row_alike, column_alike: the likeness of the header to the words that the table has nowhere, -1 to 1.
    wanted: the share of the kinds of question it is, such as "how often", for whose answers the column's header stands.
    lacking: 1 where the table lacks a word that the question has beside one of the row's.
    another: 1 where all words of the row stand before such a word, so that the row is another thing's.
    """

    named: float
    row: float
    column: float
    least: float
    kind: float
    itself: float
    missed: float
    row_whole: float
    column_whole: float
    row_alike: float
    column_alike: float
    wanted: float
    lacking: float
    another: float

    @property
    def values(self) -> tuple[float, ...]:
        """The numbers that the weights belong to, in the order of the fields."""
        return (
            self.named,
            self.row,
            self.column,
            self.least,
            self.kind,
            self.itself,
            self.missed,
            self.row_whole,
            self.column_whole,
            self.row_alike,
            self.column_alike,
            self.wanted,
            self.lacking,
            self.another,
        )
