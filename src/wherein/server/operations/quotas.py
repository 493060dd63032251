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
        "/mcp",
        "/v1/audio/transcriptions",
        "/v1/audio/translations",
    )
)
"""POST to one of these is a question."""
MOST_PEOPLE = 10_000
"""People whose last questions are held; of the one who has not asked for longest nothing is known any more, and their quota is whole."""

_Scope: TypeAlias = MutableMapping[str, Any]
_Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
_Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App: TypeAlias = Callable[[_Scope, _Receive, _Send], Awaitable[None]]


@dataclass(slots=True)
class _Left:
    questions: float
    at: float


class QuestionQuota:
    """ASGI middleware behind the gate: a member may ask so many questions at once, and as many in each minute."""

    def __init__(self, app: App, a_minute: int, now: Callable[[], float] = time.monotonic) -> None:
        """`a_minute` 0 is no bound."""
        self._app = app
        self._a_minute = a_minute
        self._now = now
        self._left: OrderedDict[str, _Left] = OrderedDict()

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        who = scope.get(IDENTITY) if scope["type"] == "http" else None
        if (
            not self._a_minute
            or not isinstance(who, Identity)
            or who.may_manage
            or scope["method"] != "POST"
            or scope["path"] not in ASKING
        ):
            await self._app(scope, receive, send)
            return
        wait_s = self._take(who.person.id)
        if not wait_s:
            await self._app(scope, receive, send)
            return
        body = error_body(
            "quota",
            f"You may ask {self._a_minute:,} questions a minute here.",
            f"Ask again in {wait_s} s.",
            scope["path"],
        )
        await JSONResponse(body, 429, {"Retry-After": str(wait_s)})(scope, receive, send)

    def _take(self, person: str) -> int:
        """Take a question of a person's quota; else the seconds until there is one. Runs in the event loop alone."""
        now = self._now()
        left = self._left.pop(person, None) or _Left(self._a_minute, now)
        a_second = self._a_minute / 60
        questions = min(self._a_minute, left.questions + (now - left.at) * a_second)
        taken = questions >= 1
        self._left[person] = _Left(questions - taken, now)
        if len(self._left) > MOST_PEOPLE:
            self._left.popitem(last=False)
        return 0 if taken else math.ceil((1 - questions) / a_second)


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
