"""The one composition root: settings in, a service that answers requests out."""

from collections.abc import Callable
from typing import Any

from attrs import define, frozen

from sitescan.admission.gate import Gate
from sitescan.admission.memory import TokenTable
from sitescan.analyzers.accessibility import AccessibilityAnalyzer
from sitescan.analyzers.links import LinksAnalyzer
from sitescan.analyzers.performance import PerformanceAnalyzer
from sitescan.analyzers.security import SecurityAnalyzer
from sitescan.analyzers.seo import SeoAnalyzer
from sitescan.egress.dial import Outfit
from sitescan.egress.resolver import Resolver
from sitescan.egress.tls import shared_context
from sitescan.egress.wall import Policy
from sitescan.examine.examiner import Examiner
from sitescan.examine.pool import ChildPool
from sitescan.interfaces import IResolver
from sitescan.scan import Scanner
from sitescan.settings import Settings
from sitescan.web.api import Api
from sitescan.web.door import Door


@define(eq=False)
class Draining:
    """Whether the service takes no new scans."""

    now: bool = False


@frozen(kw_only=True)
class Assembly:
    """
    Everything that one service is made of.

    :ivar door: the factory to listen with.
    """

    settings: Settings
    policy: Policy
    scanner: Scanner
    pool: ChildPool
    gate: Gate
    door: Door
    draining: Draining


def assemble(
    reactor: Any, settings: Settings, *, now: Callable[[], float], resolver: IResolver | None = None
) -> Assembly:
    """
    Put a service together; nothing is started yet.

    :param now: the wall clock, seconds since the epoch.
    :param resolver: what finds addresses, where that is not DNS.
    """
    gate = Gate(settings.scans, settings.waiting)
    pool = ChildPool(reactor, settings)
    policy = Policy.of(settings)
    outfit = Outfit(
        reactor=reactor,
        settings=settings,
        policy=policy,
        courtesy=TokenTable(limit=settings.host_requests, window=settings.host_window, most=settings.clients, now=now),
        resolver=resolver or Resolver(reactor, settings),
        tls=shared_context(settings.ca_file),
    )
    scanner = Scanner(
        gate=gate,
        outfit=outfit,
        examiner=Examiner(pool, settings),
        analyzers=(
            SeoAnalyzer(),
            AccessibilityAnalyzer(),
            PerformanceAnalyzer(),
            SecurityAnalyzer(),
            LinksAnalyzer(),
        ),
        now=now,
    )
    draining = Draining()
    quota = TokenTable(limit=settings.rate_limit, window=settings.rate_window, most=settings.clients, now=now)
    api = Api(settings=settings, quota=quota, scanner=scanner, draining=lambda: draining.now)
    return Assembly(
        settings=settings,
        policy=policy,
        scanner=scanner,
        pool=pool,
        gate=gate,
        door=Door(reactor, settings, api.app.resource()),
        draining=draining,
    )
