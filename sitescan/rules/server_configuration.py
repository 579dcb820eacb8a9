"""Settings of web servers (nginx, Apache, Caddy), as templates of :mod:`sitescan.rules.texts`."""

from collections.abc import Mapping

from attrs import evolve, frozen

from sitescan.model.report import Fact
from sitescan.rules.texts import fill

#: A permanent redirect from one URL of the site to another.
PERMANENT_REDIRECT = (
    "nginx:\n location = /old {{\n return 301 /new;\n }}\nApache: Redirect 301 /old /new\nCaddy: redir /old /new 301"
)

#: A redirect from the page's path to its target, with the facts of
#: :func:`sitescan.rules.redirect_advice.redirect_advice`.
PAGE_REDIRECT = (
    "nginx:\n location = {old} {{\n return 301 {new};\n }}\n"
    "Apache: RedirectMatch 301 ^{pattern}$ {new}\n"
    "Caddy: redir {old} {new} 301"
)

#: A redirect from HTTP to HTTPS for all URLs of ``{host}``. Caddy needs none, because it redirects automatically.
HTTPS_REDIRECT = (
    "nginx:\n"
    " server {{\n"
    " listen 80;\n"
    " server_name {host};\n"
    " return 301 https://$host$request_uri;\n"
    " }}\n"
    "Apache:\n"
    " <VirtualHost *:80>\n"
    " ServerName {host}\n"
    ' Redirect permanent "/" "https://{host}/"\n'
    " </VirtualHost>"
)

#: Only ciphers with forward secrecy.
STRONG_CIPHERS = (
    "nginx:\n"
    " ssl_protocols TLSv1.2 TLSv1.3;\n"
    " ssl_ciphers "
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305;\n"
    "Apache:\n"
    " SSLProtocol -all +TLSv1.2 +TLSv1.3\n"
    " SSLCipherSuite "
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305\n"
    "Caddy needs no change."
)

_INHERITED = (
    "In nginx, repeat the line in each location that has its own add_header lines, because such a location inherits "
    "none."
)

#: The extensions of static files.
_STATIC = "css js mjs png jpg jpeg gif webp avif svg ttf woff woff2".split()
_COMPRESSED = "text/css text/javascript application/javascript application/json image/svg+xml"


@frozen(kw_only=True)
class ServerSetting:
    """
    A setting of a web server.

    :ivar nginx: the lines in a server block of nginx.
    :ivar apache: the lines in a virtual host of Apache, or in a file ``.htaccess``.
    :ivar caddy: the lines in a site block of Caddy.
    :ivar header: the name of the response header that it sends; empty if hosts of static sites do it by themselves.
    :ivar value: the value of the header.
    :ivar extensions: the extensions of the files that get the header; empty for all responses.
    :ivar advice: what to check before using it; only shown without ``how_to_fix``, which says it in its own words.
    """

    nginx: str
    apache: str
    caddy: str
    header: str = ""
    value: str = ""
    extensions: tuple[str, ...] = ()
    advice: str = ""

    @property
    def text(self) -> str:
        """The lines for ``how_to_fix``."""
        servers = (("nginx", self.nginx), ("Apache", self.apache), ("Caddy", self.caddy))
        inherited = (_INHERITED,) if "add_header" in self.nginx else ()
        return "\n".join((*(_labelled(name, lines) for name, lines in servers), *inherited))

    def filled(self, facts: Mapping[str, Fact]) -> "ServerSetting":
        """Return the setting with the facts of a finding."""
        # Apache expands format specifiers in the values of headers.
        for_apache = {name: fact.replace("%", "%%") if isinstance(fact, str) else fact for name, fact in facts.items()}
        return evolve(
            self,
            nginx=fill(self.nginx, facts),
            apache=fill(self.apache, for_apache),
            caddy=fill(self.caddy, facts),
            value=fill(self.value, facts),
            advice=fill(self.advice, facts),
        )


def _labelled(server: str, lines: str) -> str:
    return f"{server}:\n " + lines.replace("\n", "\n ") if "\n" in lines else f"{server}: {lines}"


def response_header(name: str, value: str, *, beside: bool = False, advice: str = "") -> ServerSetting:
    """
    Return the setting that sends a header with every response.

    :param beside: whether it is sent in addition to a header of the same name.
    """
    quoted = quoted_by_caddy = value
    if '"' in value:
        quoted, quoted_by_caddy = f"'{value}'", f"`{value}`"
    elif any(character in value for character in " ;{") or value == "...":
        quoted = quoted_by_caddy = f'"{value}"'
    return ServerSetting(
        nginx=f"add_header {name} {quoted} always;",
        apache=f"Header always {'add' if beside else 'set'} {name} {quoted}",
        caddy=f"header {'+' if beside else ''}{name} {quoted_by_caddy}",
        header=name,
        value=value,
        advice=advice,
    )


def replacing(setting: ServerSetting) -> ServerSetting:
    """Return the setting that sends a header in place of the one that an application behind the server sends."""
    name, field = setting.header, setting.caddy.removeprefix("header ")
    return evolve(
        setting,
        nginx=f"proxy_hide_header {name};\nfastcgi_hide_header {name};\n{setting.nginx}",
        # Apache keeps the headers of an application apart from those that it always sends.
        apache=f"Header unset {name}\n{setting.apache}",
        caddy=f"header {{{{\n{field}\ndefer\n}}}}",
    )


def policy_header(*, beside: bool = False, note: str = "") -> ServerSetting:
    """
    Return the setting that enforces the suggested policy, the fact ``policy``.

    :param note: a field of the text for what the page needs besides.
    """
    advice = (
        "The policy allows what this page loads, and other pages may load more. Send it as "
        "Content-Security-Policy-Report-Only first, and check the browser's console."
    )
    return response_header("Content-Security-Policy", "{policy}", beside=beside, advice=advice + note)


NOSNIFF = response_header("X-Content-Type-Options", "nosniff")
SAME_ORIGIN_FRAMES = response_header("X-Frame-Options", "SAMEORIGIN")
HSTS = response_header("Strict-Transport-Security", "max-age=31536000")
REFERRER_POLICY = response_header("Referrer-Policy", "strict-origin-when-cross-origin")

#: Compression of all text files.
COMPRESSION = ServerSetting(
    nginx=f"gzip on;\ngzip_vary on;\ngzip_types {_COMPRESSED};",
    apache=f"AddOutputFilterByType DEFLATE text/html {_COMPRESSED}",
    caddy="encode zstd gzip",
)

#: A cache lifetime of a year for static files. In nginx, a location for them would take them from other locations.
CACHE_LIFETIME = ServerSetting(
    nginx=(
        "set $cache_lifetime off;\n"
        f'if ($uri ~* "\\.({"|".join(_STATIC)})$") {{{{\n'
        "set $cache_lifetime 1y;\n"
        "}}\n"
        "expires $cache_lifetime;"
    ),
    apache=(
        'Header set Cache-Control "public, max-age=31536000, immutable" '
        f'"expr=%{{{{REQUEST_URI}}}} =~ /\\.({"|".join(_STATIC)})$/"'
    ),
    caddy=(
        f"@static path {' '.join(f'*.{extension}' for extension in _STATIC)}\n"
        'header @static Cache-Control "public, max-age=31536000, immutable"'
    ),
    header="Cache-Control",
    value="public, max-age=31536000, immutable",
    extensions=tuple(_STATIC),
)
