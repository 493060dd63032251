"""Ends with one sentence where a port of this machine is taken, before `make run` builds anything. Needs no package."""

from __future__ import annotations

import socket
import sys

HOST = "127.0.0.1"


def why_not(port: str) -> str:
    """Why a server can't listen at the port, with the next step; "" where it can."""
    if not port.isdecimal() or not 0 <= int(port) <= 65535:
        return f"PORT={port} is not a port. Choose a number up to 65535: make run PORT=8485"
    other = int(port) + 1 if int(port) < 65535 else 8484
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((HOST, int(port)))
            tried.listen()
        except OSError as error:
            reason = error.strerror or "it can't be used"
            return f"Port {port} is not free ({reason}). Stop what uses it, or choose another: make run PORT={other}"
    return ""


if __name__ == "__main__":
    sys.exit(why_not(sys.argv[1]) or None)
