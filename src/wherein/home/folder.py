"""The home folder: the path of each file, and the settings. Opens no store."""

from __future__ import annotations

import json
import os
import re
import secrets
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.core.errors import LibraryError, StorageFull, UsageError
from wherein.core.text.reason import reason_of
from wherein.home.generative_settings import GenerativeSettings
from wherein.home.own_files import OwnFiles
from wherein.home.private_folder import make_private, make_private_file, restrict
from wherein.home.regular_file import read_regular
from wherein.home.room import is_full, storage_full
from wherein.home.speech_settings import SpeechSettings
from wherein.milvus.address import SEARCH_VARIABLE, SearchAddress
from wherein.postgres.address import StoreAddress

STORE_VARIABLE = "WHEREIN_STORE"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of `config.toml`.

    fetch_urls: the server may fetch addresses that requests name.
    add_folders: requests may add files below these folders, except hidden ones.
    memory: remember questions.
    memory_sites, memory_topics: if any are named, remember only questions of these sites and topics.
    memory_query_sites: the sites whose addresses with a query string are remembered ("*" is all).
    memory_share: show a question to others after `memory_askers` people asked it.
    memory_days: forget a question that nobody asked for this number of days (0: never).
    quota_documents, quota_megabytes, quota_questions: the most documents in the library of a member of a team, megabytes of files
    that they sent, and questions that they ask a minute (0: no bound).
    openai_form: the form in which the chat route sends citations.
    release_feed: where `wherein update --check` looks for a newer version; "" is nowhere.
    ocr: the languages in which tesseract recognises pages without text, as it names them; "" recognises none.
    caution: how sure an answer has to be: `low`, `normal` or `high`.
    generative: the table of that name; None never asks a language model.
    speech: the table of that name; None hears with the default recogniser.
    """

    retriever: str = "hybrid"
    encoder: str = "static"
    reader: str = "small"
    caution: str = "normal"
    fetch_urls: bool = False
    add_folders: tuple[str, ...] = ("~",)
    memory: bool = True
    memory_sites: tuple[str, ...] = ()
    memory_query_sites: tuple[str, ...] = ()
    memory_topics: tuple[str, ...] = ()
    memory_share: bool = False
    memory_askers: int = 2
    memory_days: int = 0
    quota_documents: int = 0
    quota_megabytes: int = 0
    quota_questions: int = 0
    openai_form: str = "standard"
    release_feed: str = ""
    ocr: str = "eng"
    generative: GenerativeSettings | None = None
    speech: SpeechSettings | None = None


_LANGUAGES = re.compile(r"(?:[A-Za-z0-9_/]+(?:\+[A-Za-z0-9_/]+)*)?")
_KINDS = {
    "text": ("retriever", "encoder", "reader", "caution", "release_feed"),
    "true or false": ("fetch_urls", "memory", "memory_share"),
    "a list of words": ("memory_sites", "memory_query_sites", "memory_topics"),
    "a list of whole paths": ("add_folders",),
    "a number": (
        "memory_askers",
        "memory_days",
        "quota_documents",
        "quota_megabytes",
        "quota_questions",
    ),
    '"standard" or "open-webui"': ("openai_form",),
    "languages of tesseract, as in deu+eng": ("ocr",),
}


def _means_something(key: str, value: object) -> bool:
    kind = next((kind for kind, keys in _KINDS.items() if key in keys), None)
    if kind in ("a list of words", "a list of whole paths"):
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            return False
        return kind == "a list of words" or all(_is_whole(word) for word in value)
    if kind == "a number":
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if key == "ocr":
        return isinstance(value, str) and _LANGUAGES.fullmatch(value) is not None
    if key == "openai_form":
        return value in ("standard", "open-webui")
    return isinstance(value, {"text": str, "true or false": bool}.get(kind or "", ()))


def _is_whole(path: str) -> bool:
    return path.startswith("~") or Path(path).is_absolute()


@dataclass(frozen=True, slots=True)
class Home:
    """The paths of all files below one folder. Creates nothing before it is needed.

    `store` is the database of a team that has the library and the memory; None where they are files of the folder.
    `search` is the Milvus server that answers searches of the library; None where this machine's own indexes do.
    `sender` is the library of a team whose members' files are received in a folder of their own.
    """

    folder: Path
    store: StoreAddress | None = None
    search: SearchAddress | None = None
    sender: str = ""

    @staticmethod
    def choose(folder: Path | str | None = None) -> Home:
        """The given folder, else `WHEREIN_HOME`, else the platform's folder for user data.

        Its store is the database in `WHEREIN_STORE`, and its search side the server in `WHEREIN_SEARCH`, if there is
        one. Raises UsageError where the folder is a file, and for what is no address.
        """
        if folder is None:
            folder = os.environ.get("WHEREIN_HOME") or None
        if folder is None:
            from platformdirs import user_data_path

            folder = user_data_path("wherein", appauthor=False)
        chosen = Path(folder).expanduser().absolute()
        if chosen.exists() and not chosen.is_dir():
            raise UsageError(
                f"{chosen} is a file, and the home is a folder.", "Name a folder with --home."
            )
        store = os.environ.get(STORE_VARIABLE)
        search = os.environ.get(SEARCH_VARIABLE)
        return Home(
            chosen,
            StoreAddress.parse(store) if store else None,
            SearchAddress.parse(search) if search else None,
        )

    @property
    def has_library(self) -> bool:
        """Whether there is a library; a store is taken to have one. Creates none."""
        return self.store is not None or self.library.exists()

    @property
    def has_memory(self) -> bool:
        """Whether there is a memory; a store is taken to have one. Creates none."""
        return self.store is not None or self.memory.exists()

    @property
    def library(self) -> Path:
        return self.folder / "library.sqlite"

    @property
    def writers(self) -> Path:
        """The lock file of processes that add documents or update the indexes."""
        return self.folder / "writers"

    @property
    def memory(self) -> Path:
        return self.folder / "memory.sqlite"

    @property
    def set_aside_memories(self) -> list[Path]:
        """Damaged memories that were set aside, oldest first."""
        found = self.folder.glob(f"{self.memory.name}.damaged-*")
        return sorted(path for path in found if not path.name.endswith(("-wal", "-shm")))

    @property
    def indexes(self) -> Path:
        return self.folder / "indexes"

    def indexes_of(self, identity: str) -> Path:
        """The folder of the indexes of a library with this identity; "" is the home's own."""
        return self.indexes if not identity else self.indexes / f"store-{identity}"

    @property
    def assets(self) -> Path:
        return self.folder / "assets"

    @property
    def files(self) -> Path:
        """The folder of files that were sent to the server."""
        return all_files(self) / self.sender if self.sender else all_files(self)

    def own_files(self) -> OwnFiles:
        """The files below the folder of which no document may be made."""
        folder = Path(os.path.realpath(self.folder))
        return OwnFiles(folder, folder / all_files(self).name)

    @property
    def knowledge(self) -> Path:
        return self.folder / "knowledge"

    @property
    def evaluation(self) -> Path:
        """The folder for files that a measurement can recreate at any time."""
        return self.folder / "evaluation"

    @property
    def config(self) -> Path:
        return self.folder / "config.toml"

    def settings(self) -> Settings:
        """The settings of `config.toml`, with defaults. Raises UsageError that names the wrong entry."""
        try:
            raw = tomllib.loads(read_regular(self.config))
        except FileNotFoundError:
            return Settings()
        except OSError as error:
            raise UsageError(
                f"The settings in {self.config} cannot be read ({error.strerror}).",
                "Put a file of settings there that you may read, or remove it for the defaults.",
            ) from error
        except UnicodeDecodeError as error:
            raise UsageError(
                f"The settings in {self.config} are not in UTF-8.",
                "Save the file in UTF-8, or remove it for the defaults.",
            ) from error
        except ValueError as error:
            raise UsageError(
                f"The settings in {self.config} cannot be read ({reason_of(error)}).",
                "Correct the file, or remove it for the defaults.",
            ) from error
        settings: dict[str, Any] = {}
        for key, value in raw.items():
            if key == "generative":
                settings[key] = GenerativeSettings.of(value, str(self.config))
                continue
            if key == "speech":
                settings[key] = SpeechSettings.of(value, str(self.config))
                continue
            if not _means_something(key, value):
                raise UsageError(
                    f"The setting {key} = {value!r} in {self.config} is not valid.",
                    "Known are: "
                    + "; ".join(f"{', '.join(keys)} ({kind})" for kind, keys in _KINDS.items())
                    + ".",
                )
            settings[key] = tuple(value) if isinstance(value, list) else value
        return Settings(**settings)

    def read_list(self, name: str, key: str) -> list[str]:
        """The list that `write_list` wrote; empty where the file is missing or damaged."""
        try:
            values = json.loads(read_regular(self.folder / name))[key]
            return [str(value) for value in values]
        except (OSError, ValueError, KeyError, TypeError):
            return []

    def write_list(self, name: str, key: str, values: Sequence[str]) -> None:
        """Write a small file of the folder, private, whole and in place of the one before. Raises StorageFull."""
        part = self.folder / f"{name}.part"
        try:
            self.make_private()
            part.unlink(missing_ok=True)  # one that another program made may be open to all
            make_private_file(part)
            with part.open("w", encoding="utf-8") as file:
                json.dump({key: list(values)}, file)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self.folder / name)
        except OSError as error:
            raise StorageFull(
                f"{self.folder / name} can't be written ({error.strerror}).",
                "Make room on the disk.",
            ) from error

    def make_private(self) -> None:
        """Make the folder, readable by its owner only, and what is in it at its top. Raises StorageFull or LibraryError."""
        try:
            self._restrict()
        except OSError as error:
            if is_full(error):
                raise storage_full(self.folder, "nothing was changed") from error
            raise LibraryError(
                f"The folder {self.folder} cannot be used ({error.strerror}).",
                "Choose another one with --home.",
            ) from error

    def _restrict(self) -> None:
        """Make the folder, and have nobody but its owner open it or what is in it, should it be opened to others. Raises OSError."""
        make_private(self.folder)
        for path in (self.config, all_files(self), self.indexes, self.knowledge):
            with suppress(FileNotFoundError):
                restrict(path, 0o600 if path == self.config else 0o700)

    def token(self) -> str:
        """The server's token, made at the first call; only the owner can read the file."""
        path = self.folder / "token"
        try:
            self._restrict()
            try:
                handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            except FileExistsError:
                path.chmod(0o600)
                token = read_regular(path).strip()
                if token:
                    return token
                handle = os.open(path, os.O_WRONLY | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w") as file:
                token = secrets.token_urlsafe(32)
                file.write(token + "\n")
        except UnicodeDecodeError as error:
            raise LibraryError(
                f"The token at {path} is not text.", "Remove the file: another is made."
            ) from error
        except OSError as error:
            if is_full(error):
                raise storage_full(self.folder, "the server's token can't be kept") from error
            raise LibraryError(
                f"The token at {path} cannot be read or written ({error.strerror}).",
                "Choose another folder with --home.",
            ) from error
        return token


def all_files(home: Home) -> Path:
    """The folder of files that anybody sent to the server; those of a team's members have folders of their own in it."""
    return home.folder / "files"


def people_file(home: Home) -> Path:
    """The people of a team, where they are not in the store."""
    return home.folder / "people.sqlite"


def library_place(home: Home) -> str:
    """Where a home's library is, for people."""
    return str(home.library if home.store is None else home.store)


def memory_place(home: Home) -> str:
    """Where a home's memory is, for people."""
    return str(home.memory if home.store is None else home.store)
