"""Fixed markup: elements of the page without their fault."""

from bs4 import BeautifulSoup
from bs4.element import Tag

from sitescan.document.change import changed, labelled, renamed
from sitescan.document.element_markup import nearest, retagged, start_tag, whole
from sitescan.document.parsing.parse import parse


def _first(html: str) -> Tag:
    soup: BeautifulSoup = parse(f"<!doctype html><body>{html}").soup
    assert soup.body is not None
    tag = soup.body.contents[0]
    assert isinstance(tag, Tag)
    return tag


def test_attribute_order() -> None:
    """Changed attributes keep their place, and new ones are last."""
    tag = _first('<img src="a.jpg" alt="" width="3" hidden>')
    assert (
        changed(tag, alt="Pears", width=None, aria_label="x").markup
        == '<img src="a.jpg" alt="Pears" hidden aria-label="x">'
    )


def test_both_language_attributes_are_changed() -> None:
    """Both attributes for a language are changed, so that they do not contradict each other."""
    assert changed(_first('<p xml:lang="null" lang="null">'), lang="en").markup == '<p xml:lang="en" lang="en">'


def test_void_elements_have_no_end_tag() -> None:
    """A void element has no end tag, and any other element is shown with its content."""
    assert changed(_first("<input name=a>"), "x", type="text").markup == '<input name="a" type="text">'
    assert (
        changed(_first("<button class=b>x</button>"), "(what it does)").markup
        == '<button class="b">(what it does)</button>'
    )


def test_python_keywords() -> None:
    """A parameter for an attribute that is a keyword, such as ``for``, ends with an underscore."""
    assert changed(_first("<label>x</label>"), for_="a").markup == '<label for="a">'


def test_attributes_are_kept_whole() -> None:
    """All attributes and entities are kept, so that the markup can replace the original."""
    html = f'<a href="/?a=1&amp;b=2&copy=3" {" ".join(f"data-{n}=y" for n in range(20))} title="&lt;b&gt;&nbsp;">x</a>'
    tag = _first(html)
    again = _first(changed(tag, "…", id="p").markup)
    assert again.attrs == {**tag.attrs, "id": "p"}
    assert (
        changed(_first('<a href="?a=1&amp;b=2" title="a\nb">x</a>')).markup == '<a href="?a=1&amp;b=2" title="a&#10;b">'
    )


def test_long_tags_are_not_shown() -> None:
    """A tag with a megabyte in an attribute, or a hundred attributes, is not shown, since a part can't be pasted."""
    tag = _first(f'<a href="/{"x" * 1000}" {" ".join(f"data-{n}=y" for n in range(100))} id="p">x</a>')
    assert changed(tag, title="Pears").markup == ""
    assert labelled(_first(f"<input name={'x' * 1000}>")).markup == ""


def test_text_is_escaped() -> None:
    """Text is escaped in the markup."""
    assert retagged("h2", "a < b & c") == "<h2>a &lt; b &amp; c</h2>"
    assert labelled(_first("<input name=a>"), "<b>").markup == '<label>&lt;b&gt; <input name="a"></label>'
    assert renamed(_first('<h5 class="a">x</h5>'), "h3", without=("id",)).markup == '<h3 class="a">…</h3>'


def test_quotes_in_values_are_escaped() -> None:
    """Quotes in values do not end them, so that the markup can be pasted."""
    assert changed(_first("<a title='a \"b\"'>x</a>")).markup == "<a title='a \"b\"'>"
    assert changed(_first("<a title=\"a &quot;b&quot; 'c'\">x</a>")).markup == "<a title=\"a &quot;b&quot; 'c'\">"


def test_labels_for_fields() -> None:
    """A field is put into a label, and an element with a field's role gets an aria-label."""
    assert labelled(_first("<input name=a>"), "Name").markup == '<label>Name <input name="a"></label>'
    assert labelled(_first("<select></select>")).markup == "<label>(what to enter) <select>…</select></label>"
    assert (
        labelled(_first("<div role=textbox>x</div>"), "Name").markup == '<div role="textbox" aria-label="Name">…</div>'
    )


def test_misspelled_words_are_recognized() -> None:
    """A misspelled word is replaced by the nearest one, unless none is similar."""
    assert nearest("aria-lable", ["aria-label", "aria-level"]) == "aria-label"
    assert nearest("aria-whatever", ["aria-label", "aria-level"]) is None
    assert nearest("a" * 10_000, ["aria-label"]) is None


def test_suggested_elements_are_escaped() -> None:
    """A value from the page can end neither its attribute nor its element."""
    shown = start_tag("link", rel="canonical", href="https://pears.example/?a=1&copy=2\"'><script>")
    assert shown == ('<link rel="canonical" href="https://pears.example/?a=1&amp;copy=2&quot;\'><script>">')
    tag = _first(shown)
    assert (tag.name, tag.attrs["href"]) == ("link", "https://pears.example/?a=1&copy=2\"'><script>")


def test_whole_element() -> None:
    """A whole element is on one line, with its attributes in the page's order and without comments."""
    tag = _first("<p>Name\n  <input required type=text name=a><br>a &lt; b<!-- later --><script>1 < 2</script>")
    expected = '<p>Name <input required type="text" name="a"><br>a &lt; b<script>1 < 2</script></p>'
    assert whole(tag) == expected
    assert whole(_first("<pre>a\nb</pre>")) == "<pre>a&#10;b</pre>"


def test_field_in_empty_label() -> None:
    """A field in an empty label gets the text there, and a label for another field is not used."""
    field = _first("<label><input name=a></label>").input
    assert field is not None
    assert labelled(field, "Name").markup == 'Name <input name="a">'
    other = _first("<label for=b>Size<input name=a></label>").input
    assert other is not None
    assert labelled(other, "Name").markup == '<input name="a" aria-label="Name">'
