from collections.abc import Collection, Iterator
from difflib import get_close_matches

from sitescan.document.structured_data.items import Item, items, local, unread_items
from sitescan.document.structured_data.vocabulary import is_a, vocabulary
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.example_pages import ld_script

#: The number of names for which a similar name is looked up, which is slow.
_MOST_LOOKUPS = 20


def check(document: Document) -> Findings:
    """Report unknown types and properties once each, and properties that do not belong to the type of an item."""
    seen: set[tuple[str, ...]] = set()
    for item in items(document):
        for key, problem in _unknown(item) if item.ours else ():
            if key not in seen:
                seen.add(key)
                meant = _suggestion(key) if len(seen) <= _MOST_LOOKUPS and len(key) == 1 else ""
                yield Finding(item.tag, detail=f"{item.path}: {problem}{meant}")


def _unknown(item: Item) -> Iterator[tuple[tuple[str, ...], str]]:
    table = vocabulary()
    for kind in item.types:
        # Names with a colon belong to another vocabulary.
        if kind not in table.types and ":" not in kind:
            yield (kind,), f"unknown type {shorten(kind)}"
    further = (local(kind) for kind in item.properties.get("additionalType", ()) if isinstance(kind, str))
    types = (*item.types, *(kind for kind in further if kind in table.types))
    known = tuple(kind for kind in types if kind in table.types)
    for name in item.properties:
        # A Role repeats the property that leads to it: https://schema.org/Role
        if ":" in name or (name == item.role and any(is_a(kind, "Role") for kind in known)):
            continue
        if not table.known(name):
            yield (name,), f"unknown property {shorten(name)}"
        elif known and len(known) == len(types) and not table.has(known, name):
            yield (name, *known), f"the property {shorten(name)} doesn't belong to {' or '.join(known)}"


def _suggestion(key: tuple[str, ...]) -> str:
    name = key[0][:40]
    table = vocabulary()
    # Types begin with an uppercase letter, so most uppercase properties are only misspelled in case.
    close = _closest(name, table.types) if name[:1].isupper() else ""
    close = close or _closest(name[:1].lower() + name[1:], table.properties)
    return f", probably {close}" if close else ""


def _closest(name: str, known: Collection[str]) -> str:
    """Return the known name that differs only in case or in few letters; an empty string if there is none."""
    lower = name.lower()
    alike = [candidate for candidate in known if candidate.lower() == lower] or get_close_matches(
        name, known, n=1, cutoff=0.85
    )
    return alike[0] if alike else ""


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Structured data uses names unknown to Schema.org",
    passed="Structured data uses names known to Schema.org",
    applies=items,
    needs=lambda document: not unread_items(document),
    description=(
        "The structured data uses {count:# name that Schema.org doesn't define there|# names that Schema.org doesn't "
        "define there}. Search engines skip what they don't know, so part of your data is lost."
    ),
    recommendation="Use the names that Schema.org defines for these types.",
    how_to_fix=(
        "Look up the type at https://schema.org/ and use its properties, written exactly as they are there: "
        '"datePublished", not "datepublished" or "date_published".'
    ),
    sources=("https://schema.org/docs/full.html", "https://schema.org/docs/schemas.html"),
    examples=(
        Bad(ld_script('"@type": "Prodct", "name": "Pear tree"')),
        Bad(ld_script('"@type": "Article", "datepublished": "2026-03-31"')),
        Bad(ld_script('"@type": "ImageObject", "contentURL": "/pear.jpg"')),
        Bad(ld_script('"@type": "Person", "price": "19.90"')),
        Good(ld_script('"@type": "Person", "name": {"@type": "PronounceableText", "phoneticText": "nashi"}')),
        Good(ld_script('"@type": ["Person", "Organization"], "legalName": "Ann", "schema:name": "Ann"')),
        Bad(ld_script('"type": "Prodct", "id": "#a"')),
        Good(ld_script('"type": "Product", "id": "#a", "name": "Pear tree"')),
        Good(
            ld_script('"@type": "Person", "alumniOf": {"@type": "OrganizationRole", "alumniOf": {"@type": "School"}}')
        ),
        Good(ld_script('"@type": "Person", "price": "19.90", "additionalType": "https://schema.org/Offer"')),
        Good(
            '<script type="application/ld+json">{"@context": ["https://schema.org", "https://www.w3.org/2018/credentials/v1"],'
            ' "@type": "Person", "proof": {"@type": "DataIntegrityProof"}}</script>'
        ),
        Good(
            '<script type="application/ld+json">{"@context": ["https://schema.org", {"ripe": "https://pears.example/ns#ripe"}],'
            ' "@type": "Product", "ripe": true}</script>'
        ),
        Good(ld_script('"@type": "3DModel", "isResizable": true')),
        Good(ld_script('"@type": "SearchAction", "query-input": "required name=q", "ex:kind": "fast"')),
        Good(ld_script('"@type": "LocalBusiness", "openingHours": "Mo-Fr 09:00-17:00", "geo": {"latitude": 1}')),
    ),
)
