"""Libraries that current browsers have made needless."""

import re
from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.security.script_libraries import libraries
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: Names and versions as files and the paths of CDNs write them.
_OLD = re.compile(
    r"(?:^|[/\-_.@])(?:"
    r"(?P<jquery>jquery)(?:[/@.-]v?|[/.-](?:js|min|core|latest)[/.-])(?P<one>[12]\.\d{1,2}(?:\.\d{1,2})?)(?=[/.\-_?]|$)"
    r"|(?P<bootstrap>bootstrap)[/@.-]v?(?P<two>[23]\.\d{1,2}\.\d{1,2})(?=[/.\-_?]|$)"
    r"|(?P<angular>angular(?:\.?js)?)[/@.-]v?(?P<three>1\.\d{1,2}\.\d{1,2})(?=[/.\-_?]|$)"
    r"|(?P<others>mootools|prototype|scriptaculous|yui|html5shiv|modernizr)(?:[/@.-]v?(?P<four>\d[\d.]{0,8}\d))(?=[/.\-_?]|$)"
    r")",
    re.IGNORECASE,
)
_LONGEST = 500


def check(document: Document) -> Iterator[Finding]:
    """
    Report scripts whose address names an old major version; one that names none may be anything.

    A version with known weaknesses is security/vulnerable-library's: one update mends both, so it is charged once.
    """
    charged = {id(tag) for tag, library in libraries(document) if library.weaknesses}
    for tag in document.all("script"):
        match = _OLD.search(attr(tag, "src", "")[:_LONGEST])
        if match is not None and id(tag) not in charged and not document.in_noscript(tag):
            name = next(match[key] for key in ("jquery", "bootstrap", "angular", "others") if match[key])
            version = next(match[key] for key in ("one", "two", "three", "four") if match[key])
            yield Finding(tag, detail=f"{name} {version}")


RULE = Rule(
    id="performance/old-libraries",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Outdated JavaScript libraries",
    description=(
        "{count:# script is a library version|# scripts are library versions} that {count:hasn't|haven't} been "
        "maintained for years. Such versions contain code for browsers that no longer exist, and bugs that later "
        "versions have fixed."
    ),
    recommendation="Update to current versions, or use what browsers provide.",
    how_to_fix=(
        "From jQuery 1 or 2, update to the current version with jquery-migrate, which lists in the console "
        "what has changed. Often a few lines of plain JavaScript are enough: document.querySelectorAll, "
        "fetch, classList."
    ),
    sources=("https://blog.jquery.com/", "https://jquery.com/support/"),
    examples=(
        Bad('<script src="/js/mootools-1.4.5.js"></script>'),
        Bad('<script src="https://ajax.googleapis.com/ajax/libs/prototype/1.7.3.0/prototype.js"></script>'),
        Bad('<script src="/js/html5shiv-3.7.3.min.js"></script>'),
        Good('<script src="https://code.jquery.com/jquery-1.12.4.min.js"></script>'),
        Good('<script src="/js/bootstrap-3.4.1.min.js"></script>'),
        Good('<script src="https://code.jquery.com/jquery-3.7.1.min.js"></script>'),
        Good('<script src="/js/jquery.min.js?ver=1.2.3"></script><script src="/js/jquery-ui-1.13.2.js"></script>'),
        Good('<script src="/js/jquery.cookie-1.4.1.js"></script><script src="/bootstrap/5.3.0/bootstrap.js"></script>'),
        Good("<script>jquery-1.12.4</script>"),
    ),
)
