"""Generated pages with a script in the head, one for each kind of script, place of it, and what may need it."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from evaluation.generated_images import write_image

#: Kinds of scripts. Some are deferrable, if nothing needs them before.
_SCRIPTS = {
    "functions": "function hi(element) { document.title = 'Hi, ' + element.localName }",
    "constant": "const hi = element => { element.title = 'Hi' };",
    "listener": "document.addEventListener('click', event => { event.target.title = 'Hi' })",
    "menu": (
        "document.addEventListener('DOMContentLoaded', () => { const button = document.querySelector('button');"
        " if (button) button.addEventListener('click', () => button.classList.toggle('open')) })"
    ),
    "loaded": "window.addEventListener('load', start); function start() { document.querySelector('h1').hidden = true }",
    "ready": "document.addEventListener('DOMContentLoaded', () => { document.querySelector('h1').append('!') })",
    "theme": "document.documentElement.dataset.theme = 'dark'",
    "stored theme": "document.documentElement.className = localStorage.getItem('theme') || 'dark'",
    "no-js": "document.documentElement.classList.replace('no-js', 'js')",
    "flicker": (
        "document.documentElement.classList.add('hidden'); addEventListener('load', () =>"
        " document.documentElement.classList.remove('hidden'))"
    ),
    "media": "if (matchMedia('(min-width: 600px)').matches) document.documentElement.classList.add('wide')",
    "cookie": "document.cookie = 'seen=1'; if (document.cookie) document.documentElement.classList.add('js')",
    "written": "document.write('<p>Written</p>')",
    "current": "document.currentScript.insertAdjacentHTML('afterend', '<style>h1 { color: green }</style>')",
    "element": (
        "customElements.define('pear-price', class extends HTMLElement { connectedCallback() { this.append(5) } })"
    ),
    "polyfill": "window.hi ||= element => { document.title = element.localName }",
    "consent": (
        "new MutationObserver(() => { for (const one of document.querySelectorAll('script[data-held]'))"
        " one.type = 'text/plain' }).observe(document, {childList: true, subtree: true})"
    ),
    "test": "setTimeout(() => { document.querySelector('h1').textContent = 'Variant B' })",
    "style": "document.head.append(Object.assign(document.createElement('style'), {textContent: 'h1 { color: red }'}))",
    "global": "window.shop = {hi() { }}; var hi = shop.hi",
    "handler": "window.onload = () => { document.querySelector('h1').append('!') }",
    "call": "(function () { hi(); function hi() { document.documentElement.classList.add('js') } })()",
}
#: What may need the script before it runs, if it is deferred.
_USERS = (
    "",
    '<img src="pear.png" alt="" onload="hi(this)">',
    '<img src="none.png" alt="" onerror="hi(this)">',
    '<iframe src="about:blank" title="Map" onload="hi(this)"></iframe>',
    '<iframe srcdoc="<script>parent.hi(document.body)</script>" title="Map"></iframe>',
    '<link rel="stylesheet" href="pears.css" onload="hi(this)">',
    '<style onload="hi(this)">b { color: red }</style>',
    '<object data="pear.png" type="image/png" onload="hi(this)">Pear</object>',
    '<video src="none.mp4" onerror="hi(this)" onloadstart="hi(this)"></video>',
    '<p style="animation: pears 1ms" onanimationend="hi(this)">Pears</p>',
    '<p class="changing" ontransitionend="hi(this)">Pears</p>',
    '<details open ontoggle="hi(this)"><summary>More</summary>Pears</details>',
    '<input autofocus aria-label="Name" onfocus="hi(this)">',
    '<svg width="9" height="9"><script>hi(document.body)</script></svg>',
    "<script>hi(document.body)</script>",
    "<script defer>hi(document.body)</script>",
    "<script data-held>document.title = 'Counted'</script>",
    "<script>setTimeout(() => hi(document.body))</script>",
    "<script>document.querySelector('h1').click()</script>",
    '<script type="module">hi(document.body)</script>',
    '<script type="module" async>hi(document.body)</script>',
    '<script async src="use.js"></script>',
    '<script defer src="use.js"></script>',
    '<script src="use.js"></script>',
    '<button type="button" onclick="hi(this)">Hi</button>',
    '<button type="button">Menu</button>',
    '<a href="javascript:hi(document.body)">Hi</a>',
    "<pear-price></pear-price>",
    '<p id="hi">Hi</p>',
)
#: The head around the script.
_PLACES = (
    "{script}{styles}",
    "{styles}{script}",
    '{styles}<script defer src="first.js"></script>{script}',
    "<script>document.addEventListener('keydown', event => {{ event.stopPropagation() }})</script>{script}{styles}",
)
_STYLES = (
    '<link rel="stylesheet" href="pears.css"><style>.dark, [data-theme=dark] { background: #123; color: #fff }'
    " .hidden { opacity: 0 } .js h1, .wide h1 { letter-spacing: 3px } .open { outline: 3px solid }"
    " @keyframes pears { to { top: 0 } } .changing { transition: color 1ms; color: #111 }"
    " @starting-style { .changing { color: #222 } }</style>"
)
_FILES = {
    "pears.css": "h1 { font-family: sans-serif }",
    "use.js": "if (typeof hi === 'function') hi(document.documentElement); else throw new Error('hi is missing')",
    "first.js": "document.addEventListener('click', event => { event.target.lang = 'en' })",
}


def write_script_pages(folder: Path) -> None:
    """Write the pages and their files into a folder."""
    write_image(folder)
    for name, text in _FILES.items():
        (folder / name).write_text(text)
    for number, script in enumerate(_SCRIPTS.values()):
        (folder / f"{number}.js").write_text(script)
    for number, html in enumerate(_pages()):
        (folder / f"{number:04}.html").write_text(html)


def _pages() -> Iterator[str]:
    for user, place, number in product(_USERS, _PLACES, range(len(_SCRIPTS))):
        head = place.format(script=f'<script src="{number}.js"></script>', styles=_STYLES)
        yield (
            '<!DOCTYPE html>\n<html lang="en" class="no-js"><head><meta charset="utf-8"><title>Pears and plums</title>'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">{head}</head>\n'
            f'<body><main><h1>Pears</h1>{user}<p>Pears are stored in <a href="#cellars">cellars</a>.</p>'
            '<p id="cellars">Cellars</p></main></body></html>\n'
        )
