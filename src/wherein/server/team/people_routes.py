"""The routes that manage people, tokens, groups, libraries and shares. What each member may use is in `rights`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.answering.engine import Engine
from wherein.core.errors import UnknownName, UsageError
from wherein.core.text.readable import quoted
from wherein.people.access import Right, Role
from wherein.people.people import BASE, People
from wherein.server.guards.public_address import origin_in
from wherein.server.guards.sign_in import SIGN_IN_DAYS, SignIn
from wherein.server.guards.whose import note, who_of
from wherein.server.team import team_wire as wire
from wherein.server.team.own_routes import token_json
from wherein.server.wire.json_form import form
from wherein.server.wire.wire import Name


def people_routes(people: People, sign_in: SignIn, sign_in_path: str, engine: Engine) -> APIRouter:
    """The routes over the people of one server. `engine` has what whoever asks may share."""
    router = APIRouter()
    _add_people(router, people)
    _add_tokens(router, people, sign_in, sign_in_path)
    _add_groups(router, people)
    _add_shares(router, people, engine)
    _add_audit(router, people)
    return router


def _add_people(router: APIRouter, people: People) -> None:
    """Add the routes of accounts."""

    @router.get("/v1/people", response_model=wire.PeopleResponse, operation_id="people")
    def listed() -> Response:
        """Everybody with an account, all tokens without themselves, and the names of all libraries."""
        groups = people.groups()
        return JSONResponse(
            form(
                wire.PeopleResponse,
                people=[
                    form(
                        wire.WirePerson,
                        name=one.name,
                        admin=one.is_admin,
                        groups=[group for group, members in groups.items() if one.name in members],
                    )
                    for one in people.all()
                ],
                tokens=[token_json(one) for one in people.tokens()],
                libraries=sorted(people.libraries().values()),
            )
        )

    @router.post("/v1/people", response_model=wire.PeopleResponse, operation_id="addPerson")
    def add(request: Request, wanted: wire.PersonRequest) -> Response:
        """Add a person, with a library of their own that nobody else may read."""
        note(request, wanted.name, "added")
        people.add(wanted.name, wanted.admin)
        return listed()

    @router.patch("/v1/people", response_model=wire.PeopleResponse, operation_id="changePerson")
    def change(request: Request, wanted: wire.PersonRequest) -> Response:
        """Let a person manage the server, or no longer. It counts from their next sign-in, and its end at once."""
        _check_other(request, wanted.name)
        note(request, wanted.name, "made an admin" if wanted.admin else "made a member")
        people.accounts.set_admin(wanted.name, wanted.admin)
        return listed()

    @router.delete("/v1/people", response_model=wire.PeopleResponse, operation_id="removePerson")
    def remove(request: Request, name: Annotated[Name, Query()]) -> Response:
        """Remove a person: their tokens end at once. The documents of their library stay."""
        _check_other(request, name)
        note(request, name, "removed")
        people.remove(name)
        return listed()


def _add_tokens(router: APIRouter, people: People, sign_in: SignIn, sign_in_path: str) -> None:
    """Add the routes of tokens, and of links that sign a person in."""

    @router.post("/v1/people/tokens", response_model=wire.NewTokenResponse, operation_id="addToken")
    def make(request: Request, wanted: wire.TokenRequest) -> Response:
        """A token of a person for one program. It is shown this once; only a hash of it is kept."""
        rights = [Right(right) for right in wanted.rights]
        note(request, wanted.person, wanted.program)
        made, text = people.make_token(wanted.person, wanted.program, rights, wanted.days)
        return JSONResponse(
            form(wire.NewTokenResponse, id=made.id, token=text, expires=made.expires)
        )

    @router.delete(
        "/v1/people/tokens", response_model=wire.PeopleResponse, operation_id="revokeToken"
    )
    def revoke(
        request: Request,
        id: Annotated[Name | None, Query()] = None,  # noqa: A002
        person: Annotated[Name | None, Query()] = None,
    ) -> Response:
        """End a token, and those that were made with it, at once; or all of a person, whom then only a new link or token lets in."""
        if (id is None) is (person is None):
            raise UsageError("One of id and person is needed, and not both.", "Send one of them.")
        if person is not None:
            _check_other(request, person)
            note(request, person, "access ended")
            people.accounts.end_access(person)
        else:
            people.revoke(id or "")
        return JSONResponse({"people": [], "tokens": [], "libraries": []})

    @router.post("/v1/people/link", response_model=wire.LinkResponse, operation_id="linkPerson")
    def link(request: Request, wanted: wire.LinkRequest) -> Response:
        """A link that signs a person in to the app, once and within ten minutes."""
        rights = [Right.READ, Right.WRITE]
        note(request, wanted.name, "sign-in link")
        if any(one.name == wanted.name and one.is_admin for one in people.all()):
            rights.append(Right.ADMIN)
        made, _ = people.make_token(wanted.name, "web app", rights, SIGN_IN_DAYS)
        code = sign_in.new_code(made.id)
        return JSONResponse({"link": f"{origin_in(request.scope)}{sign_in_path}?code={code}"})


def _add_groups(router: APIRouter, people: People) -> None:
    """Add the routes of groups, and of libraries for several people."""

    @router.post("/v1/groups", response_model=wire.PeopleResponse, operation_id="joinGroup")
    def join(request: Request, wanted: wire.MemberRequest) -> Response:
        """Make a person a member of a group. A group is there while it has members."""
        note(request, wanted.person, f"in {wanted.group}")
        people.join(wanted.group, wanted.person)
        return JSONResponse({"people": [], "tokens": [], "libraries": []})

    @router.delete("/v1/groups", response_model=wire.PeopleResponse, operation_id="leaveGroup")
    def leave(
        request: Request, group: Annotated[Name, Query()], person: Annotated[Name, Query()]
    ) -> Response:
        note(request, person, f"out of {group}")
        people.leave(group, person)
        return JSONResponse({"people": [], "tokens": [], "libraries": []})

    @router.post("/v1/libraries", response_model=wire.PeopleResponse, operation_id="addLibrary")
    def add_library(request: Request, wanted: wire.LibraryRequest) -> Response:
        """Make a library that is nobody's own; share it with those who may read it."""
        note(request, wanted.name, "added")
        people.add_library(wanted.name)
        return JSONResponse({"people": [], "tokens": [], "libraries": []})


def _add_shares(router: APIRouter, people: People, engine: Engine) -> None:
    """Add the routes of shares, for whoever manages the server and for those who may share a library."""

    @router.get("/v1/shares", response_model=wire.SharesResponse, operation_id="shares")
    def listed(request: Request) -> Response:
        """What is shared, of the libraries that one may share."""
        return JSONResponse(
            {
                "shares": [
                    form(
                        wire.WireShare,
                        what=one.what,
                        folder=one.folder,
                        whom=one.whom,
                        role=one.role.value,
                    )
                    for one in people.shares()
                    if _may_share(people, request, one.what)
                ]
            }
        )

    @router.post("/v1/shares", response_model=wire.SharesResponse, operation_id="share")
    def share(request: Request, wanted: wire.ShareRequest) -> Response:
        """Share a library, a folder of it, or a knowledge base."""
        _check_share(people, request, wanted.what)
        engine.check_is_there(people, wanted.what, wanted.folder)
        note(request, wanted.what, wanted.folder, wanted.whom, wanted.role)
        people.share(wanted.what, wanted.whom, Role(wanted.role), wanted.folder)
        return listed(request)

    @router.delete("/v1/shares", response_model=wire.SharesResponse, operation_id="unshare")
    def unshare(
        request: Request,
        what: Annotated[Name, Query()],
        whom: Annotated[Name, Query()],
        folder: Annotated[Name, Query()] = "",
    ) -> Response:
        """Take a share back; it ends at once, also for answers that are under way."""
        _check_share(people, request, what)
        note(request, what, folder, whom)
        people.unshare(what, whom, folder)
        return listed(request)


def _add_audit(router: APIRouter, people: People) -> None:
    @router.get("/v1/audit", response_model=wire.AuditResponse, operation_id="audit")
    def audit(
        limit: Annotated[int, Query(ge=1, le=10_000)] = 1_000,
        before: Annotated[int | None, Query(ge=0, le=wire.MOST_NUMBER)] = None,
    ) -> Response:
        """Who read, added, changed, removed, shared and signed in, newest first; with `before`, the `number` of an entry, those
        that are older."""
        rows = [
            form(
                wire.WireAudited,
                number=one.number,
                at=one.at,
                person=one.person,
                what=one.what,
                about=one.about,
            )
            for one in people.audit.latest(limit, before)
        ]
        return JSONResponse(form(wire.AuditResponse, entries=rows))


def _check_other(request: Request, name: str) -> None:
    """Raise UsageError for somebody who would lock themselves out."""
    who = who_of(request)
    if who is not None and who.person.name == name:
        raise UsageError(
            "Nobody can remove themselves or change their own role.", "Ask another admin to do it."
        )


def _may_share(people: People, request: Request, what: str) -> bool:
    who = who_of(request)
    if who is None or who.may_manage:
        return True
    if what.startswith(BASE):
        return False
    try:
        return people.reach(who).may_share(people.library(what))
    except UnknownName:
        return False


def _check_share(people: People, request: Request, what: str) -> None:
    """Raise UnknownName for a library that one may not share, as for one that is not there."""
    if not _may_share(people, request, what):
        raise UnknownName(
            f"There is no library {quoted(what, 80)} that you may share.",
            "See yours: GET /v1/me",
        )
