"""The URLs of a page's ``blob:`` files are the same in each report on it."""

from sitescan.model.rendered import Paints, RenderedDocument, RequestMade, ScriptError
from sitescan.rendering.blob_urls import with_numbered_blobs

PEAR, PLUM = "c634e230-7b92-4975-944f-837630248895", "f680e1e8-61b4-4c5c-a818-1a9c19a2e588"
URL = "blob:https://pears.example:8080/"


def document(first: str, second: str) -> RenderedDocument:
    """Return a rendered page with two files, wherever a URL can be."""
    style = f'a{{background: url(\\"{URL}{second}\\")}}'
    return RenderedDocument(
        html=f'<img src="{URL}{first}#a">\ud800',
        nodes=f'["src", "{URL}{first}", "blob:null/{second}", "{style}"]'.encode(),
        unwritten=style.encode(),
        phone=f'["{URL}{second}"]'.encode(),
        layout=f'["{URL}{first}"]'.encode(),
        narrow=f'["{URL}{first}"]'.encode(),
        coverage=f'["{URL}{second}"]'.encode(),
        paints=Paints(largest_url=URL + first),
        requests=(RequestMade(url=URL + second, kind="image", script=URL + first),),
        errors=(ScriptError(text=f"no pears in {URL}{first}", url=URL + second, line=1),),
    )


def test_equal_visits() -> None:
    """A visit in which the browser has chosen other random numbers gives the same document."""
    numbered = with_numbered_blobs(document(PEAR, PLUM), b"<img>")
    assert numbered == with_numbered_blobs(document(PLUM, PEAR), b"<img>") == document("1", "2")


def test_url_that_was_sent() -> None:
    """A URL that the page was sent with is the same for each visit, and is shown literally."""
    found = with_numbered_blobs(document(PEAR, PLUM), f'<img src="{URL}{PEAR}">'.encode())
    assert found == document(PEAR, "1")


def test_words_about_blobs() -> None:
    """What isn't such a URL is left as it is."""
    html = f"<p>blob: {PEAR} blob:https://pears.example/pear/{PEAR[:-1]} https://pears.example/{PEAR}</p>"
    assert with_numbered_blobs(RenderedDocument(html=html), b"").html == html


def test_number_of_urls() -> None:
    """A page with very many files holds up the service no longer than one with some thousands."""
    html = f"{URL}{PEAR} " * 10_000
    found = with_numbered_blobs(RenderedDocument(html=f"{html}{URL}{PLUM}"), b"").html
    assert found == f"{URL}1 " * 10_000 + URL + PLUM
