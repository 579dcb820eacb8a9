"""Detection of secret keys in texts."""

import json
import random
import re
import string
import time
from re import _constants as kinds  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from sitescan.standards.secret_formats import _BY_BEGINNING, _BY_MARK, KINDS, secrets_in

#: The name and the pattern of each kind of key.
SAMPLES = [(name, re.escape(beginning) + rest) for name, beginning, rest in _BY_BEGINNING]
SAMPLES += [(name, pattern) for name, _, pattern in _BY_MARK]


def made(pattern: str, seed: int) -> str:
    """Return a random text that a pattern matches."""
    chance = random.Random(seed)

    def text(operation: Any, value: Any) -> str:
        if operation is kinds.LITERAL:
            return chr(value)
        if operation is kinds.IN:
            letters = [chr(number) for kind, part in value for number in range(*_span(kind, part))]
            return chance.choice([letter for letter in letters if letter in string.printable])
        if operation in (kinds.MAX_REPEAT, kinds.POSSESSIVE_REPEAT):
            least, most, inner = value
            return "".join(every(inner) for _ in range(chance.randint(least, min(most, least + 10))))
        if operation is kinds.SUBPATTERN:
            return every(value[3])
        if operation is kinds.ASSERT_NOT:
            return ""
        assert operation is kinds.BRANCH, operation
        return every(chance.choice(value[1]))

    def every(parts: Any) -> str:
        return "".join(text(operation, value) for operation, value in parts)

    return every(parser.parse(pattern))


def _span(kind: Any, part: Any) -> tuple[int, int]:
    return (part, part + 1) if kind is kinds.LITERAL else (part[0], part[1] + 1)


_UUID, _HEX = "4f1c8e2a-93d7-4b60-a5e1-7c2d9f08b364", "9c4e7a1f3b8d2605e7f1a94c3d8b2e60"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "pattern"), SAMPLES, ids=[f"{name} {at}" for at, (name, _) in enumerate(SAMPLES)])
def test_each_kind_is_found(name: str, pattern: str) -> None:
    """A key of each kind is found in a quoted string of a script."""
    found = [name in secrets_in(f"const key = '{made(pattern, seed)}';") for seed in range(20)]
    # Some random keys have six equal letters in a row, or a word that occurs in templates.
    assert sum(found) >= 18


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (
            "Telegram bot token",
            "https://api.telegram.org/bot7304915826:AAHq8Zr2LmX9Kw3vBn5Tc7Yd1Fg4Hj6Pk0S/sendMessage",
        ),
        (
            "Microsoft Teams webhook",
            f"https://pears.webhook.office.com/webhookb2/{_UUID}@{_UUID}/IncomingWebhook/{_HEX}/{_UUID}",
        ),
        ("Sidekiq password", "https://3f8a1d5c:9c4e7a1f@gems.contribsys.com/"),
        ("Slack workspace token", f"xoxa-2-731849265017-840275936184-729106483512-{_HEX}"),
        ("Octopus Deploy API key", "API-Q8ZR2LMX9KW3VBN5TC7YD1FG4H"),
        ("1Password secret key", "A3-Q8ZR2L-MX9KW3-VBN5T-C7YD1-FG4HJ-6PK0S"),
        ("HubSpot access token", f"pat-na1-{_UUID}"),
    ],
)
def test_keys_inside_urls(kind: str, text: str) -> None:
    """A key is found between the parts of a URL."""
    assert list(secrets_in(f'fetch("{text}")')) == [kind]


def test_number_of_kinds() -> None:
    """At least 115 kinds of keys are known, about as many as other scanners know."""
    assert len(KINDS) >= 115


@pytest.mark.parametrize(
    "text",
    [
        "AKIAIOSFODNN7EXAMPLE",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "sk_live_your_key_here_your_key_here",
        "sk_live_000000000000000000000000",
        "pk_live_51HxYzAbCdEfGhIjKlMnOpQrStUvWxYz",
        "AIzaSyD3k9Lm2Qp8Rt5Vw1Xz7Bn4Cf6Gh0Jk9Ml",
        "pk.eyJ1IjoicGVhciIsImEiOiJjazEyMzQ1Njc4OTAifQ.AbCdEfGhIjKlMnOpQrStUv",
        "https://0123456789abcdef0123456789abcdef@o12345.ingest.sentry.io/1",
        "d41d8cd98f00b204e9800998ecf8427e",
        "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "postgres://user:password@db.example.com/pears",
        "postgres://user:q8Zr2LmX9@localhost:5432/pears",
        "mongodb://<user>:<password>@cluster.mongodb.net/",
        "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        f"-----BEGIN PRIVATE KEY-----\n{'c4Vb' * 60}\n-----END PRIVATE KEY-----",
        f"-----BEGIN EC PRIVATE KEY-----\n{'A' * 64}",
        f"-----BEGIN PRIVATE KEY-----\nMA{'=' * 64}",
        "SSK@q8Zr2LmX93Q~Kw3q8Zr2LmX9Kw3q8Zr2LmX9Kw3q8Zr,7Kw3q8Zr2LmX9Kw3q8Zr2LmX9Kw3q8Zr,AQACAAE/pears",
        "MailchimpSDK.initialize(token: 'd41f8cd98f00b204e9800998ecf8427e-us18', debugMode: true)",
        "eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJzdXBhYmFzZSIsInJvbGUiOiJhbm9uIn0.q8Zr2LmX9q8Zr2LmX9q8Zr2LmX9",
        "ico-d41f8cd98f00b204e9800998ecf8427e",
        "eyJrIjoicGVhcnMgYW5kIGFwcGxlcyBhbmQgcGx1bXMgYW5kIGNoZXJyaWVzIiwidiI6MX0=",
        "sk_test_q8Zr2LmX9Kw3vBn5Tc7Yd1Fg EZTKq8Zr2LmX9Kw3vBn5Tc7Yd1Fgq8Zr2LmX9Kw3vBn5Tc7Yd1Fgq8Zr2L",
        "locale-en-us1 key-d41d8cd98f00b204e9800998ecf8427e SKd41d8cd98f00b204e9800998ecf8427e",
    ],
)
def test_public_values_and_placeholders_are_ignored(text: str) -> None:
    """Public identifiers and placeholders are not reported, because false alarms are worse than misses."""
    assert list(secrets_in(f'"{text}"')) == []


def test_keys_in_several_parts() -> None:
    """A token with all rights and a password in a URL are found by their parts."""
    payload = "eyJpc3MiOiJzdXBhYmFzZSIsInJvbGUiOiJzZXJ2aWNlX3JvbGUifQ"
    assert list(secrets_in(f"eyJhbGciOiJIUzI1NiJ9.{payload}.q8Zr2LmX9Kw3q8Zr2LmX9Kw3")) == ["Supabase service key"]
    assert list(secrets_in("mysql://shop:q8Zr2LmX9@db.pears.net/")) == ["database password"]


_PEM, _PKCS8, _OPENSSL = Encoding.PEM, PrivateFormat.PKCS8, PrivateFormat.TraditionalOpenSSL


@pytest.mark.parametrize(
    ("key", "form"),
    [
        (rsa.generate_private_key(65537, 2048), _PKCS8),
        (rsa.generate_private_key(65537, 2048), _OPENSSL),
        (ec.generate_private_key(ec.SECP256R1()), _PKCS8),
        (ec.generate_private_key(ec.SECP256R1()), _OPENSSL),
        (ed25519.Ed25519PrivateKey.generate(), _PKCS8),
        (ed25519.Ed25519PrivateKey.generate(), PrivateFormat.OpenSSH),
    ],
    ids=["RSA", "RSA in PKCS 1", "P-256", "P-256 in SEC 1", "Ed25519", "OpenSSH"],
)
def test_private_keys(key: Any, form: PrivateFormat) -> None:
    """A private key of each type is found in a file and in a string of a script; a key without its end is not."""
    file = key.private_bytes(_PEM, form, NoEncryption()).decode()
    for written in (file, file.replace("\n", "\r\n"), f"const key = {json.dumps(file)};"):
        assert list(secrets_in(written)) == ["private key"]
    encrypted = key.private_bytes(_PEM, _PKCS8, BestAvailableEncryption(b"pears")).decode()
    assert list(secrets_in(encrypted)) == ["private key"]
    if form is not PrivateFormat.OpenSSH:
        assert list(secrets_in(file[: len(file) // 2])) == []


@pytest.mark.cpu
@pytest.mark.parametrize(
    "text",
    [
        "A" * 2_000_000,
        "a1b2" * 500_000,
        "eyJ" * 700_000,
        "sl." * 700_000,
        "-----BEGIN PRIVATE KEY-----" * 70_000,
        "postgres://a:" * 150_000,
        "dp.pt." * 300_000,
        "pat" * 700_000,
        "0123456789:AA" * 150_000,
    ],
)
def test_hostile_texts_take_linear_time(text: str) -> None:
    """Two million hostile characters are searched within two seconds of CPU time."""
    started = time.process_time()
    list(secrets_in(text))
    assert time.process_time() - started < 2
