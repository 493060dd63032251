"""Opens zip-based files safely: no zip bombs, no XML entities. Knows none of the formats in them."""

from __future__ import annotations

import io
import zipfile
from xml.parsers import expat

from wherein.core.errors import EncryptedDocument, ParseError, SourceTooLarge

MOST_MEMBERS = 20_000
MOST_BYTES = 1_000_000_000
# Text packs about 10 to 1, a sheet of equal numbers 100 to 1; a bomb 1000 to 1.
MOST_RATIO = 250
_RATIO_FROM_BYTES = 20_000_000
_PROLOG_BYTES = 65_536
_XML_SUFFIXES = (".xml", ".rels", ".opf", ".ncx", ".vml")


def checked_archive(data: bytes, name: str) -> zipfile.ZipFile:
    """An open archive with bounded unpacked sizes and without XML entities.

    `zipfile` never unpacks more than the declared size, so checking the declared sizes is enough.
    Raises SourceTooLarge for a bomb, ParseError for a damaged file or a document type with an
    internal subset, EncryptedDocument for members behind a password.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        members = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise damaged(name) from error
    total = sum(member.file_size for member in members)
    ratio = total / max(1, len(data))
    if len(members) > MOST_MEMBERS or total > MOST_BYTES:
        raise _bomb(name)
    if total > _RATIO_FROM_BYTES and ratio > MOST_RATIO:
        raise _bomb(name)
    if any(member.flag_bits & 0x1 for member in members):
        raise EncryptedDocument(
            f"{name} is protected by a password.",
            "Open it, save it without the password and give that.",
        )
    for member in members:
        if member.filename.lower().endswith(_XML_SUFFIXES):
            try:
                with archive.open(member) as file:
                    refuse_entities(file.read(_PROLOG_BYTES), name)
            except (
                zipfile.BadZipFile,
                OSError,
                EOFError,
                NotImplementedError,
                ValueError,
            ) as error:
                raise damaged(name) from error
            except Exception as error:
                if type(error).__module__ == "zlib":
                    raise damaged(name) from error
                raise
    return archive


def member_bytes(archive: zipfile.ZipFile, member: str, name: str) -> bytes | None:
    """The bytes of a member; None where the archive has no member of that name."""
    import zlib

    try:
        return archive.read(member)
    except KeyError:
        return None
    except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError, zlib.error) as error:
        raise damaged(name) from error


def refuse_entities(xml: bytes, name: str) -> None:
    """Raise ParseError when the prolog declares entities; `xml` may be cut off anywhere.

    Only the prolog, before the root element, can declare entities. A prolog of more than 64 kB is refused too, since no
    ordinary document has one. Broken XML is left to its own parser.
    """
    parser = expat.ParserCreate()
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    class _PrologReadError(Exception):
        pass

    def begun(*_: object) -> None:
        raise _PrologReadError

    def declared(*_: object) -> None:
        raise ParseError(
            f"{name} declares XML entities, which no ordinary document needs.",
            "Open it in the program that made it and save it again.",
        )

    parser.StartElementHandler = begun
    parser.EntityDeclHandler = declared
    try:
        parser.Parse(xml, False)
    except (_PrologReadError, expat.ExpatError, ValueError, LookupError):
        return
    if len(xml) >= _PROLOG_BYTES:
        declared()


def unreadable(name: str, error: Exception) -> ParseError:
    """The error for a file whose XML the library could not read: nested too deeply, or damaged."""
    if isinstance(error, RecursionError) or "Excessive depth" in str(error):
        return ParseError(f"{name} is nested too deeply to read.", "Save it again.")
    return damaged(name)


def damaged(name: str) -> ParseError:
    return ParseError(
        f"{name} is damaged, or only part of a file.", "Get it again, or open it and save it again."
    )


def _bomb(name: str) -> SourceTooLarge:
    return SourceTooLarge(
        f"{name} would unpack to far more data than a document has.",
        "Give the documents in it one by one.",
    )
