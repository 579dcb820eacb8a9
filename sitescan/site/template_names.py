"""The names of the templates of a site, after what the pages of each share."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from operator import itemgetter

from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.page_urls import url_pattern
from sitescan.standards.urls import split_url

#: The parts of the name of a file, and what says nothing about a page.
_PART = lazy_pattern(r"[^._-]+|[._-]")
_INDEX = lazy_pattern(r"index\.[a-z]{3,5}")
_NAME_AND_EXTENSION = 3
_EXTENSION = (".", "htm", "html", "xhtml", "php", "asp", "aspx", "jsp")

#: The maximum number of addresses in the name of a template.
_MOST_ADDRESSES = 3

_Parts = Sequence[str]


def template_names(groups: Sequence[Sequence[str]], titles: Mapping[str, str]) -> Sequence[str]:
    """
    Return a unique name for each template: what its addresses share, or what its titles share.

    :param groups: the URLs of the pages of each template.
    :param titles: the titles of the pages by URL.
    """
    everything = [url for pages in groups for url in pages]
    root = _shared([_folders(url) for url in everything])[0]
    words = {url: titles.get(url, "").split() for url in everything}
    site_title = _usual(words.values()), _usual(found[::-1] for found in words.values())[::-1]
    names, shared = list[str](), list[str]()
    for pages in groups:
        shared.append(_title([words[url] for url in pages], *site_title) if len(pages) > 1 else "")
        names.append(_name(pages, root, shared[-1], len(everything)))
    times = Counter(names)
    longer = [
        f"{name} {title}" if times[name] > 1 and title and title != name else name
        for name, title in zip(names, shared, strict=True)
    ]
    return tuple(_numbered(longer))


def _name(pages: Sequence[str], root: _Parts, title: str, number: int) -> str:
    """
    Return the name of a template.

    :param root: the folders that all pages of the site are in, which tell nothing.
    :param number: the number of pages of the site.
    """
    if len(pages) == 1:
        parts = split_url(pages[0])
        return f"{parts.path}?{parts.query}" if parts.query else parts.path
    if len(pages) == number:
        return "all pages"
    nothing, name = "/".join(("", *root, "*")), _address(pages)
    if name != nothing and not (name.startswith(f"{nothing}/") and _is_index(_file(name))):
        return name
    by_folder = _grouped(pages, lambda url: (*_folders(url_pattern(url)), url_pattern(url))[len(root)])
    by_kind = _grouped(pages, _kind)
    fewer = min(by_folder, by_kind, key=lambda groups: (len(groups) == 1, len(groups)))
    if len(fewer) <= _MOST_ADDRESSES:
        return ", ".join(map(_address, fewer))
    if title:
        return title
    if 2 * len(pages) > number:
        return "most pages"
    groups = by_kind if 2 * len(by_kind[0]) > len(pages) else by_folder
    largest = [group for group in groups[: _MOST_ADDRESSES - 1] if len(group) > 1] or groups[:1]
    return f"{', '.join(map(_address, largest))} and others"


def _grouped(pages: Iterable[str], key: Callable[[str], str]) -> Sequence[Sequence[str]]:
    """Return the groups of pages with the same key, the largest first."""
    groups: dict[str, list[str]] = defaultdict(list)
    for url in pages:
        groups[key(url)].append(url)
    return sorted(groups.values(), key=lambda urls: (-len(urls), urls[0]))


def _kind(url: str) -> str:
    """Return what the name of a file begins with, such as ``struct.``, if more follows than an extension."""
    name = _file(url_pattern(url))
    parts = _PART.findall(name)
    return "".join(parts[:2]) if len(parts) > _NAME_AND_EXTENSION else name


def _address(pages: Sequence[str]) -> str:
    """Return the addresses that pages share, with ``*`` for what differs."""
    patterns = _patterns(pages)
    if len({*patterns}) == 1:
        return patterns[0]
    folders, names = [_folders(pattern) for pattern in patterns], [_file(pattern) for pattern in patterns]
    folder = "/".join(("", *_glob(folders)))
    first, last = _shared([_PART.findall(name) for name in names])
    if all(part in _EXTENSION for part in last):
        last = ()
    name = names[0] if len({*names}) == 1 else "".join((*first, "*", *last))
    return folder if folder.endswith("*") and name == "*" else f"{folder}/{name}"


def _patterns(pages: Sequence[str]) -> Sequence[str]:
    """Return the patterns of URLs, with the numbers that all of them have in the same place."""
    found = [url_pattern(url).split("/") for url in pages]
    for at, parts in enumerate(zip(*(split_url(url).path.split("/") for url in pages), strict=False)):
        if len({*parts}) == 1:
            for pattern in found:
                pattern[at] = parts[0] + "".join(pattern[at].partition("?")[1:])
    return ["/".join(pattern) for pattern in found]


def _folders(url: str) -> _Parts:
    return [part for part in split_url(url).path.split("/")[:-1] if part]


def _file(url: str) -> str:
    return split_url(url).path.rpartition("/")[2]


def _is_index(name: str) -> bool:
    return not name or _INDEX.fullmatch(name) is not None


def _glob(sequences: Sequence[_Parts]) -> Iterable[str]:
    """Return the parts that sequences begin and end with, and ``*`` between them if the sequences differ."""
    first, last = _shared(sequences)
    return sequences[0] if all(found == sequences[0] for found in sequences) else (*first, "*", *last)


def _shared(sequences: Sequence[_Parts]) -> tuple[_Parts, _Parts]:
    """Return the parts that sequences begin with, and those that the rests end with."""
    first = _common(sequences)
    return first, _common([found[len(first) :][::-1] for found in sequences])[::-1]


def _common(sequences: Iterable[_Parts]) -> _Parts:
    return [parts[0] for parts in takewhile(lambda parts: len({*parts}) == 1, zip(*sequences, strict=False))]


def _usual(titles: Iterable[_Parts]) -> _Parts:
    """Return the words that more than half of the titles begin with, in linear time."""
    alike, begin = [*titles], list[str]()
    number = len(alike)
    while True:
        at = len(begin)
        alike = [words for words in alike if len(words) > at]
        word, times = max(Counter(words[at] for words in alike).items(), key=itemgetter(1), default=("", 0))
        if 2 * times <= number:
            return begin
        alike = [words for words in alike if words[at] == word]
        begin.append(word)


def _title(titles: Sequence[_Parts], first: _Parts, last: _Parts) -> str:
    """
    Return the pattern of titles, such as ``“Uses of …”``; empty if they share nothing.

    :param first: the words that the titles of the site begin with, and so tell nothing. Likewise ``last``.
    """
    own = [_without(words[::-1], last[::-1])[::-1] for words in (_without(words, first) for words in titles)]
    begin, end = _shared(own)
    if not begin and not end:
        return ""
    middle = () if all(found == own[0] for found in own) else ("…",)
    return f"“{' '.join((*begin, *middle, *end))}”"


def _without(words: _Parts, begin: _Parts) -> _Parts:
    return words[len(begin) :] if [*words[: len(begin)]] == [*begin] else words


def _numbered(names: Iterable[str]) -> Iterable[str]:
    times = Counter[str]()
    for name in names:
        times[name] += 1
        yield f"{name} ({times[name]})" if times[name] > 1 else name
