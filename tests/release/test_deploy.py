"""What `deploy` has for a team: a compose file that is parsed, units that systemd takes, and a proxy that is tried where nginx is here.

Where nginx is not on the path, WHEREIN_TEST_NGINX may name its program.
"""

from __future__ import annotations

import configparser
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
import yaml
from fastapi import FastAPI

from tests.clock import GIVE_UP_SECONDS, until
from tests.postgres_server import _free_port as free_port
from wherein import Engine
from wherein.cli.main import main as wherein_main
from wherein.documents.source import LARGEST_BYTES
from wherein.home.folder import Home
from wherein.postgres.address import StoreAddress
from wherein.server.app import create_app
from wherein.server.guards.http_protocol import TimedHeadProtocol
from wherein.server.guards.public_address import PublicAddress
from wherein.server.run import KEEP_ALIVE_S, _server, listen

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
HOST = "ask.example.org"
TOKEN = "t"
PORTS = ("8484", "8485")


def check_command(words: list[str]) -> None:
    """That wherein has the command with these options; it is not run."""
    words = words[2:] if words[0] == "--home" else words
    command = wherein_main.get_command(wherein_main.make_context("wherein", words[:1]), words[0])
    assert command is not None, words
    command.make_context(words[0], words[1:])


def test_the_compose_file_starts_two_servers_behind_a_proxy() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    services = compose["services"]
    assert set(services) == {"database", "proxy", "one", "two"}
    used = {volume.split(":")[0] for one in services.values() for volume in one["volumes"]}
    assert {name for name in used if not name.startswith(".")} == set(compose["volumes"])
    homes = set()
    for name, port in zip(("one", "two"), PORTS, strict=True):
        server = services[name]
        assert server["network_mode"] == "service:proxy"
        assert server["build"]["args"]["EXTRAS"] == "[team]"
        check_command(server["command"])
        assert server["command"][-1] == port
        assert f"127.0.0.1:{port}/v1/ready" in server["healthcheck"]["test"][-1]
        homes.add(server["volumes"][0])
        environment = server["environment"]
        store = re.sub(r"\$\{WHEREIN_PASSWORD:\?[^}]*\}", "s3cret", environment["WHEREIN_STORE"])
        assert str(StoreAddress.parse(store)) == "wherein@database:5432/wherein"
        PublicAddress.parse(environment["WHEREIN_PUBLIC"])
    assert len(homes) == 2  # a home is one server's
    assert services["proxy"]["ports"] == ["80:80", "443:443"]
    assert "ports" not in services["database"]
    container = (ROOT / "distributions" / "Containerfile").read_text("utf-8")
    assert "ARG EXTRAS" in container


def test_the_unit_starts_a_server_that_there_is(tmp_path: Path) -> None:
    text = (DEPLOY / "wherein@.service").read_text("utf-8")
    parsed = configparser.RawConfigParser(strict=False)
    parsed.optionxform = str  # type: ignore[assignment, method-assign]
    parsed.read_string(text)
    program, *words = parsed["Service"]["ExecStart"].replace("%i", "8484").split()
    assert program.endswith("/wherein")
    check_command(words)
    lines = (DEPLOY / "team.env").read_text("utf-8").splitlines()
    told = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert set(told) == {"WHEREIN_STORE", "WHEREIN_PUBLIC"}
    StoreAddress.parse(told["WHEREIN_STORE"])
    PublicAddress.parse(told["WHEREIN_PUBLIC"])
    if verify := shutil.which("systemd-analyze"):
        unit = tmp_path / "wherein@8484.service"
        unit.write_text(text.replace("/opt/wherein/bin/wherein", "/bin/true"))
        checked = subprocess.run(
            [verify, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
        )
        told_of_it = [line for line in checked.stderr.splitlines() if unit.name in line]
        assert told_of_it == []


def test_the_proxy_takes_what_wherein_takes() -> None:
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    found = re.search(r"client_max_body_size (\d+)m;", text)
    assert found is not None
    assert int(found[1]) * 1024 * 1024 >= LARGEST_BYTES
    assert set(re.findall(r"127\.0\.0\.1:(\d+)", re.sub(r"#.*", "", text))) == set(PORTS)
    assert text.count(HOST) == 8  # which its first lines say how to change
    assert "proxy_buffering off;" in text


# --- behind a real nginx


@dataclass
class Behind:
    """`https` and `http` are the ports of the proxy; `servers` are those behind it, `ports` theirs."""

    https: int
    http: int
    servers: list[uvicorn.Server]
    ports: list[int]

    def send(
        self, method: str, path: str, body: Any = None, host: str = HOST, **headers: str
    ) -> tuple[int, Message, bytes]:
        connection = self.line(host)
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        data = None if body is None else json.dumps(body)
        connection.request(
            method, path, data, {"Host": host, "Content-Type": "application/json", **more}
        )
        reply = connection.getresponse()
        read = reply.read()
        connection.close()
        return reply.status, reply.headers, read

    def line(self, host: str) -> HTTPConnection:
        """An encrypted connection to the proxy, as one who looked up this name makes it."""
        context = ssl._create_unverified_context()
        plain = socket.create_connection(("127.0.0.1", self.https), GIVE_UP_SECONDS)
        connection = HTTPConnection("127.0.0.1")
        connection.sock = context.wrap_socket(plain, server_hostname=host)
        return connection

    def ask(self, **headers: str) -> tuple[int, Message, bytes]:
        body = {
            "question": "When was it built?",
            "text": "The lighthouse of Vardo was built in 1896.",
        }
        return self.send("POST", "/v1/ask", body, Authorization=f"Bearer {TOKEN}", **headers)


def nginx() -> str:
    found = os.environ.get("WHEREIN_TEST_NGINX") or shutil.which("nginx", path="/usr/sbin:" + os.environ["PATH"])  # fmt: skip
    if not found:
        pytest.skip("nginx is not here")
    return found


@contextmanager
def proxied(folder: Path, *ports: int) -> Iterator[tuple[int, int]]:
    """nginx with the file that we ship, before these ports; yields its own for https and http."""
    program, text = nginx(), (DEPLOY / "nginx.conf").read_text("utf-8")
    https, plain = free_port(), free_port()
    certificate, key = folder / "c.pem", folder / "c.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={HOST}",
         "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    for old, new in (
        ("listen 443 ssl", f"listen 127.0.0.1:{https} ssl"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        (f"/etc/ssl/wherein/{HOST}.pem", str(certificate)),
        (f"/etc/ssl/wherein/{HOST}.key", str(key)),
        *((f"127.0.0.1:{old}", f"127.0.0.1:{new}") for old, new in zip(PORTS, ports, strict=True)),
    ):
        assert old in text
        text = text.replace(old, new)
    temporary = "".join(
        f"{name}_temp_path {folder / name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    main = folder / "main.conf"
    main.write_text(
        f"{user}daemon off;\nworker_processes 1;\npid {folder / 'pid'};\nerror_log {folder / 'errors'};\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{temporary}{text}}}\n"
    )
    process = subprocess.Popen(
        [program, "-e", str(folder / "errors"), "-p", str(folder), "-c", str(main)],
        stderr=subprocess.PIPE,
    )
    try:
        until(lambda: process.poll() is not None or _answers(https), "nginx does not start")
        assert process.poll() is None, process.stderr and process.stderr.read()
        yield https, plain
    finally:
        process.terminate()
        process.communicate(timeout=GIVE_UP_SECONDS)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def serving_app(stack: ExitStack, app: Any) -> tuple[uvicorn.Server, int]:
    """A server of an application until the stack is left, and its port."""
    bound = listen(0)
    config = uvicorn.Config(
        app,
        log_level="critical",
        lifespan="off",
        timeout_keep_alive=KEEP_ALIVE_S,
        http=TimedHeadProtocol,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([bound],))
    thread.start()
    stack.callback(thread.join)
    stack.callback(setattr, server, "should_exit", True)
    return server, int(bound.getsockname()[1])


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Behind]:
    """Two servers with a home each and one token, behind nginx."""
    nginx()
    servers, ports = [], []
    with ExitStack() as stack:
        for name in ("one", "two"):
            engine = Engine(Home(tmp_path / name))
            stack.callback(engine.close)
            app = create_app(engine, TOKEN, public=PublicAddress.parse(f"https://{HOST}"))
            server, port = serving_app(stack, app)
            servers.append(server)
            ports.append(port)
        with proxied(tmp_path, *ports) as (https, plain):
            yield Behind(https, plain, servers, ports)


def test_the_proxy_shows_the_servers_at_the_public_address_alone(behind: Behind) -> None:
    assert behind.send("GET", "/v1/health")[0] == 200
    status, _, body = behind.ask()
    assert (status, json.loads(body)["answers"][0]["text"]) == (200, "1896")
    assert behind.ask(Origin=f"https://{HOST}")[0] == 200
    for origin in (f"http://{HOST}", "https://evil.example.org", "null"):
        status, _, body = behind.ask(Origin=origin)
        assert (status, json.loads(body)["error"]["code"]) == (403, "origin")
    for host in (
        "evil.example.org", f"{HOST}.evil.example.org", "10.0.0.1", "127.0.0.1", "localhost", "127.0.0.1:8484"
    ):  # fmt: skip
        assert behind.send("GET", "/v1/health", host=host)[0] == 421, host
        connection = http.client.HTTPConnection("127.0.0.1", behind.http)
        connection.request("GET", "/v1/health", headers={"Host": host})
        assert connection.getresponse().status == 421, host
        connection.close()
    assert behind.send("GET", "/v1/documents")[0] == 401
    assert behind.send("GET", "/metrics", Authorization=f"Bearer {TOKEN}")[0] == 404
    connection = http.client.HTTPConnection("127.0.0.1", behind.http)
    connection.request("GET", "/v1/health", headers={"Host": HOST})
    moved = connection.getresponse()
    assert (moved.status, moved.headers["Location"]) == (301, f"https://{HOST}/v1/health")
    connection.close()


def test_a_browser_signs_in_through_the_proxy_and_stays_so_on_both_servers(behind: Behind) -> None:
    link = json.loads(behind.send("POST", "/v1/sign-in-link", {}, Authorization=f"Bearer {TOKEN}")[2])["link"]  # fmt: skip
    assert link.startswith(f"https://{HOST}/sign-in?code=")
    opened = {"Sec_Fetch_Site": "none", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
    status, headers, _ = behind.send("GET", link.removeprefix(f"https://{HOST}"), **opened)
    cookie = headers["Set-Cookie"]
    assert (status, cookie.endswith("; Secure")) == (303, True)
    for _ in range(6):  # to each server in turn
        sent = {"Cookie": cookie.partition(";")[0], "Sec_Fetch_Site": "same-origin"}
        assert behind.send("GET", "/v1/documents", **sent)[0] == 200
        origin = {"Origin": f"https://{HOST}"}
        changed = behind.send("DELETE", "/v1/adding", **sent, **origin)
        assert changed[0] == 200


def test_a_server_that_is_away_is_passed_over(behind: Behind) -> None:
    behind.servers[0].should_exit = True
    until(lambda: not _answers(behind.ports[0]), "the server does not end")
    link = behind.send("POST", "/v1/sign-in-link", {}, Authorization=f"Bearer {TOKEN}")
    assert link[0] == 200
    for _ in range(4):
        assert behind.ask()[0] == 200
        assert behind.send("GET", "/v1/ready")[0] == 200


def test_a_connection_that_the_server_is_about_to_close_is_not_used_again() -> None:
    """The server keeps idle connections open for longer than the proxy and programs do, so it never closes one as a request arrives."""
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    found = re.search(r"keepalive_timeout (\d+)s;", text)
    server = _server(FastAPI(), lambda: None, lambda: None)
    assert found is not None
    assert int(found[1]) < server.config.timeout_keep_alive
    for_a_program = httpx2.Limits().keepalive_expiry
    assert for_a_program is not None
    assert for_a_program < server.config.timeout_keep_alive


@pytest.fixture
def failing(tmp_path: Path) -> Iterator[Behind]:
    """Two servers that answer /fails as told by its query, and all else with 200, behind nginx."""
    nginx()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        how = scope["query_string"].decode()
        if how == "closes":
            raise RuntimeError
        head = [(b"x", b"y" * 60_000)] if how == "head" else []
        status = int(how) if how.isdigit() else 200
        await send({"type": "http.response.start", "status": status, "headers": head})
        await send({"type": "http.response.body", "body": b"{}"})

    with ExitStack() as stack:
        started = [serving_app(stack, app) for _ in range(2)]
        with proxied(tmp_path, *(port for _, port in started)) as (https, plain):
            yield Behind(
                https, plain, [server for server, _ in started], [port for _, port in started]
            )


@pytest.mark.parametrize("how", ["503", "500", "502", "429", "409", "head", "closes"])
def test_no_answer_to_one_shuts_the_others_out(failing: Behind, how: str) -> None:
    """What one reader brings about at both servers is theirs alone."""
    for method in ("GET", "POST"):
        statuses = [failing.send(method, f"/v1/documents?{how}")[0] for _ in range(3)]
        assert statuses == [int(how) if how.isdigit() else {"head": 502, "closes": 500}[how]] * 3
        for _ in range(4):
            assert failing.send("GET", "/v1/me")[0] == 200


def test_a_body_that_is_too_large_is_refused_before_it_is_sent(behind: Behind) -> None:
    context = ssl._create_unverified_context()
    with context.wrap_socket(socket.create_connection(("127.0.0.1", behind.https))) as line:
        line.sendall(
            f"POST /v1/uploads?name=a HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {TOKEN}\r\n"
            f"Content-Length: {LARGEST_BYTES + 30_000_000}\r\n\r\n".encode()
        )
        assert line.recv(100).startswith(b"HTTP/1.1 413 ")


def test_answers_pass_the_proxy_as_they_are_found(tmp_path: Path) -> None:
    """The second part of a response is sent once the first was received behind the proxy."""
    nginx()
    received = threading.Event()
    bound = listen(0)

    def serve() -> None:
        line, _ = bound.accept()
        with line:
            while b"\r\n\r\n" not in line.recv(65_536):
                pass
            line.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")  # fmt: skip
            line.sendall(b"event: answer\n\n")
            received.wait(GIVE_UP_SECONDS)
            line.sendall(b"event: done\n\n")

    serving = threading.Thread(target=serve)
    port = int(bound.getsockname()[1])
    with proxied(tmp_path, port, port) as (https, _):
        serving.start()
        context = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("127.0.0.1", https, context=context)
        connection.request("GET", "/v1/anything", headers={"Host": HOST})
        reply = connection.getresponse()
        assert reply.readline() == b"event: answer\n"
        received.set()
        assert reply.read() == b"\nevent: done\n\n"
        connection.close()
    serving.join()
    bound.close()


@pytest.mark.parametrize(
    "address",
    ["http://ask.example.org", "ask.example.org", "https://", "https://a/b", "https://a b", "https://a@b", "https://-a"],
)  # fmt: skip
def test_what_can_not_be_a_public_address(address: str) -> None:
    from wherein.core.errors import UsageError

    with pytest.raises(UsageError, match="Give https:// and the host's name"):
        PublicAddress.parse(address)
