"""URLs of Redis and Valkey servers."""

from urllib.parse import parse_qs, unquote, urlsplit

from attrs import field, frozen

_EXPECTED = "such as redis://HOST:6379/0, rediss://USER:PASSWORD@HOST or unix:/run/redis/redis.sock"
_MOST_DATABASES = 1 << 20


@frozen(kw_only=True)
class RedisUrl:
    """
    The address of a server and the credentials for it.

    :ivar path: the path of a UNIX socket; empty for TCP.
    :ivar tls: whether to connect over TLS.

    https://www.iana.org/assignments/uri-schemes/prov/redis
    """

    host: str = ""
    port: int = 6379
    path: str = ""
    tls: bool = False
    user: str = ""
    password: str = field(default="", repr=False)
    database: int = 0

    def __str__(self) -> str:
        """Return the address for a log, without the password."""
        if self.path:
            return f"unix:{self.path}"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'rediss' if self.tls else 'redis'}://{host}:{self.port}"


def parse_redis_url(text: str) -> RedisUrl:
    """
    Parse ``redis://[[user]:password@]host[:port][/database]``, ``rediss://`` for TLS, or ``unix:path``.

    A UNIX socket has its credentials in ``unix://[[user]:password@]/path?db=0``.

    :raises ValueError: if the URL is invalid; the message does not contain the password.
    """
    try:
        parts = urlsplit(text)
        port = parts.port or 6379
    except ValueError:
        raise ValueError(f"not the address of a Redis server, {_EXPECTED}") from None
    unix = parts.scheme == "unix"
    place = parts.path.startswith("/") and len(parts.path) > 1 if unix else bool(parts.hostname)
    plain = text.isprintable() and " " not in text and not parts.fragment
    if parts.scheme not in {"redis", "rediss", "unix"} or not place or not plain:
        raise ValueError(f"not the address of a Redis server, {_EXPECTED}")
    return RedisUrl(
        host=parts.hostname or "",
        port=port,
        path=parts.path if unix else "",
        tls=parts.scheme == "rediss",
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        database=_database(parse_qs(parts.query).get("db", [""])[-1] if unix else parts.path.removeprefix("/")),
    )


def _database(text: str) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()) or len(text) > 7 or int(text) > _MOST_DATABASES:
        raise ValueError("the database of a Redis server is a number")
    return int(text)
