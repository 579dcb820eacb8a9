"""Configuration that several rules show: nginx, Apache and Caddy, as templates of :mod:`sitescan.rules.texts`."""

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


def response_header(name: str, value: str, *, beside: bool = False) -> str:
    """
    Return the configuration of nginx, Apache and Caddy that sends a response header.

    :param beside: whether it is sent in addition to a header of the same name.
    """
    quoted = quoted_by_caddy = value
    if '"' in value:
        quoted, quoted_by_caddy = f"'{value}'", f"`{value}`"
    elif " " in value or ";" in value or value == "...":
        quoted = quoted_by_caddy = f'"{value}"'
    return (
        f"nginx: add_header {name} {quoted} always;\n"
        f"Apache: Header always {'add' if beside else 'set'} {name} {quoted}\n"
        f"Caddy: header {'+' if beside else ''}{name} {quoted_by_caddy}\n"
        f"{_INHERITED}"
    )
