"""Load times in words, and estimates for the examples of rules about load times."""

from collections.abc import Sequence

from sitescan.model.page_load import TEXT, ChainLink, LoadEstimates


def chain_of(chain: Sequence[ChainLink]) -> str:
    """Return the files of a chain, each with the time at which it is complete: ``app.css (1,240 ms)``."""
    return " → ".join(f"{name_of(link)} ({link.ends:,} ms)" for link in chain) or "only the page"


def limits_of(estimates: LoadEstimates) -> str:
    """Return how a browser took part in the simulation, or what it doesn't know, as the end of a sentence."""
    if estimates.measured:
        return " in which a browser loads the page"
    return "" if estimates.rendered else ", which doesn't know files that scripts load"


def seconds_over(milliseconds: float, bound: float) -> str:
    """Return a time over a bound in seconds, ``1.9``; with two digits if one would round it to the bound, ``1.83``."""
    seconds = f"{milliseconds / 1000:.1f}"
    return seconds if float(seconds) * 1000 > bound else f"{milliseconds / 1000:.2f}"


def name_of(link: ChainLink) -> str:
    """Return the name of a file, without its folder and query."""
    if link.kind in ("page", "html"):
        return "the page" if link.kind == "page" else "the rest of the page"
    path = link.url.partition("?")[0].rstrip("/")
    return path.rpartition("/")[2][:60] or link.url[:60]


def largest_of(estimates: LoadEstimates) -> str:
    """Return the largest content, and how it is known."""
    if estimates.painted is None:
        return f"probably {estimates.largest}"
    return f"{estimates.largest}, measured on a screen of 412 by 823 px"


def appearing(first: int = 900, largest: int = 0, largest_from: int = 0) -> LoadEstimates:
    """Return the estimates for a page whose content appears after these numbers of milliseconds."""
    url = "https://example.com/"
    chain = (
        ChainLink(url=url, kind="page", size=5000, begins=0, ends=450),
        ChainLink(url=f"{url}pear.css", kind="stylesheet", size=30_000, begins=450, ends=max(first, largest)),
    )
    largest = max(first, largest)
    return LoadEstimates(
        first_paint=first,
        largest_paint=largest,
        largest_paint_from=largest_from or largest,
        desktop_first_paint=first // 4,
        desktop_largest_paint=largest // 4,
        largest=TEXT,
        chain=chain,
        first_chain=chain,
        timeline=chain,
        weight=35_000,
    )
