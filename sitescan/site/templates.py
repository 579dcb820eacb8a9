"""The templates of a site: groups of pages that are built alike."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from hashlib import blake2b
from math import inf

from attrs import frozen

from sitescan.model.site_facts import PATH_BYTES, PLAIN_BODY, paths_of
from sitescan.standards.disjoint_sets import DisjointSets

#: A path counts if so many pages have it, and this part of all pages.
_LEAST_PAGES, _LEAST_PART = 3, 0.02

#: The similarity of the paths of two pages (Jaccard's) from which they have one template.
_ALIKE = 0.75

#: The same for a site that a program makes, whose pages vary so little that, on average, so many have the same paths.
_ALIKE_WHERE_MADE, _PAGES_OF_A_SET = 0.85, 5

#: The same for pages whose bodies have the same class or id, unless nearly all pages have it.
_ALIKE_IN_BODY, _NEARLY_ALL = 0.5, 0.9

#: The signature of a page has 64 numbers of 8 bytes (MinHash). Two pages are compared if they have a band of 4 of them
#: in common, as 99.8% of the pairs have that are as similar as that.
_HASHES, _HASH_BYTES, _BAND = 64, 8, 4
#: The largest digest of blake2b in bytes: so many bytes of a signature come from one call.
_DIGEST = 64

_Paths = frozenset[bytes]
#: Sets of paths, each with the pages that have it.
_Group = Sequence[tuple[_Paths, Sequence[str]]]


@frozen(kw_only=True)
class Template:
    """
    Pages that are built alike.

    :ivar pages: the URLs of its pages, sorted.
    :ivar certainty: the mean similarity of its pages to what most of them have, in percent.
    """

    pages: Sequence[str]
    certainty: int


def templates(skeletons: Mapping[str, bytes]) -> Sequence[Template]:
    """
    Return the templates of the pages of a site, those with most pages first.

    Only paths that several pages share count: the others are the content of a page. Two pages have one template if they
    are similar, or if others link them that are. On a site that a program makes, small differences tell templates
    apart. The class and the id of the body do, too.

    :param skeletons: the skeletons of the pages by URL.
    """
    found = {url: paths_of(skeletons[url]) for url in sorted(skeletons)}
    least = max(_LEAST_PAGES, _LEAST_PART * len(found))
    shared = _shared((path for of_page in found.values() for path in of_page), least)
    bodies = _shared((skeleton[:PATH_BYTES] for skeleton in skeletons.values()), least, _NEARLY_ALL * len(found))
    alike: dict[bytes, dict[_Paths, list[str]]] = defaultdict(lambda: defaultdict(list))
    for url, of_page in found.items():
        body = skeletons[url][:PATH_BYTES]
        alike[body if body in bodies else PLAIN_BODY][of_page & shared].append(url)
    is_made = _PAGES_OF_A_SET * sum(map(len, alike.values())) <= len(found)
    similar = _ALIKE_WHERE_MADE if is_made else _ALIKE
    made = [
        _template([(of_page, pages[of_page]) for of_page in group])
        for body, pages in alike.items()
        for group in _clusters(list(pages), similar if body == PLAIN_BODY else _ALIKE_IN_BODY)
    ]
    made.sort(key=lambda template: (-len(template.pages), template.pages[0]))
    return tuple(made)


def _shared(hashes: Iterable[bytes], least: float, most: float = inf) -> AbstractSet[bytes]:
    """Return the hashes that occur at least, and at most, so often."""
    return {found for found, times in Counter(hashes).items() if least <= times <= most}


def _clusters(sets: Sequence[_Paths], similar: float) -> Iterable[Sequence[_Paths]]:
    """Return the groups of sets that similar ones connect."""
    joined = DisjointSets(len(sets))
    for bucket in _buckets(sets):
        # One set stands for each group of the bucket, so that pairs of a large group aren't compared.
        groups: dict[int, int] = {}
        for number in bucket:
            for other in tuple(groups):
                apart = joined.leader(other) != joined.leader(number)
                if apart and _similarity(sets[groups[other]], sets[number]) >= similar:
                    joined.join(other, number)
            groups.setdefault(joined.leader(number), number)
    return [[sets[number] for number in group] for group in joined.groups()]


def _usual(group: _Group) -> _Paths:
    """Return the paths that more than half of the pages of a group have."""
    pages, times = sum(len(urls) for _, urls in group), Counter[bytes]()
    for of_page, urls in group:
        times.update(dict.fromkeys(of_page, len(urls)))
    return frozenset(path for path, number in times.items() if 2 * number > pages)


def _buckets(sets: Sequence[_Paths]) -> Iterable[Sequence[int]]:
    """Return the numbers of the sets that have a band of their signatures in common."""
    hashes: dict[bytes, tuple[bytes, ...]] = {}
    buckets: dict[tuple[int, tuple[bytes, ...]], list[int]] = defaultdict(list)
    for number, of_page in enumerate(sets):
        for path in of_page - hashes.keys():
            hashes[path] = _hashes(path)
        signature = tuple(map(min, zip(*(hashes[path] for path in of_page), strict=True))) or (b"",) * _HASHES
        for at in range(0, _HASHES, _BAND):
            buckets[at, signature[at : at + _BAND]].append(number)
    return buckets.values()


def _hashes(path: bytes) -> tuple[bytes, ...]:
    """Return the numbers of a path, of which the signature of a page has the lowest."""
    digests = (
        blake2b(path, digest_size=_DIGEST, salt=bytes([number])).digest()
        for number in range(_HASHES * _HASH_BYTES // _DIGEST)
    )
    return tuple(digest[at : at + _HASH_BYTES] for digest in digests for at in range(0, _DIGEST, _HASH_BYTES))


def _similarity(first: _Paths, second: _Paths) -> float:
    return len(first & second) / len(first | second) if first or second else 1.0


def _template(group: _Group) -> Template:
    pages, usual = sorted(url for _, urls in group for url in urls), _usual(group)
    similar = sum(_similarity(of_page, usual) * len(urls) for of_page, urls in group)
    return Template(pages=tuple(pages), certainty=round(100 * similar / len(pages)))
