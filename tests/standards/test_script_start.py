"""What a script does before the user acts."""

import pytest

from sitescan.standards.script_start import script_start

_MENU = """
document.addEventListener("DOMContentLoaded", () => {
  const button = document.querySelector(".menu");
  if (button) button.addEventListener("click", () => button.classList.toggle("open"));
  document.querySelectorAll("a").forEach(link => link.addEventListener("click", follow));
});
function follow(event) { event.preventDefault() }
"""


@pytest.mark.parametrize(
    ("script", "names"),
    [
        ("", set()),
        ("'use strict'; // nothing", set()),
        ("function hi(name) { alert(`Hi, ${name}`); }", {"hi"}),
        ("const hi = () => { document.title = 'Hi' }\nlet size = 5", {"hi", "size"}),
        ("const hi = async function () { await fetch('/hi') };", {"hi"}),
        ("(function () { var size = 5; function hi() { write(size) } })()", set()),
        ("document.addEventListener('click', event => event.target.remove())", set()),
        ("window.addEventListener('keydown', function (event) { go(event) }, {passive: true})", set()),
        ("addEventListener('submit', send, true); function send() { new FormData() }", {"send"}),
        (_MENU, {"follow"}),
        ("addEventListener('load', start); function start() { listen() } function listen() { }", {"start", "listen"}),
        ("document.addEventListener('click', () => /[/'](x)/.test(1))", set()),
    ],
)
def test_harmless(script: str, names: set[str]) -> None:
    """A script that only defines functions and listens to the user has no effect."""
    start = script_start(script.encode())
    assert (start.effect, start.names) == ("", names)


@pytest.mark.parametrize(
    ("script", "effect"),
    [
        ("document.documentElement.dataset.theme = 'dark'", "documentElement"),
        ("document.body.className = ''", "body"),
        ("document.head.append(style)", "head"),
        ("document.write(1)", "write"),
        ("document['write'](1)", "["),
        ("document.cookie = 'a=b'", "cookie"),
        ("document.currentScript.remove()", "currentScript"),
        ("document.querySelector('a').addEventListener('click', hi)", "querySelector"),
        ("localStorage.getItem('theme')", "localStorage"),
        ("if (matchMedia('print').matches) { }", "matchMedia"),
        ("customElements.define('a-b', class extends HTMLElement {})", "customElements"),
        ("class Menu extends HTMLElement { }", "class"),
        ("Array.prototype.at ||= function () { }", "Array"),
        ("window.dataLayer = window.dataLayer || []", "dataLayer"),
        ("window.onload = function () { }", "onload"),
        ("function onload() { }", "onload"),
        ("var location = '/'", "location"),
        ("import './a.js'", "import"),
        ("$(function () { })", "$"),
        ("setTimeout(hi)", "setTimeout"),
        ("function hi() { write() } hi()", "write"),
        ("(function hi() { write() })()", "write"),
        ("!function () { write() }()", "write"),
        ("const hi = function () { write() }(); ", "write"),
        ("const hi = () => { write() }\n(hi)()", "write"),
        ("const hi = () => size\nwrite()", "size"),
        ("function hi() { } function hi() { write() } hi()", "hi"),
        ("function hi(alert) { } alert(1)", "alert"),
        ("function hi(size = write()) { } hi()", "="),
        ("addEventListener('load', () => document.body.remove())", "body"),
        ("addEventListener('load', hi); function hi() { listen() } function listen() { write() }", "write"),
        ("addEventListener('error', () => { })", "'error'"),
        ("document.addEventListener('load', () => { }, true)", "'load'"),
        ("addEventListener('click', make())", "addEventListener"),
        ("function addEventListener(kind, run) { run() } addEventListener('click', hi)", "addEventListener"),
        ("const it = {addEventListener(kind, run) { run() }}", "addEventListener"),
        ("const it = {addEventListener: (kind, run) => run()}", "addEventListener"),
        ("(addEventListener => addEventListener('click', hi))(run)", "addEventListener"),
        ("function* hi() { }", "*"),
        ("addEventListener('click', hi.bind(this))", "addEventListener"),
        ("addEventListener('click', {handleEvent() { }})", "addEventListener"),
        ("addEventListener('click', () => { }, write())", "write"),
        ("\\u0064ocument.write()", "\\u0064ocument"),
        ("addEventListener('click', (write(), hi))", "addEventListener"),
        ("addEventListener('click', function () { }())", "addEventListener"),
        ("addEventListener(kind, () => write())", "addEventListener"),
        ("const listen = addEventListener; listen('error', hi)", "addEventListener"),
        ("addEventListener('load', () => document.querySelector('a').addEventListener('load', () => { }))", "'load'"),
        ("addEventListener('click', hi); function hi() { } /b/g.test()", "code that can't be followed"),
        ("write(`${1}`)", "write"),
        ("const {cookie} = document", "{"),
        ("<!-- a\nwrite()", "code that can't be followed"),
        ("write(", "code that can't be followed"),
        ("// hi \N{LINE SEPARATOR} write()", "code that can't be followed"),
        ("for (;;) { } x-->0", "code that can't be followed"),
        ("'", "code that can't be followed"),
        ("/* " + "a" * 50_000 + " */", "code that can't be followed"),
    ],
)
def test_effects(script: str, effect: str) -> None:
    """Everything else may have an effect before the user acts, and is named."""
    assert script_start(script.encode()).effect == effect


def test_other_encodings() -> None:
    """The bytes of other encodings may mean other tokens."""
    assert script_start("const hi = 'ソ'; write()".encode("shift_jis")).effect == "code that can't be followed"
    assert script_start("function hi() { }".encode("utf-16")).effect == "code that can't be followed"
