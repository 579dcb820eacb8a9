"""Configuration that several rules show: nginx, Apache and Caddy, as templates of :mod:`sitescan.rules.texts`."""

#: One address of the site moved permanently to another.
PERMANENT_REDIRECT = (
    "nginx:\n location = /old {{\n return 301 /new;\n }}\nApache: Redirect 301 /old /new\nCaddy: redir /old /new 301"
)

#: Every plain HTTP address of ``{host}`` to its HTTPS address. Caddy needs none: it redirects automatically.
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
