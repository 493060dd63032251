"""No test depends on the wall clock: what this allows is in tests/clock.py and, in TypeScript, in processor-time.ts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

ROOT = Path(__file__).parents[2]
CLOCKS = {"monotonic", "perf_counter", "process_time", "monotonic_ns", "perf_counter_ns"}
MAY_READ_A_CLOCK = {
    "tests/clock.py",
    # Times single readings without collecting garbage, and compares the least of them.
    "tests/documents/growth.py",
    # Print how long they took, and assert nothing of it.
    "tests/cli/test_grid_load.py",
    "tests/cli/test_watch_load.py",
    # Prints it beside the processor's seconds, which it compares.
    "tests/release/test_offline.py",
}
LEAST_GIVE_UP_SECONDS = 300
MOST_DELIBERATE_SECONDS = 5
"""A shorter wait is one that is meant to pass: what should not happen doesn't happen meanwhile."""
WAITS = {"wait", "settimeout", "communicate", "join"}
HTTP_CALLS = {"get", "post", "put", "patch", "delete", "request", "stream", "Client", "AsyncClient"}
"""Of httpx2, which gives up after five seconds where nothing is said."""


def _clock_uses(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in CLOCKS:
            yield f"line {node.lineno}: reads a clock; use tests/clock.py"
        if isinstance(node, ast.Call):
            yield from _short_waits(node)
            yield from _impatient_calls(node)


def _impatient_calls(call: ast.Call) -> Iterator[str]:
    match call.func:
        case ast.Attribute(value=ast.Name(id="httpx2"), attr=name) if name in HTTP_CALLS:
            if all(keyword.arg != "timeout" for keyword in call.keywords):
                yield f"line {call.lineno}: gives up after 5 s; add timeout=GIVE_UP_SECONDS"


def _short_waits(call: ast.Call) -> Iterator[str]:
    waits = isinstance(call.func, ast.Attribute) and call.func.attr in WAITS
    given = [
        *(call.args[:1] if waits else ()),
        *(k.value for k in call.keywords if k.arg == "timeout"),
    ]
    for value in given:
        if (
            isinstance(value, ast.Constant)
            and isinstance(value.value, int | float)
            and MOST_DELIBERATE_SECONDS <= value.value < LEAST_GIVE_UP_SECONDS
        ):
            yield f"line {call.lineno}: gives up after {value.value} s; use GIVE_UP_SECONDS"


def test_the_check_sees_each_kind() -> None:
    bad = "began = time.monotonic()\nevent.wait(30)\nget(url, timeout=10)\n"
    bad += "httpx2.get(url)\n"
    assert len(list(_clock_uses(bad))) == 4
    assert not list(_clock_uses("event.wait(1)\nget(url, timeout=GIVE_UP_SECONDS)\n"))


IMPATIENT = re.compile(
    r"(?<!// Never, not even for a moment\.\n)^[ \t]*expect\(\s*await [^;]*"
    r"\.(count|isVisible|isDisabled|isEnabled|isChecked|innerText|textContent|getAttribute"
    r"|inputValue|allInnerTexts|allTextContents)\([^()]*\),?\s*\)\.",
    re.MULTILINE,
)
"""A page that is looked at once, while it may still be drawn."""


def test_the_check_sees_a_page_looked_at_once() -> None:
    assert IMPATIENT.search("  expect(await rows.count()).toBe(0);\n")
    assert IMPATIENT.search("  expect(\n    await line.inputValue(),\n  ).toBe(0);\n")
    assert not IMPATIENT.search("  await expect.poll(() => rows.count()).toBe(0);\n")
    never = "  // Never, not even for a moment.\n  expect(await trouble.count()).toBe(0);\n"
    assert not IMPATIENT.search(never)


def test_tests_in_a_browser_wait_until_a_page_is_drawn() -> None:
    """`expect.poll` looks again; what must never be there says so in a comment."""
    files = [path for kind in ("app", "extension") for path in _browser_tests(kind)]
    assert files
    hasty = {
        f"{path.relative_to(ROOT)}: {found.group().strip()[:80]}"
        for path in files
        for found in IMPATIENT.finditer(path.read_text(encoding="utf-8"))
    }
    assert not hasty, "use expect.poll, or say that it must never be there"


def _browser_tests(kind: str) -> list[Path]:
    return sorted((ROOT / "web" / kind / "tests" / "browser").glob("*.ts"))


@settings(max_examples=2)
@given(st.booleans())
def test_no_property_has_a_deadline(drawn: bool) -> None:
    """Neither by default nor where it has settings of its own."""
    now = settings.default
    assert now is not None
    assert now.max_examples == 2, drawn
    assert now.deadline is None


def test_no_python_test_reads_the_wall_clock() -> None:
    found = [
        f"{path.relative_to(ROOT)} {use}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if str(path.relative_to(ROOT)) not in MAY_READ_A_CLOCK
        for use in _clock_uses(path.read_text("utf-8"))
    ]
    assert not found, "\n".join(found)


def test_no_typescript_test_reads_the_wall_clock() -> None:
    clock = re.compile(r"performance\.now\(|\bvi\.waitFor\((?!check, \{ timeout: 120_000)")
    found = [
        f"{path.relative_to(ROOT)} line {number}: {line.strip()}"
        for path in sorted((ROOT / "web").glob("*/tests/**/*.ts*"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if clock.search(line)
    ]
    assert not found, "\n".join(found)
