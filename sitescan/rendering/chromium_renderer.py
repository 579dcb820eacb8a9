"""Renders pages in warm Chromium processes, which are replaced after a number of pages and whenever one fails."""

from collections.abc import Callable
from typing import Any

import msgspec
from attrs import define
from twisted.internet.defer import Deferred, succeed
from twisted.internet.task import LoopingCall
from twisted.logger import Logger
from zope.interface import implementer

from sitescan.admission.concurrency_gate import Busy, ConcurrencyGate
from sitescan.cancellation import drop_traceback
from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.client import Session
from sitescan.fanout import all_settled
from sitescan.interfaces import IRenderer
from sitescan.model.exchange import Page
from sitescan.model.rendered import Rendered
from sitescan.rendering.browser_command import browser_command
from sitescan.rendering.devtools_pipe import DevToolsPipe
from sitescan.rendering.page_rendering import PageRendering
from sitescan.rendering.process_memory import memory_of_group
from sitescan.rendering.rendering_errors import BROKEN, BUSY, TOO_HEAVY, NotRendered, RendererUnavailable

#: The first version with every method that is called, by which this package was tested.
_OLDEST_VERSION = 130

_START_SECONDS, _RENDER_SECONDS = 20.0, 10.0

#: The number of pages after which a browser is replaced.
_MOST_PAGES = 100

#: The memory at which a browser is killed, and the memory of an idle browser above which it is replaced.
_MOST_BYTES, _IDLE_BYTES = 600 * 1024**2, 400 * 1024**2

#: The seconds between two looks at the memory of a browser. A look takes about ten milliseconds, and a page that fills
#: the memory as fast as it can gets some hundred megabytes in between.
_WATCH_SECONDS = 0.1

#: The number of scans that wait for each browser.
_WAITING = 8


class _Version(msgspec.Struct):
    product: str


@define(eq=False)
class Browser:
    """
    A browser process.

    :ivar name: the name and version.
    :ivar pages: the number of pages that it has rendered.
    """

    pipe: DevToolsPipe
    name: str
    pages: int = 0


@implementer(IRenderer)
class ChromiumRenderer:
    """
    Renders a number of pages at the same time, each in a browser process of its own.

    A browser that has failed or was too slow is killed, so that a page can't affect the next one.

    :param renders: the number of pages at the same time.
    :param memory: returns the memory of a process with its descendants, in bytes.
    :param command: returns the command of the browser, or raises :exc:`RendererUnavailable`.
    """

    _log = Logger()

    def __init__(
        self,
        reactor: Any,
        renders: int,
        memory: Callable[[int], int] = memory_of_group,
        command: Callable[[], Any] = browser_command,
    ) -> None:
        self._reactor = reactor
        self._gate = ConcurrencyGate(renders, renders * _WAITING)
        self._memory = memory
        self._command = command
        self._idle: list[Browser] = []
        self._pipes: set[DevToolsPipe] = set()
        self._stopped = False

    @property
    def pids(self) -> tuple[int, ...]:
        """The process ids of the browsers."""
        return tuple(pipe.transport.pid for pipe in self._pipes if pipe.transport.pid)

    def start(self) -> Deferred[None]:
        """Start the first browser (:meth:`sitescan.interfaces.IRenderer.start`)."""
        return Deferred.fromCoroutine(self._warm_up())

    def stop(self) -> Deferred[None]:
        """Kill the browsers (:meth:`sitescan.interfaces.IRenderer.stop`)."""
        self._stopped = True
        ended = [pipe.ended for pipe in self._pipes]
        for pipe in tuple(self._pipes):
            pipe.kill()
        return all_settled(ended).addCallback(lambda _: None) if ended else succeed(None)

    def render(self, session: Session, page: Page, deadline: Deadline) -> Deferred[Rendered]:
        """Render a page (:meth:`sitescan.interfaces.IRenderer.render`)."""
        return Deferred.fromCoroutine(self._render(session, page, deadline))

    async def _warm_up(self) -> None:
        self._idle.append(await self._start_browser(Deadline.after(self._reactor, _START_SECONDS)))

    async def _render(self, session: Session, page: Page, deadline: Deadline) -> Rendered:
        try:
            await self._gate.enter(deadline)
        except Busy as problem:
            drop_traceback(problem)
            raise NotRendered(BUSY) from None
        try:
            return await self._rendered(session, page, deadline.within(_RENDER_SECONDS))
        finally:
            self._gate.leave()

    async def _rendered(self, session: Session, page: Page, deadline: Deadline) -> Rendered:
        started = self._reactor.seconds()
        try:
            browser = self._idle_browser() or await self._start_browser(deadline)
        except RendererUnavailable as problem:
            self._log.error("the browser could not be started: {problem}", problem=str(problem))
            raise NotRendered(BROKEN) from None
        pipe = browser.pipe
        pipe.renew_limits()
        heavy = False

        def check_memory() -> None:
            nonlocal heavy
            if self._memory_of(pipe) > _MOST_BYTES:
                heavy = True
                pipe.kill()

        watch = LoopingCall(check_memory)
        watch.clock = self._reactor
        watch.start(_WATCH_SECONDS, now=False)
        try:
            html = await PageRendering(pipe, session, page, deadline).html()
        except (NotRendered, TimedOut, msgspec.ValidationError) as problem:
            pipe.kill()
            drop_traceback(problem)
            raise NotRendered(TOO_HEAVY if heavy or isinstance(problem, TimedOut) else BROKEN) from None
        except BaseException:
            pipe.kill()
            raise
        finally:
            watch.stop()
        browser.pages += 1
        self._keep(browser)
        return Rendered(html=html, browser=browser.name, seconds=self._reactor.seconds() - started)

    def _memory_of(self, pipe: DevToolsPipe) -> int:
        pid = pipe.transport.pid
        return self._memory(pid) if pipe.alive and pid is not None else 0

    def _idle_browser(self) -> Browser | None:
        self._idle = [browser for browser in self._idle if browser.pipe.alive]
        return self._idle.pop() if self._idle else None

    def _keep(self, browser: Browser) -> None:
        """Keep a browser for the next page, or kill it if it has done enough or has grown."""
        if browser.pages >= _MOST_PAGES or self._memory_of(browser.pipe) > _IDLE_BYTES:
            browser.pipe.kill()
        else:
            self._idle.append(browser)

    async def _start_browser(self, deadline: Deadline) -> Browser:
        if self._stopped:
            raise NotRendered(BUSY)
        command = self._command()
        pipe = DevToolsPipe()
        try:
            self._reactor.spawnProcess(
                pipe, command[0], command, env={}, childFDs={0: "w", 1: "r", 2: "r", 3: "w", 4: "r"}
            )
        except OSError as problem:
            raise RendererUnavailable(f"The browser could not be started: {problem.strerror}.") from None
        self._pipes.add(pipe)
        pipe.ended.addCallback(lambda _: self._pipes.discard(pipe))
        try:
            version = await deadline.bound(pipe.call("Browser.getVersion"))
            name = msgspec.convert(version, _Version).product
            _check_version(name)
        except BaseException as problem:
            pipe.kill()
            if isinstance(problem, NotRendered):
                # The process has ended by itself, and its last words say why.
                await pipe.ended
                raise RendererUnavailable(_reason(pipe.errors)) from None
            raise
        return Browser(pipe, name)


def _check_version(product: str) -> None:
    """Raise :exc:`RendererUnavailable` for a browser that is too old: ``HeadlessChrome/156.0.8078.79`` is not."""
    major = product.partition("/")[2].partition(".")[0]
    if not major.isdecimal() or int(major) < _OLDEST_VERSION:
        raise RendererUnavailable(f"Rendering needs Chromium {_OLDEST_VERSION} or later, and this is {product[:100]}.")


def _reason(errors: str) -> str:
    """Return why a browser has not started."""
    lines = errors.strip().splitlines()
    if any(line.startswith("bwrap:") for line in lines):
        return (
            "Rendering needs user namespaces, which this system refuses (docs/operation.rst says how to allow them): "
            f"{lines[-1]}"
        )
    return f"The browser ended as it started: {lines[-1] if lines else 'it said nothing'}"
