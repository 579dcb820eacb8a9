from sitescan.model.page_load import TEXT, ChainLink, LoadEstimates
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_estimates import appearing, largest_of, limits_of, name_of
from sitescan.rules.texts import fill

#: The reasons why the largest content has two times.
_LATER_TEXT = " Scripts and styles that are still loading may replace text until the later time."
_LATER_IMAGE = " Scripts and styles that are still loading may delay this image until the later time."

#: The time for which scripts keep a processor busy that visitors notice, in milliseconds.
_NOTICEABLE_WORK = 500


def check(estimates: LoadEstimates) -> Findings:
    """Report the files of the critical chain, then all other simulated files, with their times."""
    if not estimates.timeline:
        return
    chain = {(link.url, link.kind) for link in estimates.chain}
    rest = [link for link in estimates.timeline if (link.url, link.kind) not in chain]
    earliest, largest = f"{estimates.largest_paint_from / 1000:.1f}", f"{estimates.largest_paint / 1000:.1f}"
    ranged = earliest != largest
    if ranged:
        largest = f"{earliest} to {largest}"
    for link in (*estimates.chain, *rest):
        yield Finding(
            detail=f"{name_of(link)}: {link.kind}, {_size(link)}, {link.begins:,} to {link.ends:,} ms",
            url=link.url,
            begins=link.begins,
            ends=link.ends,
            first_paint=estimates.first_paint,
            largest_paint=estimates.largest_paint,
            largest_paint_from=estimates.largest_paint_from,
            weight=estimates.weight,
            first=estimates.first_paint / 1000,
            largest=largest,
            of=largest_of(estimates),
            desktop_first=estimates.desktop_first_paint / 1000,
            desktop_largest=estimates.desktop_largest_paint / 1000,
            unknown=estimates.unknown,
            left_out=estimates.left_out,
            omitted=_omitted(estimates),
            limits=limits_of(estimates),
            later=(_LATER_TEXT if estimates.largest == TEXT else _LATER_IMAGE) if ranged else "",
            script_work=estimates.script_work,
            work=_work(estimates),
        )


def _size(link: ChainLink) -> str:
    if not link.assumed:
        return f"{link.size:,} bytes"
    return f"{link.size:,} bytes assumed" if link.size else "size unknown"


def _work(estimates: LoadEstimates) -> str:
    if estimates.script_work < _NOTICEABLE_WORK:
        return ""
    scripts = "Its scripts" if estimates.rendered else "The scripts that it names"
    return (
        f" {scripts} keep the processor of a phone busy for about {estimates.script_work / 1000:.1f} s, going by their "
        "size. The page may not react meanwhile. The score counts it only where content waits for it."
    )


def _omitted(estimates: LoadEstimates) -> str:
    if estimates.capped:
        return f" At least {max(1, estimates.left_out):,} files aren't included: the page names too many."
    return fill("{left_out:| # file isn't included.| # files aren't included.}", {"left_out": estimates.left_out})


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    fact=True,
    title="Estimated load time",
    description=(
        "On a phone with slow 4G, the first content appears after {first:.1f} s and the largest content "
        "({of}) after {largest} s. On a desktop, it takes {desktop_first:.1f} s and {desktop_largest:.1f} s. "
        "This is an estimate from a simulation{limits}. The first content is "
        "estimated with the files that it needs, and each file with all others.{later}{work}"
        "{unknown:| The size of # file is assumed.| The sizes of # files are assumed.}{omitted}"
    ),
    recommendation="Start with the files that are listed first, because they decide when the largest content appears.",
    how_to_fix=(
        "You don't need to change anything. If a file in the chain is smaller, starts earlier or no longer "
        "blocks rendering, the content appears sooner. The other issues say by how much."
    ),
    sources=(
        "https://web.dev/articles/critical-rendering-path",
        "https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md",
    ),
    covers=("lighthouse:critical-request-chains",),
    examples=(
        Bad(evidence=appearing(first=900)),
        Bad(evidence=appearing(first=900, largest=3000, largest_from=2000)),
        Good(evidence=LoadEstimates()),
    ),
)
