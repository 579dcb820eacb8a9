from sitescan.configuration.settings import Settings as Settings
from sitescan.errors import ScanFailed as ScanFailed
from sitescan.library import scan as scan
from sitescan.library import scanning as scanning
from sitescan.local.offline import analyse as analyse
from sitescan.model.report import Report as Report
from sitescan.report.formats import FORMATS as FORMATS

__version__: str
