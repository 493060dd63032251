"""Importers turn a source into records, one module for each format, chosen here by name and content."""

from __future__ import annotations

import re
from pathlib import Path

from wherein.core.errors import SourceNotFound, UnsupportedFormat, UsageError
from wherein.documents.page_lines.recognition import Recognition
from wherein.documents.source import check_name
from wherein.knowledge.importers.folder import Folder
from wherein.knowledge.importers.json_lines import JsonLines
from wherein.knowledge.importers.xml_dump import XmlDump
from wherein.knowledge.importers.zim import Zim
from wherein.knowledge.record import Importer
from wherein.samples import sample_encyclopedia

SAMPLE = "sample"
IMPORTERS = (JsonLines, XmlDump, Zim, Folder)
"""The importers, in the order in which they are tried for a source; the contract suite runs over them."""


def importer_for(given: str | Path, recognition: Recognition | None = None) -> Importer:
    """The importer that reads this source: a path, or `sample` for the articles that ship. A folder's scans are
    recognised as `recognition` says.

    Raises SourceNotFound, UnsupportedFormat, UsageError for an address, and ExtraMissing for a ZIM
    file without libzim.
    """
    if given == SAMPLE:
        return JsonLines(sample_encyclopedia())
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", str(given)):
        raise UsageError(
            f"{given} is an address, and a knowledge base is made from a file or folder.",
            "Download it first, and give its path.",
        )
    source = Path(given).expanduser().absolute()
    check_name(source)
    if not source.exists():
        raise SourceNotFound(f"{source} does not exist.", "Check the path.")
    for kind in IMPORTERS:
        if kind.reads(source):
            return Folder(source, recognition) if kind is Folder else kind(source)
    raise UnsupportedFormat(
        f"{source.name} has no format that a knowledge base can be made from.",
        "Give JSON lines (.jsonl), a MediaWiki dump (.xml, .xml.bz2), a ZIM file or a folder.",
    )
