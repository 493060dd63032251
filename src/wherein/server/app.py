"""Puts the application together: guards, errors, routes. Holds no state but the engine and what its routes run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, TextIO

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response
from starlette.routing import Route

from wherein.answering.engine import Engine
from wherein.core.lifetime.cancellation import Cancellation
from wherein.people.access import Identity, Right
from wherein.people.audit import READ
from wherein.people.people import People
from wherein.server.doors.mcp_http import McpRoute
from wherein.server.doors.openai_routes import openai_routes
from wherein.server.guards.error_responses import answer_errors
from wherein.server.guards.gate import IDENTITY, Gate
from wherein.server.guards.public_address import PublicAddress
from wherein.server.guards.queue import Queue
from wherein.server.guards.sign_in import SignIn
from wherein.server.help_site import help_routes
from wherein.server.operations.metrics import CONTENT_TYPE, Metrics, is_installed, missing
from wherein.server.operations.observing import Observer, Observing
from wherein.server.operations.quotas import QuestionQuota, Reservations, RoomQuota, ShareQuota
from wherein.server.operations.readiness import Readiness
from wherein.server.operations.request_log import RequestLog
from wherein.server.routes.app_routes import SIGN_IN_PATH, app_routes
from wherein.server.routes.asking_routes import asking_routes
from wherein.server.routes.base_routes import Builder, base_routes
from wherein.server.routes.document_routes import document_routes
from wherein.server.routes.export_routes import export_routes
from wherein.server.routes.intake import Intake
from wherein.server.routes.library_routes import library_routes
from wherein.server.routes.memory_routes import memory_routes
from wherein.server.routes.speech_routes import speech_routes
from wherein.server.routes.table_routes import table_routes
from wherein.server.routes.upload_routes import upload_routes
from wherein.server.routes.watched_folders import WatchedFolders, watched_routes
from wherein.server.routes.writing_routes import writing_routes
from wherein.server.team.members import MemberApp, MemberRouting, Members
from wherein.server.team.own_routes import own_routes
from wherein.server.team.people_routes import people_routes
from wherein.server.team.state_routes import state_routes
from wherein.server.wire import wire
from wherein.server.wire.error_form import error_body

if (
    TYPE_CHECKING
):  # older releases that the bound allows may lack it, and take the argument as one more
    from fastapi.telemetry import TelemetryConfig

# Else FastAPI reports every request, with its path and errors, to whatever OpenTelemetry provider the process has.
_NO_TELEMETRY: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}
_ERRORS: dict[int | str, dict[str, Any]] = {
    code: {"model": wire.ErrorResponse}
    for code in (400, 401, 403, 404, 409, 413, 422, 429, 500, 503)
}


def create_app(
    engine: Engine,
    token: str | Callable[[], str],
    sign_in: SignIn | None = None,
    people: People | None = None,
    log: TextIO | None = None,
    public: PublicAddress | None = None,
) -> FastAPI:
    """The application over one engine; every path except /v1/health and the web app's own files requires the
    token or the app's cookie. `token` may be a function that returns the current token. `sign_in` makes the links that
    set the cookie. `people` are the members of a team, each with tokens of their own and an application over what they may
    read; without them, those of the engine's home. A line is written to the `log` for each request. It answers at its `public` address as
    well. Close `state.members`, `state.intake`, `state.builder` and
    `state.watched` when done."""
    sign_in = sign_in or SignIn(token)
    people = people or People.of(engine.home)
    app = _new_app(Cancellation())
    app.state.intake = Intake(engine, app.state.stopping)
    app.state.builder = Builder(engine, app.state.stopping)
    app.state.watched = WatchedFolders(engine, stopping=app.state.stopping)

    def of_member(of: Engine, who: Identity) -> MemberApp:
        return _member_app(app, engine, of, who, people, sign_in)

    app.state.reserved = Reservations()
    app.state.members = members = Members(engine, people, of_member)
    app.add_middleware(MemberRouting, members=members)
    app.add_middleware(Queue)
    app.add_middleware(ShareQuota)
    app.add_middleware(QuestionQuota, a_minute=engine.settings.quota_questions)
    app.add_middleware(Gate, token=token, sign_in=sign_in, people=people, public=public)
    app.add_middleware(Observing, observers=_add_observers(app, engine, log))
    _add_own_routes(app, app)
    mcp = McpRoute(engine)
    _add_routes(
        app,
        engine,
        sign_in,
        people,
        lambda request: token if isinstance(token, str) else token(),
        mcp,
    )
    return app


def _add_observers(app: FastAPI, engine: Engine, log: TextIO | None) -> list[Observer]:
    """Put the metrics and the readiness of an application into its state, and return what observes its requests."""
    app.state.readiness = ready = Readiness.of(engine)
    app.state.metrics = None
    observers: list[Observer] = [] if log is None else [RequestLog(log)]
    if is_installed():
        app.state.metrics = Metrics(
            {
                "wherein_ready": ("1 where the library can be read.", ready.is_ready),
                "wherein_library_generation": (
                    "Changes of the library.",
                    lambda: engine.generation,
                ),
                "wherein_indexes_behind": (
                    "1 where the indexes do not have the library's last change yet.",
                    lambda: engine.is_behind,
                ),
            }
        )
        observers.append(app.state.metrics)
    return observers


def _new_app(stopping: Cancellation) -> FastAPI:
    app = FastAPI(
        title="wherein",
        version=version("wherein"),
        description="Ask a page, a file or a library; get the answer marked in its place.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        responses=_ERRORS,
        telemetry=_NO_TELEMETRY,
    )
    app.state.stopping = stopping
    answer_errors(app)
    return app


def _member_app(
    app: FastAPI, whole: Engine, engine: Engine, who: Identity, people: People, sign_in: SignIn
) -> MemberApp:
    """The application of a member of a team: the same routes over their engine. What runs beside requests is their own, but
    for those who manage the server."""
    inner = _new_app(app.state.stopping)
    inner.state.intake = intake = Intake(engine, app.state.stopping)
    manages = who.may_manage
    inner.state.builder = app.state.builder if manages else Builder(engine, app.state.stopping)
    inner.state.watched = app.state.watched
    inner.state.reserved = app.state.reserved
    mcp = McpRoute(engine, partial(people.audit.note, who.person.name, READ))
    rights = [right for right in (Right.READ, Right.WRITE) if right in who.rights]

    def code(request: Request) -> str:
        asks: Identity = request.scope[IDENTITY]
        return people.make_token(asks.person.name, "extension", rights, parent=asks.token)[1]

    _add_own_routes(inner, app)
    _add_routes(inner, engine, sign_in, people, code, mcp, whole if manages else engine)
    if Right.WRITE in who.rights:
        intake.resume()

    def close() -> None:
        intake.close()
        mcp.close()
        engine.close()

    return MemberApp(inner, engine, lambda: intake.is_busy, close)


def _add_routes(
    app: FastAPI,
    engine: Engine,
    sign_in: SignIn,
    people: People,
    code: Callable[[Request], str],
    mcp: McpRoute,
    manages: Engine | None = None,
) -> None:
    """Add all routes but the application's own. `manages` is the engine whose knowledge bases are built, which has
    what may be shared, and of which those who run the server are told how it is."""
    _add_library_routes(app, engine, manages or engine)
    app.include_router(writing_routes(engine))
    app.include_router(memory_routes(engine))
    app.include_router(app_routes(engine, sign_in, people, code))
    app.include_router(help_routes())
    app.include_router(own_routes(people))
    app.include_router(people_routes(people, sign_in, SIGN_IN_PATH, manages or engine))
    app.include_router(state_routes(manages or engine, people))
    app.include_router(openai_routes(engine))
    app.include_router(speech_routes(engine))
    app.router.routes.append(Route("/mcp", mcp, include_in_schema=False))


def _add_own_routes(app: FastAPI, of: FastAPI) -> None:
    """Add the routes of the application itself: its description, which is that `of` the whole one, and whether it runs."""

    @app.get("/openapi.json", include_in_schema=False)
    async def described() -> Response:
        """The OpenAPI description of all routes."""
        return JSONResponse(of.openapi())

    @app.get("/v1/health", response_model=wire.HealthResponse, operation_id="health")
    async def health() -> Response:
        """Whether the server runs, and its version. The only path without a token."""
        return JSONResponse({"status": "ok", "version": version("wherein")})

    @app.get("/v1/ready", include_in_schema=False)
    def ready(request: Request) -> Response:
        """Whether the server can answer now, for what sends it requests. Needs no token, and says nothing else."""
        if of.state.readiness.is_ready():
            return JSONResponse({"status": "ready"})
        body = error_body(
            "not_ready",
            "The library can't be read now.",
            "Try again in a moment.",
            request.url.path,
        )
        return JSONResponse(body, 503, {"Retry-After": "2"})

    @app.get("/metrics", include_in_schema=False)
    def metrics() -> Response:
        """Numbers for Prometheus. Raises ExtraMissing without its package."""
        if of.state.metrics is None:
            raise missing()
        return Response(of.state.metrics.text(), media_type=CONTENT_TYPE)


def _add_library_routes(app: FastAPI, engine: Engine, manages: Engine) -> None:
    """Add the routes of questions and documents; the threads that add, build and follow are in `state`."""
    is_member = engine.is_limited and manages is engine
    intake: Intake = app.state.intake
    room = RoomQuota(
        engine, engine.settings, lambda: intake.pending, app.state.reserved, is_bounded=is_member
    )
    app.include_router(asking_routes(engine))
    app.include_router(library_routes(engine))
    app.include_router(document_routes(engine))
    app.include_router(export_routes(engine))
    app.include_router(table_routes(engine))
    app.include_router(upload_routes(engine, app.state.intake, room))
    app.include_router(base_routes(manages, app.state.builder))
    app.include_router(watched_routes(app.state.watched))
