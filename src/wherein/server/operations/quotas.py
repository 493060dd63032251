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


class RoomQuota:
    """How many documents a member's own library may have, and how much the files may take that they sent to this server."""

    def __init__(self, engine: Engine, settings: Settings, is_bounded: bool = True) -> None:
        self._engine = engine
        self._documents = settings.quota_documents if is_bounded else 0
        self._bytes = settings.quota_megabytes * 1_000_000 if is_bounded else 0
        self._lock = threading.Lock()
        self._counted: tuple[int, int] | None = None

    def check(self, waiting: int, bytes_more: int = 0) -> None:
        """Raise QuotaReached where another document would be too many, or its bytes too much. `waiting` documents are being
        added already."""
        if self._documents and self._kept() + waiting >= self._documents:
            raise QuotaReached(
                f"Your library may have {self._documents:,} documents, and has them.",
                "Remove some, or ask those who run the server for more.",
            )
        if self._bytes and _bytes_below(self._engine.home.files) + bytes_more > self._bytes:
            raise QuotaReached(
                f"The files that you sent may take {self._bytes // 1_000_000:,} MB here, and this one is too large for what is left.",
                "Remove documents that you sent, or ask those who run the server for more.",
            )

    @property
    def bytes_left(self) -> int | None:
        """How many bytes another file may have; None without a bound."""
        if not self._bytes:
            return None
        return max(0, self._bytes - _bytes_below(self._engine.home.files))

    def _kept(self) -> int:
        generation, count = self._engine.count_own()
        with self._lock:
            if self._counted is None or self._counted[0] != generation:
                self._counted = (generation, count())
            return self._counted[1]


def _bytes_below(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("*/*") if path.is_file())
