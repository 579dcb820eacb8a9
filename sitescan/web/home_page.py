"""The start page with the form, and the report page for browsers without scripts."""

from datetime import UTC, datetime

from attrs import frozen

from sitescan.admission.quota import Ticket
from sitescan.model.report import Report
from sitescan.report.html_format import article
from sitescan.report.markup import Markup, element, join
from sitescan.report.visible_text import visible
from sitescan.standards.urls import MAX_URL_LENGTH
from sitescan.web.error_responses import ApiError
from sitescan.web.layout import PageHead, page

_TITLE = "Website scanner: SEO, accessibility, speed, security"
_DESCRIPTION = (
    "Enter the address of a page. Get a score and a list of fixes for SEO, accessibility, performance, security and "
    "links, with the line of each issue."
)


@frozen(kw_only=True)
class Card:
    """A fact about the service on the start page, with a link to more."""

    title: str
    text: str
    link: tuple[str, str] | None = None


_CARDS = (
    Card(
        title="What it checks",
        text="{rules} rules from WCAG, Google Search, MDN, OWASP and web.dev, each with its sources. ",
        link=("/rules", "See every rule"),
    ),
    Card(
        title="How the score works",
        text="Each issue takes a published share of what is left of 100, so you can calculate every score by hand. "
        "A fix never lowers a score. The same page always gets the same report. ",
    ),
    Card(
        title="What it doesn't do",
        text="{scripts} It lists what it couldn't check, which never costs points. It doesn't store your page. ",
    ),
    Card(
        title="For developers",
        text="One HTTP request returns one report as JSON, SARIF, JUnit, Markdown or CSV. Run the same checks in CI "
        "with the sitescan command. ",
        link=("/docs", "Read about the API"),
    ),
)


_UNRENDERED = "It runs no scripts, so it doesn't see content that only scripts add."
_RENDERED = "It runs a page's scripts only to see its content, and doesn't click, type or log in."


def home_page(quota: Ticket, *, rules: int, renders: bool = False, url: str = "", origin: str = "") -> bytes:
    """
    Return the start page with the form.

    :param quota: the quota of the client.
    :param rules: the number of rules.
    :param renders: whether the service renders pages in a browser.
    :param url: the URL to fill in.
    :param origin: the public origin of the service; empty if unknown.
    """
    head = PageHead(path="/", title=_TITLE, description=_DESCRIPTION, origin=origin, scripts=("app.js",))
    intro = element(
        "div",
        element("h1", "What should you fix on your page?"),
        element(
            "p",
            f"Enter its address. sitescan fetches the page once and checks it against {rules} rules for SEO, "
            "accessibility, performance, security and links. It shows each issue with its line and its fix.",
        ),
        class_="intro",
        id="intro",
    )
    return page(head, intro, scan_form(quota, url), _places(), _cards(rules, _RENDERED if renders else _UNRENDERED))


def report_page(report: Report, quota: Ticket) -> bytes:
    """Return the page with a report, for browsers without scripts."""
    title = f"{report.overall_score} of 100: {visible(report.url, 100)} - sitescan"
    head = PageHead(path="/", title=title, description="The report of one scan.", indexed=False)
    shown = article(report, rules_at="/rules/")
    return page(head, scan_form(quota, report.url), element("div", shown, id="result"))


def problem_page(problem: ApiError, quota: Ticket, url: str) -> bytes:
    """Return the page with the error of a scan, for browsers without scripts."""
    head = PageHead(path="/", title=f"{problem.error} - sitescan", description=problem.details, indexed=False)
    status = element(
        "div", element("h1", problem.error), element("p", visible(problem.details)), class_="problem", id="status"
    )
    return page(head, status, scan_form(quota, url))


def scan_form(quota: Ticket, url: str) -> Markup:
    """Return the form with the number of remaining scans."""
    field = element(
        "input",
        type="text",
        inputmode="url",
        name="url",
        id="url",
        value=visible(url, MAX_URL_LENGTH),
        required=True,
        maxlength=str(MAX_URL_LENGTH),
        autocomplete="url",
        autocapitalize="none",
        spellcheck="false",
        placeholder="https://",
        aria_describedby="quota" if quota.limit else None,
    )
    row = element("div", field, element("button", "Scan"), class_="row")
    return element(
        "form",
        element("label", "Page address", for_="url"),
        row,
        _quota(quota),
        class_="scan",
        id="scan",
        method="post",
        action="/",
    )


def _quota(quota: Ticket) -> Markup:
    if not quota.limit:
        return element("p", "", id="quota", hidden=True)
    opened = quota.remaining < quota.limit
    left = f"{quota.remaining} of {quota.limit} scans left"
    moment = datetime.fromtimestamp(quota.reset, UTC)
    when = element("time", f"{moment:%H:%M} UTC", datetime=f"{moment:%Y-%m-%dT%H:%M:%SZ}")
    sentence = join(f"{left}. All of them are available again at ", when, ".") if opened else f"{left}."
    return element(
        "p",
        sentence,
        id="quota",
        data_limit=str(quota.limit),
        data_remaining=str(quota.remaining),
        data_reset=str(round(quota.reset)) if opened else "0",
    )


def _places() -> Markup:
    return join(element("div", id="status", role="status"), element("div", id="result"), element("section", id="kept"))


def _cards(rules: int, scripts: str) -> Markup:
    made = []
    for card in _CARDS:
        text = card.text.replace("{rules}", str(rules)).replace("{scripts}", scripts)
        more = element("a", card.link[1], href=card.link[0]) if card.link else ""
        made.append(element("div", element("h2", card.title), element("p", text, more), class_="card"))
    return element("div", *made, class_="cards")
