"""The renderer keeps browsers warm, replaces or kills them, and reports their failures."""

from collections.abc import Mapping
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from zope.interface.verify import verifyObject

from sitescan.concurrency.deadline import Deadline
from sitescan.interfaces import IRenderer
from sitescan.model.exchange import Exchange, Page
from sitescan.model.outline import Outline
from sitescan.model.rendered import FocusTried, Rendered
from sitescan.performance.arrivals import Arrivals
from sitescan.performance.network import PHONE
from sitescan.performance.simulated_page import navigation_facts
from sitescan.rendering.chromium_renderer import ChromiumRenderer
from sitescan.rendering.no_renderer import NoRenderer
from sitescan.rendering.process_usage import Usage
from sitescan.rendering.rendering_errors import (
    BROKEN,
    BUSY,
    CRASHED,
    REPLACED,
    TOO_HEAVY,
    UNFINISHED,
    RendererUnavailable,
)
from tests.fakes import FakeRenderer, as_reactor
from tests.rendering.browser_process import RESULTS, BrowserProcess, BrowserReactor, drawn, evaluating, jpeg

URL = "http://pears.example/"
PAGE = Page(exchange=Exchange(requested=URL, url=URL, status=200), body=b"<p>sent</p>")
MEGABYTE = 1024**2


def renderer(
    reactor: BrowserReactor, memory: int = 200, cpus: float = 1.0, *, is_asleep: bool = False
) -> ChromiumRenderer:
    """
    Return a renderer of one page at a time.

    :param memory: the megabytes of each browser.
    :param cpus: the number of processors that a browser keeps busy.
    :param is_asleep: whether no process of a browser has anything to do.
    """
    return ChromiumRenderer(
        as_reactor(reactor),
        1,
        always=False,
        longest=1000,
        usage=lambda _: (
            lambda: Usage(memory=memory * MEGABYTE, cpu_seconds=cpus * reactor.seconds(), is_asleep=is_asleep)
        ),
        command=lambda flag: ("browser", flag),
    )


def render(
    chromium: ChromiumRenderer, reactor: BrowserReactor, seconds: float = 20, client: str = "pears"
) -> Deferred[Rendered]:
    """Render the page."""
    session: Any = None
    return chromium.render(session, PAGE, client, Deadline.after(reactor, seconds))


def outcome(work: Deferred[Any]) -> Any:
    """Return the result of a Deferred that has fired, or the text of its failure."""
    found: list[Any] = []
    work.addCallbacks(found.append, lambda failure: found.append(str(failure.value)))
    (result,) = found or ["nothing"]
    return result


def without(*methods: str) -> Mapping[str, Any]:
    """Return the results of a browser that doesn't answer some calls."""
    return {**RESULTS, **dict.fromkeys(methods)}


def test_interface() -> None:
    """The renderer and its fake provide the interface."""
    verifyObject(IRenderer, renderer(BrowserReactor()))
    verifyObject(IRenderer, FakeRenderer())


def test_browser_is_reused() -> None:
    """The second page needs no new browser, and each page has a context of its own, which is thrown away."""
    reactor = BrowserReactor()
    chromium = renderer(reactor)
    chromium.start()
    for _ in range(2):
        assert outcome(render(chromium, reactor)).document.html == "<p>rendered</p>"
    (browser,) = reactor.started
    assert browser.calls.count("Target.createBrowserContext") == 2
    assert browser.calls.count("Target.disposeBrowserContext") == 2
    assert chromium.pids == (7,)
    outcome(chromium.stop())
    assert not chromium.pids


def rendered_with(screenshot: Any) -> tuple[Any, BrowserProcess]:
    """Return the outcome of a rendering by a browser that draws every frame the same, and the browser."""
    reactor = BrowserReactor(results={**RESULTS, "HeadlessExperimental.beginFrame": screenshot})
    return outcome(render(renderer(reactor), reactor)), reactor.started[0]


def qualities(browser: BrowserProcess) -> list[int]:
    """Return the qualities of the screenshots that were requested of a browser, in the order of the calls."""
    screenshots = [message["params"].get("screenshot") or {} for message in browser.messages]
    return [screenshot["quality"] for screenshot in screenshots if "quality" in screenshot]


def frames(browser: BrowserProcess) -> list[float]:
    """Return the times of the frames that were drawn by a browser."""
    drawing = [message for message in browser.messages if message["method"] == "HeadlessExperimental.beginFrame"]
    return [message["params"]["frameTimeTicks"] for message in drawing]


@pytest.mark.parametrize(
    ("screenshot", "kept"),
    [(drawn(jpeg()), jpeg()), (drawn(jpeg(size=199_000)), jpeg(size=199_000)), ({"hasDamage": True}, b"")],
)
def test_screenshot(screenshot: Any, kept: bytes) -> None:
    """The last frame of the first screen is kept, and only that one is sent by the browser."""
    rendered, browser = rendered_with(screenshot)
    assert rendered.rendering.screenshot == kept
    assert qualities(browser) == [60]


def test_frames_are_at_fixed_times() -> None:
    """Whether a frame shows anything new, as the browser says, doesn't change when the next one is drawn."""
    _, steady = rendered_with({**drawn(jpeg()), "hasDamage": False})
    _, damaged = rendered_with(drawn(jpeg()))
    assert len(frames(damaged)) > 20
    assert frames(steady) == frames(damaged)


def test_screenshot_is_too_large() -> None:
    """A screenshot that is too large is taken again in a lower quality, and left out if it is still too large."""
    rendered, browser = rendered_with(drawn(jpeg(size=200_000)))
    assert rendered.document.html == "<p>rendered</p>"
    assert rendered.rendering.screenshot == b""
    assert qualities(browser) == [60, 25]


@pytest.mark.parametrize(
    "screenshot",
    [
        drawn(b"<svg onload=alert(1)>"),
        drawn(b"\x89PNG\r\n\x1a\n" + jpeg()),
        drawn(jpeg(1281)),
        drawn(jpeg(1280, 8000)),
        drawn(jpeg()[:-2]),
        drawn(jpeg() + b"<script>"),
        {"screenshotData": "no base64!"},
        {"screenshotData": 1},
    ],
)
def test_invalid_screenshots(screenshot: Any) -> None:
    """A browser that sends anything else than a JPEG of the window is killed, and its page isn't rendered."""
    problem, browser = rendered_with(screenshot)
    assert problem == BROKEN
    assert browser.pid is None


def tried(**results: Any) -> FocusTried | None:
    """Return the outcome of giving elements the focus in a browser with other results than usual."""
    reactor = BrowserReactor({**RESULTS, **results})
    found: FocusTried | None = outcome(render(renderer(reactor), reactor)).document.paints.focus
    return found


def test_focus_without_visible_change() -> None:
    """An element that looks the same with and without the focus is found if it really received the focus."""
    assert tried() == FocusTried(unmarked=(17,), untried=4)
    for results in (
        {"Runtime.evaluate": evaluating("http://pears.example/", focused="false")},
        {"Runtime.evaluate": evaluating("http://pears.example/", found="[0, 4]")},
        {"HeadlessExperimental.beginFrame": {"hasDamage": False}},
    ):
        assert tried(**results) == FocusTried(unmarked=(), untried=4)


@pytest.mark.parametrize(
    ("times", "first", "largest"),
    [
        ("[[50.1], [50.1, 700.0]]", 50, 700),
        ("[[60.0], [60.0, 700.0, 99000.0]]", 50, 700),  # painted after the page was captured
        ("[[], []]", None, None),
        ("[[-1.0], [1.0]]", "invalid", None),
        ("[[true], [1.0]]", "invalid", None),
        ("{}", "invalid", None),
    ],
)
def test_paint_times(times: str, first: Any, largest: Any) -> None:
    """The times of paints count from the beginning of the visit; a browser that sends invalid ones is killed."""
    reactor = BrowserReactor({**RESULTS, "Runtime.evaluate": evaluating(URL, paints=times)})
    found = outcome(render(renderer(reactor), reactor))
    if first == "invalid":
        assert found == BROKEN
        return
    document = Arrivals(navigation_facts(PAGE.exchange, multiplexed=False), PHONE).document
    paints = found.document.paints
    assert (paints.first_at, paints.largest_at) == ((0, 0) if first is None else (document + first, document + largest))


@pytest.mark.parametrize("changed", [1, 2, 3])
def test_focus_with_visible_change(changed: int) -> None:
    """An element isn't found if one of three pictures differs, since the focus may also leave something behind."""
    pictures = 0

    def frame(parameters: Any) -> Any:
        nonlocal pictures
        pictures += "png" in str(parameters)
        return drawn(jpeg(size=pictures == changed))

    reactor = BrowserReactor({**RESULTS, "HeadlessExperimental.beginFrame": frame})
    assert outcome(render(renderer(reactor), reactor)).document.paints.focus.unmarked == ()


def test_excess_elements_are_not_focused() -> None:
    """If a browser reports more elements than it was asked for, only the requested number is tried."""
    found = tried(**{"Runtime.evaluate": evaluating("http://pears.example/", found="[100000, 0]")})
    assert found == FocusTried(unmarked=(17,) * 5)


def test_large_pictures() -> None:
    """Fewer elements are tried on a page with large pictures, and the remaining elements are counted."""
    large = drawn(jpeg(size=5_000_000))
    found = tried(
        **{
            "Runtime.evaluate": evaluating("http://pears.example/", found="[5, 1]"),
            "HeadlessExperimental.beginFrame": lambda parameters: large if "png" in str(parameters) else drawn(jpeg()),
        }
    )
    assert found == FocusTried(unmarked=(17,), untried=5)


def test_page_fails_on_focus() -> None:
    """If a page fails when its elements get the focus, it is rendered and its focus is unknown."""
    reactor = BrowserReactor(without("Input.dispatchKeyEvent"))
    work = render(renderer(reactor), reactor)
    reactor.pump([1.0] * 6)
    rendered = outcome(work)
    paints = rendered.document.paints
    assert (rendered.document.html, paints.focus, paints.first_at) == ("<p>rendered</p>", None, 0)
    assert reactor.getDelayedCalls() == []


@pytest.mark.parametrize("found", ["", "[]", "[1]", "[1, 2, 3]", '["1", 2]', "[1.5, 2]", "[1, -1]", "[1000000000, 0]"])
def test_invalid_focus_counts(found: str) -> None:
    """An invalid result of the script that focuses elements, which a page can cause, is ignored."""
    assert tried(**{"Runtime.evaluate": evaluating("http://pears.example/", found=found)}) is None


def test_browsers_are_replaced() -> None:
    """After a hundred pages a browser ends, and the next page gets a new one."""
    reactor = BrowserReactor()
    chromium = renderer(reactor)
    for _ in range(101):
        outcome(render(chromium, reactor))
    assert [browser.pid for browser in reactor.started] == [None, 7]


def test_large_browsers_are_replaced() -> None:
    """A browser is ended if it still uses much memory after a page."""
    reactor = BrowserReactor()
    outcome(render(renderer(reactor, memory=500), reactor))
    assert [browser.pid for browser in reactor.started] == [None]


def test_memory_limit() -> None:
    """A page that fills the memory is stopped, and its report says that it is too heavy."""
    reactor = BrowserReactor(without("DOM.getOuterHTML"))
    work = render(renderer(reactor, memory=900), reactor)
    reactor.advance(0.25)
    assert outcome(work) == TOO_HEAVY
    assert [browser.pid for browser in reactor.started] == [None]
    assert reactor.getDelayedCalls() == []


def stops(browser: BrowserProcess) -> list[str]:
    """Return the sessions in which scripts were stopped."""
    return [message["sessionId"] for message in browser.messages if message["method"] == "Runtime.terminateExecution"]


@pytest.mark.parametrize("cpus", [1.0, 0.2])
def test_endless_script(cpus: float) -> None:
    """A script that doesn't pause is stopped after its processor time, however slow, and the page is taken as it is."""
    reactor = BrowserReactor(settles=False)
    work = render(renderer(reactor, cpus=cpus), reactor, seconds=100)
    (browser,) = reactor.started
    worker = {"sessionId": "worker", "targetInfo": {"targetId": "1", "type": "worker"}}
    browser.event("Target.attachedToTarget", worker)
    reactor.pump([0.25] * int(2.75 / cpus * 4))
    assert stops(browser) == []
    assert not work.called
    browser.settles = True
    reactor.pump([0.25] * int(0.5 / cpus * 4))
    document = outcome(work).document
    assert (document.html, document.stopped, document.paints.focus) == ("<p>rendered</p>", True, None)
    assert stops(browser) == ["session", "worker"]
    assert browser.calls.index("Emulation.setScriptExecutionDisabled") < browser.calls.index("DOM.getOuterHTML")
    assert browser.pid is None
    assert reactor.getDelayedCalls() == []


def test_busy_page() -> None:
    """A page whose scripts pause may take ten seconds of processor time before it is taken as it is."""
    reactor = BrowserReactor(settles=False)
    work = render(renderer(reactor), reactor, seconds=100)
    (browser,) = reactor.started
    for _ in range(4):
        reactor.pump([0.25] * 9)
        browser.event("Emulation.virtualTimeBudgetExpired", {})
    assert stops(browser) == []
    browser.settles = True
    reactor.pump([0.25] * 5)
    assert outcome(work).document.stopped


def test_page_cannot_be_stopped() -> None:
    """A page that goes on although its scripts were stopped ends with its browser, and is too heavy."""
    reactor = BrowserReactor(without("HeadlessExperimental.beginFrame"), settles=False)
    work = render(renderer(reactor), reactor, seconds=100)
    reactor.pump([0.25] * 31)
    assert not work.called
    reactor.pump([0.25] * 3)
    assert outcome(work) == TOO_HEAVY
    assert [browser.pid for browser in reactor.started] == [None]
    assert reactor.getDelayedCalls() == []


def test_document_takes_too_long() -> None:
    """A page whose document can't be read in time ends with its browser, and is too heavy."""
    reactor = BrowserReactor(without("DOM.getOuterHTML"))
    work = render(renderer(reactor), reactor)
    reactor.pump([0.25] * 19)
    assert not work.called
    reactor.pump([0.25] * 2)
    assert outcome(work) == TOO_HEAVY
    assert [browser.pid for browser in reactor.started] == [None]
    assert reactor.getDelayedCalls() == []


def test_browser_waits() -> None:
    """A page for which two browsers wait for what never happens is to blame, and doesn't wait for its deadline."""
    reactor = BrowserReactor(settles=False)
    work = render(renderer(reactor, cpus=0.1, is_asleep=True), reactor, seconds=100)
    reactor.pump([0.1] * 40)
    assert not work.called
    reactor.pump([0.1] * 3)
    assert outcome(work) == UNFINISHED
    assert [browser.pid for browser in reactor.started] == [None, None]
    assert reactor.getDelayedCalls() == []


def test_browser_waits_for_killed_process() -> None:
    """A page isn't to blame if the second browser has lost what starts the processes of pages."""
    reactor = BrowserReactor(settles=False)
    chromium = ChromiumRenderer(
        as_reactor(reactor),
        1,
        always=False,
        longest=1000,
        usage=lambda _: lambda: Usage(is_asleep=True, is_complete=False),
        command=lambda flag: ("browser", flag),
    )
    work = render(chromium, reactor, seconds=100)
    reactor.pump([0.1] * 43)
    assert outcome(work) == BROKEN
    assert [browser.pid for browser in reactor.started] == [None, None]


def test_browser_gets_answer() -> None:
    """A browser that waits for a server, and then gets an answer, has two more seconds to do something."""
    reactor = BrowserReactor(settles=False)
    work = render(renderer(reactor, cpus=0.1, is_asleep=True), reactor, seconds=100)
    (browser,) = reactor.started
    for _ in range(9):
        reactor.pump([0.1] * 19)
        browser.event("Network.dataReceived", {})
    assert not work.called
    assert reactor.started == [browser]
    work.cancel()
    outcome(work)


def test_slow_browser() -> None:
    """A browser that has something to do and gets no processor is waited for until the deadline."""
    reactor = BrowserReactor(settles=False)
    work = render(renderer(reactor, cpus=0.0), reactor, seconds=100)
    reactor.pump([0.5] * 199)
    assert not work.called
    reactor.pump([0.5])
    assert outcome(work) == BUSY


def test_deadline() -> None:
    """A page that was not given its processor time before the deadline isn't to blame."""
    reactor = BrowserReactor(without("DOM.getOuterHTML"))
    work = render(renderer(reactor, cpus=0.25), reactor, seconds=15)
    reactor.pump([0.25] * 60)
    assert outcome(work) == BUSY
    assert [browser.pid for browser in reactor.started] == [None]
    assert reactor.getDelayedCalls() == []


@pytest.mark.parametrize("method", [method for method in RESULTS if method != "Browser.getVersion"])
def test_browser_exits(method: str) -> None:
    """A browser may end at any step: the page is rendered by another one, and isn't if that ends as well."""
    reactor = BrowserReactor(without(method))
    chromium = renderer(reactor)
    work, second = render(chromium, reactor), render(chromium, reactor)
    reactor.started[0].end()
    assert not work.called
    reactor.started[1].end()
    assert outcome(work) == BROKEN
    reactor.results = RESULTS
    reactor.started[2].end()
    assert outcome(second).document.html == "<p>rendered</p>"
    assert len(reactor.started) == 4


@pytest.mark.parametrize("result", [{}, {"outerHTML": 1}, {"outerHTML": None}])
def test_invalid_results(result: Any) -> None:
    """A result of another type fails the rendering, and the browser that sent it is killed."""
    reactor = BrowserReactor({**RESULTS, "DOM.getOuterHTML": result})
    assert outcome(render(renderer(reactor), reactor)) == BROKEN
    assert [browser.pid for browser in reactor.started] == [None, None]


def test_document_is_too_long() -> None:
    """A page whose rendered document is longer than allowed is too heavy, and its browser is kept."""
    reactor = BrowserReactor({**RESULTS, "DOM.getOuterHTML": {"outerHTML": "x" * 1001}})
    assert outcome(render(renderer(reactor), reactor)) == TOO_HEAVY
    assert [browser.pid for browser in reactor.started] == [7]


@pytest.mark.parametrize(
    "url", ["https://pears.example/", "http://plums.example/", "blob:http://pears.example/1", "file:///etc/passwd", ""]
)
def test_documents_of_another_origin(url: str) -> None:
    """Scripts may change the URL of a page within its origin; any other document isn't the page."""
    within = {**RESULTS, "Runtime.evaluate": evaluating("http://pears.example/list?all#top")}
    reactor = BrowserReactor(within)
    assert outcome(render(renderer(reactor), reactor)).document.url == "http://pears.example/list?all#top"
    reactor = BrowserReactor({**RESULTS, "Runtime.evaluate": evaluating(url)})
    assert outcome(render(renderer(reactor), reactor)) == REPLACED


@pytest.mark.parametrize("result", [{"result": {"type": "undefined"}}, {"exceptionDetails": {}}])
def test_unreadable_stylesheets(result: Any) -> None:
    """A document whose stylesheets can't be read isn't examined as if it had none."""
    reactor = BrowserReactor({**RESULTS, "Runtime.evaluate": result})
    assert outcome(render(renderer(reactor), reactor)) == BROKEN


def test_selection_of_rendered_pages() -> None:
    """Pages that scripts seem to write are rendered, or all pages on request, and no page without a renderer."""
    plain, scripted = Outline(), Outline(scripted=True)
    always = ChromiumRenderer(as_reactor(BrowserReactor()), 1, always=True, longest=1000)
    for page_renderer, expected in (
        (renderer(BrowserReactor()), [False, True]),
        (always, [True, True]),
        (NoRenderer(), [False] * 2),
    ):
        assert [page_renderer.renders(outline) for outline in (plain, scripted)] == expected


def test_no_renderer() -> None:
    """Without a renderer, nothing is started and no page is rendered."""
    none = NoRenderer()
    verifyObject(IRenderer, none)
    session: Any = None
    assert outcome(none.start()) is None
    assert outcome(none.stop()) is None
    assert outcome(none.render(session, PAGE, "pears", Deadline.after(BrowserReactor(), 1))) == BROKEN


def test_invalid_events() -> None:
    """An invalid event fails the rendering, in a second browser for good."""
    reactor = BrowserReactor(without("Page.navigate"))
    work = render(renderer(reactor), reactor)
    for number in range(2):
        reactor.started[number].event("Fetch.requestPaused", {"requestId": 1})
    assert outcome(work) == BROKEN


@pytest.mark.parametrize(
    ("status", "reason"), [("crashed", CRASHED), ("killed", BROKEN), ("oom", BROKEN), ("abnormal exit", BROKEN)]
)
def test_page_crashes(status: str, reason: str) -> None:
    """A page whose process crashes twice is to blame; a process that was killed says nothing about the page."""
    reactor = BrowserReactor(settles=False)
    work = render(renderer(reactor), reactor)
    reactor.started[0].event("Inspector.targetCrashed", {})
    assert not work.called
    reactor.started[1].event("Inspector.targetCrashed", {})
    reactor.started[1].event("Target.targetCrashed", {"status": status}, session="")
    assert outcome(work) == reason
    assert reactor.getDelayedCalls() == []


def test_browser_loses_part() -> None:
    """A page is rendered once more if the process that draws, or that loads files, has ended meanwhile."""
    reactor = BrowserReactor(settles=False)
    parts = {11, 12}
    chromium = ChromiumRenderer(
        as_reactor(reactor),
        1,
        always=False,
        longest=1000,
        usage=lambda _: lambda: Usage(services=frozenset(parts)),
        command=lambda flag: ("browser", flag),
    )
    work = render(chromium, reactor)
    reactor.settles = True
    parts.remove(11)
    reactor.advance(0.1)
    assert outcome(work).document.html == "<p>rendered</p>"
    assert [browser.pid for browser in reactor.started] == [None, 7]


def test_browser_exits_while_page_runs() -> None:
    """The scan doesn't wait for a browser that has ended, or was killed because of its memory."""
    reactor = BrowserReactor(settles=False)
    ended, killed = render(renderer(reactor), reactor), render(renderer(reactor, memory=700), reactor)
    reactor.started[0].end()
    reactor.started[2].end()
    reactor.advance(0.1)
    assert outcome(ended) == BROKEN
    assert outcome(killed) == TOO_HEAVY
    assert reactor.getDelayedCalls() == []


def test_windows_workers_and_dialogs() -> None:
    """New windows and dialogs are closed. A worker starts when its requests are paused, and a service worker never."""
    reactor = BrowserReactor(without("Page.navigate"))
    work = render(renderer(reactor), reactor)
    browser = reactor.started[0]
    before = len(browser.messages)
    for kind in ("page", "worker", "service_worker"):
        target = {"targetId": kind, "type": kind}
        browser.event("Target.attachedToTarget", {"sessionId": f"of {kind}", "targetInfo": target})
    browser.event("Page.javascriptDialogOpening", {"message": "Pears?"})
    assert [(message["method"], message.get("sessionId", "")) for message in browser.messages[before:]] == [
        ("Target.closeTarget", ""),
        ("Runtime.evaluate", "of worker"),
        ("Inspector.enable", "of worker"),
        ("Fetch.enable", "of worker"),
        ("Network.enable", "of worker"),
        ("Target.setAutoAttach", "of worker"),
        ("Runtime.runIfWaitingForDebugger", "of worker"),
        ("Page.handleJavaScriptDialog", "session"),
    ]
    work.cancel()
    outcome(work)


def test_cancelled() -> None:
    """A scan that is cancelled leaves no browser that still works for it, and no delayed call."""
    reactor = BrowserReactor(without("Page.navigate"))
    work = render(renderer(reactor), reactor)
    work.cancel()
    outcome(work)
    assert [browser.pid for browser in reactor.started] == [None]
    assert reactor.getDelayedCalls() == []


def test_one_page_at_a_time() -> None:
    """One page is rendered at a time; a page that waits too long isn't rendered, and the report says why."""
    reactor = BrowserReactor(without("DOM.getOuterHTML"))
    chromium = renderer(reactor)
    first, second = render(chromium, reactor, 8), render(chromium, reactor, 2)
    assert len(reactor.started) == 1
    reactor.advance(2)
    assert outcome(second) == BUSY
    first.cancel()
    outcome(first)


@pytest.mark.parametrize("product", ["HeadlessChrome/99.0.1.2", "Firefox/x", ""])
def test_old_browsers(product: str) -> None:
    """An old browser isn't used, and the message says which one is needed."""
    reactor = BrowserReactor({**RESULTS, "Browser.getVersion": {"product": product}})
    assert "needs Chromium 130 or later" in outcome(renderer(reactor).start())
    assert [browser.pid for browser in reactor.started] == [None]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (b"bwrap: No permissions to create a new namespace\n", "Rendering needs user namespaces, which this system"),
        (b"a library is missing\n", "The browser ended as it started: a library is missing"),
        (b"", "The browser ended as it started: it said nothing"),
    ],
)
def test_browser_does_not_start(words: bytes, reason: str) -> None:
    """The operator learns at start why the browser doesn't run."""
    reactor = BrowserReactor(without("Browser.getVersion"))
    started = renderer(reactor).start()
    browser = reactor.started[0]
    browser.pipe.childDataReceived(2, words)
    browser.end()
    assert outcome(started).startswith(reason)


def test_missing_programs() -> None:
    """The operator learns which package to install."""

    def command(flag: str) -> Any:
        raise RendererUnavailable("install it")

    chromium = ChromiumRenderer(as_reactor(BrowserReactor()), 1, always=False, longest=1000, command=command)
    assert outcome(chromium.start()) == "install it"


def test_fake() -> None:
    """The fake renders a page with the given HTML, or fails."""
    fake = FakeRenderer("<p>rendered</p>")
    session: Any = None
    deadline = Deadline.after(BrowserReactor(), 1)
    assert outcome(fake.render(session, PAGE, "pears", deadline)).document.html == "<p>rendered</p>"
    assert outcome(FakeRenderer().render(session, PAGE, "pears", deadline)) == TOO_HEAVY
    assert fake.pages == [PAGE]
