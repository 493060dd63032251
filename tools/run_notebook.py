"""Runs the cells of a notebook in order and writes what they print and show into it.

    python tools/run_notebook.py examples/notebook.ipynb [--print]    # --print: to standard output instead

Of a notebook's ways only the usual is known here: a cell's last expression is shown, as HTML where its value has that form. That
needs none of the packages of Jupyter, which runs the same file.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with new outputs. Raises what a cell raises."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            outputs = _outputs("".join(cell["source"]), number, names)
            cell = {**cell, "execution_count": number, "outputs": outputs}
        cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(source: str, number: int, names: dict[str, Any]) -> list[dict[str, Any]]:
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    where = f"cell {number}"
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), where, "exec"), names)
        shown = None
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), where, "eval"), names)
    outputs: list[dict[str, Any]] = []
    if text := printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": _lines(text)})
    if shown is not None:
        html = getattr(shown, "_repr_html_", None)
        # The text form of a result is long; a notebook shows the other one.
        text = repr(shown) if html is None else f"<{type(shown).__name__}>"
        forms = {"text/plain": _lines(text)}
        if html is not None:
            forms["text/html"] = _lines(html())
        result = {"output_type": "execute_result", "execution_count": number}
        outputs.append({**result, "data": forms, "metadata": {}})
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    path = Path(sys.argv[1])
    done = json.dumps(
        run(json.loads(path.read_text("utf-8"))), indent=1, ensure_ascii=False, sort_keys=True
    )
    if "--print" in sys.argv:
        print(done)
    else:
        path.write_text(done + "\n", "utf-8")


if __name__ == "__main__":
    main()
