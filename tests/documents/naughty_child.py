"""Stands in for the parsing process and misbehaves as its request's name says."""

from __future__ import annotations

import ctypes
import os
import sys
import time

from wherein.documents.isolation import child
from wherein.documents.isolation.wire import read_message


def serve() -> None:
    # Peeks at no more than the first request; a well-behaved one is served as usual.
    if os.environ.get("WHEREIN_TEST_PRINTS"):
        print("noise on standard output")
    message = read_message(sys.stdin.buffer)
    assert message is not None
    header, _ = message
    child.limit(header["seconds"], header["memory_bytes"])
    if header["name"] == "crash":
        ctypes.string_at(0)
    if header["name"] == "sleep":
        time.sleep(60)
    if header["name"] == "spin":
        while True:
            pass
    if header["name"] == "eat":
        hoard = []
        while True:
            hoard.append(bytearray(16_000_000))
    if header["name"] == "lie":
        sys.stdout.buffer.write(b"\xff\xff\xff\xff nonsense")
        sys.stdout.buffer.flush()
    os._exit(3)
