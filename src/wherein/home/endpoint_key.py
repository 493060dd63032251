"""The key for an endpoint in OpenAI's form: read from the environment, and refused where it would be sent in the clear."""

from __future__ import annotations

import ipaddress
import os

from wherein.core.errors import ModelRefused


def authorization(url: str, key_variable: str, next_step: str) -> dict[str, str]:
    """The header with the key in `key_variable`; empty where the variable is not set.

    `next_step` is that of the error for an address that is not valid. Raises ModelRefused for such an address, for a key
    that a header can't have, and for a key that would be sent unencrypted to another machine.
    """
    import httpx2 as httpx

    try:
        address = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise ModelRefused(f"{url!r} is not an address.", next_step) from error
    if address.scheme not in ("http", "https") or not address.host or address.userinfo:
        raise ModelRefused(
            f"{address.copy_with(userinfo=b'')} is not an http or https address of an endpoint.",
            next_step,
        )
    key = os.environ.get(key_variable, "").strip()
    if not key:
        return {}
    if address.scheme == "http" and not _is_this_machine(address.host):
        raise ModelRefused(
            f"The key in {key_variable} would be sent to {address.host} in the clear.",
            "Use https, or unset the variable.",
        )
    if not key.isascii() or not key.isprintable():
        raise ModelRefused(
            f"The key in {key_variable} has characters that a key can't have.", "Set it again."
        )
    return {"Authorization": f"Bearer {key}"}


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def trouble_of(error: Exception) -> str:
    """Why an endpoint gave no answer, where the client's exception would use its own words."""
    import httpx2 as httpx

    if isinstance(error, httpx.TimeoutException):
        return "it was silent for too long"
    if isinstance(error, httpx.ConnectError):
        return "there is no connection to it"
    return "the connection broke off"
