"""Parsing of Redis URLs, whose passwords are not shown."""

import pytest

from sitescan.standards.redis_urls import RedisUrl, parse_redis_url


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("redis://localhost", RedisUrl(host="localhost")),
        ("redis://10.0.0.5:6380/2", RedisUrl(host="10.0.0.5", port=6380, database=2)),
        ("redis://[::1]:7/", RedisUrl(host="::1", port=7)),
        ("rediss://me:p%40ss@redis.example", RedisUrl(host="redis.example", tls=True, user="me", password="p@ss")),
        ("redis://:pears@redis.example/0", RedisUrl(host="redis.example", password="pears")),
        ("unix:/run/redis.sock", RedisUrl(path="/run/redis.sock")),
        ("unix:///run/redis.sock?db=3", RedisUrl(path="/run/redis.sock", database=3)),
        ("unix://:pears@/run/redis.sock", RedisUrl(path="/run/redis.sock", password="pears")),
    ],
)
def test_valid_urls(text: str, expected: RedisUrl) -> None:
    """URLs for TCP, TLS and UNIX sockets are parsed."""
    assert parse_redis_url(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "localhost:6379", "http://localhost", "redis:localhost", "redis://", "redis://host:port", "redis://host:70000",
     "redis://host/a", "redis://host/-1", "redis://host/99999999", "redis://host/0/1", "redis://[::1", "unix:",
     "unix:run/s", "unix:/", "unix:/s?db=x", "redis://host#x", "redis://:secret@ho st", "redis://:secret@host/x", "redis://host\n"],
)  # fmt: skip
def test_malformed_urls(text: str) -> None:
    """A malformed URL is rejected with a message that does not contain the password."""
    with pytest.raises(ValueError, match="Redis server") as problem:
        parse_redis_url(text)
    assert "secret" not in str(problem.value)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("rediss://me:secret@host:1/2", "rediss://host:1"),
        ("redis://:secret@[::1]", "redis://[::1]:6379"),
        ("unix://:secret@/run/s", "unix:/run/s"),
    ],
)
def test_password_is_hidden(text: str, shown: str) -> None:
    """The password appears neither in the text of a Redis URL nor in its representation."""
    assert str(parse_redis_url(text)) == shown
    assert "secret" not in repr(parse_redis_url(text))
