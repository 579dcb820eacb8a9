"""
Detection of secret keys and tokens, by the formats that their issuers publish.

Only formats with a unique prefix or part are listed: a generic key looks like any hash or identifier. Keys that are
public by design (``pk_live_`` of Stripe, ``AIza`` of Google, ``pk.`` of Mapbox, ``NRJS-`` of New Relic, URLs of
Sentry), keys of test modes, and identifiers of keys (``SK`` of Twilio) are left out. The kinds that gitleaks,
secretlint and GitHub's secret scanning detect are named as in their issuers' documentation.

https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns
"""

import base64
import binascii
import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from sitescan.standards.data_files import data_of
from sitescan.standards.lazy_pattern import lazy_pattern

_WORD = "[A-Za-z0-9]"
_HEX = "[0-9a-f]"

_TABLE = data_of("secret_formats")
#: Kinds whose tokens have a fixed prefix: name, prefix, pattern of the rest. A note may follow.
_BY_BEGINNING: tuple[tuple[str, str, str], ...] = tuple((*row[:3],) for row in _TABLE["by_beginning"])
#: Kinds whose tokens have a fixed part: name, fixed part, pattern of the whole token. A note may follow.
_BY_MARK: tuple[tuple[str, str, str], ...] = tuple((*row[:3],) for row in _TABLE["by_mark"])

#: Kinds recognized by the pattern of the whole token, including ``-us`` or ``_mmk``.
_BY_FORM: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("Mailchimp API key", lazy_pattern(rf"{_HEX}{{32}}-us[0-9]{{1,2}}")),
    ("MaxMind license key", lazy_pattern(rf"{_WORD}{{6}}_{_WORD}{{29}}_mmk")),
)

_AFTER = r"{}(?![A-Za-z0-9_-])"
_BEFORE = lazy_pattern(r"[A-Za-z0-9_-]")
#: A translation table that replaces characters of no token by spaces.
_TOKENS = bytes(code if chr(code).isalnum() or chr(code) in "_-" else 0x20 for code in range(128)) + b" " * 128
#: A translation table that replaces delimiters by spaces.
_WORDS = bytes(0x20 if code in b"\"'<>()[]{}" else code for code in range(256))
#: The minimum length of a key, in characters.
_SHORTEST = 20
_PRIVATE_KEY = lazy_pattern(
    r"-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH|ENCRYPTED) )?PRIVATE KEY-----((?:[A-Za-z0-9+/=\s]|\\[nr]){60,16000})"
)
#: The token of Mailchimp's SDK for apps has the form of a secret key and is public.
_MAILCHIMP_SDK = lazy_pattern(rb"MailchimpSDK\.initialize\(\s*(?:token\s*[:=]\s*)?[\"'][0-9a-f]{32}-us[0-9]{1,2}")
_LINE_ENDS = lazy_pattern(r"\s+|\\[nr]")
_PGP_KEY = lazy_pattern(
    r"-----BEGIN PGP PRIVATE KEY BLOCK-----\s*(?:\\[nr]\s*)*(?!\s|\\[nr])[A-Za-z0-9+/=\s\\:. ]{200}"
)
_JWT = lazy_pattern(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,200}\.(eyJ[A-Za-z0-9_-]{20,2000})\.[A-Za-z0-9_-]{20,400}")
_DATABASES = tuple(b"postgres mysql:// mongodb redis amqp".split())
_DATABASE = lazy_pattern(
    r"(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|rediss?|amqps?)://[A-Za-z0-9_.%-]{1,64}:([^\s:@/\"'<>{}$()\[\]]{8,100})"
    r"@([A-Za-z0-9-]{1,60}(?:\.[A-Za-z0-9-]{1,60}){1,5})"
)

#: Words of examples and templates.
_PLACEHOLDER = lazy_pattern(
    r"example|sample|placeholder|dummy|fake|your|change-?me|insert|replace|redacted|password|xxx|\*\*\*|\.\.\.|todo"
    r"|0123456|1234567|abcdefg|qwerty|deadbeef|(.)\1{5}",
    re.IGNORECASE,
)
#: The minimum entropy of a key, in bits per character: generators exceed it even with sixteen different digits.
_LEAST_BITS = 2.9
#: The maximum number of matches of one kind that are examined in a text.
_MOST = 50


def secrets_in(text: str) -> Iterator[str]:
    """Iterate over the kinds of the keys in a text, once for each key; the keys themselves are never returned."""
    # All formats are ASCII, and bytes are searched several times as fast.
    source = _MAILCHIMP_SDK.sub(b"", text.encode("ascii", "replace"))
    # Except private keys, keys have neither white space nor delimiters of markup and scripts, and most words of a page
    # are too short or repeated.
    words = b" ".join(dict.fromkeys([word for word in source.translate(_WORDS).split() if len(word) >= _SHORTEST]))
    for token in [word for word in words.translate(_TOKENS).split() if len(word) >= _SHORTEST]:
        if token[:2] in _LETTERS or b"-us" in token or b"_mmk" in token:
            yield from _kind_of(token.decode("ascii"))
    marked = [(name, pattern) for name, mark, pattern in _MARKED if mark in words]
    written = words.decode("ascii") if marked else ""
    for name, pattern in marked:
        found = islice(pattern.finditer(written), _MOST)
        yield from (name for match in found if _begins_token(match) and _is_random(match[0]))
    if b"PRIVATE KEY" in source:
        found = islice(_PRIVATE_KEY.finditer(text), _MOST)
        yield from ("private key" for match in found if _is_private_key(_LINE_ENDS.sub("", match[1])))
        yield from ("PGP private key" for _ in islice(_PGP_KEY.finditer(text), _MOST))
    if b".eyJ" in words:
        yield from ("Supabase service key" for match in islice(_JWT.finditer(text), _MOST) if _is_service(match[1]))
    if any(scheme in words for scheme in _DATABASES):
        found = islice(_DATABASE.finditer(text), _MOST)
        yield from ("database password" for match in found if _is_password(match[1], match[2]))


def _kind_of(token: str) -> Iterator[str]:
    """Yield the kind of key that a whole token is, if any."""
    for name, beginning, whole in _KINDS.get(token[:2], ()):
        if whole.fullmatch(token):
            if _is_random(token.removeprefix(beginning)):
                yield name
            return
    for name, whole in _BY_FORM:
        if whole.fullmatch(token) and _is_random(token):
            yield name


def _begins_token(match: re.Match[str]) -> bool:
    """
    Return whether a match is at the beginning of a token.

    As part of the pattern, this check would prevent the much faster search for a literal prefix.
    """
    return match.start() == 0 or _BEFORE.match(match.string, match.start() - 1) is None


def _is_random(secret: str) -> bool:
    """Return whether a key is not an invented example."""
    return _PLACEHOLDER.search(secret) is None and _bits(secret) >= _LEAST_BITS


def _bits(text: str) -> float:
    """Return Shannon's entropy of the characters, in bits per character."""
    size = len(text)
    return -sum(count / size * math.log2(count / size) for count in Counter(text).values()) if size else 0.0


def _is_private_key(body: str) -> bool:
    """
    Return whether the body of a PEM file is as long as the key says that it is.

    https://www.rfc-editor.org/rfc/rfc5958#section-2
    https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.key
    """
    encoded = body.partition("=")[0]
    key = base64.b64decode(encoded + "=" * (-len(encoded) % 4)) if len(encoded) % 4 != 1 else b""
    if key.startswith(b"openssh-key-v1\0"):
        return True
    # DER: a sequence, and its length in one byte or in as many bytes as that byte says.
    if key[:1] != b"\x30" or len(key) < _SHORTEST:
        return False
    size = key[1] & 0x7F if key[1] & 0x80 else 0
    length = int.from_bytes(key[2 : 2 + size]) if size else key[1]
    return len(key) >= 2 + size + length > _SHORTEST


def _is_service(payload: str) -> bool:
    """Return whether the payload of a token grants all rights in a Supabase project."""
    try:
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        return False
    return isinstance(claims, dict) and claims.get("role") == "service_role" and "supabase" in str(claims.get("iss"))


def _is_password(password: str, host: str) -> bool:
    local = host.startswith(("127.", "10.", "192.168.")) or host.endswith((".local", ".internal", ".test", ".example"))
    return not local and "example." not in host and _PLACEHOLDER.search(password) is None and len(set(password)) > 5


#: Longest prefixes first, so that the most specific kind is found.
_BEGINNINGS = tuple(
    (name, beginning, lazy_pattern(re.escape(beginning) + rest))
    for name, beginning, rest in sorted(_BY_BEGINNING, key=lambda kind: -len(kind[1]))
)
#: The kinds by the first two letters of their prefix.
_KINDS = {
    letters: tuple(kind for kind in _BEGINNINGS if kind[1].startswith(letters))
    for letters in sorted({beginning[:2] for _, beginning, _ in _BEGINNINGS})
}
_LETTERS = frozenset(letters.encode() for letters in _KINDS)
_MARKED = tuple((name, mark.encode(), lazy_pattern(_AFTER.format(pattern))) for name, mark, pattern in _BY_MARK)

KINDS = frozenset(
    {*(name for name, _, _ in _BY_BEGINNING), *(name for name, _, _ in _BY_MARK), *(name for name, _ in _BY_FORM)}
    | {"private key", "PGP private key", "Supabase service key", "database password"}
)
"""The names of the kinds."""
