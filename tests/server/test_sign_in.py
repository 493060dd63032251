"""Signing in to the web app: a link that works once, a cookie that lets in the app's own page and no other."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256

import pytest
from starlette.testclient import TestClient

from tests.server.serving import TOKEN as SERVED
from tests.server.serving import serving
from wherein import Engine
from wherein.cli.main import invoke
from wherein.server.app import create_app
from wherein.server.guards.kept_token import KeptToken
from wherein.server.guards.public_address import PublicAddress
from wherein.server.guards.sign_in import FRESH_SECONDS, LINK_SECONDS, SESSION_SECONDS, SignIn

TOKEN = "t" * 32
ADDRESS = "http://127.0.0.1:8484"
OWN = {"Origin": ADDRESS, "Sec-Fetch-Site": "same-origin"}


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sign_in(clock: Clock) -> SignIn:
    return SignIn(TOKEN, clock)


@pytest.fixture
def browser(engine: Engine, sign_in: SignIn) -> Iterator[TestClient]:
    app = create_app(engine, TOKEN, sign_in)
    with TestClient(app, base_url=ADDRESS, follow_redirects=False) as client:
        yield client


def test_a_link_signs_in_once(browser: TestClient, sign_in: SignIn) -> None:
    code = sign_in.new_code()
    entered = browser.get("/sign-in", params={"code": code})
    assert (entered.status_code, entered.headers["location"]) == (303, "/")
    cookie = entered.headers["set-cookie"]
    assert cookie.startswith("wherein-8484=")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert TOKEN not in cookie
    assert browser.get("/v1/documents", headers=OWN).status_code == 200
    used = browser.get("/sign-in", params={"code": code})
    assert (used.status_code, used.headers["location"]) == (303, "/"), "it is signed in already"
    assert "set-cookie" not in used.headers
    browser.cookies.clear()
    again = browser.get("/sign-in", params={"code": code})
    assert again.status_code == 401
    assert "used before" in again.text
    assert "set-cookie" not in again.headers


def test_without_a_cookie_the_page_says_how(browser: TestClient) -> None:
    for path in ("/", "/library", "/tables", "/settings", "/keys", "/d/abc"):
        page = browser.get(path)
        assert page.status_code == 401
        assert "wherein serve" in page.text
        assert "<script" not in page.text
        style = page.text.partition("<style>")[2].partition("</style>")[0]
        digest = b64encode(sha256(style.encode()).digest()).decode()
        assert f"style-src 'sha256-{digest}'" in page.headers["content-security-policy"]


def test_links_and_cookies_grow_old(sign_in: SignIn, clock: Clock) -> None:
    late = sign_in.new_code()
    clock.now += LINK_SECONDS
    assert sign_in.session_for(late) is None
    session = sign_in.session_for(sign_in.new_code())
    assert session is not None
    assert sign_in.is_session(session)
    clock.now += SESSION_SECONDS + 1
    assert not sign_in.is_session(session)


def test_a_cookie_outlives_the_server_and_not_the_token(sign_in: SignIn, clock: Clock) -> None:
    session = sign_in.session_for(sign_in.new_code()) or ""
    assert SignIn(TOKEN, clock).is_session(session)
    assert not SignIn("another token", clock).is_session(session)


@pytest.mark.parametrize(
    "change",
    [
        lambda value: "",
        lambda value: "9" + value,
        lambda value: value[:-1],
        lambda value: value.replace(".", ""),
        lambda value: f"9999999999.x.{value.rpartition('.')[2]}",
        lambda value: "é",
    ],
)
def test_a_changed_cookie_is_none(sign_in: SignIn, change) -> None:
    session = sign_in.session_for(sign_in.new_code()) or ""
    assert not sign_in.is_session(change(session))


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        # Another server's page on this machine counts as the same site.
        ("GET", "/v1/documents", {"Sec-Fetch-Site": "same-site"}),
        ("GET", "/v1/documents", {"Sec-Fetch-Site": "none"}),  # typed into the address line
        ("GET", "/v1/documents", {"Sec-Fetch-Site": "wrong"}),
        ("GET", "/v1/documents", {}),
        ("GET", "/v1/documents", {"Sec-Fetch-Site": "cross-site"}),
        ("POST", "/v1/ask", {"Sec-Fetch-Site": "same-origin"}),  # no Origin
        ("DELETE", "/v1/memory/mine", {}),
        ("POST", "/v1/pairing-code", {"Sec-Fetch-Site": "cross-site", "Origin": ADDRESS}),
    ],
)
def test_a_cookie_alone_is_not_enough(
    browser: TestClient, sign_in: SignIn, method: str, path: str, headers: dict[str, str]
) -> None:
    browser.get("/sign-in", params={"code": sign_in.new_code()})
    assert browser.request(method, path, headers=headers).status_code == 401


@pytest.mark.parametrize("origin", ["http://127.0.0.1:3000", "http://localhost:8484", "null"])
def test_another_origin_is_refused(browser: TestClient, sign_in: SignIn, origin: str) -> None:
    browser.get("/sign-in", params={"code": sign_in.new_code()})
    answer = browser.post("/v1/ask", json={"question": "Who?"}, headers={**OWN, "Origin": origin})
    assert answer.status_code == 403


def test_an_encrypted_connections_cookie_is_for_its_host_alone(
    engine: Engine, sign_in: SignIn
) -> None:
    """Else another host below the same name could set one, and sign a browser in as somebody else."""
    public = PublicAddress.parse("https://ask.example.org")
    own = {"Origin": "https://ask.example.org", "Sec-Fetch-Site": "same-origin"}
    app = create_app(engine, TOKEN, sign_in, public=public)
    with TestClient(app, base_url="https://ask.example.org", follow_redirects=False) as browser:
        entered = browser.get("/sign-in", params={"code": sign_in.new_code()})
        name, _, value = entered.headers["set-cookie"].partition(";")[0].partition("=")
        assert name == "__Host-wherein"
        assert "; Path=/;" in entered.headers["set-cookie"]
        assert entered.headers["set-cookie"].endswith("; Secure")
        assert browser.get("/v1/documents", headers=own).status_code == 200
        browser.cookies.clear()
        other = own | {"Cookie": f"wherein={value}"}
        assert browser.get("/v1/documents", headers=other).status_code == 401


def test_signing_out_ends_the_session_for_whoever_copied_the_cookie(
    browser: TestClient, sign_in: SignIn
) -> None:
    entered = browser.get("/sign-in", params={"code": sign_in.new_code()})
    copied = OWN | {"Cookie": entered.headers["set-cookie"].partition(";")[0]}
    assert browser.delete("/v1/session", headers=OWN).status_code == 200
    assert browser.get("/v1/documents", headers=copied).status_code == 401
    browser.get("/sign-in", params={"code": sign_in.new_code()})
    assert browser.get("/v1/documents", headers=OWN).status_code == 200


def test_signing_out_forgets_the_cookie(browser: TestClient, sign_in: SignIn) -> None:
    browser.get("/sign-in", params={"code": sign_in.new_code()})
    assert browser.delete("/v1/session", headers=OWN).status_code == 200
    assert browser.get("/v1/documents", headers=OWN).status_code == 401


def test_the_code_for_the_extension_is_for_who_just_signed_in(
    browser: TestClient, sign_in: SignIn, clock: Clock
) -> None:
    browser.get("/sign-in", params={"code": sign_in.new_code()})
    assert browser.post("/v1/pairing-code", headers=OWN).json() == {"code": f"8484:{TOKEN}"}
    clock.now += FRESH_SECONDS + 2
    late = browser.post("/v1/pairing-code", headers=OWN)
    assert late.status_code == 403
    assert TOKEN not in late.text
    assert browser.get("/v1/documents", headers=OWN).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
        {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
        {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Purpose": "prefetch"},
    ],
)
def test_a_preview_does_not_use_up_the_link(
    browser: TestClient, sign_in: SignIn, headers: dict[str, str]
) -> None:
    code = sign_in.new_code()
    previewed = browser.get("/sign-in", params={"code": code}, headers=headers)
    assert (previewed.status_code, "set-cookie" in previewed.headers) == (403, False)
    opened = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert browser.get("/sign-in", params={"code": code}, headers=opened).status_code == 303


def test_without_its_token_file_nobody_is_signed_in(engine: Engine) -> None:
    token = KeptToken(engine.home)
    sign_in = SignIn(token)
    before = token()
    with TestClient(
        create_app(engine, token, sign_in), base_url=ADDRESS, follow_redirects=False
    ) as browser:
        bearer = {"Authorization": f"Bearer {before}"}
        browser.get("/sign-in", params={"code": sign_in.new_code()})
        assert browser.get("/v1/documents", headers=OWN).status_code == 200
        (engine.home.folder / "token").unlink()
        assert browser.get("/v1/documents", headers=OWN).status_code == 401
        assert browser.get("/v1/documents", headers=bearer).status_code == 401
        assert token() != before
        bearer = {"Authorization": f"Bearer {token()}"}
        assert browser.get("/v1/documents", headers=bearer).status_code == 200


def test_only_the_app_fetches_what_the_settings_do_not_allow(
    browser: TestClient, sign_in: SignIn
) -> None:
    page = {"url": "http://127.0.0.1:9/nothing"}
    refused = browser.post("/v1/pages", json=page, headers={"Authorization": f"Bearer {TOKEN}"})
    assert (refused.status_code, "fetch_urls" in refused.text) == (403, True)
    browser.get("/sign-in", params={"code": sign_in.new_code()})
    assert browser.post("/v1/pages", json=page, headers=OWN).status_code == 200


def test_a_question_says_how_sure_its_answer_has_to_be(
    browser: TestClient, sign_in: SignIn
) -> None:
    browser.get("/sign-in", params={"code": sign_in.new_code()})
    for caution, status in (("high", 200), ("low", 200), ("none", 400)):
        asked = {"question": "Who?", "text": "Nobody knows.", "caution": caution}
        assert browser.post("/v1/ask", json=asked, headers=OWN).status_code == status


def test_settings_are_changed_by_the_app_alone(
    browser: TestClient, engine: Engine, sign_in: SignIn
) -> None:
    browser.get("/sign-in", params={"code": sign_in.new_code()})
    before = browser.get("/v1/about", headers=OWN).json()
    assert before["restart"] is False
    wanted = {
        "caution": "high",
        "memory_sites": ["example.org"],
        "language_model": {"model": "m", "url": "http://127.0.0.1:9/v1"},
    }
    about = browser.patch("/v1/settings", json=wanted, headers=OWN).json()
    assert (about["caution"], about["memory_sites"]) == ("high", ["example.org"])
    assert about["language_model_url"] == "http://127.0.0.1:9/v1"
    assert about["restart"] is True
    about = browser.patch(
        "/v1/settings", json={"language_model": {"model": ""}, "caution": "normal"}, headers=OWN
    ).json()
    assert "language_model" not in about
    assert engine.home.settings().memory_sites == ("example.org",)
    elsewhere = {**OWN, "Sec-Fetch-Site": "cross-site"}
    assert browser.patch("/v1/settings", json={}, headers=elsewhere).status_code == 401
    browser.cookies.clear()
    token = {"Authorization": f"Bearer {TOKEN}"}
    assert browser.patch("/v1/settings", json={"caution": "low"}, headers=token).status_code == 403
    assert browser.post("/v1/pairing-code", headers=token).status_code == 403


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("X-Moz", "prefetch"),
        ("Purpose", "prefetch"),
        ("X-Purpose", "preview"),
        ("Sec-Purpose", "prefetch;prerender"),
        ("Sec-Purpose", "Prefetch"),
    ],
)
def test_a_fetch_ahead_leaves_the_link(
    browser: TestClient, sign_in: SignIn, header: str, value: str
) -> None:
    code = sign_in.new_code()
    assert (
        browser.get("/sign-in", params={"code": code}, headers={header: value}).status_code == 403
    )
    assert browser.get("/sign-in", params={"code": code}).status_code == 303


def test_an_expired_link_is_renewed_without_a_restart(
    browser: TestClient, sign_in: SignIn, clock: Clock
) -> None:
    code = sign_in.new_code()
    clock.now += LINK_SECONDS + 1
    expired = browser.get("/sign-in", params={"code": code})
    assert "wherein serve --link" in expired.text
    made = browser.post("/v1/sign-in-link", headers={"Authorization": f"Bearer {TOKEN}"}).json()
    assert browser.get(made["link"]).status_code == 303
    assert browser.post("/v1/sign-in-link", headers=OWN).status_code == 403  # a browser makes none
    browser.cookies.clear()
    assert browser.post("/v1/sign-in-link").status_code == 401


def test_the_command_prints_a_new_link(
    engine: Engine, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(engine) as port:
        monkeypatch.setattr(type(engine.home), "token", lambda home: SERVED)
        assert invoke(["serve", "--link", "--port", str(port)]) == 0
        link = capsys.readouterr().out.strip()
        assert link.startswith(f"http://127.0.0.1:{port}/sign-in?code=")
        monkeypatch.setattr(type(engine.home), "token", lambda home: "another")
        assert invoke(["serve", "--link", "--port", str(port)]) == 1
        assert "another home" in capsys.readouterr().err
    assert invoke(["serve", "--link", "--port", str(port)]) == 1
    assert "No wherein answers on port" in capsys.readouterr().err


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_of_another_site_signs_nobody_in(
    browser: TestClient, sign_in: SignIn, site: str
) -> None:
    """Whoever has a link of their own could else have somebody's questions sent to their account."""
    code = sign_in.new_code()
    sent = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    asked = browser.get("/sign-in", params={"code": code}, headers=sent)
    assert asked.status_code == 200
    assert "set-cookie" not in asked.headers
    link = asked.text.partition('href="')[2].partition('"')[0]
    assert link == f"/sign-in?code={code}"
    followed = browser.get(link, headers={**sent, "Sec-Fetch-Site": "same-origin"})
    assert followed.status_code == 303
    assert "set-cookie" in followed.headers


def test_the_link_of_another_sites_page_holds_no_markup(browser: TestClient) -> None:
    code = '"><script>alert(1)</script>'
    asked = browser.get("/sign-in", params={"code": code}, headers={"Sec-Fetch-Site": "cross-site"})
    assert "<script" not in asked.text
