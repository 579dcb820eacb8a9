import re

from sitescan.model.site_answers import LlmsTxt
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, lazy_pattern

_HEADING = lazy_pattern(r"^[ \t]{0,3}#[ \t]", re.MULTILINE)
_LINK = lazy_pattern(r"\[[^\[\]\n]{0,500}\]\([^()\n]{1,2000}[()]")
_SHORTEST = 50


def check(llms: LlmsTxt) -> Findings:
    """Report a server error, or a file without a title, links or enough text."""
    if llms.status is None:
        return
    if 500 <= llms.status < 600:
        yield Finding(llms=llms.url, detail=f"it answers with status {llms.status}")
    text = llms.text.lstrip("\ufeff").strip()
    # Some sites answer every request with an HTML page.
    if not 200 <= llms.status < 300 or text.startswith("<"):
        return
    if not _HEADING.search(text):
        yield Finding(llms=llms.url, detail="it has no title (# Name)")
    if not _LINK.search(text):
        yield Finding(llms=llms.url, detail="it has no link")
    if len(text) < _SHORTEST:
        yield Finding(llms=llms.url, detail="it contains hardly any text")


def _llms(text: str, status: int = 200) -> LlmsTxt:
    return LlmsTxt(url="https://example.com/llms.txt", status=status, text=text)


_FULL = "# Pears\n\nAll about pear trees in small gardens.\n\n- [Planting](https://example.com/planting)\n"

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="File llms.txt doesn't follow recommendations",
    passed="File llms.txt follows recommendations",
    applies=lambda llms: llms.status == 200 and not llms.text.lstrip("\ufeff \t\r\n").startswith("<"),
    description=(
        "{llms} is meant to tell language models what the site offers, but programs that read such files can't use "
        "this one as it is. A site doesn't need one, and search engines don't ask for it."
    ),
    recommendation="Complete llms.txt, or remove it.",
    how_to_fix=(
        "Write Markdown with a title, a sentence and links:\n# Green Nursery\n\n> Pear trees for small gardens.\n\n"
        "- [Planting](https://example.com/planting): when and how"
    ),
    sources=("https://llmstxt.org/",),
    covers=("lighthouse:llms-txt",),
    examples=(
        Bad(evidence=_llms(_FULL, 500)),
        Bad(evidence=_llms(_FULL.replace("# ", "## "))),
        Bad(evidence=_llms("# Pears\nA long description of pear trees that has no link in it.")),
        Bad(evidence=_llms("# Pears\n[Pears](/)")),
        Bad(evidence=_llms("")),
        Good(evidence=_llms("\ufeff" + _FULL)),
        Good(evidence=_llms("nothing here", 404)),
        Good(evidence=_llms("<!doctype html><title>Pears</title>")),
        Good(evidence=LlmsTxt(url="https://example.com/llms.txt")),
    ),
)
