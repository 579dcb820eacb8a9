"""A token table in Redis or Valkey, which many machines can share."""

import hashlib
from collections.abc import Callable

from attrs import field, frozen
from twisted.internet.defer import Deferred, succeed
from zope.interface import implementer

from sitescan.admission.quota import Ticket
from sitescan.interfaces import ITokenTable
from sitescan.state.redis_connection import RedisConnection

#: The script is atomic and only uses the clock of the server, so the machines that share it need not agree on the time.
#: If the end of a window is farther away than its length, the clock was set back, and the window counts as ended. So
#: does one with numbers that no window has.
_SCRIPT = """
local limit, length, tokens, spare = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = redis.call('HMGET', KEYS[1], 'used', 'ends')
local used, ends = tonumber(window[1]), tonumber(window[2])
if not (used and ends and used >= 0 and used <= 2^53 and ends > now and ends <= now + length) then
    used, ends = 0, now + tokens * length
end
local allowed = used + spare < limit
if allowed and tokens > 0 then
    used = used + tokens
    redis.call('HSET', KEYS[1], 'used', used, 'ends', string.format('%.0f', ends))
    redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', ends))
end
return {allowed and 1 or 0, math.max(0, limit - used), ends}
"""


@implementer(ITokenTable)
@frozen(kw_only=True)
class RedisTokenTable:
    """
    A fixed window for each client, like :class:`sitescan.admission.token_table.TokenTable`.

    The key of a window contains a hash of the client, keyed with the password of the server, so that the keys alone
    don't show who scans. A key expires with its window.

    :ivar name: the name of the table in the server.
    :ivar limit: the number of tokens per window, or 0 if there is no limit.
    :ivar window: the length of a window in seconds.
    :ivar now: returns the wall-clock time, which is used if there is no limit.
    """

    connection: RedisConnection
    name: str
    limit: int
    window: float
    now: Callable[[], float]
    _secret: bytes = field(init=False)

    @_secret.default
    def _hashed_password(self) -> bytes:
        return hashlib.blake2b(self.connection.url.password.encode()).digest()

    def take(self, client: str, spare: int = 0) -> Deferred[Ticket]:
        """Count one request of a client (:meth:`sitescan.interfaces.ITokenTable.take`)."""
        return self._ticket(client, 1, spare)

    def look(self, client: str) -> Deferred[Ticket]:
        """Return the state of a client (:meth:`sitescan.interfaces.ITokenTable.look`)."""
        return self._ticket(client, 0, 0)

    def _ticket(self, client: str, tokens: int, spare: int) -> Deferred[Ticket]:
        if not self.limit:
            return succeed(Ticket(allowed=True, limit=0, remaining=0, reset=self.now()))
        return Deferred.fromCoroutine(self._evaluate(client, tokens, spare))

    async def _evaluate(self, client: str, tokens: int, spare: int) -> Ticket:
        arguments = (self.limit, round(self.window * 1000), tokens, spare)
        allowed, remaining, ends = await self.connection.evaluate(_SCRIPT, (self.key(client),), arguments)
        return Ticket(allowed=bool(allowed), limit=self.limit, remaining=remaining, reset=ends / 1000)

    def key(self, client: str) -> str:
        """Return the key of a client's window."""
        digest = hashlib.blake2b(client.encode("utf-8", "surrogatepass"), key=self._secret, digest_size=16)
        return f"sitescan:{self.name}:{digest.hexdigest()}"
