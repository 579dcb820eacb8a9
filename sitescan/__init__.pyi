from sitescan.errors import ScanFailed as ScanFailed
from sitescan.library import scan as scan
from sitescan.library import scanning as scanning
from sitescan.model.report import Report as Report
from sitescan.offline import analyse as analyse
from sitescan.report.formats import FORMATS as FORMATS
from sitescan.settings import Settings as Settings

__version__: str
