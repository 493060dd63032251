"""The routes by which a member sees what they may read, and has tokens of their own. They tell of nobody else's."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.core.errors import NotPermitted, UsageError
from wherein.people.access import Identity, Right
from wherein.people.people import People, Token
from wherein.server.guards.gate import SESSION
from wherein.server.guards.whose import check_makes_tokens, is_persons_session, note, who_of
from wherein.server.team import team_wire as wire
from wherein.server.wire.json_form import Json, form
from wherein.server.wire.wire import Name


def own_routes(people: People) -> APIRouter:
    """The routes of whoever asks, over the people of one server."""
    router = APIRouter()
    _add_me(router, people)
    _add_tokens(router, people)
    return router


def _add_me(router: APIRouter, people: People) -> None:
    @router.get("/v1/me", response_model=wire.MeResponse, operation_id="me")
    def me(request: Request) -> Response:
        """Who asks, and what they may read and change."""
        who = who_of(request)
        if who is None:
            return JSONResponse(
                form(
                    wire.MeResponse,
                    name="",
                    admin=True,
                    team=bool(people.all()),
                    rights=[right.value for right in Right],
                    token="",
                    makes_tokens=False,
                    groups=[],
                    libraries=[],
                    bases=[],
                )
            )
        held = people.accounts.held(who)
        return JSONResponse(
            form(
                wire.MeResponse,
                name=who.person.name,
                admin=who.person.is_admin,
                team=True,
                rights=[right.value for right in Right if right in who.rights],
                token=who.token,
                makes_tokens=is_persons_session(request) and Right.WRITE in who.rights,
                groups=people.accounts.groups(who.person),
                libraries=[
                    form(
                        wire.WireRole,
                        library=one.library,
                        folder=one.folder,
                        role=one.role.value,
                        owner=one.owner,
                        through=list(one.through),
                    )
                    for one in held
                    if not one.base
                ],
                bases=[
                    form(wire.WireHeldBase, name=one.base, through=list(one.through))
                    for one in held
                    if one.base
                ],
            )
        )


def _add_tokens(router: APIRouter, people: People) -> None:
    @router.get("/v1/me/tokens", response_model=wire.TokensResponse, operation_id="ownTokens")
    def listed(request: Request) -> Response:
        """The tokens of whoever asks, without themselves."""
        who = who_of(request)
        found = [] if who is None else people.tokens(who.person.name)
        return JSONResponse({"tokens": [token_json(one) for one in found]})

    @router.post("/v1/me/tokens", response_model=wire.NewTokenResponse, operation_id="addOwnToken")
    def make(request: Request, wanted: wire.OwnTokenRequest) -> Response:
        """A token for a program of whoever asks, shown this once. It may no more than the browser's session that it is made
        in, and ends with it at the latest."""
        who = _at_the_app(request)
        check_makes_tokens(request)
        rights = [Right(right) for right in wanted.rights]
        if not set(rights) <= who.rights:
            raise UsageError(
                "A token can't have a right that this session doesn't have.",
                "Leave it out, or ask an admin for the token.",
            )
        note(request, wanted.program)
        made, text = people.make_token(
            who.person.name, wanted.program, rights, wanted.days, parent=who.token
        )
        return JSONResponse(
            form(wire.NewTokenResponse, id=made.id, token=text, expires=made.expires)
        )

    @router.delete("/v1/me/tokens", response_model=wire.TokensResponse, operation_id="endOwnToken")
    def end(request: Request, id: Annotated[Name, Query()]) -> Response:  # noqa: A002
        """End a token of whoever asks, and those that were made with it, at once. A session that was opened with a token ends
        none but itself."""
        who = _at_the_app(request)
        if id != who.token:
            check_makes_tokens(request)
        note(request, id)
        people.revoke(id, who.person)
        return JSONResponse({"tokens": []})


def _at_the_app(request: Request) -> Identity:
    """The member whose browser asks. A program makes and ends no tokens, so that who steals one gets no other."""
    if not request.scope.get(SESSION, False):
        raise NotPermitted(
            "Tokens are made and ended in the web app alone.",
            "Sign in there, or ask an admin.",
        )
    who = who_of(request)
    if who is None:
        raise UsageError(
            "The server's own token is nobody's, and has no tokens below it.",
            "Add a person first: wherein people add NAME",
        )
    return who


def token_json(one: Token) -> Json:
    return form(
        wire.WireToken,
        id=one.id,
        person=one.person,
        program=one.program,
        rights=[right.value for right in one.rights],
        made=one.made,
        expires=one.expires,
    )
