"""What the web app shows and sends: a document's blocks, a span's boxes, the PDF, files that are dropped in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.clock import until
from wherein import Engine
from wherein.home.received import fit_name
from wherein.samples import sample_files
from wherein.server.app import create_app
from wherein.server.routes.intake import PENDING
from wherein.server.wire import wire

PDF = next(path for path in sample_files() if path.suffix == ".pdf")


@pytest.fixture
def client(engine: Engine) -> Iterator[TestClient]:
    app = create_app(engine, "t")
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as made:
        made.headers["Authorization"] = "Bearer t"
        yield made
    app.state.intake.close()


def settled(client: TestClient) -> list[wire.WireJob]:
    """The jobs, once none of them is pending."""
    jobs: list[wire.WireJob] = []

    def none_is_pending() -> bool:
        reply = wire.AddingResponse.model_validate(client.get("/v1/adding").json())
        jobs[:] = reply.jobs
        return all(job.state not in PENDING for job in jobs)

    until(none_is_pending)
    return jobs


def upload(client: TestClient, name: str, data: bytes) -> wire.WireJob:
    """What became of a file that was sent."""
    response = client.post("/v1/uploads", params={"name": name}, content=data)
    assert response.status_code == 200, response.text
    number = wire.WireJob.model_validate(response.json()).number
    return next(job for job in settled(client) if job.number == number)


def added(client: TestClient, name: str, data: bytes) -> wire.WireDocument:
    """The document of a file that was sent."""
    assert upload(client, name, data).state == "added"
    kept = wire.DocumentsResponse.model_validate(client.get("/v1/documents").json())
    return kept.documents[-1]


def files_in(engine: Engine) -> list[Path]:
    return [path for path in engine.home.files.rglob("*") if path.is_file()]


def test_a_document_is_shown_with_its_blocks(client: TestClient) -> None:
    trip = "# Trip 👩‍🔬\n\n- one\n- two\n\n| a | b |\n|-|-|\n| 1 | 2 |\n".encode()
    document = added(client, "trip.md", trip).document
    reply = client.get("/v1/documents/text", params={"document": document}).json()
    shown = wire.DocumentResponse.model_validate(reply)
    assert [(b.kind, shown.text[b.start : b.end]) for b in shown.blocks] == [
        ("heading", "Trip 👩‍🔬"),
        ("list_item", "one"),
        ("list_item", "two"),
        ("cell", "a"),
        ("cell", "b"),
        ("cell", "1"),
        ("cell", "2"),
    ]
    assert shown.has_file is False


def test_a_pdf_is_given_with_the_boxes_of_an_answer(client: TestClient) -> None:
    document = added(client, "tides.pdf", PDF.read_bytes()).document
    kept = client.get("/v1/documents/text", params={"document": document}).json()
    assert kept["has_file"] is True
    assert kept["pages"][0]["number"] == 1
    file = client.get("/v1/documents/file", params={"document": document})
    assert file.content == PDF.read_bytes()
    assert file.headers["content-type"] == "application/pdf"
    assert file.headers["content-disposition"] == "attachment"
    start = kept["text"].index("Bay of Fundy")
    place = {"document": document, "spans": f"{start}-{start + 12},0-1"}
    found, _ = client.get("/v1/documents/boxes", params=place).json()["boxes"]
    ((page, x0, y0, x1, y1),) = found
    assert page == 1
    assert 0 < x0 < x1 < 700
    assert 0 < y0 < y1 < 900


def test_a_pdf_that_changed_is_not_given(
    client: TestClient, engine: Engine, tmp_path: Path
) -> None:
    path = tmp_path / "tides.pdf"
    path.write_bytes(PDF.read_bytes())
    (entry,) = engine.add(path).added
    path.write_bytes(PDF.read_bytes() + b"%")
    answer = client.get("/v1/documents/file", params={"document": entry.document})
    assert answer.status_code == 422
    assert "not the one that was read" in answer.json()["error"]["what"]


def test_what_is_sent_is_kept_until_its_document_is_removed(
    client: TestClient, engine: Engine
) -> None:
    document = added(client, "ferry.txt", b"The ferry costs 240 kroner.").document
    assert [path.name for path in files_in(engine)] == ["ferry.txt"]
    assert upload(client, "ferry.txt", b"The ferry costs 240 kroner.").state == "unchanged"
    client.delete("/v1/documents", params={"document": document})
    assert files_in(engine) == []


def test_a_file_that_cannot_be_read_leaves_nothing(client: TestClient, engine: Engine) -> None:
    job = upload(client, "photo.png", b"\x89PNG\r\n\x1a\n" + bytes(100))
    assert job.state == "failed"
    assert "picture" in (job.reason or "")
    assert files_in(engine) == []


def test_a_file_that_is_too_large_is_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wherein.server.guards.gate.LARGEST_BYTES", 1000)
    answer = client.post("/v1/uploads", params={"name": "a.txt"}, content=b"a" * 1001)
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too_large"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\notes\\a.txt", "a.txt"),
        (".hidden", "hidden"),
        ("a\u202etxt.exe", "a_txt.exe"),
        ("<img src=x onerror=alert(1)>.md", "_img src=x onerror=alert(1)_.md"),
        ("...", "file"),
        ("", "file"),
        ("NUL", "_NUL"),  # a device where Windows runs
        ("con.txt", "_con.txt"),
        ("a" * 179 + " b c", "a" * 179),  # no blank at the end, which Windows takes off
    ],
)
def test_a_name_is_made_fit_for_a_file(name: str, expected: str) -> None:
    assert fit_name(name) == expected


def test_a_long_name_keeps_its_ending(client: TestClient, engine: Engine) -> None:
    upload(client, "é" * 4000 + ".md", b"# Trip\n\nThe ferry costs 240 kroner.")
    (path,) = files_in(engine)
    assert path.suffix == ".md"
    assert len(path.name.encode()) <= 180


def test_an_address_of_this_network_is_not_fetched(client: TestClient, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text("fetch_urls = true\n")
    client.post("/v1/pages", json={"url": "http://127.0.0.1:9/"})
    (job,) = settled(client)
    assert job.state == "failed"
    assert "inside this network" in (job.reason or "")
