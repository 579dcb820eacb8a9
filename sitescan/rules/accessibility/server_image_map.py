from sitescan.document.tree import Nearest
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report images inside links that send the coordinates of clicks."""
    links = Nearest(lambda tag: tag.name == "a" and "href" in tag.attrs)
    for image in document.all("img"):
        if "ismap" in image.attrs and links.around(image) is not None and document.accessible.exposed(image):
            yield Finding(image, change=changed(image, ismap=None))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Images use server-side image maps",
    passed="Image maps are client-side",
    subjects=("[ismap]", "[usemap]"),
    scope="tag",
    description=(
        "{count:# image sends|# images send} the position of a mouse click to the server. Keyboard users can't click "
        "at a position (WCAG 2.2, 2.1.1 Keyboard, level A)."
    ),
    recommendation="Replace ismap with a map element and its areas.",
    how_to_fix=(
        'For example: <img src="map.png" alt="Shops" usemap="#shops"><map name="shops"><area '
        'href="/north" alt="North" coords="0,0,80,120"></map>'
    ),
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/keyboard",),
    covers=("axe:server-side-image-map",),
    examples=(
        Bad('<a href="/map"><img src="map.png" alt="Map" ismap></a>'),
        Good('<img src="map.png" alt="Map" ismap>'),
        Good('<a href="/map"><img src="map.png" alt="Map"></a>'),
    ),
)
