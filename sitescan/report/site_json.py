"""The report on a site as JSON, and its schema."""

from typing import Any

import msgspec

from sitescan.model.site_report import SiteReport
from sitescan.report.visible_text import visible_json

_DECODER = msgspec.json.Decoder(SiteReport)


def site_json(report: SiteReport) -> bytes:
    """Return the report as JSON."""
    return f"{visible_json(msgspec.to_builtins(report, str_keys=True), indent=1)}\n".encode()


def read_site_json(data: bytes) -> SiteReport:
    """
    Return the report in a JSON document.

    :raises ValueError: if it is something else.
    """
    return _DECODER.decode(data)


def site_schema() -> dict[str, Any]:
    """Return the JSON schema of the report."""
    schema = msgspec.json.schema(SiteReport)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
