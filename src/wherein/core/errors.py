"""All errors: each has one sentence and the next step. Knows no other module.

WhereinError
├── UsageError            the command or request itself is not meaningful     (exit 2, HTTP 400)
│   ├── UnknownName       no knowledge base or watched folder has this name     (HTTP 404)
│   ├── NotPermitted      this caller may not do it, whatever it sends          (HTTP 403)
│   ├── TextTooLarge      the request brings more text than the server takes    (HTTP 413)
│   └── QuotaReached      a member of a team keeps as much as they may          (HTTP 413)
├── SourceError           a file, folder or address could not be had
│   ├── SourceNotFound
│   ├── SourceForbidden
│   └── SourceTooLarge
├── ParseError            the bytes were had but hold no readable text
│   ├── UnsupportedFormat
│   ├── EncryptedDocument
│   ├── NoText
│   └── ParserKilled      the parser's process ran out of time or memory
├── LibraryError          stored data could not be read or written
│   ├── UnknownDocument
│   ├── DocumentChanged   it was replaced or removed while a question was answered  (HTTP 503)
│   ├── NewerLibrary
│   ├── StoreDamaged      the file of the library or the memory is damaged
│   │   └── BaseDamaged   a knowledge base is damaged, in whichever of its files
│   ├── StoreUnreachable  there is no connection to the database
│   ├── IndexDamaged      a derived index can't be read: clear it and build it again
│   └── StorageFull
├── AssetError            a model file is missing or is not the expected one
│   ├── AssetMissing
│   └── AssetDamaged
├── LanguageModelError    a language model cannot be asked
│   ├── ModelUnreachable  its endpoint is down, slow, or wants us to wait for too long
│   ├── ModelRefused      its endpoint does not let us: key, address, name, credit
│   ├── ModelGarbled      the reply does not have the form that an endpoint should send
│   └── ModelTooLarge     this machine has no memory for it
├── ExtraMissing          an optional package is not installed
├── MicrophoneError       no microphone, or none that may be used now
├── DataMissing           a measurement's data are not here
└── ServerError           the server could not start or be reached
    └── PortInUse
"""

from __future__ import annotations

from wherein.core.text.readable import one_line


class WhereinError(Exception):
    """`what` happened, and the `next_step`: one sentence each, without a line break."""

    code = "error"
    exit_status = 1

    def __init__(self, what: str, next_step: str) -> None:
        self.what = one_line(what)
        self.next_step = one_line(next_step)
        super().__init__(f"{self.what} {self.next_step}")


class UsageError(WhereinError):
    code = "usage"
    exit_status = 2


class UnknownName(UsageError):
    code = "unknown_name"


class NotPermitted(UsageError):
    code = "not_permitted"


class TextTooLarge(UsageError):
    code = "too_large"


class QuotaReached(UsageError):
    code = "quota"


class SourceError(WhereinError):
    code = "source"


class SourceNotFound(SourceError):
    code = "source_not_found"


class SourceForbidden(SourceError):
    code = "source_forbidden"


class SourceTooLarge(SourceError):
    code = "source_too_large"


class ParseError(WhereinError):
    code = "parse"


class UnsupportedFormat(ParseError):
    code = "unsupported_format"


class EncryptedDocument(ParseError):
    code = "encrypted"


class NoText(ParseError):
    code = "no_text"


class ParserKilled(ParseError):
    code = "parser_killed"


class LibraryError(WhereinError):
    code = "library"


class UnknownDocument(LibraryError):
    code = "unknown_document"


class DocumentChanged(LibraryError):
    """A document was replaced or removed while a question about it was being answered."""

    code = "document_changed"


class NewerLibrary(LibraryError):
    code = "newer_library"


class StoreDamaged(LibraryError):
    code = "store_damaged"


class BaseDamaged(StoreDamaged):
    """`base` is the name of the knowledge base."""

    code = "base_damaged"

    def __init__(self, what: str, next_step: str, base: str) -> None:
        super().__init__(what, next_step)
        self.base = base


class StoreUnreachable(LibraryError):
    code = "store_unreachable"


class IndexDamaged(LibraryError):
    code = "index_damaged"


class StorageFull(LibraryError):
    code = "storage_full"


class AssetError(WhereinError):
    code = "asset"


class AssetMissing(AssetError):
    code = "asset_missing"


class AssetDamaged(AssetError):
    code = "asset_damaged"


class LanguageModelError(WhereinError):
    code = "language_model"


class ModelUnreachable(LanguageModelError):
    code = "model_unreachable"


class ModelRefused(LanguageModelError):
    code = "model_refused"


class ModelGarbled(LanguageModelError):
    code = "model_garbled"


class ModelTooLarge(LanguageModelError):
    code = "model_too_large"


class ExtraMissing(WhereinError):
    code = "extra_missing"


class MicrophoneError(WhereinError):
    code = "microphone"


class DataMissing(WhereinError):
    code = "data_missing"


class ServerError(WhereinError):
    code = "server"


class PortInUse(ServerError):
    code = "port_in_use"
