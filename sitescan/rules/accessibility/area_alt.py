from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report areas that are links of a used image map and have no name."""
    accessible = document.accessible
    for area in document.all("area"):
        if accessible.role(area) == "link" and accessible.exposed(area) and accessible.nameless(area):
            yield Finding(area, change=changed(area, alt="(where the link goes)"))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Image map areas have no alt text",
    passed="Image map areas have alt text",
    subjects=("area",),
    in_frames=True,
    description=(
        "{count:# area of an image map has|# areas of image maps have} no alt text. {count:The area is a link|These "
        "areas are links}, and screen readers can't say where {count:it goes|they go} (WCAG 2.2, 2.4.4 Link Purpose "
        "(In Context), level A)."
    ),
    recommendation="Give each area with an href an alt text that names its destination.",
    how_to_fix='For example: <area shape="rect" coords="0,0,80,120" href="/north" alt="Shops in the north">',
    sources=(
        "https://html.spec.whatwg.org/multipage/image-maps.html#the-area-element",
        "https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context",
    ),
    covers=(
        "act:c487ae",
        "axe:area-alt",
    ),
    examples=(
        Bad('<img src="map.png" alt="Map" usemap="#m"><map name="m"><area href="/north" coords="0,0,9,9"></map>'),
        Good('<img src="map.png" alt="Map" usemap="#m"><map name="m"><area href="/north" alt="North"></map>'),
        Good('<img src="map.png" alt="Map" usemap="#m"><map name="m"><area coords="0,0,9,9"></map>'),
        Good('<map name="unused"><area href="/north"></map>'),
    ),
)
