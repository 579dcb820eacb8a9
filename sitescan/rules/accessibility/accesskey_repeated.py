from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed, shorten


def check(document: Document) -> Findings:
    """Report elements with the access key of an earlier element."""
    taken: set[str] = set()
    for element in document.having("accesskey"):
        key = attr(element, "accesskey", "").strip().lower()
        if not key or document.accessible.state(element).rendered is not True:
            continue
        if key in taken:
            yield Finding(element, detail=f'key "{shorten(key)}"', change=changed(element, accesskey=None))
        taken.add(key)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Access keys are not unique",
    passed="Access keys are unique",
    subjects=("[accesskey]",),
    in_frames=True,
    description=(
        "{count:# element uses|# elements use} an access key that an earlier element already has. Browsers differ in "
        "which of the elements they activate, and Firefox only moves the focus between them, even if they are links to "
        "the same page (best practice for WCAG 2.2, 2.1.1 Keyboard, level A)."
    ),
    recommendation="Use each access key once, or remove the accesskey attribute.",
    how_to_fix=(
        'Give each element a different key: <a href="/" accesskey="h">Home</a> <a href="/help" accesskey="?">Help</a>'
    ),
    sources=("https://html.spec.whatwg.org/multipage/interaction.html#the-accesskey-attribute",),
    covers=(
        "axe:accesskeys",
        "lighthouse:accesskeys",
    ),
    examples=(
        Bad('<a href="/" accesskey="h">Home</a><a href="/help" accesskey="H">Help</a>'),
        Good('<a href="/" accesskey="h">Home</a><a href="/help" accesskey="p">Help</a>'),
        Bad('<a href="/" accesskey="h">Home</a><p>Pears</p><a href="/" accesskey="h">Home</a>'),
        Bad('<button accesskey="s">Save</button><button accesskey="s">Send</button>'),
        Good('<a href="/" accesskey="h" hidden>Home</a><a href="/help" accesskey="h">Help</a>'),
    ),
)
