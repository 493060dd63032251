"""The queue in front of the work: bounded, fair, and nothing is lost or mixed up when fifty ask at once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest

from tests.clock import GIVE_UP_SECONDS
from tests.server.serving import TOKEN, serving
from wherein import Engine
from wherein.server.guards.gate import IDENTITY, Gate
from wherein.server.guards.queue import Queue
from wherein.server.guards.sign_in import SignIn


class Work:
    """An application whose requests end on command."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        name = scope["name"]
        self.began.append(name)
        self.ends[name] = asyncio.Event()
        await self.ends[name].wait()
        if name.startswith("fails"):
            raise RuntimeError(name)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": name.encode()})


def request(
    queue: Queue, name: str, asker: str = "", path: str = "/v1/ask", method: str = "POST"
) -> asyncio.Task[list[dict]]:
    scope = {
        "type": "http", "method": method, "path": path, "name": name,
        "headers": [(b"wherein-asker", asker.encode())],
    }  # fmt: skip
    sent: list[dict] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> dict:
        return {"type": "http.request"}

    async def run() -> list[dict]:
        await queue(scope, receive, send)
        return sent

    return asyncio.create_task(run())


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_only_so_many_run_and_the_others_wait_by_turns() -> None:
    async def main() -> None:
        work = Work()
        queue = Queue(work, at_once=1, most_waiting=10)
        tasks = [request(queue, f"a{number}", "many") for number in range(4)]
        await settled()
        tasks.append(request(queue, "b0", "one"))
        await settled()
        order = ["a0", "a1", "b0", "a2", "a3"]  # who asks once is second, not fifth
        for done, name in enumerate(order, start=1):
            assert work.began == order[:done]
            work.ends[name].set()
            await settled()
        assert [task.result()[0]["status"] for task in tasks] == [200] * 5

    asyncio.run(main())


def test_where_too_many_wait_the_refusal_says_when_to_retry() -> None:
    async def main() -> None:
        work = Work()
        queue = Queue(work, at_once=1, most_waiting=1)
        first, second = request(queue, "first"), request(queue, "second")
        await settled()
        refused = await request(queue, "third")
        assert refused[0]["status"] == 429
        headers = dict(refused[0]["headers"])
        assert 1 <= int(headers[b"retry-after"]) <= 60
        assert b"busy" in refused[1]["body"]
        # What is no work is never in line.
        health = request(queue, "health", path="/v1/health", method="GET")
        await settled()
        assert work.began == ["first", "health"]
        for name in ("health", "first"):
            work.ends[name].set()
        await settled()
        work.ends["second"].set()
        await asyncio.gather(first, second, health)
        assert queue._running == queue._waiting == 0

    asyncio.run(main())


def test_a_place_comes_back_from_what_fails_and_from_who_leaves_the_line() -> None:
    async def main() -> None:
        work = Work()
        queue = Queue(work, at_once=1, most_waiting=5)
        fails = request(queue, "fails")
        await settled()
        leaves, stays = request(queue, "leaves", "x"), request(queue, "stays", "x")
        await settled()
        leaves.cancel()
        await settled()
        work.ends["fails"].set()
        with pytest.raises(RuntimeError):
            await fails
        await settled()
        assert work.began == ["fails", "stays"]
        work.ends["stays"].set()
        await stays
        assert queue._running == queue._waiting == 0

    asyncio.run(main())


def test_a_body_that_does_not_arrive_holds_no_place() -> None:
    async def main() -> None:
        work = Work()
        queue = Queue(work, at_once=1)
        ends = asyncio.Event()
        parts = [{"type": "http.request", "body": b"{", "more_body": True}]

        async def receive() -> dict:
            if parts:
                return parts.pop()
            await ends.wait()
            return {"type": "http.disconnect"}

        scope = {"type": "http", "method": "POST", "path": "/mcp", "name": "half", "headers": []}

        async def send(message: Any) -> None:
            raise AssertionError(message)

        half = asyncio.create_task(queue(scope, receive, send))
        await settled()
        whole = request(queue, "whole")
        await settled()
        assert work.began == ["whole"]
        work.ends["whole"].set()
        await whole
        ends.set()
        await half
        assert work.began == ["whole"]  # nothing was made of half a body

    asyncio.run(main())


def test_a_body_that_stands_still_is_refused() -> None:
    async def main() -> list[dict]:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            while (await receive()).get("more_body", False):
                pass
            await send({"type": "http.response.start", "status": 200, "headers": []})

        sent: list[dict] = []
        parts: list[dict] = [{"type": "http.request", "body": b"{", "more_body": True}]

        async def receive() -> dict:
            if not parts:
                await asyncio.Event().wait()
            return parts.pop()

        async def send(message: Any) -> None:
            sent.append(message)

        gate = Gate(app, TOKEN, SignIn(TOKEN), body_seconds=0.01)
        headers = [(b"host", b"127.0.0.1"), (b"authorization", f"Bearer {TOKEN}".encode())]
        scope = {"type": "http", "method": "POST", "path": "/v1/ask", "headers": headers}
        await gate(scope, receive, send)
        return sent

    assert asyncio.run(main())[0]["status"] == 408


def test_fifty_at_once_each_get_their_own_answer(engine: Engine) -> None:
    def ask(number: int) -> tuple[int, str]:
        body = {
            "question": "Who is the harbour master?",
            "text": f"The harbour master is Captain Smith{number}.",
        }
        headers = {"Authorization": f"Bearer {TOKEN}", "Wherein-Asker": f"asker-{number:04}"}
        response = httpx2.post(
            f"{base}/v1/ask", json=body, headers=headers, timeout=GIVE_UP_SECONDS
        )
        assert response.status_code == 200, response.text
        return number, response.json()["answers"][0]["text"]

    with serving(engine) as port, ThreadPoolExecutor(50) as people:
        base = f"http://127.0.0.1:{port}"
        answers = list(people.map(ask, range(50)))
    assert all(text.endswith(f"Smith{number}") for number, text in answers)


def sized(
    queue: Queue, name: str, size: int, gone: asyncio.Event | None = None
) -> asyncio.Task[list[dict]]:
    """A request whose body has this many bytes; its client leaves once `gone` is set."""
    scope = {"type": "http", "method": "POST", "path": "/v1/ask", "name": name, "headers": []}
    leaves, sent = gone or asyncio.Event(), []
    parts = [b"x" * (size - size // 2), b"x" * (size // 2)]

    async def receive() -> dict:
        if parts:
            body = parts.pop()
            return {"type": "http.request", "body": body, "more_body": bool(parts)}
        await leaves.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    async def run() -> list[dict]:
        await queue(scope, receive, send)
        return sent

    return asyncio.create_task(run())


def test_of_large_requests_one_runs_at_a_time_beside_small_ones() -> None:
    async def main() -> None:
        work = Work()
        queue = Queue(work, at_once=4, large_bytes=100)
        large = [sized(queue, f"large{number}", 150) for number in range(3)]
        await settled()
        small = [sized(queue, f"small{number}", 50) for number in range(2)]
        await settled()
        assert work.began == ["large0", "small0", "small1"]
        work.ends["large0"].set()
        await settled()
        assert work.began == ["large0", "small0", "small1", "large1"]
        for name in ("small0", "small1", "large1"):
            work.ends[name].set()
        await settled()
        work.ends["large2"].set()
        await asyncio.gather(*large, *small)
        assert queue._running == queue._waiting == queue._held_bytes == 0

    asyncio.run(main())


def test_more_than_may_be_held_is_refused_with_the_time_to_wait_and_what_is_done_makes_room() -> (
    None
):
    async def main() -> None:
        work = Work()
        queue = Queue(work, most_held_bytes=1000)
        first = sized(queue, "first", 700)
        await settled()
        refused = await sized(queue, "second", 400)
        assert refused[0]["status"] == 429
        assert int(dict(refused[0]["headers"])[b"retry-after"]) >= 1
        assert b"no memory for more" in refused[1]["body"]
        work.ends["first"].set()
        await first
        third = sized(queue, "third", 400)
        await settled()
        work.ends["third"].set()
        assert (await third)[0]["status"] == 200
        assert work.began == ["first", "third"]
        assert queue._held_bytes == 0

    asyncio.run(main())


def test_who_leaves_while_waiting_is_dropped_with_what_it_sent() -> None:
    async def main() -> None:
        work = Work()
        queue = Queue(work, at_once=1)
        first = sized(queue, "first", 10)
        await settled()
        gone = asyncio.Event()
        leaves = sized(queue, "leaves", 500, gone)
        await settled()
        assert queue._held_bytes == 510
        gone.set()
        assert await leaves == []
        assert (queue._held_bytes, queue._waiting) == (10, 0)
        work.ends["first"].set()
        await first
        assert work.began == ["first"]
        assert queue._running == 0

    asyncio.run(main())


def of_member(
    queue: Queue, name: str, member: str, size: int = 0, path: str = "/v1/ask"
) -> asyncio.Task[list[dict]]:
    """A request of a member of a team, with a body of this size."""
    scope = {
        "type": "http", "method": "POST", "path": path, "name": name, IDENTITY: member,
        "headers": [(b"wherein-asker", member.encode())],
    }  # fmt: skip
    sent: list[dict] = []
    messages = [{"type": "http.request", "body": b"x" * size, "more_body": False}]

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> dict:
        if messages:
            return messages.pop()
        await asyncio.Event().wait()
        raise AssertionError

    async def run() -> list[dict]:
        await queue(scope, receive, send)
        return sent

    return asyncio.create_task(run())


async def all_end(work: Work, tasks: list[asyncio.Task[list[dict]]]) -> list[int]:
    """End what runs until nothing does; the status of each request."""
    for _ in range(len(tasks) + 1):
        for end in list(work.ends.values()):
            end.set()
        await settled()
    return [(await task)[0]["status"] for task in tasks]


def test_one_member_takes_no_more_than_half_of_the_places() -> None:
    async def main() -> None:
        work = Work()
        queue = Queue(work, at_once=4)
        many = [of_member(queue, f"a{number}", "a") for number in range(6)]
        await settled()
        assert work.began == ["a0", "a1"]
        other = of_member(queue, "b0", "b")
        await settled()
        assert work.began == ["a0", "a1", "b0"]
        work.ends["a0"].set()
        await settled()
        assert work.began == ["a0", "a1", "b0", "a2"]
        assert await all_end(work, [*many, other]) == [200] * 7
        assert queue._running == queue._waiting == queue._running_of.total() == 0

    asyncio.run(main())


def test_where_the_queue_is_full_whoever_has_most_waiting_gives_way() -> None:
    async def main() -> None:
        work = Work()
        queue = Queue(work, at_once=2, most_waiting=4)
        many = [of_member(queue, f"a{number}", "a") for number in range(5)]
        await settled()
        refused = of_member(queue, "a5", "a")
        others = [of_member(queue, name, name) for name in ("b", "c", "d")]
        await settled()
        assert (await refused)[0]["status"] == 429
        # b took the free place; c and d the room of a's last two.
        assert [task.done() for task in many] == [False, False, False, True, True]
        assert await all_end(work, [*many[:3], *others]) == [200] * 6
        assert [(await task)[0]["status"] for task in many[3:]] == [429, 429]
        assert queue._running == queue._waiting == 0

    asyncio.run(main())


def test_one_member_holds_no_more_than_half_of_the_bytes_of_any_route() -> None:
    async def main() -> None:
        work = Work()
        queue = Queue(work, most_held_bytes=1000)
        first = of_member(queue, "first", "a", 400)
        await settled()
        more = [of_member(queue, "more", "a", 200, path) for path in ("/v1/ask", "/v1/feedback")]
        assert [(await task)[0]["status"] for task in more] == [429, 429]
        whole = of_member(queue, "whole", "b", 600)
        assert (await whole)[0]["status"] == 413
        other = of_member(queue, "other", "b", 500)
        assert await all_end(work, [first, other]) == [200, 200]
        assert queue._held_bytes == queue._held_of.total() == 0

    asyncio.run(main())


def test_a_body_that_comes_byte_by_byte_ends() -> None:
    async def main() -> None:
        sent: list[dict] = []

        async def receive() -> dict:
            await asyncio.sleep(0.001)
            return {"type": "http.request", "body": b"x", "more_body": True}

        async def send(message: Any) -> None:
            sent.append(message)

        gate = Gate(Queue(Work()), TOKEN, SignIn(TOKEN), body_seconds=0.2)
        scope = {
            "type": "http", "method": "POST", "path": "/v1/ask", "query_string": b"",
            "headers": [(b"host", b"127.0.0.1"), (b"authorization", f"Bearer {TOKEN}".encode())],
        }  # fmt: skip
        await asyncio.wait_for(gate(scope, receive, send), GIVE_UP_SECONDS)
        assert sent[0]["status"] == 408

    asyncio.run(main())
