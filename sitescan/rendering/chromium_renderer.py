"""Renders pages in warm Chromium processes, which are replaced after a number of pages and whenever one fails."""

from collections.abc import Callable
from typing import Any

import msgspec
from attrs import define, evolve
from twisted.internet.defer import Deferred, succeed
from twisted.logger import Logger
from zope.interface import implementer

from sitescan.admission.concurrency_gate import Busy
from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.concurrency.fanout import all_settled
from sitescan.concurrency.reactor import IReactor
from sitescan.concurrency.stoppable_clock import StoppableClock
from sitescan.egress.client import Session
from sitescan.interfaces import IRenderer
from sitescan.model.exchange import Page
from sitescan.model.outline import Outline
from sitescan.model.rendered import Rendered
from sitescan.rendering.browser_command import FILTER, INFO, browser_command, check_version, reason_of_end
from sitescan.rendering.browser_watch import BrowserWatch
from sitescan.rendering.devtools_pipe import DevToolsPipe
from sitescan.rendering.memory_filter import filter_descriptor
from sitescan.rendering.page_rendering import PageRendering
from sitescan.rendering.process_usage import Usage, usage_of_group
from sitescan.rendering.render_queue import RenderQueue
from sitescan.rendering.rendering_errors import BROKEN, BUSY, REPLACED, TOO_HEAVY, NotRendered, RendererUnavailable
from sitescan.standards.urls import InvalidTarget, parse_target

#: The time to start a browser.
_START_SECONDS = 20.0

#: The time after which a browser hangs that uses neither the processor nor the network, of a scan whose time stands.
_HANGS_SECONDS = 300.0

#: The number of pages after which a browser is replaced.
_MOST_PAGES = 100

#: The memory of an idle browser, and the part in files of its sandbox, above which it is replaced.
_IDLE_BYTES, _IDLE_FILES = 400 * 1024**2, 32 * 1024**2

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

    A browser that has failed or was too slow is killed, so that a page can't affect the next one. If that may not be
    due to the page, the page is rendered once more, in a new browser.

    :param renders: the number of pages at the same time.
    :param always: whether to render pages whose content scripts do not seem to write, too.
    :param seconds: the processor time to render a page, and the time in which its requests may be in flight.
    :param longest: the maximum size of a rendered document in characters, stylesheets of scripts included.
    :param waiting: the maximum number of pages that wait for a browser; by default, a few for each.
    :param usage: takes a process, and returns what returns what it uses with its descendants.
    :param command: returns the command of the browser, or raises :exc:`RendererUnavailable`.
    """

    _log = Logger()

    def __init__(
        self,
        reactor: IReactor,
        renders: int,
        *,
        always: bool,
        longest: int,
        seconds: float = 10.0,
        waiting: int | None = None,
        usage: Callable[[int], Callable[[], Usage]] = usage_of_group,
        command: Callable[[str], Any] = browser_command,
    ) -> None:
        self._reactor = reactor
        self._queue = RenderQueue(renders, renders * _WAITING if waiting is None else waiting, reactor.seconds)
        self._always = always
        self._longest = longest
        self._seconds = seconds
        self._usage = usage
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

    def renders(self, outline: Outline) -> bool:
        """Return whether a page is to be rendered (:meth:`sitescan.interfaces.IRenderer.renders`)."""
        return self._always or outline.scripted

    def render(self, session: Session, page: Page, client: str, deadline: Deadline) -> Deferred[Rendered]:
        """Render a page (:meth:`sitescan.interfaces.IRenderer.render`)."""
        return Deferred.fromCoroutine(self._render(session, page, client, deadline))

    async def _warm_up(self) -> None:
        self._idle.append(await self._start_browser(Deadline.after(self._reactor, _START_SECONDS)))

    async def _render(self, session: Session, page: Page, client: str, deadline: Deadline) -> Rendered:
        with deadline.standing():
            try:
                scan = await self._queue.enter(client, deadline)
            except Busy as problem:
                drop_traceback(problem)
                raise NotRendered(BUSY) from None
            started = self._reactor.seconds()
            limit = Deadline.after(self._reactor, _HANGS_SECONDS) if deadline.stands else deadline
            try:
                return await self._rendered_once_more(session, page, limit)
            finally:
                self._queue.leave(scan, self._reactor.seconds() - started)

    async def _rendered_once_more(self, session: Session, page: Page, deadline: Deadline) -> Rendered:
        """Render a page, and once more if the browser has failed."""
        try:
            return await self._rendered(session, page, deadline)
        except NotRendered as problem:
            if problem.reason != BROKEN or self._stopped:
                raise
            drop_traceback(problem)
        self._log.warn("a browser has failed; its page is rendered once more")
        return await self._rendered(session, page, deadline, again=True)

    async def _rendered(self, session: Session, page: Page, deadline: Deadline, *, again: bool = False) -> Rendered:
        started = self._reactor.seconds()
        browser = await self._browser(deadline, new=again)
        pipe = browser.pipe
        pipe.renew_limits()
        watch = BrowserWatch(self._reactor, pipe, self._usage(pipe.transport.pid))
        rendering = PageRendering(
            pipe,
            session,
            page,
            watch,
            self._seconds,
            network=Deadline.after(StoppableClock(self._reactor), self._seconds),
            again=again,
        )
        try:
            rendered = await deadline.bound(rendering.rendered())
            watch.check_end()
        except (NotRendered, TimedOut, msgspec.ValidationError) as problem:
            pipe.kill()
            drop_traceback(problem)
            raise NotRendered(_reason(problem)) from None
        except BaseException:
            pipe.kill()
            raise
        finally:
            watch.end()
        browser.pages += 1
        self._keep(browser, watch.usage(), stopped=rendering.stopped)
        if len(rendered.document.html) + len(rendered.document.unwritten) > self._longest:
            raise NotRendered(TOO_HEAVY)
        if not _is_within_origin(rendered.document.url, page):
            raise NotRendered(REPLACED)
        seconds = self._reactor.seconds() - started
        return evolve(rendered, rendering=evolve(rendered.rendering, browser=browser.name, seconds=seconds))

    async def _browser(self, deadline: Deadline, *, new: bool) -> Browser:
        """
        Return an idle browser, or a new one.

        :raises NotRendered: if it doesn't start.
        """
        try:
            return (None if new else self._idle_browser()) or await self._start_browser(deadline)
        except RendererUnavailable as problem:
            self._log.error("the browser could not be started: {problem}", problem=str(problem))
            raise NotRendered(BROKEN) from None
        except TimedOut as problem:
            drop_traceback(problem)
            raise NotRendered(BUSY) from None

    def _idle_browser(self) -> Browser | None:
        self._idle = [browser for browser in self._idle if browser.pipe.alive]
        return self._idle.pop() if self._idle else None

    def _keep(self, browser: Browser, usage: Usage, *, stopped: bool) -> None:
        """Keep a browser for the next page, or kill it if it had to be stopped, has done enough or has grown."""
        if stopped or browser.pages >= _MOST_PAGES or usage.memory > _IDLE_BYTES or usage.files > _IDLE_FILES:
            browser.pipe.kill()
        else:
            self._idle.append(browser)

    async def _start_browser(self, deadline: Deadline) -> Browser:
        if self._stopped:
            raise NotRendered(BUSY)
        command = self._command("--remote-debugging-pipe")
        pipe = DevToolsPipe()
        try:
            with filter_descriptor() as descriptor:
                streams: dict[int, int | str] = {0: "w", 1: "r", 2: "r", 3: "w", 4: "r", INFO: "r", FILTER: descriptor}
                self._reactor.spawnProcess(pipe, command[0], command, env={}, childFDs=streams)
        except OSError as problem:
            raise RendererUnavailable(f"The browser could not be started: {problem.strerror}.") from None
        self._pipes.add(pipe)
        pipe.ended.addCallback(lambda _: self._pipes.discard(pipe))
        try:
            version = await deadline.bound(pipe.call("Browser.getVersion"))
            name = msgspec.json.decode(version, type=_Version).product
            check_version(name)
        except BaseException as problem:
            pipe.kill()
            if isinstance(problem, NotRendered):
                # The process has ended by itself, and its last words say why.
                await pipe.ended
                raise RendererUnavailable(reason_of_end(pipe.errors)) from None
            raise
        return Browser(pipe, name)


def _reason(problem: Exception) -> str:
    """Return why a page was not rendered. A page that reaches the deadline of its scan was given too little time."""
    if isinstance(problem, NotRendered):
        return problem.reason
    return BUSY if isinstance(problem, TimedOut) else BROKEN


def _is_within_origin(url: str, page: Page) -> bool:
    """Return whether the URL of a document is one to which a page can change its own."""
    try:
        return parse_target(page.exchange.url).origin == parse_target(url).origin
    except InvalidTarget:
        return False
