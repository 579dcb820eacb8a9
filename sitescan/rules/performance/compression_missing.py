from sitescan.charging import Steps
from sitescan.rules.authoring import LOAD_TIME, Bad, Finding, Findings, Good, Rule, Severity, SourceDocument
from sitescan.rules.server_configuration import COMPRESSION
from sitescan.standards.content_codings import compressed_size

#: The minimum saving in bytes: less than a network packet saves no time.
_LEAST_SAVING = 1400

#: The share of points in percent by the bytes that compression would save.
_STEPS = Steps("the bytes that compression saves", ((20_000, 4), (50_000, 6), (200_000, 10)))


def check(document: SourceDocument) -> Findings:
    """Report an uncompressed page that compression makes at least a packet smaller."""
    exchange = document.exchange
    if exchange.coding != "" or exchange.size < _LEAST_SAVING:
        return
    # For a stored page, the header field tells how it was sent; for a file, that is unknown.
    if exchange.headers.get("Content-Encoding").strip().lower() not in ("", "identity"):
        return
    text = document.decoded.text.encode("utf-8", "replace")
    left = exchange.size * compressed_size(text) // max(1, len(text))
    saving = exchange.size - left
    if saving >= _LEAST_SAVING:
        percent = round(100 * saving / exchange.size)
        yield Finding(bytes=exchange.size, left=left, percent=percent).of_magnitude(saving)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    scale=_STEPS,
    share=2,
    charged_by=LOAD_TIME,
    title="Page is sent without text compression",
    passed="Page is sent with text compression",
    needs=lambda document: document.exchange.coding is not None,
    applies=lambda document: document.exchange.coding != "",
    description=(
        "The server sent the page's {bytes:size} uncompressed. Compressed it would be about {left:size}, {percent}% "
        "less. Visitors with a slow connection wait for the difference before they see all of it."
    ),
    recommendation="Compress HTML and all other text on the server.",
    how_to_fix=COMPRESSION.text,
    setting=COMPRESSION,
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-8.4",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Compression",
    ),
    covers=("lighthouse:uses-text-compression", "webhint:http-compression"),
    examples=(
        Bad("<p>Pears are sweet.</p>" * 200),
        Good("<p>Pears are sweet.</p>"),
    ),
)
