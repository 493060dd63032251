"""Faults drawn at random, and (with --soak) whether the tests of Python notice them."""

from __future__ import annotations

import ast

import pytest

from tools.checks import mutations
from tools.checks.mutants import KINDS, drawn, mutants
from tools.checks.python_code import ROOT, modules
from tools.checks.tests_map import kept

SOAKED, SEED, LEAST_NOTICED = 10, 16, 7
SOURCE = '''@dataclass(frozen=True)
class A:
    b: Literal[1] = 2

def f(é, x: int = 3) -> bool:
    """Says 4."""
    x += 1
    return "é" not in é and x < 5.0
'''


def test_each_kind_of_fault_is_made_and_nothing_else_differs() -> None:
    made = {(one.kind, one.was(SOURCE), one.becomes) for one in mutants(SOURCE)}
    assert made == {
        ("constant", "2", "3"),
        ("constant", "3", "4"),
        ("constant", "1", "2"),
        ("constant", "5.0", "10.0"),
        ("comparison", "not in", "in"),
        ("comparison", "<", "<="),
        ("dropped line", "x += 1", "pass"),
        ("dropped line", 'return "é" not in é and x < 5.0', "pass"),
    }
    for one in mutants(SOURCE):
        assert ast.dump(ast.parse(one.of(SOURCE))) != ast.dump(ast.parse(SOURCE))


def test_a_seed_draws_the_same_faults() -> None:
    sources = {"a": SOURCE, "b": SOURCE.replace("f(", "g(")}
    assert drawn(sources, 6, 1) == drawn(sources, 6, 1) != drawn(sources, 6, 2)
    assert {one.kind for _, one in drawn(sources, 12, 1)} == set(KINDS)


def test_every_fault_of_the_product_is_a_program() -> None:
    for _, path in list(modules().items())[::20]:
        source = (ROOT / path).read_text("utf-8")
        for one in mutants(source)[::10]:
            ast.parse(one.of(source))


@pytest.mark.soak
def test_the_tests_notice_most_faults(capsys: pytest.CaptureFixture[str]) -> None:
    """What the chosen tests don't notice is tried against all."""
    with mutations.Copy() as copy:
        rows = [
            mutations.tried(copy, module, mutant, kept(), against_all=True)
            for module, mutant in mutations.faults(SOAKED, SEED)
        ]
    table = "\n".join(mutations.row(number, one) for number, one in enumerate(rows, 1))
    with capsys.disabled():
        print(f"\n{table}")
    assert sum(bool(one.noticed_by) for one in rows) >= LEAST_NOTICED, table
