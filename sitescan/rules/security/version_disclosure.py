import re
from collections.abc import Sequence
from functools import partial

from bs4.element import Tag

from sitescan.document.change import removed
from sitescan.rules.authoring import (
    Bad,
    Document,
    ElementChange,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    lazy_pattern,
    safe,
    shorten,
)
from sitescan.rules.server_configuration import ServerSetting
from sitescan.standards.data_files import data_bytes

# Those header fields that OWASP's Secure Headers Project advises removing and that usually contain a version.
_HEADERS = data_bytes("version_headers.txt").decode().split()
_VERSION = lazy_pattern(r"[0-9]\.[0-9]")

#: A version in the name of a generator, with what joins it to the name.
_NUMBER = lazy_pattern(r"[\s/-]{0,9}\bv?[0-9]{1,9}\.[0-9][\w.+-]{0,60}", re.IGNORECASE)

#: The versions that servers write on their own error pages.
_ERROR_PAGE = lazy_pattern(
    r"Apache Tomcat/[0-9][\w.]{1,20}|Powered by Jetty:// ?[0-9][\w.]{1,20}|(?:nginx|openresty)/[0-9][0-9.]{1,20}"
    r"|Apache/[0-9][0-9.]{1,20}(?= .{0,200}Server at )|ASP\.NET Version:[0-9][0-9.]{1,20}"
)
_LONGEST = 20_000

#: The header field that applications send most often; that of the server has its own setting.
_USUAL = "X-Powered-By"


def check(document: Document) -> Findings:
    """Report header fields, generators and error pages with a version; a name alone does not help attackers."""
    values = {name: document.exchange.headers.get(name)[:500] for name in _HEADERS}
    named = {name: value for name, value in values.items() if _VERSION.search(value)}
    nginx, apache, caddy = _lines(tuple(named) or (_USUAL,))
    finding = partial(Finding, nginx=nginx, apache=apache, caddy=caddy)
    for name, value in named.items():
        yield finding(detail=f"{name}: {shorten(value)}", header=name if name != "Server" else _USUAL)
    for meta in document.metas("generator"):
        if _VERSION.search(attr(meta, "content", "")[:500]):
            yield finding(meta, header=_USUAL, change=_without_version(meta))
    match = _ERROR_PAGE.search(document.shown_text[:_LONGEST]) if document.exchange.status >= 400 else None
    if match is not None:
        yield finding(detail=f"the error page: {match[0]}", header=_USUAL)


def _lines(names: Sequence[str]) -> tuple[str, str, str]:
    """Return the lines by which nginx, Apache and Caddy drop fields of an application; nginx always drops Server."""
    hidden = [name for name in names if name != "Server"] or [_USUAL]
    return (
        "\n".join(f"proxy_hide_header {name};\nfastcgi_hide_header {name};" for name in hidden),
        "\n".join(f"Header unset {name}\nHeader always unset {name}" for name in names),
        "\n".join(f"-{name}" for name in names),
    )


def _without_version(meta: Tag) -> ElementChange:
    name = _NUMBER.sub("", attr(meta, "content", "")).strip()
    return safe(changed(meta, content=name) if name else removed(meta))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Software versions are disclosed",
    passed="Software versions are kept private",
    description=(
        "The response contains {count:# software version|# software versions}. When a vulnerability in such a "
        "version becomes known, attackers can find this site by its version number. Hiding the number doesn't "
        "replace updates."
    ),
    recommendation="Remove version numbers from headers, error pages and the generator meta element.",
    how_to_fix=(
        "nginx: server_tokens off;\n"
        "Apache: ServerTokens Prod\n"
        "If the application sends the header:\n"
        "nginx: proxy_hide_header {header};\n"
        "Apache:\n"
        " Header unset {header}\n"
        " Header always unset {header}\n"
        "Caddy: header -{header}\n"
        "PHP: expose_php = Off\n"
        'ASP.NET: <httpRuntime enableVersionHeader="false" />\n'
        "WordPress: remove_action('wp_head', 'wp_generator');\n"
        "Tomcat, in the Host element of server.xml: "
        '<Valve className="org.apache.catalina.valves.ErrorReportValve" showReport="false" showServerInfo="false" />'
    ),
    setting=ServerSetting(
        nginx="server_tokens off;\n{nginx}",
        apache="{apache}",
        caddy="header {{\n{caddy}\ndefer\n}}",
        advice="Apache hides its own version by ServerTokens Prod, which belongs in its main configuration.",
    ),
    sources=(
        "https://owasp.org/www-project-secure-headers/",
        "https://www.rfc-editor.org/rfc/rfc9110#section-10.2.4",
    ),
    covers=("webhint:no-disallowed-headers",),
    examples=(
        Bad(headers=("Server: Apache/2.4.41 (Ubuntu)",)),
        Bad(headers=("X-Powered-By: PHP/8.1.2",)),
        Bad(headers=("Liferay-Portal: Liferay Community Edition Portal 7.0.5 GA6",)),
        Bad(headers=("X-Mod-Pagespeed: 1.13.35.2-0",)),
        Bad('<meta name="generator" content="WordPress 6.4.2">'),
        Bad("<h1>HTTP Status 404 – Not Found</h1><hr><h3>Apache Tomcat/9.0.30</h3>", status=404),
        Bad("<center><h1>404 Not Found</h1></center><hr><center>nginx/1.18.0 (Ubuntu)</center>", status=404),
        Bad("<h1>Not Found</h1><address>Apache/2.4.41 (Ubuntu) Server at example.com Port 443</address>", status=404),
        Good("<center><h1>404 Not Found</h1></center><hr><center>nginx</center>", status=404),
        Good("<h1>How to update nginx/1.18.0</h1>"),
        Good(headers=("Server: nginx", "X-Powered-By: Express")),
        Good('<meta name="generator" content="Hugo">'),
        Good(headers=("Server: cloudflare",)),
        # The version of the protocol, not of a program.
        Good(headers=("Via: 1.1 varnish",)),
    ),
)
