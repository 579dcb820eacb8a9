from sitescan.model.site_answers import ExposedFile, ExposedFiles
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, shorten


def check(files: ExposedFiles) -> Findings:
    """Report each file that should never be public and is."""
    for file in files.found:
        yield Finding(detail=f"{shorten(file.url)}: {file.what}")


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Private files are public",
    passed="Common private files are protected",
    description=(
        "Anyone can read {count:# file|# files} of this site that should never be public. Programs search all sites "
        "for such files, and use the source code, passwords and keys in them."
    ),
    recommendation="Block these files now, and replace every password and key in them.",
    how_to_fix=(
        "Keep such files outside of the directory that the server publishes, and block what begins with a dot:\n"
        "nginx: location ~ /\\.(?!well-known) {{ deny all; }}\n"
        'Apache: RedirectMatch 404 "/\\.(?!well-known)"\n'
        "Caddy: respond /.git/* 404\n"
        "Then change the passwords and keys, because someone may have read them."
    ),
    sources=(
        "https://cwe.mitre.org/data/definitions/538.html",
        "https://owasp.org/Top10/A05_2021-Security_Misconfiguration/",
    ),
    examples=(
        Bad(evidence=ExposedFiles(found=(ExposedFile(url="https://example.com/.git/HEAD", what="a Git repository"),))),
        Good(evidence=ExposedFiles()),
        Good(evidence=ExposedFiles(unanswered=6)),
    ),
)
