"""The tree of a rendered page is that of the browser, also where its text would be parsed to another one."""

from typing import Any

import pytest
import pytest_twisted
from attrs import evolve

from sitescan.document.document import Document
from sitescan.model.exchange import Page
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import judge
from tests.integration.renderers import fetch_and_render, rendering
from tests.programs import RENDERER, needs
from tests.site import Answered, page, serving

pytestmark = [pytest.mark.integration, needs(*RENDERER)]

#: A component whose image, button and text are faulty.
COMPONENT = """customElements.define("pear-app", class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({mode: this.getAttribute("mode") ?? "open"}).innerHTML =
      '<h2>Pears</h2><img src="/p.png"><button></button><p style="color: #bbb">faint</p>';
  }
});"""

#: Statements that put the component where a parser doesn't leave it, or something before it.
NESTINGS = {
    "an element in the head": "document.head.append(make('x-icons')); put(document.body)",
    "a block in a paragraph": "put(put(document.body, 'p'), 'div', true)",
    "a block in a table": "put(put(document.body, 'table'), 'div', true)",
    "a form in a form": "put(put(document.body, 'form'), 'form', true)",
    "a link in a link": "put(put(document.body, 'a'), 'a'); put(document.body)",
    "a block beside a paragraph's": "put(put(document.body, 'p'), 'div'); put(document.body)",
    "a button in a button": "put(put(document.body, 'button'), 'button', true)",
    "a void element with content": "put(document.body, 'br').append(make('b')); put(document.body)",
    "a closed shadow tree": "put(document.body).setAttribute('mode', 'closed'); document.head.append(make('x-icons'))",
    "a template as a library leaves it": """
        document.head.insertBefore(make("custom-style"), document.head.firstChild);
        put(put(document.body, 'dom-if'), 'template'); put(document.body)""",
}

HELPERS = """const make = name => document.createElement(name);
const put = (where, name = "pear-app", contains = false) => {
  const made = make(name);
  if (contains) made.append(make("pear-app"));
  where.append(made);
  return made;
};"""

#: What the component makes of a page.
FAULTS = {"accessibility/image-alt", "accessibility/button-name", "accessibility/contrast"}

#: A page that is parsed again to what it was.
SURVIVING = """<!DOCTYPE html>
<html lang="en"><head><title>Pears &amp; apples</title><style>p > b {color: red}</style></head><body class="a &quot;b">
<main><h1>Pears &lt; apples &nbsp;</h1><!-- a comment --><pre>
two
lines</pre><textarea>text</textarea><input value="3" disabled><details><summary>More</summary>words</details>
<svg viewBox="0 0 1 1"><linearGradient id="a"></linearGradient><foreignObject><p>in</p></foreignObject></svg>
<math><mi>x</mi></math><select><option selected>one</option></select><p>LONG</p><img src="/p.png"><br>
<iframe srcdoc="&lt;p&gt;framed"></iframe></main>
<script>document.querySelector("p").append("one", "", " two"); var state = "LONG &amp; </p>";</script></body></html>
""".replace("LONG", "long words " * 2000)


async def rendered(reactor: Any, pages: dict[str, str]) -> dict[str, Page]:
    """Return pages as a browser renders them."""
    served = {f"/{number}": page(html) for number, html in enumerate(pages.values())}
    found = {}
    with serving({**served, "/p.png": Answered(b"", 404)}) as site:
        async with rendering(reactor) as renderer:
            for number, name in enumerate(pages):
                sent, answer = await fetch_and_render(reactor, renderer, f"{site.origin}/{number}")
                found[name] = Page(exchange=sent.exchange, body=sent.body, rendered=answer.document)
    return found


@pytest_twisted.ensureDeferred
async def test_shadow_trees_in_any_tree(reactor: Any) -> None:
    """Shadow trees are examined wherever scripts have put their hosts, and each element is measured."""
    pages = {
        name: f"<!doctype html><title>Pears</title><body><script>{HELPERS}{COMPONENT}{nesting}</script>"
        for name, nesting in NESTINGS.items()
    }
    for name, sent in (await rendered(reactor, pages)).items():
        document = Document(sent)
        found = {rule for rule in FAULTS if judge(catalogue()[rule], document) is not None}
        assert found == FAULTS, name
        assert len(document.measured_tags) == len(document.elements), name


@pytest_twisted.ensureDeferred
async def test_a_tree_that_survives(reactor: Any) -> None:
    """The tree of a browser is the one that its text would be parsed to, and is written as the browser writes it."""
    (sent,) = (await rendered(reactor, {"surviving": SURVIVING})).values()
    assert sent.rendered is not None
    live, parsed = Document(sent), Document(_without_nodes(sent))
    assert live.decoded.text == sent.rendered.html
    assert [(tag.name, tag.namespace, tag.attrs, tag.position) for tag in live.soup.find_all(True)] == [
        (tag.name, tag.namespace, tag.attrs, tag.position) for tag in parsed.soup.find_all(True)
    ]
    assert list(map(str, live.soup.find_all(string=True))) == list(map(str, parsed.soup.find_all(string=True)))


def _without_nodes(sent: Page) -> Page:
    assert sent.rendered is not None
    return evolve(sent, rendered=evolve(sent.rendered, nodes=b""))
