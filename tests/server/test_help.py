"""Help: the documentation site under the app's own policy, without a session, and a sentence where it was not built."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from tests.server.serving import TOKEN
from wherein import Engine
from wherein.server.app import create_app
from wherein.server.help_site import SITE, help_routes
from wherein.server.routes.app_routes import CONTENT_POLICY

ADDRESS = "http://127.0.0.1:8484"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[TestClient]:
    (tmp_path / "site" / "guides").mkdir(parents=True)
    (tmp_path / "site" / "index.html").write_text("<h1>wherein</h1>")
    (tmp_path / "site" / "guides" / "page.html").write_text("<h1>Ask a page</h1>")
    (tmp_path / "site" / "search.json").write_text("{}")
    (tmp_path / "secret.txt").write_text("secret")
    app = FastAPI()
    app.include_router(help_routes(tmp_path / "site"))
    with TestClient(app, ADDRESS) as client:
        yield client


def test_a_page_comes_under_the_apps_policy(site: TestClient) -> None:
    page = site.get("/help/guides/page.html")
    assert "Ask a page" in page.text
    assert page.headers["content-security-policy"] == CONTENT_POLICY
    assert "unsafe-inline" not in CONTENT_POLICY
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert site.get("/help/search.json").headers["content-type"] == "application/json"


def test_only_styles_that_are_named_by_a_hash_are_allowed_beside_its_own(tmp_path: Path) -> None:
    digest = f"sha256-{'A' * 43}="
    (tmp_path / "styles.json").write_text(
        json.dumps([digest, "'unsafe-inline'", "x; script-src *", 3])
    )
    (tmp_path / "index.html").write_text("x")
    app = FastAPI()
    app.include_router(help_routes(tmp_path))
    with TestClient(app, ADDRESS) as client:
        policy = client.get("/help/index.html").headers["content-security-policy"]
    assert policy == CONTENT_POLICY.replace("style-src 'self'", f"style-src 'self' '{digest}'")


def test_help_begins_at_its_first_page(site: TestClient) -> None:
    assert site.get("/help").url.path == "/help/index.html"
    assert "wherein" in site.get("/help/").text


@pytest.mark.parametrize("name", ["nowhere.html", "../secret.txt", "%2e%2e/secret.txt", "guides", "guides/../../secret.txt"])  # fmt: skip
def test_nothing_but_the_sites_files_is_served(site: TestClient, name: str) -> None:
    answer = site.get(f"/help/{name}")
    assert answer.status_code == 404
    assert "secret" not in answer.text


def test_where_it_was_not_built_it_says_how_to_build_it(tmp_path: Path) -> None:
    app = FastAPI()
    app.include_router(help_routes(tmp_path / "none"))
    with TestClient(app, ADDRESS) as client:
        answer = client.get("/help")
    assert answer.status_code == 404
    assert "build it with make docs" in answer.text


def test_it_is_open_without_a_session_and_to_this_machine_alone(tmp_path: Path) -> None:
    with Engine.open(tmp_path) as engine, TestClient(create_app(engine, TOKEN), ADDRESS) as client:
        assert client.get("/help/index.html").status_code == (200 if SITE.is_dir() else 404)
        assert client.get("/help/index.html", headers={"Host": "evil.example"}).status_code == 403


def test_a_page_of_the_web_is_not_let_in(tmp_path: Path) -> None:
    with Engine.open(tmp_path) as engine, TestClient(create_app(engine, TOKEN), ADDRESS) as client:
        answer = client.get("/help/index.html", headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403
