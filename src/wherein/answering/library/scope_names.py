"""Lists the knowledge bases, tags and folders to which a question can be limited, for menus of programs. Asks nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from wherein.answering.library.named_scope import TAG
from wherein.core.file_paths import name_of, separator_of
from wherein.documents.fetch import is_url
from wherein.library.store import Entry

MOST_FOLDERS = 100
"""The most folders, and the most tags, that are listed, since a menu with thousands of entries is useless."""

_SHARE = "\\\\"  # how a path on another Windows machine begins


def scope_names(entries: Sequence[Entry], bases: Collection[str], sent: str = "") -> list[str]:
    """The names of bases, tags and folders with documents of the library, in this order, as a scope accepts them.

    A folder is listed if it has documents itself or is the common parent of several listed folders. It is listed by its
    name where that is unambiguous, else by its path. The folder `sent`, of files that were sent to the server, and those
    below it, each of which holds one of these, are not listed.
    """
    tags = sorted({f"{TAG}{tag}" for entry in entries for tag in entry.tags})
    return [*sorted(bases), *tags[:MOST_FOLDERS], *_folders(entries, bases, sent)[:MOST_FOLDERS]]


def _folders(entries: Sequence[Entry], bases: Collection[str], sent: str) -> list[str]:
    below: defaultdict[str, set[str]] = defaultdict(set)  # documents of each folder, at any depth
    called: defaultdict[str, set[str]] = defaultdict(set)  # documents below folders of each name
    listed: set[str] = set()  # folders of documents that are files of the person's own
    holds: set[str] = set()
    taken = set(bases)
    for entry in entries:
        separator = separator_of(entry.source)
        if is_url(entry.source) or (separator == "/" and not entry.source.startswith("/")):
            continue
        *parts, file = entry.source.split(separator)
        taken.add(file)
        by_hand = not (sent and entry.source.startswith(f"{sent}{separator}"))
        if by_hand:
            holds.add(separator.join(parts))
        top = 5 if entry.source.startswith(_SHARE) else 2  # below the root, a drive or a share
        for depth in range(top, len(parts) + 1):
            path = separator.join(parts[:depth])
            if by_hand:
                listed.add(path)
            below[path].add(entry.document)
            called[parts[depth - 1]].add(entry.document)
    children: defaultdict[str, set[str]] = defaultdict(set)
    for path in listed:
        children[path.rpartition(separator_of(path))[0]].add(path)
    shown = [path for path in sorted(listed) if path in holds or len(children[path]) > 1]
    names = []
    for path in shown:
        name = name_of(path)
        alone = name not in taken and called[name] == below[path]
        names.append(name if alone else path)
    return list(dict.fromkeys(names))
