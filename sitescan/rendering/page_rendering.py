"""The rendering of one page in a browser context that is used for nothing else."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Annotated, Any, TypeVar

import msgspec
from attrs import define, evolve, field
from twisted.internet.defer import Deferred

from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.concurrency.fanout import all_succeeded
from sitescan.egress.client import Session
from sitescan.model.exchange import Page
from sitescan.model.rendered import (
    LAYOUT_STYLES,
    PHONE_DOTS,
    PHONE_HEIGHT,
    PHONE_WIDTH,
    SCREEN_HEIGHT,
    SCREEN_WIDTH,
    FocusTried,
    Paints,
    Rendered,
    RenderedDocument,
    Rendering,
)
from sitescan.performance.arrivals import Arrivals
from sitescan.performance.network import PHONE
from sitescan.performance.simulated_page import navigation_facts
from sitescan.rendering.blob_urls import with_numbered_blobs
from sitescan.rendering.browser_watch import BrowserWatch
from sitescan.rendering.devtools_pipe import DevToolsPipe
from sitescan.rendering.devtools_results import (
    Attached,
    Crashed,
    CreatedContext,
    CreatedTarget,
    DomDocument,
    Evaluated,
    IsolatedWorld,
    LayoutMetrics,
    Loaded,
    Navigated,
    OuterHtml,
    TargetSession,
)
from sitescan.rendering.focus_trial import FocusTrial
from sitescan.rendering.mixed_requests import MixedRequests
from sitescan.rendering.owed_answers import ANSWERS, REGISTERS_WORKER, WORKER_TIMERS, OwedAnswers
from sitescan.rendering.page_clock import PageClock
from sitescan.rendering.page_requests import PageRequests
from sitescan.rendering.page_scripts import page_script
from sitescan.rendering.paint_events import PAINT_EVENTS, PaintEvents
from sitescan.rendering.paused_requests import PausedRequest
from sitescan.rendering.rendering_errors import BROKEN, BUSY, CRASHED, REPLACED, TOO_HEAVY, UNFINISHED, NotRendered
from sitescan.rendering.screenshots import QUALITIES, checked, is_too_large
from sitescan.rendering.script_errors import ScriptErrors
from sitescan.rendering.started_requests import StartedRequest, StartedRequests

T = TypeVar("T")

_Times = list[Annotated[float, msgspec.Meta(ge=0)]]

#: The milliseconds of virtual time that a page gets before each of its frames, and before the last one: six seconds in
#: all.
_FRAMES_MS, _LAST_MS = (*[50] * 10, *[250] * 10, *[500] * 5), 500

#: The milliseconds between two frames while a page is loaded, while nothing can be painted, and from an arrival to the
#: first frame after it. A request takes longer, so that an answer never comes before the frame. Whether a frame shows
#: anything new can't decide: on a busy machine, the browser sometimes says no of one that does.
_FRAME_MS, _BLOCKED_FRAME_MS, _FIRST_FRAME_MS = 50, 100, 16

#: The kinds of files that request nothing, so that the next frame is early enough to show them.
_SHOWN = frozenset({"image", "media"})

#: The time for which a page is loaded at most, and the time after which it is complete if nothing is on its way.
_LONGEST_MS, _COMPLETE_MS = 20_000, 1000

#: The same in the window of a desktop: a second in all.
_DESKTOP_FRAMES_MS, _DESKTOP_LAST_MS = (50, 200, 250), 500

#: The time in which a worker that isn't blocked says how many of its timers are due, and what it says if none is.
_WORKER_SECONDS, _NO_TIMERS = 1.0, frozenset({"0", "undefined"})

#: The first time for which the page's answers are awaited; each is twice as long as the one before.
_RECEIVED_SECONDS = 0.0005

#: The width of a window of 1280 pixels at a zoom of 400%, and the virtual time that a page gets to adapt to it.
_NARROW, _NARROW_MS = 320, 250

#: The virtual time that a page gets to show the focus.
_FOCUS_MS = 400

#: The processor time to take the document or its layout, also once scripts were stopped, to adapt the page to a
#: desktop, for everything that is tried with it afterwards, and after which the browser isn't waited for if it can't
#: give elements the focus.
_TAKING_SECONDS, _ADAPTING_SECONDS, _TRYING_SECONDS, _FOCUS_SECONDS = 5.0, 5.0, 2.0, 4.0

#: The part of a page's processor time that it may take without a pause. Visitors could do nothing meanwhile.
_WITHOUT_PAUSE = 0.3

_SNAPSHOT = {"computedStyles": LAYOUT_STYLES, "includePaintOrder": True, "includeDOMRects": True}

#: The calls after which the browser sends what it has kept about the paints, or all about the page, and nothing that
#: happens later.
_PAINT_REPORTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("PerformanceTimeline.enable", {"eventTypes": PAINT_EVENTS}),
    ("PerformanceTimeline.enable", {"eventTypes": ()}),
)
_REPORTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Runtime.enable", {}),
    ("Runtime.disable", {}),
    ("Audits.enable", {}),
    ("Audits.disable", {}),
    *_PAINT_REPORTS,
)

#: Whether the page's scripts know the former screen alone, as ``scripts/screen_questions.js`` has noted.
_OUTDATED = "String(self.sitescanOutdated)"

_PHONE = {"width": PHONE_WIDTH, "height": PHONE_HEIGHT, "deviceScaleFactor": PHONE_DOTS, "mobile": True}

#: The status of a process that has ended by a fault of its own, which includes an exhausted heap of JavaScript.
_CRASHED = "crashed"

_EVERY_REQUEST = {"patterns": [{"urlPattern": "*"}]}
_ATTACH = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}


@define(eq=False)
class PageRendering:
    """
    Renders one page.

    Service workers, downloads, dialogs and new windows are refused. The page runs in virtual time on the screen of a
    phone: first at the pace of its network, and then for a while in which it stands still while a request of the page
    is in flight. Then the window becomes that of a desktop, and the page goes on there.

    A page whose scripts use up their processor time is taken as it is then, without any further script.

    :ivar watch: ends the browser if the page takes too much, and measures its processor time.
    :ivar seconds: the processor time in which the page is loaded and runs.
    :ivar network: ends the requests of the page, by a clock that runs while one of them is in flight.
    :ivar again: whether the page has failed in another browser. Then it is to blame if it crashes, or waits for what
        never happens, unless its process was killed. The browser sends more messages for that.
    :ivar stopped: whether scripts of the page were stopped.
    """

    pipe: DevToolsPipe
    session: Session
    page: Page
    watch: BrowserWatch
    seconds: float
    network: Deadline
    again: bool = False
    stopped: bool = field(default=False, init=False)
    _page_session: str = field(default="", init=False)
    _target: str = field(default="", init=False)
    _clock: PageClock = field(init=False)
    _started: float = field(default=0.0, init=False)
    _requests: PageRequests = field(init=False)
    _errors: ScriptErrors = field(init=False)
    _mixed: MixedRequests = field(init=False)
    _paints: PaintEvents = field(init=False)
    _owed: OwedAnswers = field(init=False)
    _loaded: bool = field(default=False, init=False)
    _sessions: list[str] = field(factory=list, init=False)
    _workers: set[str] = field(factory=set, init=False)
    # The sessions of workers that say which of their timers are due.
    _timed_workers: list[str] = field(factory=list, init=False)

    async def rendered(self) -> Rendered:
        """
        Return the rendered page.

        :raises NotRendered: if the browser fails.
        :raises msgspec.ValidationError: if the browser sends an invalid result.
        """
        if self.again:
            await self._call("Target.setDiscoverTargets", dict[str, Any], session="", discover=True)
        context = await self._open()
        self._requests = PageRequests(
            clock=self.watch.reactor,
            session=self.session,
            started=StartedRequests(self.page, self._target),
            deadline=self.network,
            arrivals=Arrivals(
                navigation_facts(self.page.exchange, multiplexed=self.page.exchange.url.startswith("https:")), PHONE
            ),
            call=self._send,
            answered=self._answered,
            is_asleep=self._is_asleep,
        )
        self._clock = PageClock(
            call=self._call,
            send=lambda method, parameters: self._send(self._page_session, method, parameters),
            expect=self.pipe.expect,
            requests=self._requests,
        )
        self._errors = ScriptErrors(self._target)
        self._mixed = MixedRequests(self._target)
        self._paints = PaintEvents(self._target)
        self._owed = OwedAnswers(
            self.watch.reactor,
            answers=lambda: self._answer(ANSWERS),
            run=lambda: self._run(0),
            is_asleep=self._is_asleep,
            has_timers=self._have_timers,
        )
        self._listen(self._page_session)
        self._listen("")
        self.watch.waits = self._go_on
        try:
            await self._prepare()
            await self._clock.start()
            self._started = self.watch.reactor.seconds()
            with self._limited(self.seconds):
                await self._load()
                await self._settle()
            rendered = await self._captured()
            if self._requests.fetcher.overloaded:
                raise NotRendered(BUSY)
        finally:
            self._requests.cancel()
            self.pipe.forget_listeners()
        await self._call("Target.disposeBrowserContext", dict[str, Any], session="", browserContextId=context)
        return rendered

    async def _open(self) -> str:
        """Open a window in a browser context of its own, and return the context."""
        context = (await self._call("Target.createBrowserContext", CreatedContext, session="")).id
        await self._call(
            "Browser.setDownloadBehavior", dict[str, Any], session="", behavior="deny", browserContextId=context
        )
        self._target = (
            await self._call(
                "Target.createTarget",
                CreatedTarget,
                session="",
                url="about:blank",
                browserContextId=context,
                enableBeginFrameControl=True,
            )
        ).id
        self._page_session = (
            await self._call("Target.attachToTarget", TargetSession, session="", targetId=self._target, flatten=True)
        ).id
        return context

    async def _captured(self) -> Rendered:
        """Return the page as it is now, with what the browser has kept about it, and then on a desktop."""
        captured_at = self._clock.now
        with self.watch.limited(_TAKING_SECONDS, self._kill):
            document = await self._document()
        with self._limited(_ADAPTING_SECONDS):
            screenshot = await self._settle_on_desktop()
        with self.watch.limited(_TAKING_SECONDS, self._kill):
            layout = await self._unread("DOMSnapshot.captureSnapshot", **_SNAPSHOT)
            outdated = await self._answer(_OUTDATED) != "false"
        document = evolve(document, layout=layout, outdated=outdated)
        if not self.stopped:
            with self._limited(_TRYING_SECONDS):
                document = await self._tried(document, captured_at)
        return Rendered(
            document=with_numbered_blobs(document, self.page.body),
            rendering=Rendering(screenshot=screenshot),
            files=self._requests.fetcher.files,
        )

    async def _document(self) -> RenderedDocument:
        """Return the document as it is now, unchanged, with what the browser has kept about it."""
        coverage = await self._unread("Profiler.takePreciseCoverage")
        await self._call("DOM.enable", dict[str, Any], includeWhitespace="all")
        root = (await self._call("DOM.getDocument", DomDocument, depth=0)).root
        html = (await self._call("DOM.getOuterHTML", OuterHtml, nodeId=root.id, includeShadowDOM=True)).html
        nodes = await self._unread("DOM.getFlattenedDocument", depth=-1, pierce=True)
        phone = await self._unread("DOMSnapshot.captureSnapshot", **_SNAPSHOT)
        await self._call("DOM.disable", dict[str, Any])
        unwritten = await self._evaluate(page_script("unwritten"))
        url = await self._evaluate("location.href")
        await self._call_each(_REPORTS)
        return RenderedDocument(
            html=html,
            url=url,
            nodes=nodes,
            phone=phone,
            unwritten=unwritten.encode(),
            coverage=coverage,
            # Later errors may follow from what visitors don't see.
            errors=self._errors.before(self._requests.log.differs_from),
            requests=self._requests.log.made,
            destination=self._requests.log.destination,
            sockets=self._requests.log.sockets,
            nested_workers=self._requests.log.nested_workers,
            registers_worker=await self._answer(REGISTERS_WORKER) == "true",
            mixed=tuple(self._mixed.found),
            paints=self._paints.paints,
            unanswered=self._owed.given_up,
            stopped=self.stopped,
        )

    async def _tried(self, document: RenderedDocument, captured_at: float) -> RenderedDocument:
        """
        Return a document with what the page does in a narrow window and with the focus, which may change it.

        :param captured_at: the time of the page after which what is painted doesn't count.
        """
        narrow = await self._narrow_layout()
        # The browser looks for the largest content until a key is pressed.
        paints = await self._timed(document.paints, captured_at)
        focus = await self._focus_tried()
        return evolve(document, narrow=narrow, paints=msgspec.structs.replace(paints, focus=focus))

    async def _narrow_layout(self) -> bytes:
        """Return the layout in a narrow window; empty if the page isn't wider. The page gets no more answers."""
        await self._call("Emulation.setDeviceMetricsOverride", dict[str, Any], **_window(_NARROW))
        for _ in range(2):
            await self._clock.run(_NARROW_MS)
            await self._clock.draw()
        metrics = await self._call("Page.getLayoutMetrics", LayoutMetrics)
        if metrics.css_content_size.width <= _NARROW:
            return b""
        return await self._unread("DOMSnapshot.captureSnapshot", **_SNAPSHOT)

    async def _focus_tried(self) -> FocusTried | None:
        """Return the elements whose focus is invisible; ``None`` if the page fails when they get it."""
        # The pictures are more than the rest of the page.
        self.pipe.renew_limits()
        limit = Deadline.after(self.watch.clock, _FOCUS_SECONDS)
        try:
            await self._call("Emulation.setDeviceMetricsOverride", dict[str, Any], **_window(SCREEN_WIDTH))
            tried = await limit.bound(FocusTrial(self._call, self._picture, self._target).tried())
        except (NotRendered, TimedOut, msgspec.DecodeError) as problem:
            if not self.pipe.alive:
                raise
            drop_traceback(problem)
            return None
        return None if self.stopped else tried

    async def _timed(self, paints: Paints, captured_at: float) -> Paints:
        """
        Return paints with when the page was first painted and when its largest content was, and which that is.

        The browser tells about a paint when the page's time has reached that of the machine.

        :param captured_at: the time of the page after which what is painted doesn't count.
        """
        passed = (self.watch.reactor.seconds() - self._started) * 1000
        await self._clock.run(max(1.0, passed - self._clock.now))
        times = msgspec.json.decode(await self._evaluate(page_script("paint_times")), type=tuple[_Times, _Times])
        self._paints = PaintEvents(self._target)
        await self._call_each(_PAINT_REPORTS)
        first, largest = ([time for time in found if time <= captured_at] for found in times)
        document, frame_at = self._requests.paced.arrivals.document, self._clock.frame_at
        return msgspec.structs.replace(
            self._paints.with_largest(paints, len(largest)),
            first_at=document + frame_at(first[0]) if first else 0.0,
            largest_at=document + frame_at(largest[-1]) if largest else 0.0,
        )

    async def _picture(self) -> bytes:
        """Return a picture of the window after the timers and transitions of the page."""
        await self._clock.run(_FOCUS_MS)
        # Transitions begin with a frame.
        await self._clock.draw()
        await self._clock.run(_FOCUS_MS)
        return (await self._clock.draw(screenshot={"format": "png", "optimizeForSpeed": True})).screenshot

    async def _prepare(self) -> None:
        """Set everything that must not depend on the machine, and have every request paused."""
        methods: tuple[tuple[str, dict[str, Any]], ...] = (
            ("Target.setAutoAttach", _ATTACH),
            ("Fetch.enable", _EVERY_REQUEST),
            ("Page.enable", {}),
            ("Page.addScriptToEvaluateOnNewDocument", {"source": page_script("seed_crypto")}),
            ("Page.addScriptToEvaluateOnNewDocument", {"source": page_script("steady_times")}),
            ("Page.addScriptToEvaluateOnNewDocument", {"source": page_script("owed_answers")}),
            ("Page.addScriptToEvaluateOnNewDocument", {"source": page_script("screen_questions")}),
            ("Inspector.enable", {}),
            ("Profiler.enable", {}),
            ("Profiler.startPreciseCoverage", {"callCount": False, "detailed": False}),
            ("Network.enable", {}),
            ("Network.setBypassServiceWorker", {"bypass": True}),
            ("Emulation.setDeviceMetricsOverride", _PHONE),
            ("Emulation.setTouchEmulationEnabled", {"enabled": True}),
            ("Emulation.setTimezoneOverride", {"timezoneId": "UTC"}),
            ("Emulation.setLocaleOverride", {"locale": "en-US"}),
            (
                "Emulation.setEmulatedMedia",
                {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]},
            ),
        )
        await self._call_each(methods)

    async def _load(self) -> None:
        """Load the page at the pace of a phone's network, until it has been complete for a while."""
        navigated = await self._call("Page.navigate", Navigated, url=self.page.exchange.url)
        if navigated.error:
            raise NotRendered(BROKEN)
        now, complete_since, frame = 0, 0, _FRAME_MS
        while now < _LONGEST_MS and now - complete_since < _COMPLETE_MS and not self.stopped:
            now = max(now + 1, self._requests.paced.delivered, self._requests.paced.arrivals.advance(frame))
            await self._run(now - self._clock.now)
            await self._owed.wait()
            if self._requests.paced.delivered > now:
                # The thread of the page has waited for an answer, so that no frame could be drawn until it came.
                complete_since = self._requests.paced.delivered
                continue
            # What a frame requests is known after the next run, because the browser draws in another process.
            kinds = self._requests.deliver(now)
            if kinds:
                await self._receive()
                frame = min(frame, now + (_FIRST_FRAME_MS if kinds - _SHOWN else _FRAME_MS))
            elif now >= frame and self._requests.started.block_painting:
                # While nothing can be painted, the browser waits for a tenth of a second before it says so.
                frame = now + _BLOCKED_FRAME_MS
            elif now >= frame:
                await self._draw()
                frame = now + _FRAME_MS
                if self._requests.painted():
                    await self._receive()
                    frame = now + _FIRST_FRAME_MS
            if self._requests.paced.arrivals.are_pending:
                complete_since = now

    async def _receive(self) -> None:
        """Wait until the page has received the answers that were sent, while its time stands still."""
        seconds = _RECEIVED_SECONDS
        while self._requests.sender.are_arriving and not self.stopped:
            await self._requests.sender.received(seconds)
            if self._requests.sender.are_arriving:
                # Some files are received in tasks that don't run while the clock is stopped.
                await self._run(0)
                seconds *= 2

    async def _run(self, milliseconds: float, *, waits: bool = False) -> None:
        """Let the page run, and stop its scripts if they don't pause."""
        with self._limited(self.seconds * _WITHOUT_PAUSE):
            await self._clock.run(milliseconds, waits=waits)
        self._check_not_left()

    async def _draw(self) -> None:
        """Draw a frame, before which scripts of the page run."""
        with self._limited(self.seconds * _WITHOUT_PAUSE):
            await self._clock.draw()

    def _limited(self, seconds: float) -> AbstractContextManager[None]:
        """Stop the scripts of the page if a block takes too much processor time."""
        return self.watch.limited(seconds, self._stop_scripts)

    def _check_not_left(self) -> None:
        """Raise :exc:`NotRendered` if the page navigates away before it is complete, which ends its parser."""
        if self._requests.log.leaves and not self._loaded:
            raise NotRendered(REPLACED)

    async def _settle(self) -> None:
        """Let the page run for its virtual time, and draw each frame at a fixed time."""
        self._requests.end_pace()
        for milliseconds in _FRAMES_MS:
            if not self.stopped:
                await self._run(milliseconds, waits=True)
                await self._owed.wait()
                await self._draw()
        # Once scripts were stopped, the rest of the document is parsed, and nothing more is loaded.
        await self._run(_LAST_MS, waits=not self.stopped)
        await self._owed.wait()
        await self._clock.stop()

    async def _settle_on_desktop(self) -> bytes:
        """Let the page adapt to the window of a desktop, without touch, and return the last frame."""
        await self._call("Emulation.setTouchEmulationEnabled", dict[str, Any], enabled=False)
        await self._call("Emulation.setDeviceMetricsOverride", dict[str, Any], **_window(SCREEN_WIDTH))
        for milliseconds in _DESKTOP_FRAMES_MS:
            await self._run(milliseconds, waits=not self.stopped)
            await self._owed.wait()
            await self._draw()
        await self._run(_DESKTOP_LAST_MS, waits=not self.stopped)
        # Whether a request of the last frame was answered in time would depend on the machine.
        self._requests.cancel()
        screenshot = await self._screenshot()
        await self._clock.stop()
        return screenshot

    async def _screenshot(self) -> bytes:
        """Draw a frame, and return it in the first quality that is small enough; empty if none is."""
        for quality in QUALITIES:
            drawn = await self._clock.draw(screenshot={"format": "jpeg", "quality": quality})
            if not is_too_large(drawn.screenshot):
                return checked(drawn.screenshot)
        return b""

    async def _answer(self, expression: str) -> str:
        """Return what a script of ours says in the page's world; an empty string if its scripts were stopped."""
        if self.stopped:
            return ""
        return (await self._call("Runtime.evaluate", Evaluated, expression=expression)).result.value

    async def _have_timers(self) -> bool:
        """Return whether a timer of any worker is due."""
        deadline = Deadline.after(self.watch.reactor, _WORKER_SECONDS)
        asked = [Deferred.fromCoroutine(self._has_timers(worker, deadline)) for worker in self._timed_workers]
        due = await all_succeeded(asked)
        return any(due)

    async def _has_timers(self, worker: str, deadline: Deadline) -> bool:
        """Return whether a timer of a worker is due. One that has ended, or is blocked, isn't asked again."""
        try:
            said = await deadline.bound(self.pipe.call("Runtime.evaluate", worker, expression=WORKER_TIMERS))
            return msgspec.json.decode(said, type=Evaluated).result.value not in _NO_TIMERS
        except (NotRendered, TimedOut, msgspec.ValidationError) as problem:
            drop_traceback(problem)
            self._timed_workers.remove(worker)
            return False

    def _stop_scripts(self) -> None:
        """Stop the scripts of the page, which have used up their processor time, and let no further one run."""
        if self.stopped:
            return
        self.stopped = True
        self.watch.clock.callLater(_TAKING_SECONDS, self._kill)
        for session in (self._page_session, *self._sessions):
            self._send(session, "Emulation.setScriptExecutionDisabled", {"value": True})
            self._send(session, "Runtime.terminateExecution", {})
        self._requests.cancel()
        self._clock.end_run()

    def _kill(self) -> None:
        """End the browser of a page that can't be stopped, or whose document can't be taken."""
        self.pipe.kill(TOO_HEAVY)

    def _go_on(self) -> None:
        """
        Answer what a page that does nothing waits for, or let its time go on, or end the browser if it can't be that.

        If somebody has killed what starts the processes of pages, the browser waits too, without a word. And what a
        worker loads counts as pending as long as the worker is blocked.
        """
        if self._requests.release():
            return
        is_due_to_page = self.again and self.watch.usage().is_complete
        if is_due_to_page and self._clock.stop_waiting():
            self._owed.given_up = True
        else:
            self.pipe.kill(UNFINISHED if is_due_to_page else BROKEN)

    def _is_asleep(self) -> bool:
        return self.watch.usage().is_asleep

    def _answered(self) -> None:
        self._clock.check_settled()

    async def _evaluate(self, expression: str, **parameters: Any) -> str:
        """Return the value of a JavaScript expression in a world of its own, which the page can't influence."""
        world = await self._call("Page.createIsolatedWorld", IsolatedWorld, frameId=self._target)
        evaluated = await self._call(
            "Runtime.evaluate", Evaluated, expression=expression, contextId=world.id, **parameters
        )
        return evaluated.result.value

    async def _call(self, method: str, kind: type[T], session: str | None = None, **parameters: Any) -> T:
        """Call a method of the browser, in the session of the page unless another one is given."""
        call = self.pipe.call(method, self._page_session if session is None else session, **parameters)
        return msgspec.json.decode(await call, type=kind)

    async def _call_each(self, calls: Iterable[tuple[str, dict[str, Any]]]) -> None:
        """Call methods of the browser in the session of the page, one after the other."""
        for method, parameters in calls:
            await self._call(method, dict[str, Any], **parameters)

    async def _unread(self, method: str, **parameters: Any) -> bytes:
        """Call a method in the session of the page, and return its result as JSON that isn't decoded."""
        return bytes(await self.pipe.call(method, self._page_session, **parameters))

    def _send(self, session: str, method: str, parameters: dict[str, Any]) -> None:
        """Call a method whose result and failure say nothing: its target may have gone."""
        self.pipe.call(method, session, **parameters).addErrback(lambda _: None)

    def _listen(self, session: str) -> None:
        self.pipe.listen(session, lambda method, parameters: self._event(session, method, parameters))

    def _event(self, session: str, method: str, parameters: Any) -> None:
        if method.startswith(("Fetch.", "Network.")):
            self._request_event(session, method, parameters)
        elif method.startswith("Runtime."):
            self._errors.event(method, parameters)
        elif method == "Audits.issueAdded":
            self._mixed.issue_added(parameters)
        elif method == "PerformanceTimeline.timelineEventAdded":
            self._paints.event_added(parameters)
        elif method == "Target.attachedToTarget":
            self._attached(msgspec.convert(parameters, Attached))
        elif method == "Page.javascriptDialogOpening":
            self._send(session, "Page.handleJavaScriptDialog", {"accept": False})
        elif method == "Emulation.virtualTimeBudgetExpired":
            self._clock.expired()
        elif method == "Page.loadEventFired":
            self._loaded = True
        elif method.endswith(".targetCrashed"):
            self._process_crashed(method, parameters)

    def _process_crashed(self, method: str, parameters: Any) -> None:
        """End the browser, since a process of the page has ended. Somebody else kills; what a page does is a crash."""
        if method == "Target.targetCrashed":
            self.pipe.kill(CRASHED if msgspec.convert(parameters, Crashed).status == _CRASHED else BROKEN)
        elif not self.again:
            self.pipe.kill()

    def _request_event(self, session: str, method: str, parameters: Any) -> None:
        if method == "Fetch.requestPaused":
            self._requests.paused(session, msgspec.convert(parameters, PausedRequest))
        elif method == "Network.requestWillBeSent":
            self._request_started(session, msgspec.convert(parameters, StartedRequest))
        elif method in ("Network.loadingFinished", "Network.loadingFailed"):
            self._requests.loaded(msgspec.convert(parameters, Loaded).id)
        elif method == "Network.webSocketCreated":
            self._requests.log.socket_refused()

    def _request_started(self, session: str, request: StartedRequest) -> None:
        """Note a request, unless it is for the file of a worker that a worker starts: that is not paused, and fails."""
        if request.starts_worker and session in self._workers:
            self._requests.log.worker_refused()
        else:
            self._requests.will_be_sent(request)

    def _attached(self, attached: Attached) -> None:
        """Let a frame or a worker start; a window is closed, and a service worker never starts."""
        session, kind = attached.session_id, attached.target_info.type
        if kind == "page":
            self._send("", "Target.closeTarget", {"targetId": attached.target_info.target_id})
        elif kind != "service_worker":
            self._sessions.append(session)
            if kind == "worker":
                self._workers.add(session)
                self._timed_workers.append(session)
                self._send(session, "Runtime.evaluate", {"expression": page_script("worker_timers")})
            self._listen(session)
            self._send(session, "Inspector.enable", {})
            self._send(session, "Fetch.enable", _EVERY_REQUEST)
            self._send(session, "Network.enable", {})
            self._send(session, "Target.setAutoAttach", _ATTACH)
            self._send(session, "Runtime.runIfWaitingForDebugger", {})


def _window(width: int) -> dict[str, Any]:
    return {"width": width, "height": SCREEN_HEIGHT, "deviceScaleFactor": 1, "mobile": False}
