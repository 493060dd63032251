"""Answers each member of a team by an application of their own, over an engine that has nothing but what they may read.

No route knows who asks: the routes of a member's application are those of everybody, and the engine below them sees less.
What a member may reach is looked up for each request, and again before anything is sent.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.responses import JSONResponse

from wherein.answering.engine import Engine
from wherein.core.errors import WhereinError
from wherein.people.access import Identity, Reach, Right
from wherein.people.people import People
from wherein.server.guards.asker import asker_called
from wherein.server.guards.gate import IDENTITY
from wherein.server.guards.whose import ABOUT
from wherein.server.team.rights import Need, may_use, named_in_query, need_of, noted_as
from wherein.server.wire.error_form import error_body

MOST_MEMBERS = 64
"""Applications that are kept; one takes half a megabyte, and its indexes' share of the files' cache."""
_SHOWN = 100
MOST_AGAIN = 3
"""So often a request is answered once more for what was taken from its sender; whoever shares can't keep them waiting longer."""
CHANGED = 409
"""The status where a reader lost what they might read. Not 503, from which a proxy concludes that the server is away: a member may
bring this about at will."""

_Scope: TypeAlias = MutableMapping[str, Any]
_Message: TypeAlias = MutableMapping[str, Any]
_Receive: TypeAlias = Callable[[], Awaitable[_Message]]
_Send: TypeAlias = Callable[[_Message], Awaitable[None]]
App: TypeAlias = Callable[[_Scope, _Receive, _Send], Awaitable[None]]


@dataclass(slots=True)
class MemberApp:
    """A member's application, and what ends with it. `is_busy` is whether it still adds documents."""

    app: App
    engine: Engine
    is_busy: Callable[[], bool]
    close: Callable[[], None]
    running: int = 0


@dataclass(slots=True)
class Members:
    """The applications of the members who asked last. `build` makes one over a member's engine."""

    engine: Engine
    people: People
    build: Callable[[Engine, Identity], MemberApp]
    most: int = MOST_MEMBERS
    _apps: OrderedDict[object, MemberApp] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def taken(self, who: Identity, reach: Reach) -> MemberApp:
        """The application of a member; give it back with `given_back`."""
        key = (who.person, who.rights, reach)
        with self._lock:
            found = self._apps.pop(key, None)
            if found is None:
                allows = self.engine.settings.add_folders if who.may_manage else ()
                asker = asker_called(f"person-{who.person.id}")
                found = self.build(
                    self.engine.seen_by(reach, asker, allows, is_bounded=not who.may_manage), who
                )
            self._apps[key] = found
            found.running += 1
            gone = self._unused()
        for one in gone:
            one.close()
        return found

    def given_back(self, app: MemberApp) -> None:
        with self._lock:
            app.running -= 1

    def engines(self) -> Iterator[Engine]:
        """The engine of the server and those of all members who are kept, each as long as it is used."""
        yield self.engine
        with self._lock:
            every = list(self._apps.values())
            for one in every:
                one.running += 1
        try:
            for one in every:
                yield one.engine
        finally:
            for one in every:
                self.given_back(one)

    def close(self) -> None:
        with self._lock:
            every = list(self._apps.values())
            self._apps.clear()
        with ExitStack() as all_of_them:  # one that can't be closed leaves no other open
            for one in every:
                all_of_them.callback(one.close)

    def _unused(self) -> list[MemberApp]:
        """The applications of those who have not asked for longest, above the most that are kept, and idle."""
        over = len(self._apps) - self.most
        idle = [key for key, one in self._apps.items() if not one.running and not one.is_busy()]
        return [self._apps.pop(key) for key in idle[: max(0, over)]]


class MemberRouting:
    """ASGI middleware that passes a member's request to their application, and every other one on."""

    def __init__(self, app: App, members: Members) -> None:
        self._app = app
        self._members = members

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        who = scope.get(IDENTITY) if scope["type"] == "http" else None
        if who is None:
            await self._passed_on(scope, receive, send)
            return
        need = need_of(scope["method"], scope["path"])
        if need is Need.NOTHING:
            await self._app(scope, receive, send)
            return
        refusal = _refusal(who, need, scope)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        status = await self._answered(who, scope, receive, send)
        if status < 400:
            await self._note(who.person.name, scope)

    async def _answered(self, who: Identity, scope: _Scope, receive: _Receive, send: _Send) -> int:
        """Answer a member's request, and return the status. Where something was taken from them before they were sent anything, it
        is made again of what they have left."""
        again = MOST_AGAIN if (scope["method"], scope["path"]) in _REPEATABLE else 0
        replay, first = _Replay(receive), dict(scope)
        while True:
            try:
                reach = await run_in_threadpool(self._members.people.reach, who)
                member = await run_in_threadpool(self._members.taken, who, reach)
            except WhereinError as error:
                body = error_body(error.code, error.what, error.next_step, scope["path"])
                await JSONResponse(body, 503)(scope, receive, send)
                return 503
            made = dict(first)  # the application writes into it
            watched = _Watched(self._members.people, who, reach, scope, receive, send, again > 0)
            try:
                with suppress(_Ended):
                    await member.app(made, replay.from_the_start(), watched.send)
            finally:
                scope.update(made)
                self._members.given_back(member)
            if not watched.is_to_be_repeated:
                return watched.status
            again -= 1

    async def _passed_on(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        """Pass a request on that is no member's, and note what whoever has the server's own token changes about people."""
        if scope["type"] != "http" or not scope["path"].startswith(_OF_PEOPLE):
            await self._app(scope, receive, send)
            return
        status = 500

        async def heard(message: _Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        await self._app(scope, receive, heard)
        if status < 400:
            await self._note("", scope)

    async def _note(self, who: str, scope: _Scope) -> None:
        word = noted_as(scope["method"], scope["path"])
        if word is None:
            return
        value = named_in_query(scope["method"], scope["path"])
        query = QueryParams(scope.get("query_string", b""))  # as the routes read it
        about = scope.get(ABOUT, "" if value is None else query.get(value, ""))
        await run_in_threadpool(self._members.people.audit.note, who, word, about)


class _Ended(OSError):
    """The response was ended before its end."""


class _Watched:
    """Sends a response as long as its reader may still read all that it was made of. What they got meanwhile ends nothing:
    else whoever shares would end the answers of those they share with."""

    def __init__(
        self,
        people: People,
        who: Identity,
        reach: Reach,
        scope: _Scope,
        receive: _Receive,
        send: _Send,
        may_repeat: bool = False,
    ) -> None:
        self._people = people
        self._who = who
        self._reach = reach
        self._scope = scope
        self._receive = receive
        self._send = send
        self._is_stream = False
        self._has_ended = False
        self._may_repeat = may_repeat
        self.is_to_be_repeated = False
        self.status = 500

    async def send(self, message: _Message) -> None:
        if self._has_ended:
            raise _Ended
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self._is_stream = any(
                name.lower() == b"content-type" and value.startswith(b"text/event-stream")
                for name, value in message.get("headers", ())
            )
            if not await run_in_threadpool(self._holds):
                self._has_ended, self.status = True, CHANGED
                if self._may_repeat and await run_in_threadpool(self._is_known):
                    self.is_to_be_repeated = True
                    raise _Ended
                body = error_body("changed", *_CHANGED, self._scope["path"])
                await JSONResponse(body, CHANGED)(self._scope, self._receive, self._send)
                raise _Ended
        elif (
            self._is_stream
            and message["type"] == "http.response.body"
            and message.get("more_body")
            and not await run_in_threadpool(self._holds)
        ):
            self._has_ended = True
            data = json.dumps(error_body("changed", *_CHANGED))
            event = f"event: error\ndata: {data}\n\n".encode()
            await self._send({"type": "http.response.body", "body": event})
            raise _Ended
        await self._send(message)

    def _is_known(self) -> bool:
        """Whether their token still has the rights that it had."""
        now = self._people.with_token(self._who.token)
        return now is not None and now.has_all_of(self._who)

    def _holds(self) -> bool:
        if (self._scope["method"], self._scope["path"]) in _OF_ONES_OWN_END:
            return True
        now = self._people.with_token(self._who.token)
        if now is None or not now.has_all_of(self._who):
            return False
        # Who shares a library may change their own reach by it; these responses show no document.
        shows_none = self._scope["path"].startswith(_OF_PEOPLE)
        return shows_none or self._people.reach(now).has_all_of(self._reach)


class _Replay:
    """The messages of a request, which may be received more than once."""

    def __init__(self, receive: _Receive) -> None:
        self._receive = receive
        self._kept: list[_Message] = []

    def from_the_start(self) -> _Receive:
        """Receives what was received before, then what comes."""
        at = 0

        async def next_one() -> _Message:
            nonlocal at
            if at == len(self._kept):
                message = await self._receive()
                if message["type"] != "http.request":
                    return message
                self._kept.append(message)
            at += 1
            return self._kept[at - 1]

        return next_one


_REPEATABLE = frozenset(
    (method, path)
    for method, paths in (
        ("POST", ("/v1/ask", "/v1/search", "/v1/tables", "/v1/write", "/v1/understand", "/v1/chat/completions")),
        ("GET", ("/v1/documents", "/v1/documents/text", "/v1/questions/similar", "/v1/complete", "/v1/bases")),
    )
    for path in paths
)  # fmt: skip
"""What changes nothing, and depends on what may be read."""
_OF_PEOPLE = ("/v1/shares", "/v1/people", "/v1/groups", "/v1/libraries")
_OF_ONES_OWN_END = (("DELETE", "/v1/me/tokens"), ("DELETE", "/v1/session"))
"""Who ends the session that they ask in is told so; the response has nothing in it."""
_CHANGED = (
    "What you may read was changed while this was answered.",
    "Send it again.",
)
_MAY_NOT = {
    Need.READ: ("This token may not read.", "Use one that may: wherein tokens add NAME PROGRAM"),
    Need.WRITE: ("This token may not change anything.", "Use one that may write."),
    Need.MANAGE: (
        "Only those who run the server may do this.",
        "Ask one of them, or use a token of an admin.",
    ),
}


def _refusal(who: Identity, need: Need, scope: _Scope) -> JSONResponse | None:
    path = scope["path"]
    if need is Need.NOBODY:
        what = f"There is no {scope['method'][:_SHOWN]} {path[:_SHOWN]}."
        return JSONResponse(error_body("path", what, "See openapi.json.", path), 404)
    # Without the right to read, writing shows what was written to.
    if may_use(who, need) and Right.READ in who.rights:
        return None
    what, next_step = _MAY_NOT[need if not may_use(who, need) else Need.READ]
    return JSONResponse(error_body("not_permitted", what, next_step, path), 403)
