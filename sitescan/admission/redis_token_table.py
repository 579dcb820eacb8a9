"""The token table in Redis or Valkey: one quota for many machines."""

import hashlib
from collections.abc import Callable

from attrs import field, frozen
from twisted.internet.defer import Deferred, succeed
from zope.interface import implementer

from sitescan.admission.quota import Ticket
from sitescan.interfaces import ITokenTable
from sitescan.state.redis_connection import RedisConnection

#: Atomic, and by the server's clock alone: the machines that share it need not agree on the time. A window whose end
#: is farther away than its length has seen the clock set back; it has ended, as in memory.
_SCRIPT = """
local limit, length, tokens, spare = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = redis.call('HMGET', KEYS[1], 'used', 'ends')
local used, ends = tonumber(window[1]), tonumber(window[2])
if not used or not ends or ends <= now or ends > now + length then
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
    A fixed window for each client, as :class:`sitescan.admission.token_table.TokenTable` has them.

    A client stands in its key as a hash, keyed with the server's password where there is one: whoever sees only
    the keys does not see who scans. A key expires as its window ends.

    :ivar name: which table it is; tables of one name are one table.
    :ivar limit: tokens in a window; 0 where there is no limit.
    :ivar window: its length, seconds.
    :ivar now: the wall clock, for where there is no limit.
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
        return self._ask(client, 1, spare)

    def look(self, client: str) -> Deferred[Ticket]:
        """Say how a client stands (:meth:`sitescan.interfaces.ITokenTable.look`)."""
        return self._ask(client, 0, 0)

    def _ask(self, client: str, tokens: int, spare: int) -> Deferred[Ticket]:
        if not self.limit:
            return succeed(Ticket(allowed=True, limit=0, remaining=0, reset=self.now()))
        return Deferred.fromCoroutine(self._evaluated(client, tokens, spare))

    async def _evaluated(self, client: str, tokens: int, spare: int) -> Ticket:
        arguments = (self.limit, round(self.window * 1000), tokens, spare)
        allowed, remaining, ends = await self.connection.evaluate(_SCRIPT, (self.key(client),), arguments)
        return Ticket(allowed=bool(allowed), limit=self.limit, remaining=remaining, reset=ends / 1000)

    def key(self, client: str) -> str:
        """Under which key a client's window is kept."""
        digest = hashlib.blake2b(client.encode("utf-8", "surrogatepass"), key=self._secret, digest_size=16)
        return f"sitescan:{self.name}:{digest.hexdigest()}"
