from sitescan.document.element_markup import UNCHANGED
from sitescan.document.scripts.script_elements import inline_scripts, script_type
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report classic inline scripts with ``defer``, or with ``async`` alone; modules wait for neither."""
    for tag in inline_scripts(document):
        ignored = next((name for name in ("defer", "async") if name in tag.attrs), "")
        if ignored and script_type(tag) == "classic" and not document.in_noscript(tag):
            fixed = changed(tag, UNCHANGED, type="module", **{"async": None, "defer": None})
            yield Finding(tag, detail=f"{ignored} is ignored", change=fixed if ignored == "defer" else None)


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.INFO,
    title="Inline scripts have async or defer, which is ignored",
    passed="Attributes async and defer take effect",
    subjects=("[async]", "[defer]"),
    scope="tag",
    description=(
        "{count:# inline script has|# inline scripts have} async or defer. Browsers ignore both without src: the "
        "script runs at once, before the rest of the page is there, and the page waits for it."
    ),
    recommendation="Remove the attribute, or move the script to the end of the page or to a file.",
    how_to_fix=(
        'If the script needs the whole page, put it before </body> or in a file: <script src="/app.js" '
        'defer></script>. Or make it a module (<script type="module">), which runs in strict mode.'
    ),
    sources=("https://html.spec.whatwg.org/multipage/scripting.html#attr-script-defer",),
    examples=(
        Bad("<script defer>document.title = 'Pears'</script>"),
        Bad("<script async>document.title = 'Pears'</script>"),
        Good("<script>document.title = 'Pears'</script><script defer src='/a.js'></script>"),
        Good("<script type='module' async>document.title = 'Pears'</script>"),
        Good("<script type='application/json' defer>{}</script>"),
    ),
)
