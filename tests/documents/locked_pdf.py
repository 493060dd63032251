"""A PDF behind a password, for tests: 40-bit RC4 (PDF 32000-1, 7.6, algorithms 1 to 4)."""

from __future__ import annotations

import hashlib

_PAD = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")
_ID = bytes(16)


def locked_pdf(text: str, password: str) -> bytes:
    """One page with `text` (ASCII, no brackets), opened by `password` alone."""
    padded = (password.encode() + _PAD)[:32]
    owner = _rc4(hashlib.md5(padded).digest()[:5], padded)
    key = hashlib.md5(padded + owner + (-44).to_bytes(4, "little", signed=True) + _ID).digest()[:5]
    content = f"BT /F1 14 Tf 72 700 Td ({text}) Tj ET".encode()
    own_key = hashlib.md5(key + (4).to_bytes(3, "little") + bytes(2)).digest()[:10]
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), _rc4(own_key, content)),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        b"<</Filter/Standard/V 1/R 2/P -44/O<%s>/U<%s>>>"
        % (owner.hex().encode(), _rc4(key, _PAD).hex().encode()),
    ]
    out = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    trailer = b"trailer<</Size %d/Root 1 0 R/Encrypt 6 0 R/ID[<%s><%s>]>>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1, _ID.hex().encode(), _ID.hex().encode(), len(out),
    )  # fmt: skip
    return out + head + table + trailer


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out = bytearray()
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)
