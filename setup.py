"""Packaging of sitescan."""

import re
from pathlib import Path

from setuptools import find_packages, setup

HERE = Path(__file__).parent
VERSION = re.search(r'__version__ = "([^"]+)"', (HERE / "sitescan/__init__.py").read_text())[1]

setup(
    name="sitescan",
    version=VERSION,
    description="A web service that scans one page and answers with a scored report",
    long_description=(HERE / "README.rst").read_text(),
    long_description_content_type="text/x-rst",
    license="MIT",
    license_files=["LICENSE"],
    author="The sitescan developers",
    keywords="website scanner seo accessibility performance security links twisted klein",
    classifiers=[
        "Development Status :: 4 - Beta",
        "Environment :: Web Environment",
        "Framework :: Twisted",
        "Operating System :: POSIX :: Linux",
        "Programming Language :: Python :: 3",
        "Programming Language :: Python :: 3.11",
        "Programming Language :: Python :: 3.12",
        "Programming Language :: Python :: 3.13",
        "Topic :: Internet :: WWW/HTTP :: Site Management :: Link Checking",
        "Typing :: Typed",
    ],
    python_requires=">=3.11",
    # The plugin is a file in Twisted's own namespace: there must be no __init__.py beside it.
    packages=[*find_packages(include=["sitescan", "sitescan.*"]), "twisted.plugins"],
    package_data={"sitescan": ["py.typed", "web/static/*", "model/data/*"]},
    zip_safe=False,
    install_requires=[
        "Twisted[tls]>=26.10",
        "ada-url>=4.0",
        "attrs>=26.1",
        "beautifulsoup4>=4.15",
        "Brotli>=1.2.1",
        "cryptography>=50.0",
        "html5lib>=1.1",
        "hstspreload>=2025.1.1",
        "hyperlink>=21.0",
        "klein>=24.8",
        "msgspec>=0.22",
        "publicsuffixlist>=1.1.2",
        "pyOpenSSL>=26.4",
        "service-identity>=26.1",
        "tinycss2>=1.5",
        "treq>=26.7",
        "turbohtml>=1.15",
        "webencodings>=0.6",
        "Werkzeug>=3.1",
        "zope.interface>=8.7",
    ],
    extras_require={
        "test": ["hypothesis>=6.170", "pytest>=9.2", "pytest-cov>=7.1", "pytest-randomly>=5.1", "pytest-twisted>=1.14"],
        "docs": ["sphinx>=9.0"],
    },
)
