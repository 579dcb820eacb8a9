"""Makes ``sitescan`` a command of ``twist``."""

from twisted.application.service import ServiceMaker

sitescan = ServiceMaker("sitescan", "sitescan.service", "The website scan service.", "sitescan")
