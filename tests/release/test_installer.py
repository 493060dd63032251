"""The installer that brings its own Python, against a mirror and a uv of this test's own; the real uv under `make soak`.

The image's file is only parsed: no image is built.
"""

from __future__ import annotations

import functools
import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import venv
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.release.test_wheel import QUESTION
from tools.release.building import build
from tools.release.distributions import DISTRIBUTIONS, ROOT
from tools.release.offline import write_offline
from wherein.cli.main import main as wherein_main

INSTALLER = ROOT / "distributions" / "install.sh"
CONTAINERFILE = ROOT / "distributions" / "Containerfile"
FAKE_UV = """#!/bin/sh
echo "$* | $UV_PYTHON_INSTALL_DIR | ${UV_PYTHON_INSTALL_MIRROR:-}" >> "$HOME/told"
for last; do :; done
case $1 in
    venv) mkdir -p "$last/bin" "$UV_PYTHON_INSTALL_DIR" ;;
    pip) printf '#!/bin/sh\\necho wherein 0.1.0 "$@"\\n' > "$UV_PYTHON_INSTALL_DIR/../env/bin/wherein"
         chmod +x "$UV_PYTHON_INSTALL_DIR/../env/bin/wherein" ;;
esac
"""
INSTRUCTIONS = {"ARG", "FROM", "COPY", "RUN", "USER", "ENV", "VOLUME", "HEALTHCHECK", "ENTRYPOINT", "CMD"}  # fmt: skip


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def person(tmp_path: Path) -> Path:
    """A home folder with a space in its name, and a folder of wheels that names its Python."""
    home = tmp_path / "Ana María"
    wheels = home / "wheels"
    wheels.mkdir(parents=True)
    for name in ("wherein-0.1.0-py3-none-any.whl", "numpy-2.4.1-cp313-cp313-linux_x86_64.whl"):
        (wheels / name).touch()
    return home


@pytest.fixture
def mirror(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder with the archive of the fake uv for this machine, and the address at which it is served."""
    folder = tmp_path / "mirror"
    folder.mkdir()
    machine = subprocess.run(["uname", "-m"], capture_output=True, text=True, check=True).stdout
    stem = f"uv-{machine.strip()}-unknown-linux-gnu"
    program = tmp_path / stem / "uv"
    program.parent.mkdir()
    program.write_text(FAKE_UV)
    program.chmod(0o755)
    with tarfile.open(folder / f"{stem}.tar.gz", "w:gz") as archive:
        archive.add(program.parent, stem)
    digest = hashlib.sha256((folder / f"{stem}.tar.gz").read_bytes()).hexdigest()
    (folder / f"{stem}.tar.gz.sha256").write_text(f"{digest}  {stem}.tar.gz\n")
    handler = functools.partial(Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield folder, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def run(home: Path, *arguments: str | Path, tools: str = "/usr/bin:/bin") -> subprocess.CompletedProcess[str]:  # fmt: skip
    return subprocess.run(
        ["sh", str(INSTALLER), *map(str, arguments)],
        cwd=home, capture_output=True, text=True, check=False, env={"HOME": str(home), "PATH": tools},
    )  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="the mirror has a uv for Linux")
def test_it_gets_uv_and_python_from_the_mirrors_that_are_named(
    person: Path, mirror: tuple[Path, str]
) -> None:
    _, address = mirror
    done = run(person, "--wheels", "wheels", "--uv-from", address, "--python-from", f"{address}/p", "--with", "wherein-large")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "wherein 0.1.0 --version" in done.stdout
    assert "is not in your PATH" in done.stdout
    app = person / ".local" / "share" / "wherein-app"
    made, installed = (person / "told").read_text().splitlines()
    # The Python is that of the wheels, and it is kept in the installer's own folder.
    assert made.startswith("venv --quiet --clear --managed-python --python 3.13 ")
    assert made.endswith(f" | {app}/python | {address}/p")
    assert f"--no-index --find-links {person}/wheels" in installed
    assert "wherein wherein-large |" in installed
    assert (person / ".local" / "bin" / "wherein").readlink() == app / "env" / "bin" / "wherein"
    assert not list(app.glob("*.tar.gz*"))

    again = run(person, "--wheels", "wheels")  # with the uv that it brought
    assert again.returncode == 0, again.stderr
    gone = run(person, "--remove")
    assert gone.returncode == 0, gone.stderr
    assert not app.exists()
    assert not (person / ".local" / "bin" / "wherein").is_symlink()


@pytest.mark.skipif(sys.platform != "linux", reason="the mirror has a uv for Linux")
def test_a_damaged_archive_is_not_run(person: Path, mirror: tuple[Path, str]) -> None:
    folder, address = mirror
    (archive,) = folder.glob("*.tar.gz")
    archive.write_bytes(archive.read_bytes() + b"x")
    done = run(person, "--wheels", "wheels", "--uv-from", address)
    assert done.returncode == 1
    assert "damaged" in done.stderr
    assert not (person / "told").exists()


def test_what_is_of_others_is_left_alone(person: Path) -> None:
    (person / ".local" / "bin").mkdir(parents=True)
    (person / ".local" / "bin" / "wherein").write_text("another")
    assert "is another program" in run(person, "--wheels", "wheels").stderr
    assert "Nothing of this installer" in run(person, "--remove", "--to", person).stderr
    (person / "mine").mkdir()
    assert "is not of this installer" in run(person, "--wheels", "wheels", "--to", person / "mine", "--bin", person).stderr  # fmt: skip
    assert (person / ".local" / "bin" / "wherein").read_text() == "another"
    assert (person / "wheels").is_dir()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "The wheels are missing"),
        (("--wheels", "nowhere"), "is not there"),
        (("--wheels", "."), "no wheel of wherein"),
        (("--wheels",), "has no value"),
        (("--wheel", "x"), "There is no option --wheel"),
        (("--wheels", "wheels"), "uv is not here. Install it, or name where its archive lies"),
    ],
)
def test_each_thing_that_is_missing_is_a_sentence(
    person: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = run(person, *arguments)
    assert done.returncode == 1
    assert said in done.stderr
    assert done.stderr.startswith("wherein: ")


def test_it_knows_no_address() -> None:
    for path in (INSTALLER, CONTAINERFILE):
        assert not re.findall(r"https?://(?!127\.0\.0\.1)", path.read_text("utf-8"))


def test_the_images_file_is_one_and_starts_a_command_that_there_is() -> None:
    text = re.sub(r"^\s*#.*\n", "", CONTAINERFILE.read_text("utf-8"), flags=re.M)
    lines = text.replace("\\\n", " ").splitlines()
    told = [line.split(None, 1) for line in lines if line.strip()]
    assert {name for name, _ in told} == INSTRUCTIONS
    assert [name for name, _ in told][:2] == ["ARG", "FROM"]
    steps = dict(told)
    assert '--no-index --find-links /wheels "wherein${EXTRAS}"' in steps["RUN"]
    assert steps["USER"] == "wherein"  # not root, from here on
    words = re.findall(r'"([^"]+)"', steps["CMD"])
    command = wherein_main.get_command(wherein_main.make_context("wherein", words[:1]), words[0])
    assert command is not None
    command.make_context(words[0], words[1:])
    assert re.findall(r'"([^"]+)"', steps["ENTRYPOINT"]) == ["wherein"]


@pytest.mark.soak
def test_the_real_uv_installs_what_answers(person: Path, tmp_path: Path) -> None:
    """With a Python that is here: the download of one, from a mirror of Pythons, has not been tried."""
    venv.create(tmp_path / "uv", with_pip=True)
    got = subprocess.run(
        [tmp_path / "uv" / "bin" / "python", "-m", "pip", "install", "--quiet", "uv"], check=False
    )
    if got.returncode:
        pytest.skip("uv can't be got here")
    wheel = build(DISTRIBUTIONS["wherein"], tmp_path, 1_770_000_000).wheel
    shutil.unpack_archive(write_offline([wheel], tmp_path), tmp_path / "offline")
    uv = tmp_path / "uv" / "bin" / "uv"
    done = run(person, "--wheels", tmp_path / "offline" / "wheels", "--uv", uv, "--python", sys.executable)  # fmt: skip
    assert done.returncode == 0, done.stderr
    tides = ROOT / "src" / "wherein" / "samples" / "tides.pdf"
    asked = subprocess.run(
        [person / ".local" / "bin" / "wherein", "ask", tides, QUESTION],
        capture_output=True, text=True, check=False, env={"HOME": str(person), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert "Bay of Fundy" in asked.stdout, asked.stderr
