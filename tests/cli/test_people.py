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
    assert "can't be what a program is called" in told(
        "tokens", "add", "anna", "laptop\nx  root", status=2
    )
    told("tokens", "revoke", listed[0]["id"])
    assert "no token" in told("tokens", "revoke", listed[0]["id"], status=2)
    told("share", "new", "team")
    note = tmp_path / "plans" / "note.txt"
    note.parent.mkdir()
    note.write_text("The plan is to meet on Tuesday.")
    told("add", "--library", "team", str(note))
    plans = str(note.parent)
    told("share", "add", "team", "group:sales", "--role", "editor", "--folder", plans)
    assert f"team, {plans}: group:sales (editor)" in told("share", "list")
    assert "note" in told("list", "--library", "team")
    assert "note" not in told("list", "--library", "anna")
    assert "no library" in told("list", "--library", "nothing", status=2)
    told("share", "remove", "team", "group:sales", "--folder", plans)
    assert "not shared" in told("share", "remove", "team", "everyone", status=2)
    told("people", "remove", "anna")
    assert "no person" in told("tokens", "add", "anna", "x", status=2)


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_what_is_not_there_is_not_shared(
    store: str,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if store == "postgres":
        monkeypatch.setenv("WHEREIN_STORE", request.getfixturevalue("store_url"))
    note = tmp_path / "papers" / "note.txt"
    note.parent.mkdir()
    note.write_text("The plan is to meet on Tuesday.")

    def refused(*arguments: str) -> str:
        assert invoke(list(arguments)) == 2, arguments
        return "".join(capsys.readouterr())

    assert invoke(["people", "add", "anna"]) == 0
    assert invoke(["people", "add", "bob"]) == 0
    assert invoke(["add", "--library", "anna", str(note)]) == 0
    capsys.readouterr()
    share = ("share", "add")
    assert "no knowledge base 'wiki'. See them: wherein kb list" in refused(
        *share, "base:wiki", "everyone"
    )
    assert "no knowledge base ''" in refused(*share, "base:", "everyone")
    assert "no library 'ana'" in refused(*share, "ana", "bob")
    assert "no person 'bbo'" in refused(*share, "anna", "bbo")
    assert "no group 'sales'" in refused(*share, "anna", "group:sales")
    elsewhere = str(tmp_path / "paper")
    told = refused(*share, "anna", "bob", "--folder", elsewhere)
    assert f"The library anna has no document below '{elsewhere}'. Add some first" in told
    assert "has no document below" in refused(*share, "bob", "anna", "--folder", str(note.parent))
    assert "no person 'bbo'" in refused("tokens", "list", "bbo")
    assert invoke(["share", "list"]) == 0
    assert "(reader)" not in "".join(capsys.readouterr())

    assert invoke(["kb", "add", "sample"]) == 0
    for arguments in (
        ("base:sample", "everyone"),
        ("anna", "bob", "--folder", str(note.parent) + "/"),
    ):
        assert invoke([*share, *arguments]) == 0
    assert invoke(["kb", "remove", "sample"]) == 0
    assert invoke(["share", "remove", "base:sample", "everyone"]) == 0
