"""Bounds what one member of a team may ask and keep on a server. Whoever manages it has no bound."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from starlette.responses import JSONResponse

from wherein.answering.engine import Engine
from wherein.core.errors import QuotaReached
from wherein.home.folder import Settings
from wherein.library.rows import too_many
from wherein.people.access import Identity
from wherein.server.guards.gate import IDENTITY
from wherein.server.wire.error_form import error_body

ASKING = frozenset(
    (
        "/v1/ask",
        "/v1/tables",
        "/v1/write",
        "/v1/search",
        "/v1/chat/completions",
        "/v1/embeddings",
        "/mcp",
        "/v1/audio/transcriptions",
        "/v1/audio/translations",
    )
)
"""POST to one of these is a question."""
_LOOKING_UP = frozenset(
    (("GET", "/v1/questions/similar"), ("GET", "/v1/complete"), ("POST", "/v1/understand"))
)
LOOKING_UP = 0.1
"""What is asked while a question is typed counts as this part of one."""
SHARES_AT_ONCE = 30
SHARES_A_MINUTE = 2.0
MOST_PEOPLE = 10_000
"""People whose last questions are held; of the one who has not asked for longest nothing is known any more, and their quota is whole."""

_Scope: TypeAlias = MutableMapping[str, Any]
_Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
_Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App: TypeAlias = Callable[[_Scope, _Receive, _Send], Awaitable[None]]


@dataclass(slots=True)
class _Left:
    requests: float
    at: float


class _Quota:
    """ASGI middleware behind the gate: a member may send `most` requests of a kind at once, and so many more in each minute."""

    def __init__(self, app: App, most: int, a_minute: float, now: Callable[[], float]) -> None:
        """`most` 0 is no bound."""
        self._app = app
        self._most = most
        self._a_minute = a_minute
        self._now = now
        self._left: OrderedDict[str, _Left] = OrderedDict()

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        who = scope.get(IDENTITY) if scope["type"] == "http" else None
        cost = self.cost(scope) if self._most and isinstance(who, Identity) else 0.0
        if not isinstance(who, Identity) or who.may_manage or not cost:
            await self._app(scope, receive, send)
            return
        wait_s = self._take(who.person.id, cost)
        if not wait_s:
            await self._app(scope, receive, send)
            return
        body = error_body("quota", *self.refusal(wait_s), scope["path"])
        await JSONResponse(body, 429, {"Retry-After": str(wait_s)})(scope, receive, send)

    def cost(self, scope: _Scope) -> float:
        """How much of the quota a request takes; 0 for what does not count."""
        raise NotImplementedError

    def refusal(self, wait_s: int) -> tuple[str, str]:
        """What is wrong, and the next step."""
        raise NotImplementedError

    def _take(self, person: str, cost: float = 1.0) -> int:
        """Take this much of a person's quota; else the seconds until there is so much. Runs in the event loop alone."""
        now = self._now()
        left = self._left.pop(person, None) or _Left(self._most, now)
        a_second = self._a_minute / 60
        there = min(self._most, left.requests + (now - left.at) * a_second)
        taken = there >= cost
        self._left[person] = _Left(there - cost * taken, now)
        if len(self._left) > MOST_PEOPLE:
            self._left.popitem(last=False)
        return 0 if taken else math.ceil((cost - there) / a_second)


class QuestionQuota(_Quota):
    """How many questions a member may ask at once, and as many in each minute. What is looked up for a question before it
    is asked counts a little."""

    def __init__(self, app: App, a_minute: int, now: Callable[[], float] = time.monotonic) -> None:
        """`a_minute` 0 is no bound."""
        super().__init__(app, a_minute, a_minute, now)

    def cost(self, scope: _Scope) -> float:
        if (scope["method"], scope["path"]) in _LOOKING_UP:
            return LOOKING_UP
        return float(scope["method"] == "POST" and scope["path"] in ASKING)

    def refusal(self, wait_s: int) -> tuple[str, str]:
        what = f"You may ask {self._most:,} questions a minute here."
        return what, f"Ask again in {wait_s} s."


class ShareQuota(_Quota):
    """How often a member may share: each share changes what others may read, whose indexes are then made again. What is
    taken back doesn't count: that is never refused."""

    def __init__(self, app: App, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(app, SHARES_AT_ONCE, SHARES_A_MINUTE, now)

    def cost(self, scope: _Scope) -> float:
        return float((scope["method"], scope["path"]) == ("POST", "/v1/shares"))

    def refusal(self, wait_s: int) -> tuple[str, str]:
        what = f"You shared {SHARES_AT_ONCE} things within a short time."
        return what, f"Share more in {wait_s} s, or share with a group or a whole folder."


@dataclass(slots=True)
class _Taken:
    """What is taken up by the files that somebody is sending just now."""

    documents: int = 0
    bytes: int = 0


class Reservations:
    """What is being sent to a server, for each library, whichever tokens it is sent with. Threads may share it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._of: dict[Path, _Taken] = {}

    def of(self, files: Path) -> _Taken:
        """What is taken in this folder of files; call it under the lock."""
        return self._of.setdefault(files, _Taken())

    def give_back(self, files: Path, documents: int, size: int) -> None:
        with self.lock:
            taken = self.of(files)
            taken.documents -= documents
            taken.bytes -= size
            if not taken.documents and not taken.bytes:
                del self._of[files]


class Place:
    """The place of one document that is being sent; leaving the block gives it back, when what was sent is counted otherwise."""

    def __init__(self, room: RoomQuota, size: int) -> None:
        self._room = room
        self._size = size
        self._received = 0

    def __enter__(self) -> Place:
        return self

    def __exit__(self, *error: object) -> None:
        self._room.give_back(self._size)

    def received(self, size: int) -> None:
        """Note that so many bytes more are here. Raises QuotaReached where they are more than was said, and too much."""
        self._received += size
        if self._received > self._size:
            self._room.take(self._received - self._size, documents=0)
            self._size = self._received


class RoomQuota:
    """How many documents a member's own library may have, and how much the files may take that they sent to this server.

    What is counted before a file is received would let many files through that are sent at once, so each has its place from
    its first byte. The library checks once more when it adds a document: another server may have added some.
    """

    def __init__(
        self,
        engine: Engine,
        settings: Settings,
        pending: Callable[[], int],
        reserved: Reservations,
        is_bounded: bool = True,
    ) -> None:
        """`pending` is how many documents were received and are not added yet."""
        self._engine = engine
        self._documents = settings.quota_documents if is_bounded else 0
        self._bytes = settings.quota_megabytes * 1_000_000 if is_bounded else 0
        self._pending = pending
        self._reserved = reserved
        self._lock = threading.Lock()
        self._counted: tuple[int, int] | None = None

    def place(self, size: int = 0) -> Place:
        """The place of another document, of a file of this many bytes. Raises QuotaReached where there is none."""
        self.take(size, documents=1)
        return Place(self, size)

    def take(self, size: int, documents: int) -> None:
        """Take room from what is left. Raises QuotaReached."""
        files = self._engine.home.files
        with self._reserved.lock:
            taken = self._reserved.of(files)
            if documents and self._documents:
                there = self._kept() + self._pending() + taken.documents
                if there >= self._documents:
                    raise too_many(self._documents)
            if self._bytes and _bytes_below(files) + taken.bytes + size > self._bytes:
                raise QuotaReached(
                    f"The files that you sent may take {self._bytes // 1_000_000:,} MB here, and this one is too large for what is left.",
                    "Remove documents that you sent, or ask those who run the server for more.",
                )
            taken.documents += documents
            taken.bytes += size

    def give_back(self, size: int) -> None:
        self._reserved.give_back(self._engine.home.files, 1, size)

    def _kept(self) -> int:
        generation, count = self._engine.count_own()
        with self._lock:
            if self._counted is None or self._counted[0] != generation:
                self._counted = (generation, count())
            return self._counted[1]


def _bytes_below(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("*/*") if path.is_file())
