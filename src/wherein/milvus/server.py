"""One client of a Milvus server for all threads, connected at the first use; its failures in one sentence each."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from wherein.core.errors import ExtraMissing, LibraryError, StoreUnreachable
from wherein.core.text.extras import extra_command
from wherein.milvus.address import SearchAddress

if TYPE_CHECKING:
    from pymilvus import MilvusClient

T = TypeVar("T")
CONNECT_SECONDS = 5.0
STEP_SECONDS = 60.0
"""The longest a single step may take; a flush of a large collection is the longest one."""
_STATE = "wherein_state"
_AWAY = "Start it, or correct the address; until then this machine's own indexes answer."
_REFUSED = ("auth", "permission", "privilege", "unauthenticated")


class MilvusServer:
    """Runs pieces of work over one client, which is made anew after a lost connection.

    Each collection has a generation in the collection `wherein_state`, written after what it stands for is flushed.
    """

    def __init__(self, address: SearchAddress) -> None:
        self.address = address
        self._client: MilvusClient | None = None
        self._connecting = threading.RLock()
        self._has_state = False

    def call(self, work: Callable[[MilvusClient], T]) -> T:
        """What `work` returns; done once more over a new connection where the first was lost.

        Raises StoreUnreachable, LibraryError or ExtraMissing.
        """
        for is_last in (False, True):
            client = self._connected()
            try:
                return work(client)
            except Exception as error:
                if not _is_of_the_client(error):
                    raise
                if is_last or not _is_lost(error):
                    raise self._explained(error) from error
                self._drop(client)
        raise AssertionError("unreachable")

    def close(self) -> None:
        with self._connecting:
            if self._client is not None:
                self._client.close()
            self._client = None
            self._has_state = False

    def generation(self, collection: str) -> int:
        """The generation of a collection's last commit; 0 where there is none."""
        rows = self.call(lambda client: self._state(client, collection))
        return int(rows[0]["generation"]) if rows else 0

    def commit(self, collection: str, generation: int) -> None:
        """Flush a collection, so that searches see all of it quickly, and then note its generation."""

        def noted(client: MilvusClient) -> None:
            if client.has_collection(collection, timeout=STEP_SECONDS):
                client.flush(collection, timeout=STEP_SECONDS)
            self._make_state(client)
            row = {"id": collection, "generation": generation, "unused": [0.0, 0.0]}
            client.upsert(_STATE, [row], timeout=STEP_SECONDS)
            client.flush(_STATE, timeout=STEP_SECONDS)

        self.call(noted)

    def drop(self, collection: str) -> None:
        """Remove a collection and its generation, whether or not there is one."""

        def dropped(client: MilvusClient) -> None:
            if client.has_collection(_STATE, timeout=STEP_SECONDS):
                client.delete(_STATE, ids=[collection], timeout=STEP_SECONDS)
            if client.has_collection(collection, timeout=STEP_SECONDS):
                client.drop_collection(collection, timeout=STEP_SECONDS)

        self.call(dropped)

    def _state(self, client: MilvusClient, collection: str) -> list[dict[str, Any]]:
        if not self._has_state and not loaded(client, _STATE):
            return []
        self._has_state = True
        rows: list[dict[str, Any]] = client.get(
            _STATE, ids=[collection], output_fields=["generation"], timeout=STEP_SECONDS
        )
        return rows

    def _make_state(self, client: MilvusClient) -> None:
        from pymilvus import DataType

        if self._has_state or loaded(client, _STATE):
            return
        schema = client.create_schema(auto_id=False)
        schema.add_field("id", DataType.VARCHAR, is_primary=True, max_length=255)
        schema.add_field("generation", DataType.INT64)
        schema.add_field("unused", DataType.FLOAT_VECTOR, dim=2)  # each collection needs a vector
        indexes = client.prepare_index_params()
        indexes.add_index("unused", index_type="FLAT", metric_type="L2")
        client.create_collection(
            _STATE,
            schema=schema,
            index_params=indexes,
            consistency_level="Strong",
            timeout=STEP_SECONDS,
        )

    def _connected(self) -> MilvusClient:
        with self._connecting:
            if self._client is None:
                self._client = self._connect()
            return self._client

    def _connect(self) -> MilvusClient:
        # pymilvus would read a file `.env` of any folder above its own.
        os.environ.setdefault("PYTHON_DOTENV_DISABLED", "1")
        # It logs each failure with its whole traceback, before it raises it.
        logging.getLogger("pymilvus").setLevel(logging.CRITICAL + 1)
        try:
            from pymilvus import MilvusClient
        except ImportError as error:
            raise ExtraMissing(
                "Searching with Milvus needs its client.",
                f"Install it: {extra_command('milvus')}",
            ) from error
        to = self.address
        try:
            return MilvusClient(
                uri=to.uri,
                user=to.user,
                password=to.password,
                db_name=to.database,
                timeout=CONNECT_SECONDS,
            )
        except Exception as error:
            if not _is_of_the_client(error):
                raise
            raise self._explained(error) from error

    def _drop(self, client: MilvusClient) -> None:
        with self._connecting:
            if self._client is client:
                self._client = None
                self._has_state = False

    def _explained(self, error: Exception) -> LibraryError:
        said = str(error).lower()
        if any(word in said for word in _REFUSED):
            return StoreUnreachable(
                f"The Milvus server {self.address} refuses the name or the password.",
                "Correct them in the address.",
            )
        if self.address.is_file and ("lock" in said or "in use" in said):
            return StoreUnreachable(
                f"Another process uses {self.address}.",
                "Milvus Lite serves one process at a time: stop the other one, or use a server.",
            )
        if _is_lost(error):
            return StoreUnreachable(f"The Milvus server {self.address} can't be reached.", _AWAY)
        code = getattr(error, "code", type(error).__name__)
        return LibraryError(
            f"The Milvus server {self.address} refused a step (code {code}).",
            "See its log for the reason; `wherein index drop` and `wherein index build` begin anew.",
        )


def loaded(client: MilvusClient, collection: str) -> bool:
    """Whether there is such a collection, which can be searched from now on: a restarted server has it, but not in memory."""
    if not client.has_collection(collection, timeout=STEP_SECONDS):
        return False
    client.load_collection(collection, timeout=STEP_SECONDS)
    return True


def _is_of_the_client(error: Exception) -> bool:
    """Whether an error comes from Milvus, its client or the network, and not from our own code."""
    module = type(error).__module__.partition(".")[0]
    return module in ("pymilvus", "grpc", "milvus_lite") or isinstance(error, OSError)


def _is_lost(error: Exception) -> bool:
    said = f"{type(error).__name__} {error}".lower()
    return isinstance(error, OSError) or any(
        sign in said
        for sign in (
            "unavailable",
            "fail connecting",
            "deadline",
            "timeout",
            "closed channel",
            "connect",
        )
    )
