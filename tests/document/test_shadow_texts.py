"""The contrast of texts in shadow trees."""

import pytest

from sitescan.document.contrast.text_contrast import texts
from tests.document.pages import document, has_measured_text

_HOST = "<p id=t style='color:#bbb'>"
_FIND = "document.getElementById('t')"
_ATTACH = f"{_FIND}.attachShadow({{ mode: 'open' }})"


def _run(script: str, kind: str = "") -> str:
    return f"{_HOST}</p><script{kind}>{script}</script>"


@pytest.mark.parametrize(
    "html",
    [
        f"{_HOST}<template shadowrootmode=open>Sweet pears</template></p>",
        _run(f"{_ATTACH}.textContent = 'Sweet pears'"),
        _run(f"const root = {_ATTACH}; root.innerHTML = 'Sweet pears';"),
        _run(f"const p = {_FIND}\nconst root = p.attachShadow({{mode: 'closed'}})\nroot.textContent = `Sweet pears`\n"),
        _run("var p = document.querySelector('#t');p.attachShadow({mode:\"open\"}).textContent='Sweet pears'"),
        _run(f"const root = {_ATTACH}; root.textContent = '-'; root.textContent = 'Sweet pears';"),
        _run(f"{_ATTACH}.textContent = '<b>Pears</b>'"),
    ],
)
def test_contrast_of_shadow_text(html: str) -> None:
    """The text of a shadow tree is shown in the colors of its host."""
    assert has_measured_text(html)


@pytest.mark.parametrize(
    "html",
    [
        f"{_HOST}Apples<template shadowrootmode=open></template></p>",
        _run(f"{_ATTACH}"),
        _run(f"{_ATTACH}.innerHTML = '<b>Sweet pears</b>'"),
        _run(f"if (late) {_ATTACH}.textContent = 'Sweet pears'"),
        _run(f"{_ATTACH}.textContent = 'Sweet ' + kind"),
        _run(f"{_ATTACH}.textContent = 'Sweet pears'; paint();"),
        _run(f"{_ATTACH}.textContent = 'Sweet pears';" + " " * 5000),
        _run(f"const p = {_FIND}; const p = {_FIND}; p.attachShadow({{mode: 'open'}}).textContent = 'Sweet pears'"),
        _run(f"{_ATTACH}.textContent = 'Sweet pears'; {_ATTACH}.textContent = 'Sweet pears'"),
        _run(f"{_FIND}.textContent = 'Sweet pears'; // no attachShadow"),
        _run(f"root.textContent = 'Sweet pears'; {_ATTACH}"),
        _run(_ATTACH.replace("'t'", "'u'") + ".textContent = 'Sweet pears'"),
        _run("document.querySelector('p').attachShadow({mode:'open'}).textContent='Sweet pears'"),
        _run(f"{_ATTACH}.textContent = 'Sweet pears'", " type=module"),
        f"<script>{_ATTACH}.textContent = 'Sweet pears'</script>{_HOST}",
        f"{_HOST}</p><template><script>{_ATTACH}.textContent = 'Sweet pears'</script></template>",
        f"<a id=t style='color:#bbb'></a><script>{_ATTACH}.textContent = 'Sweet pears'</script>",
        "<a id=t style='color:#bbb'><template shadowrootmode=open>Sweet pears</template></a>",
        (
            f"<div style='position:relative'>{_HOST}<template shadowrootmode=open>Sweet pears</template></p>"
            "<b style='position:absolute;inset:0;background:#000'></b></div>"
        ),
    ],
)
def test_scripted_shadow_trees_are_ignored(html: str) -> None:
    """A shadow tree is ignored if a script may change its text; it hides the content of its host all the same."""
    assert not has_measured_text(html)


def test_script_attaches_declared_shadow_tree() -> None:
    """Attaching a shadow tree to an element that declares one empties that one, https://dom.spec.whatwg.org/#concept-attach-a-shadow-root."""
    page = f"{_HOST}<template shadowrootmode=open>-</template></p><script>{_ATTACH}.textContent = 'Pears'</script>"
    assert texts(document(f"<!doctype html><body>{page}"))
