"""What the examples of rules read: a page that loads one file."""

from sitescan.model.answers import Answer, Problem, ResourceAnswers
from sitescan.model.close_look import Picture, TextFile
from sitescan.model.exchange import Headers
from sitescan.model.outline import Resource

_PAGE = "https://example.com/"


def loading(
    kind: str,
    path: str,
    *fields: tuple[str, str],
    size: int | None = None,
    status: int | None = 200,
    problem: Problem | None = None,
    shown: tuple[int, int] = (0, 0),
    picture: Picture | None = None,
    text: TextFile | None = None,
) -> ResourceAnswers:
    """
    A page at example.com that loads one file, and what that answered.

    :param path: the file's URL, or its path below the page's.
    :param fields: the header fields of the answer.
    :param shown: the width and height that the page says the file is shown at.
    :param picture: what its first bytes say.
    :param text: what it holds, where it was read.
    """
    url = path if "://" in path else _PAGE + path
    width, height = shown
    return ResourceAnswers.of(
        (
            Resource(url=url, kind=kind, width=width, height=height),
            Answer(url=url, status=status, headers=Headers(fields), size=size, problem=problem),
        ),
        pictures={} if picture is None else {url: picture},
        texts={} if text is None else {url: text},
    )
