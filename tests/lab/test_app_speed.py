"""What `eval app-speed` makes of the tool's lines, and how it counts the app's scripts."""

from __future__ import annotations

import gzip
from pathlib import Path

from wherein_lab.browser.app_speed import _of_many, report_of, script_sizes

PLACES = {
    "html": {"document": "a", "places": [[0, 9], [10, 19]]},
    "pdf": {"document": "b", "places": [[5, 6]]},
    "long_html": {"document": "c", "places": [[0, 1]]},
    "long_pdf": {"document": "d", "places": [[0, 1]]},
}


def test_each_task_finds_its_figure() -> None:
    shown = [
        {**task, "number": number, "marked_ms": number, "drawn_ms": 10 * number}
        for number, task in enumerate(_of_many(PLACES))
    ]
    answered = [
        *({"task": "type", "words_ms": ms, "found": True} for ms in (900, 50, 70)),
        *({"task": "ask", "first_answer_ms": ms, "found": ms < 500} for ms in (100, 600, 400, 300)),
    ]
    report = report_of(PLACES, shown, answered)
    assert report["list"]["task"] == "list"
    assert report["scroll_long_html"]["document"] == "c"
    assert report["scroll_long_pdf"]["document"] == "d"
    assert report["open_html"]["marked_ms"] == {"n": 2, "median": 3.5, "p95": 4, "most": 4}
    assert report["open_pdf"]["drawn_ms"] == {"n": 1, "median": 50, "p95": 50, "most": 50}
    # The first finds the server cold; a refusal is no answer.
    assert report["words_ms"] == {"n": 2, "median": 60.0, "p95": 70, "most": 70}
    assert report["first_answer_ms"] == {"n": 2, "median": 350.0, "p95": 400, "most": 400}
    assert report["refused"] == 1


def test_scripts_are_counted_by_who_loads_them(tmp_path: Path) -> None:
    assets = tmp_path / "assets"
    assets.mkdir()
    (assets / "index-DN03PAZN.js").write_bytes(b"x" * 1000)
    (assets / "pdf-view-niemV-x1.js").write_bytes(b"y" * 500)
    (assets / "pdf.worker.min-C8PGFc0r.mjs").write_bytes(b"z" * 70)
    (tmp_path / "index.html").write_text('<script src="/assets/index-DN03PAZN.js"></script>')
    sizes = script_sizes(tmp_path)
    plain = {name: size for name, size in sizes.items() if "gzip" not in name}
    assert plain == {"own_bytes": 1000, "pdf-view_bytes": 500, "pdf_bytes": 70}
    assert sizes["own_gzip_bytes"] == len(gzip.compress(b"x" * 1000, 9, mtime=0))
