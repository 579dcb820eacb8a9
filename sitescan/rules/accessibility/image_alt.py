from sitescan.document.conformance.misspelled_attributes import meant
from sitescan.document.tree import SVG
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed, safe


def check(document: Document) -> Findings:
    """Report exposed images, by element or role, without a name."""
    accessible = document.accessible
    for image in accessible.having("img"):
        if image.namespace != SVG and accessible.nameless(image):
            name = "alt" if image.name == "img" else "aria-label"
            misspelled = next((written for written in image.attrs if meant(image, written) == name), None)
            if misspelled is not None:
                # Where the image can't be loaded, visitors see its alt text.
                right = changed(image, **{misspelled: None, name: attr(image, misspelled, "")})
                yield Finding(image, detail=f"{misspelled} stands for {name}", change=right)
                continue
            dot = name == "alt" and {attr(image, "width", ""), attr(image, "height", "")} <= {"0", "1"}
            fixed = safe(changed(image, alt="")) if dot else changed(image, **{name: "(what it shows)"})
            yield Finding(image, change=fixed)


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Images have no alt text",
    passed="Images have alt text",
    applies=lambda document: document.all("img") or document.accessible.of_role("img"),
    scope="tag",
    description=(
        "{count:# image has|# images have} no alt text. Screen readers announce the file name instead or skip the "
        "image, so people who can't see {count:it|them} miss the content (WCAG 2.2, 1.1.1 Non-text Content, level A)."
    ),
    recommendation="Describe each image in its alt text, or use an empty alt if the image is decorative.",
    how_to_fix=(
        'For an image that conveys something: <img src="team.jpg" alt="The team in front of the new shop">. For a '
        'decorative image: <img src="swirl.png" alt="">. For a graphic that isn\'t an img element: <div '
        'role="img" aria-label="4 out of 5 stars">.'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content",
        "https://html.spec.whatwg.org/multipage/images.html#alt",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/23a2a8/",
    ),
    covers=(
        "act:23a2a8",
        "axe:image-alt",
        "axe:role-img-alt",
        "lighthouse:image-alt",
    ),
    examples=(
        Bad('<img src="pears.jpg">'),
        Bad('<img src="pears.jpg" alt=" ">'),
        Bad('<img src="pears.jpg" atl="Two pears">'),
        Bad('<div role="img" style="background: url(pears.jpg)"></div>'),
        Bad('<img src="pears.jpg" alt="" tabindex="0">'),
        Good('<img src="pears.jpg" alt="Three pears">'),
        Good('<img src="line.png" alt="">'),
        Good('<img src="line.png" role="presentation">'),
        Good('<img src="pears.jpg" title="Three pears">'),
        Good('<div hidden><img src="pears.jpg"></div>'),
        Good('<style>.off { display: none }</style><img class="off" src="pears.jpg">'),
        Good('<p><noscript><img src="/count?1" height="1" width="1"></noscript>'),
        Good('<span aria-hidden="true"><img src="pears.jpg"></span>'),
    ),
)
