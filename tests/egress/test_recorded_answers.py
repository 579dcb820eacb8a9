"""Answers from recorded responses."""

from msgspec import msgpack

from sitescan.egress.recorded_answers import head_of, recorded_answers
from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.redirects import Redirect

ROOT = "https://pears.example"


def answer(path: str, **responses: tuple[int, str]) -> Answer | None:
    """Return the answer to a path, from the status and the location of responses by method and name."""
    recorded = {}
    for key, (status, location) in responses.items():
        method, _, name = key.partition("_")
        fields = [("Location", location)] if location else []
        fields += [("Set-Cookie", "a=b")] if name.startswith("cookie") else []
        recorded[f"{method} {ROOT}/{name}"] = msgpack.encode({"status": status, "fields": fields, "body": b"pears"})
    return recorded_answers([f"{ROOT}/{path}"], recorded.get).get(f"{ROOT}/{path}")


def test_statuses() -> None:
    """A response to GET counts, and one to HEAD if it is not an error; without one, nothing is known."""
    found = answer("a", GET_a=(404, ""), HEAD_a=(200, ""))
    assert found is not None
    assert (found.status, found.verdict) == (404, Verdict.BROKEN)
    found = answer("a", HEAD_a=(200, ""))
    assert found is not None
    assert found.verdict is Verdict.OK
    assert answer("a", HEAD_a=(404, "")) is None
    assert answer("a", GET_b=(200, "")) is None


def test_bytes_of_somebody_else() -> None:
    """What is no recorded response gives no answer, and has no head."""
    assert recorded_answers([f"{ROOT}/a"], lambda _: b"\xff") == {}
    assert head_of(b"\xff") == b""


def test_redirects() -> None:
    """Redirects are followed as far as their responses were recorded."""
    found = answer("a", GET_a=(301, "/b"), GET_b=(302, "c"), GET_c=(200, ""))
    assert found is not None
    assert (found.redirect, found.final_url) == (Redirect.CHAIN, f"{ROOT}/c")
    assert answer("a", GET_a=(301, "/b")) is None
    assert answer("a", GET_a=(301, "http://[")) is None


def test_loops() -> None:
    """A loop is one, unless a cookie may have ended it."""
    found = answer("a", GET_a=(301, "/b"), GET_b=(302, "/a"))
    assert found is not None
    assert found.problem is Problem.LOOP
    assert answer("cookie", GET_cookie=(302, "/cookie")) is None
    found = answer("0", **{f"GET_{number}": (302, f"/{number + 1}") for number in range(30)})
    assert found is not None
    assert found.problem is Problem.REDIRECTS
