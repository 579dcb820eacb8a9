"""The report on a page as an editor has it."""

from pathlib import Path

import pytest

from sitescan.cli.exit_codes import UsageProblem
from sitescan.cli.targets import TargetFailed
from sitescan.editors.open_page import OpenPage
from sitescan.model.outline import Place
from sitescan.model.report import Occurrence

PAGE = '<!doctype html>\n<html lang="en">\n<title>Pears</title>\n<p role="buton" tabindex=0>x</p><img src=a.png>\n'


def occurrences(page: OpenPage, rule: str) -> list[Occurrence]:
    """Return the occurrences of a rule."""
    results = page.report(0.0).categories
    return [place for result in results for issue in result.issues if issue.rule == rule for place in issue.occurrences]


def opened(text: str, name: str = "a.html", language: str = "html", root: Path | None = None) -> OpenPage:
    """Return a page with a text."""
    folder = root or Path("/pears")
    return OpenPage(folder / name, folder, language, text)


@pytest.mark.parametrize(
    ("name", "language", "text", "examined"),
    [
        ("a.html", "", "<p>", True),
        ("a", "html", "<p>", True),
        ("a.HTM", "", "<p>", True),
        ("a.njk", "", "<p>", True),
        ("a.blade.php", "blade", "<p>", True),
        ("a.css", "css", "p { }", False),
        ("a.md", "markdown", "<p>", False),
        ("a.html", "html", " \n", False),
    ],
)
def test_examined_files(name: str, language: str, text: str, *, examined: bool) -> None:
    """Pages and templates are examined, by the language or the name; other files and empty ones are not."""
    assert opened(text, name, language).is_examined is examined


@pytest.mark.parametrize(
    ("name", "text", "is_fragment"),
    [
        ("a.html", PAGE, False),
        ("a.html", "<p>Pears</p>", True),
        ("a.html", PAGE + "{% include 'pears.html' %}", True),
        ("a.html", PAGE + "<script>const css = `a { color: ${color} }`</script>", False),
        ("a.php", PAGE, True),
    ],
)
def test_fragments(name: str, text: str, *, is_fragment: bool) -> None:
    """Everything that another file or a program completes is a fragment."""
    assert opened(text, name, "").is_fragment is is_fragment


@pytest.mark.parametrize("text", [PAGE, PAGE.replace("<title>", "<meta charset=windows-1251><title>"), "\r\n" + PAGE])
def test_positions_in_any_encoding(text: str) -> None:
    """Positions count characters of the text, whatever encoding it declares or has."""
    page = opened(text.replace("x</p>", "x</p> Груша 😀 грушами "))
    (occurrence,) = occurrences(page, "accessibility/image-alt")
    assert occurrence.place is not None
    line = page.lines[occurrence.place.line - 1]
    assert line[occurrence.place.column - 1 : page.end_of(occurrence.place) - 1] == "<img src=a.png>"


def test_end_of_place() -> None:
    """A place ends with its start tag, or with its line if the tag goes on or there is none."""
    page = opened("<p\nrole=x> <b>x</b>\ny")
    assert [page.end_of(Place(line=line, column=column)) for line, column in ((1, 1), (2, 9), (3, 1))] == [3, 12, 2]


def test_text_of_vue() -> None:
    """The template of a component of Vue is examined, at its places, and not its script."""
    page = opened("<template>\n  <img src=a.png>\n</template>\n<script>\nlet a = '<img>'\n</script>\n", "a.vue", "vue")
    (occurrence,) = occurrences(page, "accessibility/image-alt")
    assert occurrence.place is not None
    assert (occurrence.place.line, occurrence.place.column) == (2, 3)


def test_links_of_the_folder(tmp_path: Path) -> None:
    """Links are checked by the files of the site, whose folder has an index page; without one, nothing is guessed."""
    (tmp_path / "public" / "fruit").mkdir(parents=True)
    text = PAGE + '<p><a href="/pears.html">Pears</a> <a href="figs.html">Figs</a></p>'
    page = opened(text, "public/fruit/index.html", root=tmp_path)
    assert not occurrences(page, "links/broken")
    for name in ("public/index.html", "public/fruit/figs.html"):
        (tmp_path / name).write_text(PAGE)
    (broken,) = occurrences(page, "links/broken")
    assert broken.place is not None
    assert "/pears.html" in broken.place.snippet


def test_configuration_of_the_folder(tmp_path: Path) -> None:
    """Issues that the configuration of the open folder ignores are left out, and an invalid one is an error."""
    page = opened(PAGE, "a.html", root=tmp_path)
    assert occurrences(page, "accessibility/role-invalid")
    entry = '[[ignore]]\nrule = "accessibility/role-invalid"\nreason = "old"\nurl = '
    (tmp_path / "sitescan.toml").write_text(f'{entry}"a.html"\n')
    assert not occurrences(page, "accessibility/role-invalid")
    (tmp_path / "sitescan.toml").write_text(f'{entry}"b.html"\n')
    assert occurrences(page, "accessibility/role-invalid")
    (tmp_path / "sitescan.toml").write_text("pears = 1\n")
    with pytest.raises(UsageProblem, match="unknown option 'pears'"):
        page.report(0.0)


def test_address_of_the_folder(tmp_path: Path) -> None:
    """The open folder is the site if the configuration says its address."""
    (tmp_path / "sitescan.toml").write_text('base = "https://pears.example/"\n')
    (tmp_path / "figs.html").write_text(PAGE)
    text = PAGE + "<p><a href=/pears.html>Pears</a><a href=/figs.html>Figs</a></p>"
    page = opened(text, "fruit/a.html", root=tmp_path)
    assert occurrences(page, "links/broken")


@pytest.mark.parametrize(
    ("text", "reason"), [("x" * 17_000_000 + PAGE, "larger than 16,777,216 bytes"), ("\0\1" + PAGE, "not a text file")]
)
def test_unusable_texts(text: str, reason: str) -> None:
    """Large and binary texts are refused with the reason."""
    with pytest.raises(TargetFailed, match=reason):
        opened(text).report(0.0)
