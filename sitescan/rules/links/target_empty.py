from sitescan.document.links.hyperlinks import has_handler, hyperlinks, scripted
from sitescan.document.links.script_effects import parts_may_come
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed, text

_TOP = (
    "top",
    "up",
    "oben",
    "anfang",
    "haut",
    "arriba",
    "inicio",
    "cima",
    "alto",
    "boven",
    "góry",
    "наверх",
    "↑",
    "▲",
    "⇧",
    "^",
)


def check(document: Document) -> Findings:
    """Report ``href=""``, ``#`` and ``#!`` on links that no script uses and that do not lead to the top."""
    acted_on = scripted if parts_may_come(document) else has_handler
    for link in hyperlinks(document):
        if link.href.strip() not in ("", "#", "#!") or acted_on(link.tag):
            continue
        shown = text(link.tag).lower()
        called = f"{shown} {attr(link.tag, 'aria-label', '').lower()}"
        if link.href.strip() == "#" and (not shown or any(word in called for word in _TOP)):
            continue
        yield Finding(link.tag, change=changed(link.tag, href="(where it leads)"))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Links have no target",
    passed="Links lead somewhere",
    subjects=("a", "area"),
    description=(
        '{count:# link has|# links have} an empty href, "#" or "#!". Without a script, following such a link only '
        "reloads the page or jumps to its top."
    ),
    recommendation="Give each link a target, or make it a button.",
    how_to_fix=(
        'For a page: <a href="/pears">Pears</a>\n'
        'For an action on this page: <button type="button">Show pears</button>\n'
        "For a page that doesn't exist yet, omit the href until it does."
    ),
    shows_change=False,
    sources=("https://html.spec.whatwg.org/multipage/links.html#attr-hyperlink-href",),
    examples=(
        Bad('<a href="">Pears</a>'),
        Bad('<a href="#">Pears</a>'),
        Bad('<a href=" # " target="_blank">Pears</a>'),
        Bad('<a href="#!">Pears</a>'),
        Bad('<a href="#" class="button" id="pears">Pears</a>'),
        Bad('<a href="#" class="nav">Pears</a><script>document.documentElement.className = "js"</script>'),
        Bad('<a href="#!" aria-label="Pears">Pears</a><script src="tabs.js"></script>'),
        Bad('<a href="#" aria-current="page">Pears</a><script src="tabs.js"></script>'),
        Good('<a href="#" aria-expanded="false">Pears</a><script src="tabs.js"></script>'),
        Good('<a href="#" aria-label="Back to top">Pears</a>'),
        Good('<a href="#!" class="tab">Pears</a><script src="tabs.js"></script>'),
        Good('<a href="#">Back to top</a><a href="#">Nach oben</a><a href="#top">Pears</a>'),
        Good('<a href="#" onclick="show()">Pears</a><a href="#" data-x>1</a><script src="tabs.js"></script>'),
        Good('<a href="#" id="a">Pears</a><script>document.getElementById("a").onclick = show</script>'),
        Good("<a>Pears</a>"),
    ),
)
