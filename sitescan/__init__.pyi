from sitescan.library import scan as scan
from sitescan.library import scanning as scanning
from sitescan.offline import analyse as analyse

__version__: str
