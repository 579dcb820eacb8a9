from sitescan.rules.authoring import HTML, NEEDED, Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed


def check(document: Document) -> Findings:
    """Report images that are content but have neither alt text nor another accessible name."""
    accessible = document.accessible
    for image in accessible.having("img"):
        dot = {attr(image, "width", ""), attr(image, "height", "")} <= {"0", "1"}
        if image.name == "img" and image.namespace == HTML and not dot and accessible.nameless(image):
            yield Finding(image, change=changed(image, alt="(what it shows)"))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=NEEDED,
    title="Image search can't read what images show",
    passed="Image search can read what images show",
    subjects=("img",),
    description=(
        "{count:# image has|# images have} no alt text. Search engines use it to learn what an image shows, to find it "
        "in image search, and as link text where the image is a link."
    ),
    recommendation="Describe each image in its alt text, or use an empty alt if it is decorative.",
    how_to_fix=(
        'For example: <img src="nashi.jpg" alt="Ripe Nashi pears on a branch">. If the image is decoration: <img '
        'src="line.png" alt="">. This also fixes the issue about missing alt text in Accessibility, where it costs '
        "points for what people who can't see the images miss."
    ),
    sources=(
        "https://developers.google.com/search/docs/appearance/google-images#use-descriptive-alt-text",
        "https://developers.google.com/search/docs/fundamentals/seo-starter-guide#alt-text",
    ),
    covers=("lighthouse:image-alt",),
    examples=(
        Bad('<img src="pears.jpg">'),
        Bad('<a href="/pears"><img src="pears.jpg" width="300"></a>'),
        Good('<img src="pears.jpg" alt="Three pears">'),
        Good('<img src="line.png" alt="">'),
        Good('<img src="pears.jpg" title="Three pears">'),
        Good('<div hidden><img src="pears.jpg"></div>'),
        Good('<img src="/count?1" width="1" height="1">'),
        Good('<div role="img" style="background: url(pears.jpg)"></div>'),
    ),
)
