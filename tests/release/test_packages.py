"""What people install without pip: the launchers find their Python, the Debian package installs, the folder runs (`make soak`)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.release.test_wheel import QUESTION
from tools.release.building import build
from tools.release.distributions import DISTRIBUTIONS, ROOT
from tools.release.offline import write_offline
from tools.release.packages import write_debian, write_portable
from tools.release.tree import PYTHON, launcher

TIDES = ROOT / "src" / "wherein" / "samples" / "tides.pdf"


def ran(*command: str | Path, home: Path, path: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command as a person with this home folder would."""
    found = path or f"{Path(sys.executable).parent}:/usr/bin:/bin:/usr/sbin:/sbin"
    return subprocess.run(
        list(map(str, command)), cwd=home, capture_output=True, text=True, check=False, env={"PATH": found, "HOME": str(home)}
    )  # fmt: skip


@pytest.fixture
def fake(tmp_path: Path) -> Path:
    """A folder with a launcher and a package `wherein` that prints what it was given."""
    folder = tmp_path / "leerer Raum ü"
    package = folder / "lib" / "wherein"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text("import sys; print(sys.argv[1:], sys.path[1])")
    (folder / "run").write_text(launcher("lib", "serve "))
    (folder / "run").chmod(0o755)
    return folder


def test_the_launcher_runs_what_lies_beside_it(fake: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(fake / "run")
    done = ran(tmp_path / "link", "a b", home=tmp_path)
    assert done.stdout == f"['serve', 'a b'] {fake / 'lib'}\n", done.stderr
    assert not list(fake.rglob("*.pyc"))


def test_without_its_python_the_launcher_says_so(fake: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "dirname", "readlink"):
        found = shutil.which(name)
        assert found
        (tools / name).symlink_to(found)
    done = ran(fake / "run", home=tmp_path, path=str(tools))
    assert done.returncode == 1
    assert f"Python {PYTHON} is not installed" in done.stderr


@pytest.fixture(scope="module")
def offline(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zip of the product's wheel and all that it needs."""
    out = tmp_path_factory.mktemp("dist")
    return write_offline([build(DISTRIBUTIONS["wherein"], out, 1_770_000_000).wheel], out)


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg")
def test_the_debian_package_installs_answers_and_goes(offline: Path, tmp_path: Path) -> None:
    package = write_debian(offline, "0.1.0", tmp_path, 1_770_000_000)
    root = tmp_path / "root"
    for folder in ("info", "updates", "triggers"):
        (root / "var" / "lib" / "dpkg" / folder).mkdir(parents=True)
    for name in ("status", "available"):
        (root / "var" / "lib" / "dpkg" / name).touch()
    dpkg = ("dpkg", f"--root={root}", "--force-depends", "--force-not-root")
    done = ran(*dpkg, "--install", package, home=tmp_path)
    assert done.returncode == 0, done.stderr
    done = ran(root / "usr" / "bin" / "wherein", "ask", TIDES, QUESTION, home=tmp_path)
    assert "Bay of Fundy" in done.stdout, done.stderr
    for path in ("man/man1/wherein.1", "applications/wherein.desktop", "doc/wherein/NOTICE.md"):
        assert (root / "usr" / "share" / path).is_file()
    listed = {path.stat().st_mode & 0o7777 for path in root.glob("usr/**/*.py")}
    assert listed <= {0o644, 0o755}
    assert ran(*dpkg, "--remove", "wherein", home=tmp_path).returncode == 0
    assert not (root / "usr" / "bin" / "wherein").exists()
    assert not (root / "usr" / "lib" / "wherein").exists()


@pytest.mark.soak
@pytest.mark.skipif(
    shutil.which("unzip") is None, reason="needs unzip, which keeps who may run a file"
)
def test_the_portable_folder_runs_where_it_is_unpacked(offline: Path, tmp_path: Path) -> None:
    zipped = write_portable(offline, "0.1.0", tmp_path)
    place = tmp_path / "mein Ordner ü"
    subprocess.run(["unzip", "-q", zipped, "-d", place], check=True)
    (folder,) = place.iterdir()
    done = ran(folder / "bin" / "wherein", "ask", TIDES, QUESTION, home=tmp_path)
    assert "Bay of Fundy" in done.stdout, done.stderr
    assert "Usage: wherein serve" in ran(folder / "wherein.sh", "--help", home=tmp_path).stdout
    assert os.access(folder / "wherein.command", os.X_OK)
    assert b"\r\n" in (folder / "wherein.cmd").read_bytes()
