"""Runs a command and records whom it and its children connect to and which files they write.

The kernel reports each such call (seccomp's user notification), so libraries that bypass Python are
seen too. Linux only. Needs no privilege and no other program. Connections are refused, not made.

    python watched.py RECORD COMMAND…

RECORD gets a line of JSON for each call: `{"call", "to"}` for a connection or a datagram, `{"call", "path"}`
for a file that is opened for writing, made, renamed or removed.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import ipaddress
import json
import os
import platform
import select
import signal
import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

MACHINES = ("x86_64", "aarch64")

# linux/audit.h: AUDIT_ARCH_X86_64, AUDIT_ARCH_AARCH64
_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# asm/unistd.h. What a machine lacks stands as None.
_NUMBERS: dict[str, tuple[int | None, int | None]] = {
    "connect": (42, 203),
    "sendto": (44, 206),
    "sendmsg": (46, 211),
    "sendmmsg": (307, 269),
    "io_uring_setup": (425, 425),
    "open": (2, None),
    "openat": (257, 56),
    "openat2": (437, 437),
    "creat": (85, None),
    "truncate": (76, 45),
    "mkdir": (83, None),
    "mkdirat": (258, 34),
    "mknod": (133, None),
    "mknodat": (259, 33),
    "link": (86, None),
    "linkat": (265, 37),
    "symlink": (88, None),
    "symlinkat": (266, 36),
    "rename": (82, None),
    "renameat": (264, 38),
    "renameat2": (316, 276),
    "rmdir": (84, None),
    "unlink": (87, None),
    "unlinkat": (263, 35),
}
_SECCOMP = {"x86_64": 317, "aarch64": 277}
_PIDFD_OPEN, _PIDFD_GETFD = 434, 438
# Which arguments are paths, each with the argument that is the folder it is relative to (None: the working folder).
_PATHS: dict[str, tuple[tuple[int, int | None], ...]] = {
    "open": ((0, None),),
    "openat": ((1, 0),),
    "openat2": ((1, 0),),
    "creat": ((0, None),),
    "truncate": ((0, None),),
    "mkdir": ((0, None),),
    "mkdirat": ((1, 0),),
    "mknod": ((0, None),),
    "mknodat": ((1, 0),),
    "link": ((1, None),),
    "linkat": ((3, 2),),
    "symlink": ((1, None),),
    "symlinkat": ((2, 1),),
    "rename": ((0, None), (1, None)),
    "renameat": ((1, 0), (3, 2)),
    "renameat2": ((1, 0), (3, 2)),
    "rmdir": ((0, None),),
    "unlink": ((0, None),),
    "unlinkat": ((1, 0),),
}
_FLAGS_OF_OPEN = {"open": 1, "openat": 2}
"""The argument whose flags say whether a file is opened for writing."""
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_AT_FDCWD = 0xFFFFFF9C

# linux/seccomp.h
_ALLOW, _USER_NOTIFICATION = 0x7FFF0000, 0x7FC00000
_NEW_LISTENER, _SET_FILTER = 8, 1
_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_NOTICE = struct.Struct("=QIIiIQ6Q")
_REPLY = struct.Struct("=QqiI")
_CONTINUE = 1
_NO_NEW_PRIVILEGES = 38


def _numbers() -> dict[str, int]:
    column = MACHINES.index(platform.machine())
    found = {name: both[column] for name, both in _NUMBERS.items()}
    return {name: number for name, number in found.items() if number is not None}


def _filter() -> bytes:
    """The BPF program: these calls are reported, `open` and `openat` only for writing; all others run."""
    load, equal, any_bit, leave = 0x20, 0x15, 0x45, 0x06
    steps = [
        (load, 0, 0, 4),
        (equal, 1, 0, _ARCHITECTURE[platform.machine()]),
        (leave, 0, 0, _ALLOW),
        (load, 0, 0, 0),
    ]
    for name, number in _numbers().items():
        if name in _FLAGS_OF_OPEN:
            steps += [
                (equal, 0, 4, number),
                (load, 0, 0, 16 + 8 * _FLAGS_OF_OPEN[name]),
                (any_bit, 0, 1, _WRITES),
                (leave, 0, 0, _USER_NOTIFICATION),
                (leave, 0, 0, _ALLOW),
            ]
        else:
            steps += [(equal, 0, 1, number), (leave, 0, 0, _USER_NOTIFICATION)]
    steps.append((leave, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def _listener() -> int:
    """Install the filter in this process; the descriptor on which its calls are reported."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "no_new_privs")
    program = ctypes.create_string_buffer(_filter())
    address = ctypes.create_string_buffer(
        struct.pack("=HxxxxxxQ", (len(program) - 1) // 8, ctypes.addressof(program))
    )
    found = libc.syscall(
        _SECCOMP[platform.machine()], _SET_FILTER, _NEW_LISTENER, ctypes.byref(address)
    )
    if found < 0:
        raise OSError(ctypes.get_errno(), "seccomp")
    return int(found)


def _fetched(process: int, descriptor: int) -> int:
    """A descriptor of another process, as one of ours."""
    libc = ctypes.CDLL(None, use_errno=True)
    handle = os.pidfd_open(process)
    try:
        found = libc.syscall(_PIDFD_GETFD, handle, descriptor, 0)
    finally:
        os.close(handle)
    if found < 0:
        raise OSError(ctypes.get_errno(), "pidfd_getfd")
    return int(found)


class _Memory:
    """The memory of a process that waits for the answer to its call."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._file = Path(f"/proc/{process}/mem").open("rb", buffering=0)  # noqa: SIM115 - closed by `close`

    def close(self) -> None:
        self._file.close()

    def held(self, address: int, length: int) -> bytes:
        self._file.seek(address)
        return self._file.read(length) or b""

    def text(self, address: int) -> bytes:
        found = b""
        while b"\0" not in found and len(found) < 4096:
            # Not beyond the page: the next one may not be there.
            found += self.held(address + len(found), 4096 - (address + len(found)) % 4096)
        return found.partition(b"\0")[0]

    def path(self, address: int, folder: int | None) -> str:
        path = self.text(address)
        if not path.startswith(b"/"):
            where = "cwd" if folder is None else f"fd/{folder}"
            base = os.readlink(f"/proc/{self._process}/{where}".encode())  # noqa: PTH115 - bytes
            path = os.path.join(base, path)  # noqa: PTH118 - bytes
        return os.path.normpath(os.fsdecode(path))

    def peer(self, address: int, length: int) -> str | None:
        """Who a socket address names; None for the kernel itself (netlink)."""
        data = self.held(address, min(length, 128))
        (family,) = struct.unpack_from("=H", data)
        if family == socket.AF_NETLINK:
            return None
        if family == socket.AF_UNIX:
            name = data[3:].rstrip(b"\0") if data[2:3] == b"\0" else data[2:].partition(b"\0")[0]
            return f"unix {name.decode('utf-8', 'replace')}"
        if family in (socket.AF_INET, socket.AF_INET6):
            start, size = (4, 4) if family == socket.AF_INET else (8, 16)
            host = ipaddress.ip_address(data[start : start + size])
            return f"{host} {int.from_bytes(data[2:4], 'big')}"
        return f"family {family}"

    def peers(self, call: str, arguments: tuple[int, ...]) -> Iterator[str]:
        named: list[tuple[int, int]] = []
        if call == "connect":
            named.append((arguments[1], arguments[2]))
        elif call == "sendto":
            named.append((arguments[4], arguments[5]))
        else:
            # struct msghdr begins with the address and its length; struct mmsghdr is 64 bytes.
            many = min(arguments[2], 64) if call == "sendmmsg" else 1
            for at in range(many):
                named.append(struct.unpack("=QI", self.held(arguments[1] + at * 64, 12)))
        for address, length in named:
            if address and length:  # none: it goes where the socket was connected to
                peer = self.peer(address, length)
                if peer is not None:
                    yield peer


def _rows(call: str, process: int, arguments: tuple[int, ...]) -> Iterator[dict[str, str]]:
    if call == "io_uring_setup":
        yield {"call": call, "to": "what is not seen"}
        return
    memory = _Memory(process)
    try:
        if call not in _PATHS:
            for peer in memory.peers(call, arguments):
                yield {"call": call, "to": peer}
            return
        if call == "openat2":
            (flags,) = struct.unpack("=Q", memory.held(arguments[2], 8))
            if not flags & _WRITES:
                return
        for at, folder in _PATHS[call]:
            base = None if folder is None else arguments[folder] & 0xFFFFFFFF
            path = memory.path(arguments[at], None if base == _AT_FDCWD else base)
            if call in ("mkdir", "mkdirat") and Path(path).exists():
                continue  # as `mkdir -p` asks for a folder that is there
            yield {"call": call, "path": path}
    finally:
        memory.close()


def _record(listener: int, record: Path) -> None:
    """Answer each reported call until no process with the filter is left."""
    names = {number: name for name, number in _numbers().items()}
    poll = select.poll()
    poll.register(listener, select.POLLIN)
    with record.open("a", buffering=1) as file:
        while True:
            ((_, event),) = poll.poll()
            if not event & select.POLLIN:
                return
            notice = bytearray(_NOTICE.size)
            try:
                fcntl.ioctl(listener, _RECEIVE, notice)
            except OSError as error:
                if error.errno in (errno.ENOENT, errno.EINTR):  # it was killed meanwhile
                    continue
                raise
            key, process, _, number, _, _, *arguments = _NOTICE.unpack(notice)
            # A process that is gone has nothing to read, and its call is not made.
            rows: list[dict[str, str]] = []
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                rows = list(_rows(names[number], process, tuple(arguments)))
            for row in rows:
                file.write(json.dumps(row) + "\n")
            refused = any("to" in row for row in rows)
            reply = bytearray(
                _REPLY.pack(
                    key, 0, -errno.ENETUNREACH if refused else 0, 0 if refused else _CONTINUE
                )
            )
            with contextlib.suppress(FileNotFoundError):
                fcntl.ioctl(listener, _SEND, reply)


def main() -> int:
    record, command = Path(sys.argv[1]), sys.argv[2:]
    ours, theirs = os.pipe()
    ready, go = os.pipe()
    process = os.fork()
    if not process:
        # Written and read, not sent: `sendmsg` is a call that waits for the parent already.
        os.write(theirs, struct.pack("=i", _listener()))
        os.read(ready, 1)
        os.execvp(command[0], command)
    os.close(theirs)
    # The command alone is stopped by a signal to the group; what it does in ending is recorded too.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sent = os.read(ours, 4)
    if not sent:
        return 99
    listener = _fetched(process, *struct.unpack("=i", sent))
    os.write(go, b"!")
    _record(listener, record)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


if __name__ == "__main__":
    sys.exit(main())
