"""The parameters of URLs that change nothing."""

from sitescan.model.site_facts import PageFacts
from sitescan.site.parameters import Parameters, is_same, without

ROOT = "https://pears.example"


def test_without() -> None:
    """Other parameters stay as they are written, and a query that is empty goes."""
    assert without(f"{ROOT}/a?b=1&sid=2&c=%20", {"sid"}) == f"{ROOT}/a?b=1&c=%20"
    assert without(f"{ROOT}/a?sid=2&sid", {"sid"}) == f"{ROOT}/a"
    assert without(f"{ROOT}/a;sid=1;v=2?b=1", {"sid"}) == f"{ROOT}/a;v=2?b=1"


def test_three_values_are_tried_once() -> None:
    """A parameter is tried when it has three values, on its path only, and is dropped there."""
    parameters = Parameters(drop={"ref"}, keep={"page"})
    urls = [f"{ROOT}/a?sid={one}&page={one}&ref={one}" for one in (1, 1, 2)]
    assert list(parameters.undecided(urls)) == []
    (tried,) = parameters.undecided([f"{ROOT}/a?sid=3", f"{ROOT}/a?sid=4"])
    assert tried == ("sid", (urls[0], urls[2], f"{ROOT}/a?sid=3"))
    assert parameters.kept(urls[0]) == f"{ROOT}/a?sid=1&page=1"
    parameters.drop_on(urls[0], "sid")
    assert parameters.kept(urls[0]) == f"{ROOT}/a?page=1"
    assert parameters.dropped_of(urls[0]) == ("ref", "sid")
    assert parameters.kept(f"{ROOT}/b?sid=1") == f"{ROOT}/b?sid=1"
    assert list(parameters.undecided(f"{ROOT}/a?sid={one}" for one in range(5, 9))) == []


def test_parameters_of_paths() -> None:
    """A session in the path, as servlets write it, is tried as well."""
    parameters = Parameters()
    (tried,) = parameters.undecided(f"{ROOT}/a;jsessionid={one}?page=1" for one in "abc")
    assert tried[0] == "jsessionid"
    parameters.drop_on(tried[1][0], "jsessionid")
    assert parameters.kept(f"{ROOT}/a;jsessionid=d?page=2") == f"{ROOT}/a?page=2"


def test_order_of_parameters() -> None:
    """Addresses whose parameters have another order are one page; values of one parameter keep theirs."""
    parameters = Parameters()
    assert parameters.kept(f"{ROOT}/a?b=1&a=2") == f"{ROOT}/a?b=1&a=2"
    assert parameters.kept(f"{ROOT}/a?a=2&b=1") == f"{ROOT}/a?b=1&a=2"
    assert parameters.kept(f"{ROOT}/a?a=1&b=1&a=2") == f"{ROOT}/a?a=1&b=1&a=2"
    assert parameters.kept(f"{ROOT}/a?a=2&a=1&b=1") == f"{ROOT}/a?a=2&a=1&b=1"


def test_same_pages() -> None:
    """A page is the same if it names the other one as canonical, or its text is the same."""
    one, other = (PageFacts(text_digest=digest, words=5) for digest in "ab")
    assert not is_same(one, other, ROOT)
    assert is_same(one, one, ROOT)
    assert is_same(PageFacts(text_digest="a", words=5, canonical=ROOT), other, ROOT)
    assert not is_same(PageFacts(), PageFacts(), ROOT)
