"""App shells: pages whose content is written by scripts."""

import pytest

from sitescan.document.loading.app_shell import AppShell, app_shell, is_scripted
from sitescan.document.tree import attr
from tests.document.pages import document

APP = '<script type="module" src="/app.js"></script>'
NOSCRIPT = "<noscript>You need to enable JavaScript to run this app.</noscript>"


def shell(html: str) -> AppShell | None:
    """Return the app shell of a page, or ``None`` if the page is not one."""
    return app_shell(document(f"<!doctype html><title>Pears</title>{html}"))


@pytest.mark.parametrize(
    ("html", "container", "framework"),
    [
        (f'{NOSCRIPT}<div id="root"></div><script src="/static/js/main.js"></script>', "root", ""),
        (f'<div id="app"></div>{APP}', "app", ""),
        (f"<app-root></app-root>{APP}", "", "Angular"),
        (f'<div id="__next"></div><script src="/_next/static/main.js" defer></script>{APP}', "__next", "Next.js"),
        (f'<div id="__nuxt"><div class="spinner"><svg></svg></div></div>{APP}', "__nuxt", "Nuxt"),
        ('<div id="q-app">Loading&hellip;</div><script src="/app.js"></script>', "q-app", ""),
        (f'<div id="app"><strong>Sorry, this needs JavaScript. Please enable it.</strong></div>{APP}', "app", ""),
        (
            f'<body data-sveltekit-preload-data="hover"><div style="display: contents"></div>{APP}{NOSCRIPT}',
            "",
            "SvelteKit",
        ),
        ('<body><script src="flutter_bootstrap.js" async></script>', "", "Flutter"),
        (f'<div id="pears"></div><script>createRoot(document.getElementById("pears"))</script>{APP}', "pears", ""),
        (f"<div id='pears'></div><script>new Vue({{el: '#pears'}})</script>{APP}", "pears", ""),
        ('<redoc spec-url="/openapi.json"></redoc><script src="/redoc.js"></script>', "", "Redoc"),
        ("<body><script>document.body.append(new Pears())</script>", "", ""),
        (f"<div ng-view></div>{APP}", "", ""),
        (f'<div id="app"></div><div hidden><h1>Pears</h1></div><dialog>Cookies?</dialog>{APP}', "app", ""),
        (f'<div id="app"></div><template><h1>Pears</h1></template>{APP}', "app", ""),
        (f'<div id="__next"><h1>Pears</h1><p>Loading …</p></div>{APP}', "__next", "Next.js"),
        (f'<nav><a href="/">Pears</a></nav><div id="root"></div><footer><p>Pears 2026</p></footer>{APP}', "root", ""),
        (f'<header><h1>Pears</h1><a href="/">All</a></header><div id="app"></div>{APP}', "app", ""),
        (f'<h1>Pears</h1><div id="app"></div>{APP}', "app", ""),
        (f'<div id="cookies">May we use <a href="/cookies">cookies</a>?</div><div id="root"></div>{APP}', "root", ""),
        (f'<div role="dialog"><button>Yes</button></div><div id="root"></div>{APP}', "root", ""),
        (
            f'<div id="app">Loading...</div><div id="blazor-error-ui"><a href="">Reload</a></div>{APP}',
            "app",
            "Blazor",
        ),
        ("<body><script>window.__reactRouterContext = {}</script><p>Loading...</p>", "", "React Router"),
        ('<body><script>window.__remixContext = {}; import("/entry.js")</script>', "", "Remix"),
        (
            '<body><div style="display: contents"><script>__sveltekit_1 = {}; import("/app.js")</script></div>',
            "",
            "SvelteKit",
        ),
        (
            f'<body ng-app="pears"><h1>{{{{ title }}}}</h1><ul><li ng-repeat="one in all"><a href="#"></a></ul>{APP}',
            "",
            "AngularJS",
        ),
        (f'<div id="app"><h1>{{{{ title }}}}</h1><p v-for="pear in pears">{{{{ pear }}}}</p></div>{APP}', "app", ""),
        (f'<div x-data><h1>Pears</h1><template x-for="pear in pears"><p></p></template></div>{APP}', "", "Alpine.js"),
        (f'<nav><a href="/">Pears</a></nav><main hx-get="/pears" hx-trigger="load"></main>{APP}', "", "htmx"),
        (f'<h1>Pears</h1><p data-ng-bind="text"></p>{APP}', "", ""),
        (f'<div id="splash"><img src="/loading.gif" alt="">Wird geladen</div><div id="app"></div>{APP}', "app", ""),
    ],
)
def test_shells(html: str, container: str, framework: str) -> None:
    """An app shell is recognized, with its container and its framework if they are known."""
    found = shell(html)
    assert found is not None
    assert (attr(found.container, "id", "") if found.container is not None else "") == container
    assert found.framework == framework


@pytest.mark.parametrize(
    "html",
    [
        "<h1>Coming soon</h1>",
        f"<h1>Coming soon</h1>{APP}",
        f'<div id="root"><p>Coming soon</p></div>{NOSCRIPT}{APP}',
        f'<div id="__next"><main><h1>Pears</h1><p>All about pears.</p></main></div>{APP}',
        f'<div id="__nuxt"><a href="/pears"></a></div>{APP}',
        f'<h1>Pears</h1><p>All about pears.</p><div id="app"></div>{APP}',
        f'<h1>Pears</h1><div id="app"><p>All about pears.</p></div>{APP}',
        f"<h1>{'All about pears ' * 10}</h1><div id='app'></div>{APP}",
        f'<div id="app"><div role="dialog"><form><input name="q"></form></div></div>{APP}',
        f'<div id="app"><div class="cookies"><a href="/cookies">Pears</a></div></div>{APP}',
        f'<div class="cookie-free"><main>{"<p>All about pears.</p>" * 100}</main></div><div id="app"></div>{APP}',
        f'<h1>Pears</h1><div x-data="{{n: 0}}"><button @click="n++">More</button> <b x-text="n"></b></div>{APP}',
        f'<h1>Templates</h1><p>Write {{{{ name }}}} to insert a name.</p><div id="app"></div>{APP}',
        f'<main><h1>Pears</h1><p>Ripe: <b x-text="count">12</b></p></main>{APP}',
        f'<h1>Pears</h1><div hx-get="/pears" hx-trigger="click">All pears</div>{APP}',
        f"<h1>Pears</h1><p>Loading bays are open.</p>{APP}",
        f'<nav><a href="/">Pears</a></nav><p>Closed until May.</p><div id="root"></div>{APP}',
        f'<nav><a href="/">Pears</a></nav><div id="map"></div><script>show("map")</script>{APP}',
        f'<header><h1>Pears</h1><p>{"All about pears. " * 20}</p></header><div id="root"></div>{APP}',
        f'<footer><a href="/">Pears</a></footer>{APP}',
        f'<p>Closed until May.</p><div id="modal-root"></div>{APP}',
        f'<div id="app"><form action="/search"><input name="q"></form></div>{APP}',
        f'<pear-card><template shadowrootmode="open"><p>Pears</p></template></pear-card>{APP}',
        f'<img src="/poster.jpg" alt="Pears in May"><div id="stats"></div>{APP}',
        '<img src="/poster.jpg" alt="Pears"><script async src="https://stats.example/count.js"></script>',
        '<script async src="https://stats.example/count.js"></script>',
        '<script>location.href = "/en/"</script><script src="/app.js"></script>',
        '<script>document.body.className = "dark"; location.replace("/en/")</script>',
        f'<meta http-equiv="refresh" content="0; url=/en/"><div id="app"></div>{APP}',
        '<div id="app"></div>',
        '<div id="app"></div><script type="application/ld+json">{}</script>',
        '<div id="app"></div><noscript><script src="/fallback.js"></script></noscript>',
        f'<div id="app"></div><iframe src="/pears"></iframe>{APP}',
        f"<div id='app'>Loading and unloading of pears {'by the crate ' * 10}</div>{APP}",
        '<p>Loading bays. Coming soon.</p><script src="/app.js"></script>',
        "<frameset><frame src=/pears></frameset>",
        "",
        "<canvas></canvas>",
    ],
)
def test_pages_that_are_not_shells(html: str) -> None:
    """A page with a little content, or without scripts, is no app shell."""
    assert shell(html) is None


def test_number_of_searched_ids_is_limited() -> None:
    """The number of ids that are searched for in scripts is limited."""
    rest = '<div id="last"></div><script>render("#last")</script>'
    assert shell("<p id=a></p>" * 10 + rest) is not None
    assert shell("".join(f"<p id=a{number}></p>" for number in range(5000)) + rest) is None


@pytest.mark.parametrize(
    ("scripted", "html"),
    [
        (True, f'<div id="app"></div>{APP}'),
        (True, f'<h1>Pears</h1><p>All about pears.</p><div id="app"></div>{APP}'),
        (True, f"<h1>Pears</h1><p>All about pears.</p><section><p>Loading comments …</p></section>{APP}"),
        (True, f"<h1>Birnen</h1><p>Alles über Birnen.</p><div>Wird geladen</div>{APP}"),
        (True, f'<h1>Pears</h1><p>All about pears.</p><ul><li v-for="pear in pears">{{{{ pear }}}}</li></ul>{APP}'),
        (False, "<h1>Pears</h1><p>Loading comments …</p>"),
        (False, f"<h1>Pears</h1><p>All about pears.</p>{APP}"),
        (False, f"<h1>Pears</h1><p>Loading bays are open from nine to five.</p>{APP}"),
        (False, f'<h1>Pears</h1><div id="app"><p>All about pears.</p></div>{APP}'),
        (False, "<frameset><frame src=/pears></frameset>"),
    ],
)
def test_scripted_pages(scripted: bool, html: str) -> None:
    """A page is scripted if scripts seem to write its content, in part or as a whole."""
    assert is_scripted(document(html)) is scripted


@pytest.mark.parametrize(
    ("html", "message"),
    [
        (f'<div id="app">Loading&hellip;</div>{APP}', True),
        (f'{NOSCRIPT}<div id="app"></div>{APP}', False),
        (f'<h1>Pears</h1><div id="app"></div>{APP}', False),
        (f'<div id="app">{{{{ title }}}}</div><p hidden>Loading</p>{APP}', False),
    ],
)
def test_loading_messages(html: str, message: bool) -> None:
    """A page says that it is loading until its scripts have run; a message for browsers without scripts is not seen."""
    found = shell(html)
    assert found is not None
    assert found.message == message
