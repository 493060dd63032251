"""`wherein people`, `tokens` and `share`, over either store."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wherein.cli.main import invoke


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_a_team_is_set_up_at_the_terminal(
    store: str,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if store == "postgres":
        monkeypatch.setenv("WHEREIN_STORE", request.getfixturevalue("store_url"))

    def told(*arguments: str, status: int = 0) -> str:
        assert invoke(list(arguments)) == status
        return "".join(capsys.readouterr())

    assert "nobody yet" in told("people", "list")
    told("people", "add", "anna")
    told("people", "add", "root", "--admin")
    told("people", "join", "sales", "anna")
    assert told("people", "list") == "anna  in sales\nroot  (admin)\n"
    text = told(
        "tokens", "add", "anna", "laptop", "--may", "read", "--may", "write", "--days", "30"
    )
    assert text.startswith("wherein_")
    listed = json.loads(told("tokens", "list", "anna", "--json"))["tokens"]
    assert [(one["program"], one["rights"]) for one in listed] == [("laptop", ["read", "write"])]
    assert text.strip() not in told("tokens", "list")
    told("tokens", "revoke", listed[0]["id"])
    assert "no token" in told("tokens", "revoke", listed[0]["id"], status=2)
    told("share", "new", "team")
    told("share", "add", "team", "group:sales", "--role", "editor", "--folder", "/plans")
    assert "team, /plans: group:sales (editor)" in told("share", "list")
    note = tmp_path / "note.txt"
    note.write_text("The plan is to meet on Tuesday.")
    told("add", "--library", "team", str(note))
    assert "note" in told("list", "--library", "team")
    assert "note" not in told("list", "--library", "anna")
    assert "no library" in told("list", "--library", "nothing", status=2)
    told("share", "remove", "team", "group:sales", "--folder", "/plans")
    assert "not shared" in told("share", "remove", "team", "everyone", status=2)
    told("people", "remove", "anna")
    assert "no person" in told("tokens", "add", "anna", "x", status=2)
