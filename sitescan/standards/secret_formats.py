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

_WORD = "[A-Za-z0-9]"
_URL = "[A-Za-z0-9_-]"
_HEX = "[0-9a-f]"
_ANY_HEX = "[0-9A-Fa-f]"
_UUID = f"{_HEX}{{8}}(?:-{_HEX}{{4}}){{3}}-{_HEX}{{12}}"
_PADDED = "[A-Za-z0-9_=-]"

#: Kinds whose tokens have a fixed prefix: name, prefix, pattern of the rest.
_BY_BEGINNING: tuple[tuple[str, str, str], ...] = (
    ("1Password secret key", "A3-", "[0-9A-Z]{6}-(?:[0-9A-Z]{11}|[0-9A-Z]{6}-[0-9A-Z]{5})(?:-[0-9A-Z]{5}){3}"),
    ("AWS access key", "AKIA", "[A-Z2-7]{16}"),
    ("AWS access key", "ASIA", "[A-Z2-7]{16}"),
    ("AWS access key", "A3T", "[0-9A-Z][A-Z2-7]{16}"),
    ("AWS bearer token", "ABIA", "[A-Z2-7]{16}"),
    ("AWS context credential", "ACCA", "[A-Z2-7]{16}"),
    ("Adafruit key", "aio_", f"{_WORD}{{28}}"),
    ("Adobe client secret", "p8e-", f"{_WORD}{{32}}"),
    ("Alibaba Cloud access key", "LTAI", f"{_WORD}{{20}}"),
    ("Anthropic API key", "sk-ant-api03-", f"{_URL}{{93}}AA"),
    ("Anthropic admin key", "sk-ant-admin01-", f"{_URL}{{93}}AA"),
    ("Artifactory API key", "AKCp", f"{_WORD}{{69}}"),
    ("Artifactory reference token", "cmVmdGtu", f"{_WORD}{{56}}"),
    ("Bitbucket app password", "ATBB", f"{_WORD}{{24}}[0-9A-F]{{8}}"),
    ("Brevo API key", "xkeysib-", f"{_HEX}{{64}}-{_WORD}{{16}}"),
    ("Brevo SMTP key", "xsmtpsib-", f"{_HEX}{{64}}-{_WORD}{{16}}"),
    ("Buildkite token", "bkua_", f"{_HEX}{{40}}"),
    ("CircleCI token", "CCIPAT_", f"{_WORD}{{22}}_{_HEX}{{40}}"),
    ("ClickHouse Cloud secret", "4b1d", f"{_WORD}{{38}}"),
    ("Clojars token", "CLOJARS_", "[0-9a-z]{60}"),
    ("Contentful token", "CFPAT-", f"{_URL}{{43}}"),
    ("Databricks token", "dapi", f"{_HEX}{{32}}(?:-[0-9])?"),
    ("Deno Deploy token", "ddp_", f"{_WORD}{{36}}"),
    ("DigitalOcean token", "dop_v1_", f"{_HEX}{{64}}"),
    ("DigitalOcean OAuth token", "doo_v1_", f"{_HEX}{{64}}"),
    ("DigitalOcean refresh token", "dor_v1_", f"{_HEX}{{64}}"),
    ("Docker access token", "dckr_pat_", f"{_URL}{{27}}"),
    ("Docker organization token", "dckr_oat_", f"{_URL}{{27,40}}"),
    ("EasyPost API key", "EZAK", f"{_WORD}{{54}}"),
    ("ElevenLabs API key", "sk_", f"{_HEX}{{48}}"),
    ("Facebook page token", "EAAM", f"{_WORD}{{100,400}}"),
    ("Facebook page token", "EAAC", f"{_WORD}{{100,400}}"),
    ("Figma token", "figd_", f"{_URL}{{40}}"),
    ("Flutterwave secret key", "FLWSECK-", f"{_HEX}{{32}}-X"),
    ("Fly.io token", "fo1_", f"{_URL}{{43}}"),
    ("GitHub token", "ghp_", f"{_WORD}{{36}}"),
    ("GitHub token", "gho_", f"{_WORD}{{36}}"),
    ("GitHub token", "ghu_", f"{_WORD}{{36}}"),
    ("GitHub token", "ghs_", f"{_WORD}{{36}}"),
    ("GitHub token", "ghr_", f"{_WORD}{{36}}"),
    ("GitHub fine-grained token", "github_pat_", "[A-Za-z0-9_]{82}"),
    ("GitLab access token", "glpat-", f"{_URL}{{20,60}}"),
    ("GitLab deploy token", "gldt-", f"{_URL}{{20,60}}"),
    ("GitLab runner token", "glrt-", f"{_URL}{{20,60}}"),
    ("GitLab runner registration token", "GR1348941", f"{_URL}{{20}}"),
    ("GitLab trigger token", "glptt-", f"{_HEX}{{40}}"),
    ("GitLab feed token", "glft-", f"{_URL}{{20,60}}"),
    ("GitLab mail token", "glimt-", f"{_URL}{{25,60}}"),
    ("GitLab agent token", "glagent-", f"{_URL}{{50,1000}}"),
    ("GitLab OAuth secret", "gloas-", f"{_URL}{{64}}"),
    ("GitLab job token", "glcbt-", f"{_WORD}{{1,5}}_{_URL}{{20}}"),
    ("GitLab feature flag token", "glffct-", f"{_URL}{{20}}"),
    ("GitLab SCIM token", "glsoat-", f"{_URL}{{20,60}}"),
    ("Google OAuth client secret", "GOCSPX-", f"{_URL}{{28}}"),
    ("Grafana service account token", "glsa_", f"{_WORD}{{32}}_[0-9A-Fa-f]{{8}}"),
    ("Groq API key", "gsk_", f"{_WORD}{{52}}"),
    ("Heroku API key", "HRKU-", f"{_URL}{{36,60}}"),
    ("HubSpot access token", "pat-na1-", _UUID),
    ("HubSpot access token", "pat-eu1-", _UUID),
    ("Hugging Face token", "hf_", "[A-Za-z]{34}"),
    ("Hugging Face organization token", "api_org_", "[A-Za-z]{34}"),
    # A hexadecimal number may be the name of an icon.
    ("Infracost API key", "ico-", f"(?!{_HEX}+$){_WORD}{{32}}"),
    ("Intra 42 client secret", "s-s4t2ud-", f"{_HEX}{{64}}"),
    ("Intra 42 client secret", "s-s4t2af-", f"{_HEX}{{64}}"),
    ("LangSmith key", "lsv2_pt_", f"{_HEX}{{32}}_{_HEX}{{10}}"),
    ("LangSmith key", "lsv2_sk_", f"{_HEX}{{32}}_{_HEX}{{10}}"),
    ("Linear API key", "lin_api_", f"{_WORD}{{40}}"),
    ("Lob API key", "live_", f"{_HEX}{{35}}"),
    ("MailerSend token", "mlsn", f"{_HEX}{{64}}"),
    ("Mercado Pago access token", "APP_USR-", f"[0-9]{{10,18}}-[0-9]{{6}}-{_HEX}{{32}}-[0-9]{{6,12}}"),
    ("Netlify token", "nfp_", f"{_WORD}{{36}}"),
    ("New Relic user key", "NRAK-", "[0-9A-Z]{27}"),
    ("New Relic insert key", "NRII-", f"{_URL}{{32}}"),
    ("Notion token", "ntn_", f"[0-9]{{11}}{_WORD}{{35}}"),
    ("NuGet API key", "oy2", "[0-9a-z]{43}"),
    ("NVIDIA API key", "nvapi-", f"{_URL}{{64}}"),
    ("Octopus Deploy API key", "API-", "[0-9A-Z]{26}"),
    ("OpenAI admin key", "sk-admin-", f"{_URL}{{20,90}}T3BlbkFJ{_URL}{{20,90}}"),
    ("OpenAI API key", "sk-proj-", f"{_URL}{{20,90}}T3BlbkFJ{_URL}{{20,90}}"),
    ("OpenAI service key", "sk-svcacct-", f"{_URL}{{20,90}}T3BlbkFJ{_URL}{{20,90}}"),
    ("OpenAI API key", "sk-", f"{_WORD}{{20}}T3BlbkFJ{_WORD}{{20}}"),
    ("OpenRouter API key", "sk-or-v1-", f"{_HEX}{{64}}"),
    ("Perplexity API key", "pplx-", f"{_WORD}{{48}}"),
    ("Pinecone API key", "pcsk_", f"{_WORD}{{5,6}}_{_WORD}{{50,80}}"),
    ("Plaid access token", "access-production-", _UUID),
    ("Plaid access token", "access-development-", _UUID),
    ("PostHog personal key", "phx_", f"{_WORD}{{43,48}}"),
    ("Postman API key", "PMAK-", f"{_HEX}{{24}}-{_HEX}{{34}}"),
    ("Prefect API key", "pnu_", f"{_WORD}{{36}}"),
    ("Pulumi token", "pul-", f"{_HEX}{{40}}"),
    ("PyPI token", "pypi-AgEIcHlwaS5vcmc", f"{_URL}{{50,1000}}"),
    ("ReadMe API key", "rdme_", "[0-9a-z]{70}"),
    ("Replicate token", "r8_", f"{_WORD}{{37}}"),
    ("Resend API key", "re_", f"{_WORD}{{8}}_{_WORD}{{24}}"),
    ("RubyGems API key", "rubygems_", f"{_HEX}{{48}}"),
    ("Scalingo token", "tk-us-", f"{_URL}{{48}}"),
    ("Sentry user token", "sntryu_", f"{_HEX}{{64}}"),
    ("SettleMint token", "sm_aat_", f"{_WORD}{{16}}"),
    ("SettleMint token", "sm_pat_", f"{_WORD}{{16}}"),
    ("SettleMint token", "sm_sat_", f"{_WORD}{{16}}"),
    ("Shippo token", "shippo_live_", f"{_ANY_HEX}{{40}}"),
    ("Shopify access token", "shpat_", f"{_ANY_HEX}{{32}}"),
    ("Shopify custom app token", "shpca_", f"{_ANY_HEX}{{32}}"),
    ("Shopify private app password", "shppa_", f"{_ANY_HEX}{{32}}"),
    ("Shopify shared secret", "shpss_", f"{_ANY_HEX}{{32}}"),
    ("Slack bot token", "xoxb-", f"[0-9]{{10,13}}-[0-9]{{10,13}}-{_URL}{{24,100}}"),
    ("Slack bot token", "xoxb-", f"[0-9]{{8,14}}-{_WORD}{{18,26}}"),
    ("Slack workspace token", "xoxa-", f"(?:[0-9]-)?(?:[0-9]{{8,14}}-){{0,3}}{_WORD}{{15,64}}"),
    ("Slack workspace token", "xoxr-", f"(?:[0-9]-)?(?:[0-9]{{8,14}}-){{0,3}}{_WORD}{{15,64}}"),
    ("Slack session token", "xoxo-", f"(?:[0-9]{{8,14}}-){{3}}{_HEX}{{10,64}}"),
    ("Slack session token", "xoxs-", f"(?:[0-9]{{8,14}}-){{3}}{_HEX}{{10,64}}"),
    ("Slack user token", "xoxp-", f"[0-9]{{10,13}}-[0-9]{{10,13}}-{_URL}{{24,100}}"),
    ("Slack user token", "xoxe-", f"(?:[0-9]{{10,13}}-){{3}}{_URL}{{24,100}}"),
    ("Slack app token", "xapp-", "[0-9]-[0-9A-Z]{8,14}-[0-9]{10,14}-[0-9a-z]{32,80}"),
    ("Slack configuration token", "xoxe-", f"[0-9]-{_WORD}{{140,200}}"),
    ("SonarQube token", "sqp_", f"{_HEX}{{40}}"),
    ("SonarQube token", "squ_", f"{_HEX}{{40}}"),
    ("SonarQube token", "sqa_", f"{_HEX}{{40}}"),
    ("Sourcegraph token", "sgp_", f"(?:{_ANY_HEX}{{16}}_|local_)?{_ANY_HEX}{{40}}"),
    ("Square client secret", "sq0csp-", f"{_URL}{{43}}"),
    ("Square access token", "sq0atp-", f"{_URL}{{22}}"),
    ("Square access token", "EAAA", f"{_URL}{{60}}"),
    ("Stripe secret key", "sk_live_", f"{_WORD}{{24,200}}"),
    ("Stripe restricted key", "rk_live_", f"{_WORD}{{24,200}}"),
    ("Stripe secret key", "sk_prod_", f"{_WORD}{{24,200}}"),
    ("Stripe restricted key", "rk_prod_", f"{_WORD}{{24,200}}"),
    ("Stripe webhook secret", "whsec_", f"{_WORD}{{32,64}}"),
    ("Supabase secret key", "sb_secret_", f"{_URL}{{31,60}}"),
    ("Supabase access token", "sbp_", f"{_HEX}{{40}}"),
    ("Tailscale key", "tskey-auth-", f"{_WORD}{{10,20}}-{_WORD}{{20,40}}"),
    ("Tailscale key", "tskey-api-", f"{_WORD}{{10,20}}-{_WORD}{{20,40}}"),
    ("Tailscale key", "tskey-client-", f"{_WORD}{{10,20}}-{_WORD}{{20,40}}"),
    ("WakaTime key", "waka_", f"{_HEX}{{8}}-{_HEX}{{4}}-4{_HEX}{{3}}-{_HEX}{{4}}-{_HEX}{{12}}"),
    ("Yandex API key", "AQVN", f"{_URL}{{35,38}}"),
    ("age secret key", "AGE-SECRET-KEY-1", "[02-9AC-HJ-NP-Z]{58}"),
    ("hCaptcha secret", "ES_", f"{_HEX}{{32}}"),
    ("npm token", "npm_", f"{_WORD}{{36}}"),
    ("xAI API key", "xai-", f"{_WORD}{{80}}"),
)

#: Kinds whose tokens have a fixed part: name, fixed part, pattern of the whole token.
_BY_MARK: tuple[tuple[str, str, str], ...] = (
    ("AWS Bedrock API key", "ABSK", r"ABSK[A-Za-z0-9+/]{109,269}={0,2}"),
    (
        "AWS Bedrock API key",
        "bedrock-api-key-",
        r"bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t[A-Za-z0-9+/]{20,3000}={0,2}",
    ),
    ("1Password token", "ops_eyJ", r"ops_eyJ[A-Za-z0-9+/]{250,4000}={0,2}"),
    ("Airtable token", "pat", rf"pat{_WORD}{{14}}\.{_HEX}{{64}}"),
    ("Atlassian API token", "ATATT3", rf"ATATT3{_PADDED}{{50,400}}"),
    ("Atlassian API token", "ATCTT3", rf"ATCTT3{_PADDED}{{50,400}}"),
    (
        "Authress access key",
        ".acc",
        r"(?:sc|ext|scauth|authress)_[0-9a-z]{5,30}\.[0-9a-z]{4,6}\.acc[_-][0-9a-z-]{10,32}\.[0-9a-zA-Z+/_=-]{30,120}",
    ),
    # The keys of Freenet have longer parts of these characters.
    ("Azure client secret", "Q~", r"(?<![~.@,])[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}(?![~.,])"),
    ("Azure DevOps token", "JQQJ99", rf"{_WORD}{{52}}JQQJ99{_WORD}{{18}}AZDO{_WORD}{{4}}"),
    ("Azure storage key", "AccountKey=", r"AccountKey=[A-Za-z0-9+/]{86}=="),
    ("Braintree access token", "access_token$production$", rf"access_token\$production\$[0-9a-z]{{16}}\${_HEX}{{32}}"),
    ("Cloudflare origin CA key", "v1.0-", rf"v1\.0-{_HEX}{{24}}-{_HEX}{{146}}"),
    ("Cloudinary secret", "cloudinary://", r"cloudinary://[0-9]{15}:[A-Za-z0-9_-]{27}@[a-z0-9-]{1,60}"),
    ("Defined Networking token", "dnkey-", rf"dnkey-{_PADDED}{{26}}-{_PADDED}{{52}}"),
    ("Discord webhook", "/api/webhooks/", r"discord(?:app)?\.com/api/webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{60,80}"),
    ("Doppler token", "dp.", rf"dp\.(?:pt|st|sa|ct|scim|audit)\.(?:[a-z0-9_-]{{2,35}}\.)?{_WORD}{{40,44}}"),
    ("Dropbox token", "sl.", rf"sl\.(?:u\.)?{_PADDED}{{130,1500}}"),
    ("Duffel token", "duffel_live_", rf"duffel_live_{_PADDED}{{43}}"),
    ("Dynatrace token", "dt0c01.", rf"dt0c01\.{_WORD}{{24}}\.{_WORD}{{64}}"),
    ("Fly.io token", "fm1a_", r"fm1a_[A-Za-z0-9+/]{100,4000}={0,2}"),
    ("Fly.io token", "fm1r_", r"fm1r_[A-Za-z0-9+/]{100,4000}={0,2}"),
    ("Fly.io token", "fm2_", r"fm2_[A-Za-z0-9+/]{100,4000}={0,2}"),
    ("Frame.io token", "fio-u-", rf"fio-u-{_PADDED}{{64}}"),
    ("GitLab routable token", "glpat-", rf"glpat-{_URL}{{27,300}}\.[0-9a-z]{{9}}"),
    ("GitLab routable token", "glrt-", rf"glrt-t[0-9]_{_URL}{{27,300}}\.[0-9a-z]{{9}}"),
    ("GitLab session", "_gitlab_session=", "_gitlab_session=[0-9a-z]{32}"),
    ("Google access token", "ya29.", r"ya29\.[A-Za-z0-9_-]{60,1000}"),
    ("Google refresh token", "1//0", r"1//0[A-Za-z0-9_-]{60,200}"),
    # The key and its name, as {"k":"...","n":"..." in base64.
    ("Grafana API key", "eyJrIjoi", r"eyJrIjoi[A-Za-z0-9+/]{44}LCJuIjoi[A-Za-z0-9+/]{4,400}={0,2}"),
    ("Grafana Cloud token", "glc_eyJ", r"glc_eyJ[A-Za-z0-9+/]{60,600}={0,2}"),
    ("Harness token", "pat.", rf"pat\.{_URL}{{22}}\.{_WORD}{{24}}\.{_WORD}{{20}}"),
    ("Harness token", "sat.", rf"sat\.{_URL}{{22}}\.{_WORD}{{24}}\.{_WORD}{{20}}"),
    ("HashiCorp Vault token", "hvs.", r"hvs\.[A-Za-z0-9_-]{90,300}"),
    ("HashiCorp Vault batch token", "hvb.", r"hvb\.[A-Za-z0-9_-]{138,300}"),
    ("Mapbox secret token", "sk.eyJ1", r"sk\.eyJ1[A-Za-z0-9_-]{40,300}\.[A-Za-z0-9_-]{20,30}"),
    (
        "Microsoft Teams webhook",
        ".webhook.office.com/",
        r"[a-z0-9-]{1,60}\.webhook\.office\.com/webhookb2/[0-9a-f@-]{73}/IncomingWebhook/[0-9a-f]{32}/[0-9a-f-]{36}",
    ),
    ("OpenShift token", "sha256~", rf"sha256~{_URL}{{43}}"),
    ("PlanetScale token", "pscale_tkn_", r"pscale_tkn_[A-Za-z0-9_=.-]{32,64}"),
    ("PlanetScale OAuth token", "pscale_oauth_", r"pscale_oauth_[A-Za-z0-9_=.-]{32,64}"),
    ("PlanetScale password", "pscale_pw_", r"pscale_pw_[A-Za-z0-9_=.-]{32,64}"),
    ("Slack configuration token", "xoxe.xox", r"xoxe\.xox[bp]-[0-9]-[0-9A-Z]{160,170}"),
    ("SendGrid API key", "SG.", rf"SG\.{_URL}{{22}}\.{_URL}{{43}}"),
    ("Sentry organization token", "sntrys_eyJ", r"sntrys_eyJ[A-Za-z0-9+/]{40,400}={0,2}_[A-Za-z0-9+/]{43}"),
    ("Sidekiq password", ".contribsys.com", r"[0-9a-f]{8}:[0-9a-f]{8}@(?:enterprise|gems)\.contribsys\.com"),
    (
        "Slack webhook",
        "hooks.slack.com/services/",
        r"hooks\.slack\.com/services/T[0-9A-Z]{8,12}/B[0-9A-Z]{8,12}/[A-Za-z0-9]{24}",
    ),
    ("Slack webhook", "hooks.slack.com/workflows/", r"hooks\.slack\.com/workflows/[A-Za-z0-9+/]{43,80}"),
    ("Slack webhook", "hooks.slack.com/triggers/", r"hooks\.slack\.com/triggers/[A-Za-z0-9+/]{43,80}"),
    ("Telegram bot token", ":AA", r"(?:bot)?[0-9]{8,10}:AA[A-Za-z0-9_-]{33}"),
    ("Terraform token", ".atlasv1.", rf"{_WORD}{{14}}\.atlasv1\.[A-Za-z0-9_=-]{{60,70}}"),
    ("Yandex access token", "t1.", r"t1\.[A-Za-z0-9_-]{20,400}={0,2}\.[A-Za-z0-9_-]{86}={0,2}"),
    ("Typeform token", "tfp_", r"tfp_[A-Za-z0-9_.=-]{59}"),
)

#: Kinds recognized by the pattern of the whole token, including ``-us`` or ``_mmk``.
_BY_FORM: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("Mailchimp API key", re.compile(rf"{_HEX}{{32}}-us[0-9]{{1,2}}")),
    ("MaxMind license key", re.compile(rf"{_WORD}{{6}}_{_WORD}{{29}}_mmk")),
)

_AFTER = r"{}(?![A-Za-z0-9_-])"
_BEFORE = re.compile(r"[A-Za-z0-9_-]")
#: A translation table that replaces characters of no token by spaces.
_TOKENS = bytes(code if chr(code).isalnum() or chr(code) in "_-" else 0x20 for code in range(128)) + b" " * 128
#: A translation table that replaces delimiters by spaces.
_WORDS = bytes(0x20 if code in b"\"'<>()[]{}" else code for code in range(256))
#: The minimum length of a key, in characters.
_SHORTEST = 20
_PRIVATE_KEY = re.compile(
    r"-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH|ENCRYPTED) )?PRIVATE KEY-----((?:[A-Za-z0-9+/=\s]|\\[nr]){60,16000})"
)
#: The token of Mailchimp's SDK for apps has the form of a secret key and is public.
_MAILCHIMP_SDK = re.compile(rb"MailchimpSDK\.initialize\(\s*(?:token\s*[:=]\s*)?[\"'][0-9a-f]{32}-us[0-9]{1,2}")
_LINE_ENDS = re.compile(r"\s+|\\[nr]")
_PGP_KEY = re.compile(r"-----BEGIN PGP PRIVATE KEY BLOCK-----\s*(?:\\[nr]\s*)*(?!\s|\\[nr])[A-Za-z0-9+/=\s\\:. ]{200}")
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,200}\.(eyJ[A-Za-z0-9_-]{20,2000})\.[A-Za-z0-9_-]{20,400}")
_DATABASES = tuple(b"postgres mysql:// mongodb redis amqp".split())
_DATABASE = re.compile(
    r"(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|rediss?|amqps?)://[A-Za-z0-9_.%-]{1,64}:([^\s:@/\"'<>{}$()\[\]]{8,100})"
    r"@([A-Za-z0-9-]{1,60}(?:\.[A-Za-z0-9-]{1,60}){1,5})"
)

#: Words of examples and templates.
_PLACEHOLDER = re.compile(
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
    (name, beginning, re.compile(re.escape(beginning) + rest))
    for name, beginning, rest in sorted(_BY_BEGINNING, key=lambda kind: -len(kind[1]))
)
#: The kinds by the first two letters of their prefix.
_KINDS = {
    letters: tuple(kind for kind in _BEGINNINGS if kind[1].startswith(letters))
    for letters in sorted({beginning[:2] for _, beginning, _ in _BEGINNINGS})
}
_LETTERS = frozenset(letters.encode() for letters in _KINDS)
_MARKED = tuple((name, mark.encode(), re.compile(_AFTER.format(pattern))) for name, mark, pattern in _BY_MARK)

KINDS = frozenset(
    {*(name for name, _, _ in _BY_BEGINNING), *(name for name, _, _ in _BY_MARK), *(name for name, _ in _BY_FORM)}
    | {"private key", "PGP private key", "Supabase service key", "database password"}
)
"""The names of the kinds."""
