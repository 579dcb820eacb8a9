"""The files of the site for programs: robots.txt, sitemap, security.txt, llms.txt and the API catalog."""

import json
from datetime import UTC, datetime, timedelta

from sitescan.configuration.settings import Settings
from sitescan.report.formats import FORMATS
from sitescan.report.markup import Markup, element
from sitescan.rules.catalogue import catalogue

_VALID_DAYS = 180


def robots_txt(origin: str) -> str:
    """Return robots.txt, which allows the pages and disallows ``/api/``."""
    sitemap = f"\nSitemap: {origin}/sitemap.xml\n" if origin else ""
    return f"User-agent: *\nDisallow: /api/\n{sitemap}"


def sitemap_xml(origin: str) -> str:
    """Return the sitemap; https://www.sitemaps.org/protocol.html."""
    paths = ("/", "/rules", "/docs", *(f"/rules/{rule}" for rule in catalogue()))
    urls = (element("url", element("loc", origin + path)) for path in paths)
    listed = element("urlset", *urls, xmlns="http://www.sitemaps.org/schemas/sitemap/0.9")
    return Markup('<?xml version="1.0" encoding="UTF-8"?>\n') + listed + "\n"


def security_txt(settings: Settings, now: float) -> str:
    """Return security.txt; https://www.rfc-editor.org/rfc/rfc9116."""
    expires = datetime.fromtimestamp(now, UTC) + timedelta(days=_VALID_DAYS)
    lines = [f"Contact: {settings.contact}", f"Expires: {expires:%Y-%m-%dT00:00:00Z}", "Preferred-Languages: en"]
    if settings.public_url:
        lines.append(f"Canonical: {settings.public_url}/.well-known/security.txt")
    return "\n".join(lines) + "\n"


def llms_txt(origin: str) -> str:
    """Return llms.txt; https://llmstxt.org/."""
    forms = ", ".join(FORMATS)
    return f"""# sitescan

> Scans one web page and returns a score and a list of issues with fixes in the same HTTP response, for SEO,
> accessibility, performance, security and links. {len(catalogue())} rules; no API key needed.

Send `POST {origin}/api/v1/scan` with `Content-Type: application/json` and the body `{{"url": "https://example.com/"}}`.
Add `?include=evidence` for rule ids and lines, or `?format=` for another format: {forms}.
`Accept: text/markdown` returns the report, the list of rules and the page of a rule (`/rules/seo/title-missing`) as
Markdown. On your own machine, `sitescan mcp` serves the same scans by the Model Context Protocol.

## API

- [API documentation]({origin}/docs): requests, answers, errors, quota
- [OpenAPI description]({origin}/openapi.json): OpenAPI 3.1
- [Rules as JSON]({origin}/api/v1/rules): every rule with its texts and sources

## Pages

- [Scan a page]({origin}/)
- [Rules]({origin}/rules): what each rule reports and how to fix it
"""


def api_catalog(origin: str) -> str:
    """Return the API catalog as a linkset; https://www.rfc-editor.org/rfc/rfc9727."""
    entry = {
        "anchor": f"{origin}/api/v1/",
        "service-desc": [{"href": f"{origin}/openapi.json", "type": "application/json"}],
        "service-doc": [{"href": f"{origin}/docs", "type": "text/html"}],
        "status": [{"href": f"{origin}/healthz", "type": "text/plain"}],
    }
    return json.dumps({"linkset": [entry]}, indent=1) + "\n"
