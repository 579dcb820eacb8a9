"""The layout of all pages: head, navigation and footer."""

from attrs import frozen

from sitescan.report.markup import Markup, element
from sitescan.web.static_files import static_root

_NAVIGATION = (("/", "Scan"), ("/rules", "Rules"), ("/docs", "API"))


@frozen(kw_only=True)
class PageHead:
    """
    The metadata of a page.

    :ivar path: the path of its URL.
    :ivar origin: the public origin of the service, such as ``https://scan.example``; empty if unknown.
    :ivar indexed: whether search engines may list it.
    :ivar scripts: the names of its scripts.
    """

    path: str
    title: str
    description: str
    origin: str = ""
    indexed: bool = True
    scripts: tuple[str, ...] = ()


def page(head: PageHead, *main: str, text: bool = False) -> bytes:
    """
    Return a complete page.

    :param text: whether the main content is running text.
    """
    body = element(
        "body",
        element("a", "Skip to content", class_="skip", href="#main"),
        _bar(head.path),
        element("main", *main, id="main", class_="text" if text else None, tabindex="-1"),
        element(
            "footer",
            element("p", "sitescan examines one page at a time and keeps nothing of it."),
        ),
    )
    return f'<!doctype html>\n<html lang="en">{_head(head)}{body}</html>\n'.encode("utf-8", "replace")


def _head(head: PageHead) -> Markup:
    root = static_root()
    about = [
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", head.title),
        element("meta", name="description", content=head.description),
        element("meta", name="color-scheme", content="light dark"),
        element("link", rel="stylesheet", href=f"{root}/style.css"),
        element("link", rel="icon", type="image/svg+xml", href=f"{root}/icon.svg"),
        *(element("script", type="module", src=f"{root}/{name}") for name in head.scripts),
    ]
    if not head.indexed:
        about.append(element("meta", name="robots", content="noindex"))
    elif head.origin:
        address = head.origin + head.path
        about += [
            element("link", rel="canonical", href=address),
            element("meta", property="og:title", content=head.title),
            element("meta", property="og:description", content=head.description),
            element("meta", property="og:type", content="website"),
            element("meta", property="og:url", content=address),
            element("meta", property="og:image", content=f"{head.origin}/preview.png"),
            element("meta", property="og:image:width", content="1200"),
            element("meta", property="og:image:height", content="630"),
            element("meta", property="og:image:alt", content="sitescan: a report with its scores"),
            element("meta", name="twitter:card", content="summary_large_image"),
        ]
    return element("head", *about)


def _bar(path: str) -> Markup:
    items = [
        element("li", element("a", name, href=at, aria_current="page" if at == path else None))
        for at, name in _NAVIGATION
    ]
    return element(
        "header",
        element("a", "sitescan", class_="name", href="/"),
        element("nav", element("ul", *items), aria_label="Main"),
        class_="bar",
    )
