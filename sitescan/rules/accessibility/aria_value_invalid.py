"""ARIA attributes with values that they cannot have."""

from collections.abc import Iterator

from sitescan.document.aria import ATTRIBUTES
from sitescan.document.document import Document
from sitescan.document.roles import aria_attributes
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report values of ARIA attributes that are not of their type; ids may be made by scripts and are not checked."""
    for element in document.elements:
        for name, value in aria_attributes(element):
            if not ATTRIBUTES[name].accepts(value):
                expected = ATTRIBUTES[name].expected
                yield Finding(element, detail=f"{name} must be {expected}")


RULE = Rule(
    id="accessibility/aria-value-invalid",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Invalid ARIA values",
    description=(
        "{count:# ARIA attribute has a value|# ARIA attributes have values} that ARIA does not know. "
        "Browsers ignore {count:it|them}, so assistive technology is told something else than what you "
        "meant (WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Give each ARIA attribute a value that it can have.",
    how_to_fix=('aria-expanded="true" or "false", not "open"; aria-live="polite", not "on"; aria-level="2", not "h2".'),
    sources=(
        "https://www.w3.org/TR/wai-aria-1.2/#state_prop_def",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/6a7281/",
    ),
    covers=(
        "act:6a7281",
        "axe:aria-valid-attr-value",
        "lighthouse:aria-valid-attr-value",
    ),
    examples=(
        Bad('<button aria-expanded="open">Menu</button>'),
        Bad('<div aria-live="on"></div>'),
        Bad('<div role="heading" aria-level="h2">Pears</div>'),
        Bad('<ul aria-relevant="text always"></ul>'),
        Good('<button aria-expanded="true">Menu</button>'),
        Good('<button aria-expanded="undefined">Menu</button>'),
        Good('<button aria-expanded="">Menu</button>'),
        Good('<div role="slider" aria-valuenow="0.5"></div>'),
        Good('<a href="/" aria-current="page">Home</a>'),
        Good('<div aria-controls="made-later"></div>'),
    ),
)
