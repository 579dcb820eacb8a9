"""
Check the links of a page with as little work as Twisted's Agent needs, as a bar for time and CPU.

    python -m bench.agent_reference URL [--total 50] [--per-host 6]

Requests every link of a link farm's page with HEAD, and with GET if HEAD did not succeed; follows redirects, and waits
once for ``Retry-After``. The client is made for the farm: it checks no address, has no deadline and judges nothing.
Prints one JSON line: the final answer of each URL, and the seconds and the CPU seconds since its first request.
"""

import argparse
import json
import re
import time
from typing import Any
from urllib.parse import urljoin, urlsplit

from twisted.internet import reactor, task  # noqa: TID253 - a program, not a module
from twisted.internet.defer import Deferred, DeferredList, DeferredSemaphore
from twisted.web.client import Agent, HTTPConnectionPool, readBody

_LINK = re.compile(rb'<a href="(http[^"]*)"')
_REDIRECTS = 10


async def _answer(agent: Agent, method: bytes, url: str) -> Any:
    seen = {url}
    for _ in range(_REDIRECTS):
        response: Any = await agent.request(method, url.partition("#")[0].encode())
        if method == b"GET":
            await readBody(response)
        if response.code == 429 and response.headers.hasHeader(b"retry-after"):
            await task.deferLater(reactor, float(response.headers.getRawHeaders(b"retry-after")[0]))
            response = await agent.request(method, url.encode())
        if response.code not in (301, 302, 303, 307, 308):
            return response.code
        url = urljoin(url, response.headers.getRawHeaders(b"location")[0].decode())
        if url in seen:
            return "loop"
        seen.add(url)
    return "redirects"


async def _check(agent: Agent, url: str) -> Any:
    status: Any = None
    for method in (b"HEAD", b"GET"):
        try:
            status = await _answer(agent, method, url)
        except Exception as problem:  # noqa: BLE001 - any error is an answer
            status = type(problem).__name__
        if status == 200:
            break
    return status


async def _all(page: str, total: int, per_host: int) -> dict[str, Any]:
    pool = HTTPConnectionPool(reactor)
    pool.maxPersistentPerHost = per_host
    agent = Agent(reactor, pool=pool)
    started, cpu = time.perf_counter(), time.process_time()
    source = await readBody(await agent.request(b"GET", page.encode()))
    urls = list(dict.fromkeys(link.decode().replace("&amp;", "&") for link in _LINK.findall(source)))
    everybody = DeferredSemaphore(total)
    hosts: dict[str, DeferredSemaphore] = {}

    def one(url: str) -> Deferred[Any]:
        host = hosts.setdefault(urlsplit(url).netloc, DeferredSemaphore(per_host))
        return host.run(everybody.run, lambda: Deferred.fromCoroutine(_check(agent, url)))

    results = await DeferredList([one(url) for url in urls], consumeErrors=True)
    report = {
        "seconds": round(time.perf_counter() - started, 3),
        "cpu": round(time.process_time() - cpu, 3),
        "answers": {url: answer for url, (_, answer) in zip(urls, results, strict=True)},
    }
    await pool.closeCachedConnections()
    return report


def main() -> None:
    """Check the links of one page."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("--total", type=int, default=50)
    parser.add_argument("--per-host", type=int, default=6)
    arguments = parser.parse_args()

    def run(_: Any) -> Deferred[None]:
        work = Deferred.fromCoroutine(_all(arguments.url, arguments.total, arguments.per_host))
        return work.addCallback(lambda report: print(json.dumps(report)))

    task.react(run)


if __name__ == "__main__":
    main()
