"""The policy that is suggested for a page, enforced by a browser, blocks nothing that the page's source loads."""

from collections.abc import Iterator

import pytest

from sitescan.document.document import Document
from sitescan.document.security.suggested_policy import suggested_policy
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.standards.http_headers import Headers
from tests.policy_browser import PolicyBrowser, enforce, policy_browsing
from tests.programs import needs
from tests.site import Answered, Site, serving

pytestmark = needs("chromium")

SHEET = "@import 'http://imported.example/a.css'; b { background: url(data:image/png;base64,AA) }"
MODULE = 'import "http://static.example/m.js"'
BYPASS = '<script src="http://ajax.googleapis.com/ajax/libs/jquery/3.7.1/jquery.min.js"></script>'

PAGES = {
    "nothing": "<p>Pears",
    "images in data: beside own ones": '<img src="data:image/png;base64,AA"><img src="/own.png">',
    "imported stylesheets": '<style>@import url("http://a.example/a.css") print; @import "http://b.example/b";</style>',
    "a stylesheet that imports": "<link rel=stylesheet href=/sheet.css><b>x</b>",
    "fonts without an extension": "<style>@font-face { font-family: x; src: url(http://f.example/1) format('woff2'), "
    'url("data:font/woff2;base64,AA") } p { font-family: x }</style><p>Pears',
    "images in style attributes": "<p style=\"background: url('http://a.example/a b.png')\">x"
    "<i style=\"background-image: image-set('http://b.example/1' type('image/png') 1x, url(http://c.example/2) 2x)\">y",
    "images of SVG": '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://a.example/a.png" /><image '
    'xlink:href="http://b.example/b.png" /><rect width=9 height=9 fill="url(http://c.example/c.svg#d)" /></svg>',
    "scripts of SVG": '<svg><script>1</script><script href="http://a.example/a.js"></script><style>p {}</style></svg>',
    "each candidate of a set": '<img srcset="/1.png, http://a.example/2.png 1x, http://b.example/2.png 2x"><picture>'
    '<source srcset="http://c.example/3 1w,http://d.example/4 2000w"><img src="http://e.example/5"></picture>',
    "preloads": "<link rel=preload as=image imagesrcset='http://a.example/1 1x, http://b.example/2 2x'>"
    '<link rel=preload as=fetch crossorigin href="http://c.example/c"><link rel=preload as=font crossorigin '
    'href="http://d.example/d"><link rel=preload as=style href="http://e.example/e"><link rel=preload as=script '
    'href="http://f.example/f"><link rel=modulepreload href="http://g.example/g"><link rel=manifest href="http://h.example/">',
    "a prefetch": '<link rel=prefetch href="http://a.example/next"><link rel=prefetch as=image href="http://b.example/p">',
    "an import map": '<script type=importmap>{"imports": {"a": "http://a.example/a.js"}}</script>'
    '<script type=module>import "a"; import("http://b.example/b.js")</script>',
    "modules": '<script type=module src="/module.js"></script><script>import("http://b.example/b.js")</script>',
    "speculation rules": '<script type=speculationrules>{"prefetch": [{"urls": ["/next"]}]}</script>',
    "a frame with its source": '<iframe srcdoc="<img src=http://a.example/a><script>1</script><style>@import '
    "'http://b.example/b'</style><p style=color:red onclick=1>x\"></iframe>",
    "a frame with its source in data:": '<iframe src="data:text/html,<img src=http://a.example/a><script>2</script>">'
    "</iframe>",
    "frames": '<iframe src="http://a.example/"></iframe><iframe src="javascript:false"></iframe><iframe></iframe>'
    '<object data="http://b.example/b.html"></object><embed src="/c.svg">',
    "media": '<video src="http://a.example/a" poster="http://b.example/b"><track default src="http://c.example/c"></video>'
    '<audio><source src="http://d.example/d"></audio><audio src="data:audio/wav;base64,AA"></audio>',
    "backgrounds": '<body background="http://a.example/a"><table background="http://b.example/b"><tr '
    'background="http://c.example/c"><td background="http://d.example/d">x</table><input type=image '
    'src="http://e.example/e">',
    "bases": '<base href="http://a.example/x/"><base href="http://b.example/"><img src=y.png>',
    "a shadow root": "<div><template shadowrootmode=open><style>p {}</style><img src='http://a.example/a'></template></div>",
    "handlers": '<body onload="1"><img src="/none.png" onerror="2"><p style="color: red" onclick="3">x',
    "a host that gets round policies": BYPASS,
    "a file that gets round policies": BYPASS.replace("jquery/3.7.1/jquery", "angularjs/1.6.9/angular"),
    "scripts in data:": '<script src="data:text/javascript,1"></script><iframe src="javascript:1"></iframe>',
    "many scripts": "".join(f"<script>{number}</script>" for number in range(9))
    + "<link rel=preload as=script href=/s>",
    "many hosts": "".join(
        f'<img src="http://i{n}.example/"><script src="http://s{n}.example/"></script>' for n in range(20)
    ),
    "another port": '<img src="http://a.example:8080/"><script src="http://www.example.com:81/"></script>',
    "a carriage return": "<script>1\r\n2\r3</script><style>p {}</style>",
}


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Serve a site for every host."""
    files = {
        "/sheet.css": Answered(SHEET.encode(), 200, (("Content-Type", "text/css"),)),
        "/module.js": Answered(MODULE.encode(), 200, (("Content-Type", "text/javascript"),)),
    }
    with serving(files) as running:
        yield running


@pytest.fixture(scope="module")
def browser(site: Site) -> Iterator[PolicyBrowser]:
    """Run a browser for which the site is the whole web."""
    with policy_browsing(int(site.origin.rpartition(":")[2])) as running:
        yield running


@pytest.mark.parametrize("name", PAGES)
def test_suggested_policy_blocks_nothing(name: str, site: Site, browser: PolicyBrowser) -> None:
    """The suggested policy blocks nothing on its page."""
    html = f"<!doctype html>{PAGES[name]}"
    url = "http://www.example.com/page"
    headers = Headers((("Content-Type", "text/html; charset=utf-8"),))
    page = Page(exchange=Exchange(requested=url, url=url, status=200, headers=headers), body=html.encode())
    sheet = Source(url="http://www.example.com/sheet.css", body=SHEET.encode(), content_type="text/css")
    script = Source(url="http://www.example.com/module.js", body=MODULE.encode(), content_type="text/javascript")
    policy = suggested_policy(Document(page, (sheet,), scripts=(script,)))
    enforce(site, "/page", html, policy)
    assert browser.violations(url) == [], policy


def test_blocking_policy_is_detected(site: Site, browser: PolicyBrowser) -> None:
    """The browser reports the violations of a policy that blocks something."""
    enforce(site, "/page", "<!doctype html><script>1</script><img src='http://a.example/'>", "default-src 'self'")
    found = browser.violations("http://www.example.com/page")
    assert found == ["img-src http://a.example/", "script-src-elem inline"]
