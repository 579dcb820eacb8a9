"""Decides how the requests of a rendered page are answered."""

from collections.abc import Callable
from typing import Any

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sitescan.concurrency.deadline import Deadline
from sitescan.egress.client import Session
from sitescan.performance.arrivals import Arrivals
from sitescan.rendering.answer_sender import ARRIVAL_SECONDS, AnswerSender
from sitescan.rendering.paced_answers import PacedAnswers
from sitescan.rendering.paused_requests import PausedRequest, RequestAnswer, refusal_of, response_to
from sitescan.rendering.request_fetcher import RequestFetcher
from sitescan.rendering.request_log import RequestLog
from sitescan.rendering.started_requests import StartedRequest, StartedRequests


class PageRequests:
    """
    Answers the requests of one page.

    The first navigation is answered with the page as it was fetched. Further navigations of the page are refused. While
    the page is loaded, the answers reach the browser when the network of a phone would have brought them, and later in
    the order of the requests, when none of them is in flight. Each waits until the one before has arrived, so that the
    page doesn't depend on the speed of the network or the processes of the browser.

    :ivar started: the page, and what the browser says about its requests.
    :ivar log: the requests as they are reported.
    :ivar fetcher: the requests that are in flight, and the files that were received.
    :ivar paced: the answers that are on their way through the network of the phone.
    :ivar sender: the answers that are on their way to the browser.
    """

    def __init__(
        self,
        clock: IReactorTime,
        session: Session,
        started: StartedRequests,
        deadline: Deadline,
        arrivals: Arrivals,
        call: Callable[[str, str, dict[str, Any]], object],
        answered: Callable[[], None],
        is_asleep: Callable[[], bool],
    ) -> None:
        """
        Prepare for the first request.

        :param clock: the clock of the machine.
        :param started: the page, and what the browser says about its requests.
        :param deadline: ends the requests. Its time stands while none is in flight: the browser may be slow.
        :param arrivals: the network of the phone.
        :param call: calls a method of the browser in a DevTools session: session, method, parameters.
        :param answered: called whenever :attr:`are_fetched` or ``sender.are_arriving`` may have changed.
        :param is_asleep: returns whether the browser does nothing.
        """
        self._clock, self._answered, self._is_asleep = clock, answered, is_asleep
        self.started = started
        self.log = RequestLog(started)
        self.fetcher = RequestFetcher(session, deadline, self.log, self._fetched)
        self.paced = PacedAnswers(arrivals, self.log, started)
        self.sender = AnswerSender(clock, call, self._changed, is_asleep)
        self._is_paced, self._navigated, self._cancelled = True, False, False
        #: The network ids of the requests that the thread of the page waits for.
        self._awaited: set[str] = set()
        self._pauses: IDelayedCall | None = None

    @property
    def are_fetched(self) -> bool:
        """Whether every request that the page has made has an answer, even if that has not been sent to the browser."""
        return not self.fetcher.is_busy and (self._cancelled or self.started.are_paused)

    def will_be_sent(self, request: StartedRequest) -> None:
        """Note what the browser says about a request that it makes. It is going to pause it, or has done so."""
        self.started.add(request)
        # A request that is redirected is made again.
        self.sender.arrived(request.request_id)
        if request.is_over_network and request.blocks_scripts and not self._cancelled:
            self._awaited.add(request.request_id)
            self._changed()

    def paused(self, devtools_session: str, paused: PausedRequest) -> None:
        """Answer a request that the browser has paused."""
        self.started.paused(paused.network_id)
        self._stop_awaiting_pauses()
        refusal = self.sender.refusals[paused.request_id] = refusal_of(devtools_session, paused.request_id)
        refusal.load = paused.network_id
        if not self._cancelled:
            self._respond(paused, refusal)
        elif paused.resource_type == "Document":
            self.sender.send(refusal_of(devtools_session, paused.request_id, "Aborted"))
        elif paused.is_synchronous:
            # The page would wait for ever.
            self.sender.send(refusal)
        self._changed()

    def loaded(self, load: str) -> None:
        """Note that the browser has received an answer completely, or has given up a request; send the next answer."""
        self.started.ended(load)
        self._awaited.discard(load)
        self.sender.arrived(load)

    def deliver(self, now: int) -> frozenset[str]:
        """
        Ask the network for the requests that the page has made by now, and send the answers that it has brought.

        :param now: the time of the page.
        :return: the kinds of the requests whose answers are sent.
        """
        self.sender.queue.extend(self.paced.deliver(self._take_answers(), now))
        kinds = frozenset("" if answer.transfer is None else answer.transfer.kind for answer in self.sender.queue)
        self.sender.send_next()
        return kinds

    def painted(self) -> bool:
        """
        Send the scripts in the body that have waited for a frame, since it was drawn.

        :return: whether there are any.
        """
        held = self.paced.painted()
        if held:
            self.sender.queue.extend(held)
            self.sender.send_next()
        return bool(held)

    def end_pace(self) -> None:
        """Send all answers as soon as they are known from now on."""
        self._is_paced = False
        self.sender.queue.extend(self.paced.take())
        self._send_answers()

    def release(self) -> bool:
        """
        Answer whatever the page may wait for, since it does nothing else: with what is known, or else with a failure.

        :return: whether it may go on now.
        """
        if self.fetcher.is_busy or self._pauses is not None or self.sender.are_arriving or self.painted():
            return True
        known = self.paced.loads.union(answer.load for answer in self.fetcher.answers.values())
        refusals = tuple(self.sender.refusals.values())
        if known:
            self._awaited |= known
            self._send_awaited()
        else:
            for refusal in refusals:
                self.sender.send(refusal)
        return bool(refusals)

    def await_pauses(self) -> None:
        """Wait for the requests that the browser has made and not paused yet, for a limited time."""
        if not self.fetcher.is_busy and not self.are_fetched and self._pauses is None:
            self._pauses = self._clock.callLater(ARRIVAL_SECONDS, self._give_up_pauses)

    def cancel(self) -> None:
        """
        Cancel the requests that have no answer.

        They get none, nor do further ones, except for those that the thread of the page waits for, and navigations:
        these fail.
        """
        self._cancelled = True
        for refusal in [refusal for refusal in self.sender.refusals.values() if refusal.load in self._awaited]:
            self.sender.send(refusal)
        self._take_answers()
        self.paced.take()
        self._awaited.clear()
        self.sender.cancel()
        self._stop_awaiting_pauses()
        self.fetcher.cancel()

    def _respond(self, paused: PausedRequest, refusal: RequestAnswer) -> None:
        if paused.resource_type == "Document" and paused.frame_id == self.started.page_frame:
            self._navigate(paused, refusal.session)
        elif not self.fetcher.fetch(paused, refusal):
            self.sender.send(refusal)

    def _navigate(self, paused: PausedRequest, devtools_session: str) -> None:
        if self._navigated:
            self.log.navigation_refused(paused.request.url)
            # "Aborted" leaves the page in place. Other reasons replace it by an error page.
            self.sender.send(refusal_of(devtools_session, paused.request_id, "Aborted"))
            return
        self._navigated = True
        page = self.started.page
        fields = page.exchange.headers.fields
        self.sender.send(response_to(devtools_session, paused.request_id, page.exchange.status, fields, page.body))

    def _fetched(self) -> None:
        """Send the answers if they are sent as soon as they are known, when no request is in flight."""
        # A request may end by another failure than that it is cancelled.
        if not self._cancelled and not self.fetcher.is_busy:
            self._send_answers()

    def _send_answers(self) -> None:
        if not self._is_paced:
            self.sender.queue.extend(answer for _, answer in self._take_answers())
        self.sender.send_next()

    def _take_answers(self) -> list[tuple[int, RequestAnswer]]:
        """Note the requests that have got answers, and return these with their numbers."""
        answers = self.log.add(self.fetcher.answers)
        self.fetcher.answers.clear()
        return answers

    def _send_awaited(self) -> None:
        """Send the answers for which the thread of the page waits, as soon as all of its requests have answers."""
        if not self.are_fetched:
            self.await_pauses()
            return
        if self._is_paced:
            self.sender.queue.extend(self.paced.deliver_awaited(self._take_answers(), self._awaited))
        for answer in [answer for answer in self.sender.queue if answer.load in self._awaited]:
            self.sender.queue.remove(answer)
            self._awaited.discard(answer.load)
            self.sender.send(answer)

    def _changed(self) -> None:
        if self._awaited:
            self._send_awaited()
        self._answered()

    def _give_up_pauses(self) -> None:
        self._pauses = None
        if self._is_asleep():
            self.started.unpaused.clear()
            self._changed()
        else:
            self.await_pauses()

    def _stop_awaiting_pauses(self) -> None:
        if self._pauses is not None:
            self._pauses.cancel()
            self._pauses = None
