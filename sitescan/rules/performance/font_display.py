from sitescan.document.css.stylesheet_text import css_texts
from sitescan.document.loading.web_fonts import family_name, icon_families
from sitescan.rules.authoring import LOAD_TIME, Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.css.declared_files import leads_to_file


def check(document: Document) -> Findings:
    """
    Report font faces loaded without ``font-display``, except those of icons.

    An explicit ``block`` is intentional. Which fonts draw icons is unknown without all stylesheets.
    """
    if not document.styled:
        return
    for css in css_texts(document):
        for face in css.content.font_faces:
            loaded = next((load.reference for load in face.loads if leads_to_file(load.reference)), "")
            displayed = face.descriptors.get("font-display", "auto").lower() != "auto"
            # Another font would show wrong characters in place of the icons.
            if loaded and not displayed and family_name(face) not in icon_families(document):
                # A family has a face, and a file, for each weight.
                family, file = face.descriptors.get("font-family", "").strip("\"'"), loaded.rpartition("/")[2]
                yield Finding(css.tag, detail=f"{family or css.url}: {file}" if file else family or css.url)


_FACE = "@font-face{font-family:Pear;src:url(pear.woff2)}"

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    charged_by=LOAD_TIME,
    title="Web fonts have no font-display",
    passed="Web fonts for text have font-display",
    applies=lambda document: any(css.content.font_faces for css in css_texts(document)),
    needs=lambda document: document.styled,
    description=(
        "{count:# web font has|# web fonts have} no font-display setting. Most browsers hide the text for up to "
        "three seconds while such a font loads."
    ),
    recommendation="Set font-display in each @font-face rule.",
    how_to_fix=(
        '@font-face {{ font-family: "Pear"; src: url("pear.woff2") format("woff2"); font-display: swap; }}\n'
        "swap shows the text immediately in a fallback font; optional also avoids the later change of font. For "
        "Google Fonts, add &display=swap to the address."
    ),
    sources=(
        "https://www.w3.org/TR/css-fonts-4/#font-display-desc",
        "https://developer.chrome.com/docs/lighthouse/performance/font-display",
    ),
    covers=("lighthouse:font-display",),
    examples=(
        Bad(f"<style>{_FACE}</style>"),
        Bad("<style>@media screen{@font-face{font-family:A;font-display:auto;src:url('a.woff2')}}</style>"),
        Bad(sheets=(("https://example.com/a.css", f"@charset 'utf-8';{_FACE}"),)),
        Good("<style>@font-face{font-family:A;font-display:swap;src:url(a.woff2)}</style>"),
        Good(f"<style>{_FACE}b::before{{font-family:Pear;content:'\\f101'}}</style><p><b></b>Pears"),
        Good(f'<style>{_FACE}</style><link rel="stylesheet" href="/unknown.css">'),
        Good("<style>@font-face{font-family:'Pear Icons';src:url(pear.woff2)}</style>"),
        Good("<style>@font-face{font-family:A;src:local(Arial)}</style>"),
        Good("<style>@font-face{font-family:A;src:url( data:font/woff2;base64,AA)}</style>"),
        Good(f"<style>/* {_FACE} */</style>"),
    ),
)
