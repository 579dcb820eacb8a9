from bs4.element import Tag

from sitescan.document.links.script_effects import scripts_may_act
from sitescan.document.tree import children
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, elements


def check(document: Document) -> Findings:
    """
    Report pictures with sources but no img, and with a source that browsers choose whatever follows it.

    Scripts fill pictures that have neither sources nor an img, and those that carry data for them.
    """
    for tag in document.all("picture"):
        names = {inside.name for inside in elements(tag)}
        if "source" not in names or document.in_noscript(tag):
            continue
        if "img" not in names:
            if not (any(name.startswith("data-") for name in tag.attrs) and scripts_may_act(document)):
                yield Finding(tag)
        elif (unconditional := _unconditional(document, tag)) is not None:
            yield Finding(unconditional, detail="browsers choose it always, and no source after it")


def _unconditional(document: Document, picture: Tag) -> Tag | None:
    """Return the source of a picture that has no condition although another one follows it, or ``None``."""
    sources = [tag for tag in children(picture) if tag.name == "source" and attr(tag, "srcset", "").strip()]
    for source in sources[:-1]:
        condition = attr(source, "type", "").strip() or attr(source, "media", "").strip().lower()
        if condition in ("", "all") and not document.bindings.writes(source, "media", "type", "srcset"):
            return source
    return None


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Picture elements have no img or no choice",
    passed="Picture elements have an img and a choice",
    subjects=("picture",),
    scope="element",
    description=(
        "{count:# <picture> element has|# <picture> elements have} sources but no <img>, or a <source> without media "
        "and type before another one. Without <img>, browsers show nothing: <picture> only chooses the file, and the "
        "<img> inside it displays it. A <source> without a condition is always chosen, so those after it have no use."
    ),
    recommendation="Put an <img> at the end of each <picture>, and give each <source> before the last a media or type.",
    how_to_fix=(
        '<picture><source type="image/avif" srcset="pear.avif"><img src="pear.jpg" width="800" height="600" '
        'alt="A pear"></picture>\n'
        "Browsers take the first <source> that fits: the smallest format or the narrowest condition comes first."
    ),
    sources=("https://html.spec.whatwg.org/multipage/embedded-content.html#the-picture-element",),
    examples=(
        Bad('<picture><source srcset="a.avif"></picture>'),
        Bad('<picture><source srcset="a.jpg"><source srcset="a.webp" type="image/webp"><img src="a.jpg"></picture>'),
        Bad('<picture><source srcset="a.jpg" media="all"><source srcset="b.jpg"><img src="a.jpg"></picture>'),
        Good('<picture><source srcset="a.webp" type="image/webp"><source srcset="a.png"><img src="a.jpg"></picture>'),
        Good('<picture><source srcset="a.jpg" media="print"><source srcset="b.jpg"><img src="a.jpg"></picture>'),
        Good('<picture><source srcset=""><source srcset="b.jpg"><img src="a.jpg"></picture>'),
        Good('<picture><source srcset="a.jpg" :media="wide"><source srcset="b.jpg"><img src="a.jpg"></picture>'),
        Good('<picture><source srcset="a.avif"><img src="a.jpg" alt=""></picture>'),
        Good('<picture class="filled-by-script"></picture>'),
        Good('<picture data-alt="Pears"><source srcset="a.avif"></picture><script src="/lazy.js"></script>'),
        Bad('<picture data-alt="Pears"><source srcset="a.avif"></picture>'),
        Bad('<picture><source srcset="a.avif"></picture><script src="/lazy.js"></script>'),
        Good('<picture><source srcset="a.avif"><a href="/"><img src="a.jpg" alt=""></a></picture>'),
    ),
)
