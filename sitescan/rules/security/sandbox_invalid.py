from sitescan.document.element_markup import nearest
from sitescan.document.stated_policies import policies
from sitescan.document.template_marks import names_mark
from sitescan.rules.authoring import (
    HTML,
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    shorten,
)

#: https://html.spec.whatwg.org/multipage/browsers.html#parse-a-sandboxing-directive
#: https://privacycg.github.io/storage-access/#sandboxed-frames
_FLAGS = frozenset(
    "allow-downloads allow-forms allow-modals allow-orientation-lock allow-pointer-lock allow-popups "
    "allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts "
    "allow-storage-access-by-user-activation allow-top-navigation allow-top-navigation-by-user-activation "
    "allow-top-navigation-to-custom-protocols".split()
)
#: Flags of drafts that were given up, which browsers ignore and which took nothing away.
_FORMER = frozenset({"allow-downloads-without-user-activation"})


def check(document: Document) -> Findings:
    """Report flags of frames and policies that browsers ignore."""
    for tag in document.all("iframe"):
        written = attr(tag, "sandbox", "")
        flags = written.split()
        unknown = [flag for flag in flags if flag.lower() not in _FLAGS | _FORMER]
        if unknown and tag.namespace == HTML and not names_mark(written):
            meant = {flag: nearest(flag.lower(), _FLAGS) or "" for flag in unknown}
            fixed = " ".join(filter(None, (meant.get(flag, flag) for flag in flags)))
            detail = f"{shorten(unknown[0])} is not a flag"
            yield Finding(tag, detail=detail, change=changed(tag, sandbox=fixed))
    for policy in policies(document):
        for flag in policy.directives.get("sandbox", ()):
            if flag.lower() not in _FLAGS | _FORMER:
                yield Finding(detail=f"{shorten(flag)} in Content-Security-Policy is not a flag")


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.WARNING,
    title="Sandbox flags don't exist",
    passed="All sandbox flags exist",
    applies=lambda document: (
        document.having("sandbox") or any("sandbox" in policy.directives for policy in policies(document))
    ),
    scope="tag",
    description=(
        "{count:# sandbox has a flag|# sandboxes have flags} that browsers ignore, so what it should allow stays "
        "forbidden. Scripts, forms or pop-ups of the framed page don't work for visitors."
    ),
    recommendation="Use the flags that HTML defines, separated by spaces.",
    how_to_fix=(
        'For example: <iframe src="/shop" title="Shop" sandbox="allow-scripts allow-forms">. If the frame works '
        "without the flag, remove it."
    ),
    sources=("https://html.spec.whatwg.org/multipage/iframe-embed-object.html#attr-iframe-sandbox",),
    examples=(
        Bad('<iframe src="/a" title="Pears" sandbox="allow-script"></iframe>'),
        Bad('<iframe src="/a" title="Pears" sandbox="allow-scripts, allow-forms"></iframe>'),
        Bad('<iframe src="/a" title="Pears" sandbox="true"></iframe>'),
        Bad(headers=("Content-Security-Policy: sandbox allow-script",)),
        Good('<iframe src="/a" title="Pears" sandbox></iframe>'),
        Good('<iframe src="/a" title="Pears" sandbox="Allow-Scripts allow-popups-to-escape-sandbox"></iframe>'),
        Good('<iframe src="/a" title="Pears" sandbox="allow-storage-access-by-user-activation {{ flags }}"></iframe>'),
        Good(headers=("Content-Security-Policy: sandbox allow-scripts allow-forms",)),
        Good('<div sandbox="pears">Pears</div>'),
    ),
)
