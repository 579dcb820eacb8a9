"""Different faults that people fix at one go: one entry in what to do first."""

from attrs import frozen

from sitescan.rules.catalogue import catalogue


@frozen(kw_only=True)
class CombinedFix:
    """
    What fixes the issues of several rules at one go.

    :ivar title: what is wrong.
    :ivar recommendation: what to do.
    :ivar rules: the ids of the rules; empty for the headers, which the catalogue knows.
    """

    title: str
    recommendation: str
    rules: tuple[str, ...] = ()


HEADERS = CombinedFix(
    title="Response headers that protect visitors are missing or weak",
    recommendation=(
        "Send the headers that sitescan fix --server nginx writes for this page (or apache, caddy, netlify)."
    ),
)
"""The settings of one file for the web server."""

PICTURES = CombinedFix(
    title="Images are larger than they need to be",
    recommendation="Send each image in the size in which it is shown, as AVIF or WebP.",
    rules=(
        "performance/large-images",
        "performance/image-oversized",
        "performance/legacy-images",
        "performance/animated-gif",
    ),
)
"""Images that are made smaller."""

_FIXES = (
    PICTURES,
    CombinedFix(
        title="Links, buttons or form fields have no name",
        recommendation="Give each link, button and form field a text or a label that says what it does.",
        rules=(
            "accessibility/link-name",
            "accessibility/button-name",
            "accessibility/field-label",
            "accessibility/label-from-placeholder",
            "accessibility/select-name",
            "accessibility/image-button-alt",
            "accessibility/menu-item-name",
            "accessibility/summary-name",
            "accessibility/widget-name",
        ),
    ),
    CombinedFix(
        title="Images have no alt text, or one that says nothing",
        recommendation="Describe in each alt text what the image shows; leave it empty if the image is decoration.",
        rules=(
            "accessibility/image-alt",
            "seo/image-alt",
            "accessibility/image-alt-meaningless",
            "accessibility/area-alt",
            "accessibility/object-alt",
            "accessibility/svg-alt",
        ),
    ),
    CombinedFix(
        title="Files that the page uses can't be loaded",
        recommendation="Correct the addresses of these files, upload the files, or remove what refers to them.",
        rules=(
            "performance/broken-resources",
            "performance/broken-images",
            "performance/frames-broken",
            "links/reference-broken",
        ),
    ),
    CombinedFix(
        title="Links lead nowhere",
        recommendation="Correct the addresses of these links, or remove the links.",
        rules=("links/broken", "links/host-not-found", "links/malformed"),
    ),
)

_FIX_OF = {rule: fix for fix in _FIXES for rule in fix.rules}


def combined_fix(rule: str) -> CombinedFix | None:
    """Return what fixes the issues of a rule with those of others; ``None`` if they are fixed for themselves."""
    return HEADERS if _is_header(rule) else _FIX_OF.get(rule)


def _is_header(rule: str) -> bool:
    """Return whether one file for the web server, with other headers that protect visitors, fixes a rule's issues."""
    terms = catalogue().get(rule)
    setting = None if terms is None else terms.setting
    return rule.startswith("security/") and setting is not None and bool(setting.header)
