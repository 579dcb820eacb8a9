from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, lazy_pattern

#: ``location.href = ...``, ``window.open(...)``, ``this.form.submit()``.
_LEAVES = lazy_pattern(
    r"\blocation\b\s{0,9}(?:=(?!=)|\.(?:href\s{0,9}=(?!=)|assign\(|replace\())|\bwindow\.open\(|\.submit\("
)
_LONGEST = 2000


def check(document: Document) -> Findings:
    """Report exposed select elements whose change handler loads another page."""
    for select in document.all("select"):
        handler = attr(select, "onchange", "")[:_LONGEST]
        if handler and _LEAVES.search(handler) and document.accessible.exposed(select):
            yield Finding(select)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Select elements load a page on change",
    passed="Inline handlers of selects stay on the page",
    subjects=("[onchange]",),
    scope="tag",
    description=(
        "{count:# select element loads another page or submits|# select elements load another page or submit} a form "
        "as soon as someone chooses an option. Keyboard users who step through the options can leave the page by "
        "accident (best practice for WCAG 2.2, 3.2.2 On Input, level A)."
    ),
    recommendation="Let people confirm the choice with a button, or use a list of links.",
    how_to_fix='For example: <select name="to"> ... </select> <button type="submit">Go</button>',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Techniques/failures/F37",
        "https://www.w3.org/WAI/WCAG22/Understanding/on-input",
    ),
    examples=(
        Bad('<select onchange="location.href = this.value" aria-label="To"><option>A</select>'),
        Bad('<select onchange="location = this.value" aria-label="To"><option>A</select>'),
        Bad('<select onchange="this.form.submit()" aria-label="To"><option>A</select>'),
        Good('<select onchange="show(this.value)" aria-label="To"><option>A</select>'),
        Good('<select onchange="if (location == 1) show()" aria-label="To"><option>A</select>'),
        Good('<select aria-label="To"><option>A</select>'),
        Good('<select hidden onchange="location = this.value" aria-label="To"><option>A</select>'),
    ),
)
