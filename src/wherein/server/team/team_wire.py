"""The shapes of requests and responses about people, tokens, groups and shares. Checks shapes; knows no logic."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from wherein.server.wire.wire import Name, PlainName, Request

RoleWord = Literal["reader", "editor", "admin"]
RightWord = Literal["read", "write", "admin"]
ShortName = Annotated[PlainName, Field(min_length=1, max_length=100)]
MOST_NUMBER = 2**63 - 1
"""The highest number of an entry of the audit that a store can have."""


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


class OwnTokenRequest(Request):
    """`days` after which the token ends; at the latest it ends with the session that it is made in."""

    program: ShortName
    rights: Annotated[list[RightWord], Field(min_length=1, max_length=3)]
    days: Annotated[float, Field(gt=0, le=366)]


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


class TokensResponse(BaseModel):
    """The tokens of whoever asked; none after a change."""

    tokens: list[WireToken]


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
    """What somebody may do in a library, or with `folder` in that folder of it.

    `owner` is the person whose own library it is, "" where it is nobody's; `through` has `own`, `person` (shared with them),
    `group:NAME` and `everyone`, by which they may read it.
    """

    library: str
    folder: str
    role: RoleWord
    owner: str
    through: list[str]


class WireHeldBase(BaseModel):
    """A knowledge base that somebody may read, and by which ways, as of `WireRole`."""

    name: str
    through: list[str]


class MeResponse(BaseModel):
    """Who asks. `name` is empty for whoever has the server's own token, who may do everything. `team` is whether there are
    people, `token` the id of the token or session, `makes_tokens` whether further ones are made in this session."""

    name: str
    admin: bool
    team: bool
    rights: list[RightWord]
    token: str
    makes_tokens: bool
    groups: list[str]
    libraries: list[WireRole]
    bases: list[WireHeldBase]


class WireModelHere(BaseModel):
    """A model and whether its files are on the server's machine."""

    name: str
    here: bool
    bytes: int


class WireFormat(BaseModel):
    """The number of a form of what is kept."""

    name: str
    number: int


class StateResponse(BaseModel):
    """How the server is, for those who run it.

    `place` names the store without its password. `formats` are the numbers of the forms of what is kept. `generation` counts the
    changes of the library; `unindexed` are the documents changed since its indexes were brought up to date, null where these
    have to be made again. `search` names the Milvus server, "" for none. Bytes are those of the disk that has the home.
    """

    version: str
    store: Literal["sqlite", "postgresql"]
    place: str
    formats: list[WireFormat]
    generation: int
    unindexed: int | None
    retriever: str
    search: str
    models: list[WireModelHere]
    bytes_free: int
    bytes_of_disk: int
    documents: int
    words: int
    questions: int
    answers: int
    people: int
    tokens: int
    groups: int
    libraries: int
    bases: int


class WireAudited(BaseModel):
    """`number` counts the entries of one store, later ones higher."""

    number: int
    at: str
    person: str
    what: str
    about: str


class AuditResponse(BaseModel):
    """What was done last, newest first. No question is in it."""

    entries: list[WireAudited]
