"""Cells are looked up by the question as it was typed, also where it is asked again in the words of a contract."""

from __future__ import annotations

from pathlib import Path

from wherein import Engine

LEASE = """# Lease

| Landlord | Brackwater Estates of Mill House, Canal Road |
| --- | --- |
| Tenant | Odile Marchetti of 19 Larch Terrace |
| Term | five years |

This lease is an agreement between the two. The Tenant shall pay the rent. The Tenant shall insure the window.
The Tenant may teach. The Tenant must sweep the yard.
"""


def test_who_says_i_does_not_ask_for_the_tenants_row(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "lease.md"
    file.write_text(LEASE, "utf-8")
    found = engine.ask("how many people can I have in a pottery class", file)
    assert found.meant is not None
    assert "the Tenant" in found.meant
    assert not any("Odile" in one.text for one in found.answers)
    assert engine.ask("Who is the tenant?", file).answers[0].text.startswith("Odile")
