"""The shapes of requests and responses about people, tokens, groups and shares. Checks shapes; knows no logic."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from wherein.server.wire.wire import Name, Request

RoleWord = Literal["reader", "editor", "admin"]
RightWord = Literal["read", "write", "admin"]
ShortName = Annotated[Name, Field(min_length=1, max_length=100)]


class PersonRequest(Request):
    """`admin`: may manage people, tokens and shares of all libraries."""

    name: ShortName
    admin: bool = False


class LinkRequest(Request):
    name: ShortName


class TokenRequest(Request):
    """`days` after which the token ends; null is never."""

    person: ShortName
    program: ShortName
    rights: Annotated[list[RightWord], Field(min_length=1, max_length=3)]
    days: Annotated[float, Field(gt=0, le=36_500)] | None = None


class MemberRequest(Request):
    group: ShortName
    person: ShortName


class LibraryRequest(Request):
    name: ShortName


class ShareRequest(Request):
    """`what` is a library's name or `base:NAME`, `whom` a person's name, `group:NAME` or `everyone`; `folder` limits the share
    to documents below it."""

    what: Name
    whom: Name
    role: RoleWord = "reader"
    folder: Name = ""


class WirePerson(BaseModel):
    name: str
    admin: bool
    groups: list[str]


class WireToken(BaseModel):
    """A token as it is listed, without itself."""

    id: str
    person: str
    program: str
    rights: list[RightWord]
    made: str
    expires: str | None = None


class WireShare(BaseModel):
    what: str
    folder: str
    whom: str
    role: RoleWord


class PeopleResponse(BaseModel):
    people: list[WirePerson]
    tokens: list[WireToken]
    libraries: list[str]


class LinkResponse(BaseModel):
    """A link that signs a browser in, once."""

    link: str


class NewTokenResponse(BaseModel):
    """`token` is shown this once and not kept."""

    id: str
    token: str
    expires: str | None = None


class SharesResponse(BaseModel):
    shares: list[WireShare]


class WireRole(BaseModel):
    """What somebody may do in a library, or with `folder` in that folder of it."""

    library: str
    folder: str
    role: RoleWord


class MeResponse(BaseModel):
    """Who asks. `name` is empty for whoever has the server's own token, who may do everything."""

    name: str
    admin: bool
    rights: list[RightWord]
    libraries: list[WireRole]
    bases: list[str]


class WireAudited(BaseModel):
    at: str
    person: str
    what: str
    about: str


class AuditResponse(BaseModel):
    """What was done last, newest first. No question is in it."""

    entries: list[WireAudited]
