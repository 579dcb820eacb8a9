from sitescan.model.file_facts import TextFile
from sitescan.rules.authoring import Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity, loading

_LEAST_SHARE = 0.05
_LEAST_SAVING = 2048


def check(answers: ResourceAnswers) -> Findings:
    """Report scripts of which minification saves at least 5%, and at least 2 KiB in total."""
    found = [
        (resource, text) for resource, text in answers.with_texts("script") if text.idle > _LEAST_SHARE * text.size
    ]
    total = sum(text.idle for _, text in found)
    if total >= _LEAST_SAVING:
        for resource, text in sorted(found, key=lambda entry: -entry[1].idle):
            yield Finding(resource, detail=f"{text.idle:,} of {text.size:,} bytes", total=total)


def _script(size: int, idle: int) -> ResourceAnswers:
    return loading("script", "a.js", size=size, text=TextFile(size=size, wire_size=size, idle=idle))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="JavaScript is not minified",
    passed="JavaScript is minified",
    applies=lambda answers: answers.names("script"),
    needs=lambda answers: answers.read("script"),
    description=(
        "{count:# script contains|# scripts contain} at least {total:size} of indentation and comments that "
        "browsers don't need. A minifier removes these and also shortens names. Compression removes only part of "
        "these bytes."
    ),
    recommendation="Minify scripts when you build the site.",
    how_to_fix=(
        "esbuild app.js --minify --outfile=app.min.js, or terser app.js -c -m -o app.min.js. Vite, webpack and "
        "most site generators minify in their production build."
    ),
    sources=("https://developer.chrome.com/docs/lighthouse/performance/unminified-javascript",),
    covers=("lighthouse:unminified-javascript",),
    examples=(
        Bad(evidence=_script(10_000, 3_000)),
        Good(evidence=_script(10_000, 400)),
        Good(evidence=_script(100_000, 4_000)),
        Good(evidence=_script(2_000, 900)),
    ),
)
