from sitescan.document.structured_data.items import items, unread_items
from sitescan.document.structured_data.schema_values import invalid_values
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import ld_script


def check(document: Document) -> Findings:
    """Report invalid dates, numbers, currencies, URLs and enumeration members."""
    reported: set[tuple[int, str]] = set()
    for item in items(document):
        for problem in invalid_values(item):
            # A reference to an item has the properties of the item.
            if (id(item.properties), problem) not in reported:
                reported.add((id(item.properties), problem))
                yield Finding(item.tag, detail=f"{item.path}: {problem}")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Structured data contains invalid values",
    passed="Structured data contains valid values",
    applies=items,
    needs=lambda document: not unread_items(document),
    description=(
        "{count:# value in the structured data doesn't|# values in the structured data don't} fit the property. Search "
        "engines skip values that they can't read."
    ),
    recommendation="Write dates, durations, currencies and numbers in the format that Schema.org expects.",
    how_to_fix=(
        'Dates: "2026-03-31" or "2026-03-31T09:00:00+02:00". Durations: "PT1H30M". Currencies: "EUR". Numbers and '
        'prices: "19.90", with a decimal point and without the currency. Values from a list: their full URL, '
        'such as "https://schema.org/InStock".'
    ),
    sources=("https://schema.org/docs/datamodel.html", "https://www.iso.org/iso-8601-date-and-time-format.html"),
    examples=(
        Bad(ld_script('"@type": "Article", "datePublished": "31st of March"')),
        Bad(ld_script('"@type": "Offer", "price": "19.90", "priceCurrency": "€"')),
        Bad(ld_script('"@type": "Offer", "availability": "in stock"')),
        Bad(ld_script('"@type": "Recipe", "cookTime": "1 hour"')),
        Bad(ld_script('"@type": "Offer", "price": "19,90 €"')),
        Bad(ld_script('"@type": "AggregateOffer", "lowPrice": "1,290.00"')),
        Bad(ld_script('"@type": "Rating", "ratingValue": "4,5"')),
        Bad(ld_script('"@type": "Rating", "ratingValue": "4.5", "bestRating": "5,0", "worstRating": 1')),
        Good(ld_script('"@type": "Rating", "ratingValue": "4.5", "bestRating": 5, "worstRating": "0.5"')),
        Good(ld_script('"@type": "Rating", "ratingValue": "80%", "bestRating": "4/5"')),
        Bad(ld_script('"@type": "Article", "datePublished": "2026-02-30"')),
        Bad(ld_script('"@type": "Event", "startDate": "2026-13-01T19:00"')),
        Bad(ld_script('"@type": "Event", "startDate": "2026-03-31T25:30:00Z"')),
        Bad(ld_script('"@type": "Organization", "logo": "our logo"')),
        Bad(ld_script('"@type": "OpeningHoursSpecification", "opens": "9 am"')),
        Good(ld_script('"@type": "Organization", "logo": "/our logo.png", "image": "logo"')),
        Good(ld_script('"@type": "Event", "startDate": "2028-02-29T24:00:00Z", "endDate": "2028-03"')),
        Good(ld_script('"@type": "Offer", "price": "1290.00"')),
        Good(ld_script('"@type": "Offer", "availableDeliveryMethod": "http://purl.org/goodrelations/v1#UPS"')),
        Good(ld_script('"@type": "Article", "datePublished": "2026-03-31T09:00:00.000+0200", "dateModified": "2026"')),
        Good(ld_script('"@type": "Offer", "availability": "http://schema.org/InStock", "priceCurrency": "EUR"')),
        Good(ld_script('"@type": "Offer", "availability": "InStock", "url": "/pears", "priceValidUntil": ""')),
        Good(ld_script('"@type": "Recipe", "cookTime": "PT1H30M", "recipeYield": "2 cakes"')),
    ),
)
