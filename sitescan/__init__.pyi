from sitescan.configuration.settings import Settings as Settings
from sitescan.errors import ScanFailed as ScanFailed
from sitescan.library import scan as scan
from sitescan.library import scanning as scanning
from sitescan.local.offline import analyse as analyse
from sitescan.model.report import Report as Report
from sitescan.model.site_report import SiteReport as SiteReport
from sitescan.report.formats import FORMATS as FORMATS
from sitescan.site.crawl_options import CrawlOptions as CrawlOptions
from sitescan.site.frontier import CrawlLimits as CrawlLimits
from sitescan.site.site_scan import scan_site as scan_site

__version__: str
