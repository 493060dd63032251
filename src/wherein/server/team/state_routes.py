"""The route that says how the server is, for those who run it. It counts, and names no document and no question."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.answering.doctor.standing import Standing, standing
from wherein.answering.engine import Engine
from wherein.people.people import People
from wherein.server.team import team_wire as wire
from wherein.server.wire.json_form import Json, row


def state_routes(engine: Engine, people: People) -> APIRouter:
    """The route over a whole engine: what it says is for nobody who may not read everything."""
    router = APIRouter()

    @router.get("/v1/state", response_model=wire.StateResponse, operation_id="serverState")
    def state() -> Response:
        """The store, the indexes, the models, the disk, and how many of everything there are. For those who run the server."""
        return JSONResponse(_state_json(standing(engine), people))

    return router


def _state_json(of: Standing, people: People) -> Json:
    return row(
        wire.StateResponse,
        version=of.version,
        store="sqlite" if of.is_file else "postgresql",
        place=of.place,
        formats=[
            row(wire.WireFormat, name=name, number=number) for name, number in of.formats.items()
        ],
        generation=of.generation,
        unindexed=of.unindexed,
        retriever=of.retriever,
        search=of.search,
        models=[
            row(wire.WireModelHere, name=one.name, here=one.here, bytes=one.bytes)
            for one in of.models
        ],
        bytes_free=of.bytes_free,
        bytes_of_disk=of.bytes_of_disk,
        documents=of.documents,
        words=of.words,
        questions=of.questions,
        answers=of.answers,
        people=len(people.all()),
        tokens=len(people.tokens()),
        groups=len(people.groups()),
        libraries=len(people.libraries()),
        bases=of.bases,
    )
