"""The extension for the stores: a zip for Chromium, an xpi for Firefox, and the sources that make the same bytes."""

from __future__ import annotations

import json
import platform
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.release.archives import sha256_of, write_zip
from tools.release.bom import extension_bom, extension_scripts
from tools.release.distributions import ROOT, NotBuilt

NAME = "extension"
"""How `make dist NAME=` calls it."""
MOST_BYTES = 40_000_000
SUFFIXES = {"chromium": "zip", "firefox": "xpi"}
"""The ending of each browser's package."""
_EXTENSION = ROOT / "web" / "extension"
_NOT_PACKED = "models/moonshine-tiny/"
"""The recogniser of speech, with which a package would have 51 MB."""
_LEFT_OUT = {"node_modules", "dist", "tests", "tools"}
_MODELS = ("small", "static", "wordpiece")
_ORIGINS = (
    (r"manifest\.json", "`web/extension/manifest.json`; for Firefox `web/extension/build.mjs` changes what it says there"),
    (r"icons/.*", "`web/extension/icons`, as they are"),
    (r"(panel|settings|privacy|microphone|pdf|offscreen)\.html", "the page of that name in `web/extension`"),
    (r"panel\.js", "`web/extension/src/panel/main.tsx`"),
    (r"settings\.js", "`web/extension/src/settings-page/main.tsx`"),
    (r"microphone\.js", "`web/extension/src/microphone-page/main.tsx`"),
    (r"pdf\.js", "`web/extension/src/pdf/main.tsx`"),
    (r"offscreen\.js", "`web/extension/src/reader/offscreen.ts`; Chromium only"),
    (r"background\.js", "`web/extension/src/background.ts`"),
    (r"content\.js", "`web/extension/src/page/content.ts`"),
    (r"worker\.js", "`web/extension/src/reader/worker.ts`"),
    (r"speech-worker\.js", "`web/speech/src/hearing/speech-worker.ts`"),
    (r"capture-worklet\.js", "`web/speech/src/listening/capture-worklet.ts`"),
    (r"assets/pdf\.worker\.min-.*\.mjs", "the library pdfjs-dist, `build/pdf.worker.min.mjs`, as it is"),
    (r"assets/.*\.(js|css)", "what several of the scripts and pages above share, from `web/*/src` and the libraries below"),
    (r"ort/.*", "the library onnxruntime-web, `dist`, as they are"),
    (r"pdfjs/.*", "the library pdfjs-dist, the folders `cmaps`, `standard_fonts` and `wasm`, as they are"),
    (r"licenses/(LICENSE|NOTICE\.md)", "the files of that name, as they are"),
    (r"licenses/.*\.txt", "the licences of the libraries below, as they are"),
    (r"models/(reader\..*|NOTICE\.md)", "`models/small`, as they are"),
    (r"models/(rows|scales)\..*|models/NOTICE-static\.md", "`models/static`, as they are"),
    (r"models/tokenizer\.json", "`models/wordpiece`, as it is"),
)  # fmt: skip
"""Where each file of a package is from, by its path; the first pattern that fits the whole path says it."""


def write_extension(out: Path, when: int, version: str) -> list[Path]:
    """Pack the built extension for both browsers, its sources, and the list of its parts. Raises NotBuilt."""
    out.mkdir(parents=True, exist_ok=True)
    packed = {browser: packed_files(_EXTENSION / "dist" / browser) for browser in SUFFIXES}
    for browser, files in packed.items():
        if faults := list(wrong(browser, files, version)):
            raise NotBuilt(f"The extension for {browser} is not right: {'; '.join(faults)}.")
    _hold_to_the_stores_rules()
    made = []
    for browser, suffix in SUFFIXES.items():
        target = out / f"wherein-{version}-{browser}.{suffix}"
        write_zip(packed[browser], target, when)
        size = target.stat().st_size
        if size > MOST_BYTES:
            raise NotBuilt(
                f"{target.name} has {size / 1e6:.1f} MB, more than {MOST_BYTES / 1e6:.0f}. See what grew."
            )
        made.append(target)
    sources = out / f"wherein-{version}-extension-sources.zip"
    readme = _readme(version, {path.name for path in made}, set().union(*packed.values()))
    write_zip({**source_files(), "README.md": readme.encode()}, sources, when)
    parts = out / f"wherein-{version}-extension.cdx.json"
    parts.write_bytes(extension_bom(version, when))
    return [*made, sources, parts]


def packed_files(built: Path) -> dict[str, bytes]:
    """The files of a built extension by their paths in the package. Raises NotBuilt."""
    if not (built / "manifest.json").is_file():
        raise NotBuilt("The extension is not built. Build it first: make web-build")
    paths = (path for path in built.rglob("*") if path.is_file())
    named = {path.relative_to(built).as_posix(): path for path in paths}
    return {name: path.read_bytes() for name, path in named.items() if not name.startswith(_NOT_PACKED)}  # fmt: skip


def wrong(browser: str, files: Mapping[str, bytes], version: str) -> Iterator[str]:
    """What a package may not be like, in words that follow "is not right"."""
    manifest = json.loads(files["manifest.json"])
    if manifest["version"] != version:
        yield f"its manifest says version {manifest['version']}, the product {version}"
    if browser == "firefox":
        gecko = manifest.get("browser_specific_settings", {}).get("gecko", {})
        if gecko.get("data_collection_permissions") != {"required": ["none"]}:
            yield "its manifest does not say that no data is collected"
    named = [*manifest["icons"].values(), manifest["options_ui"]["page"]]
    yield from (f"it names {name}, which is not there" for name in named if name not in files)
    yield from (
        f"nobody knows where {name} is from" for name in sorted(files) if origin(name) is None
    )


def origin(name: str) -> str | None:
    """Where a file of a package is from; None where no pattern fits."""
    return next((told for pattern, told in _ORIGINS if re.fullmatch(pattern, name)), None)


def source_files() -> dict[str, bytes]:
    """What the extension is built of, by the path in the archive of sources: nothing that is made or got."""
    found = {}
    for path in sorted((ROOT / "web").rglob("*")):
        parts = path.relative_to(ROOT).parts
        if (
            path.is_file()
            and not _LEFT_OUT.intersection(parts[:-1])
            and not path.name.startswith(".")
        ):
            found["/".join(parts)] = path.read_bytes()
    for folder in (*(f"models/{name}" for name in _MODELS), "contracts/lexicon"):
        for path in sorted((ROOT / folder).iterdir()):
            if path.is_file() and path.suffix != ".py":
                found[f"{folder}/{path.name}"] = path.read_bytes()
    for name in ("LICENSE", "NOTICE.md"):
        found[name] = (ROOT / name).read_bytes()
    return found


def _readme(version: str, packages: set[str], names: set[str]) -> str:
    rows: dict[str, list[str]] = {}
    for name in sorted(names):
        rows.setdefault(origin(name) or "", []).append(name)
    files = [f"| {_short(many)} | {told} |" for told, many in rows.items()]
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    libraries = []
    for name in extension_scripts():
        row = lock[f"node_modules/{name}"]
        libraries.append(f"- {name} {row['version']} ({row['license']})")
    models = [
        f"- `models/{folder}/{path.name}`: {sha256_of(path)}"
        for folder in _MODELS
        for path in sorted((ROOT / "models" / folder).iterdir())
        if path.suffix not in (".md", ".py") and path.is_file()
    ]
    return (_EXTENSION / "store" / "sources.md").read_text("utf-8").format(
        version=version,
        chromium=next(name for name in packages if "chromium" in name),
        firefox=next(name for name in packages if "firefox" in name),
        system=f"{platform.system()} {platform.machine()}",
        node=_said("node", "--version").removeprefix("v"),
        npm=_said("npm", "--version"),
        files="\n".join(files),
        libraries="\n".join(libraries),
        models="\n".join(models),
    )  # fmt: skip


def _short(names: list[str]) -> str:
    """The names of files from one place; of many, their folders."""
    if len(names) > 12:
        names = sorted({f"{name.rpartition('/')[0]}/…" for name in names})
    return ", ".join(f"`{name}`" for name in names)


def _said(*command: str) -> str:
    found = shutil.which(command[0])
    if found is None:
        raise NotBuilt(f"{command[0]} is not installed. Install Node.js 20.19 or newer")
    return subprocess.run([found, *command[1:]], capture_output=True, text=True, check=True).stdout.strip()  # fmt: skip


def _hold_to_the_stores_rules() -> None:
    """Have the tests of the stores' rules look at what is built: above all, that no script names an address but the listed ones."""
    done = subprocess.run(
        ["npm", "--prefix", str(ROOT / "web"), "test", "--silent", "--", "extension/tests/store-rules", "extension/tests/manifest"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise NotBuilt(f"The extension breaks a rule of the stores: {(done.stdout + done.stderr).strip()[-2000:]}")  # fmt: skip
