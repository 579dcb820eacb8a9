"""The OpenAPI description, and the responses that it describes."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sitescan.report.formats import FORMATS
from tests.contracts.services import JSON, Service


def _schema(service: Service, name: str) -> Draft202012Validator:
    description = service.ask("GET", "/openapi.json").json
    schema: dict[str, Any] = {"$ref": f"#/components/schemas/{name}", "components": description["components"]}
    return Draft202012Validator(schema)


@pytest.mark.parametrize("path", ["/api/v1/scan", "/api/v1/scan?include=evidence"])
def test_report(service: Service, path: str) -> None:
    """A report is valid by the description, with evidence and without."""
    _schema(service, "Report").validate(service.scan(service.site + "/", path=path).json)


def test_errors(service: Service) -> None:
    """An error is valid by the description."""
    _schema(service, "Error").validate(service.ask("POST", "/api/v1/scan", b"", JSON).json)
    _schema(service, "Error").validate(service.ask("GET", "/nothing").json)


def test_rules(service: Service) -> None:
    """The list of rules is valid by the description."""
    _schema(service, "Rules").validate(service.ask("GET", "/api/v1/rules").json)


def test_statuses(service: Service) -> None:
    """The description lists the four statuses of a response to a scan."""
    responses = service.ask("GET", "/openapi.json").json["paths"]["/scan"]["post"]["responses"]
    assert list(responses) == ["200", "400", "429", "500"]


def test_request_description(service: Service) -> None:
    """The described requests are those that the service accepts, and any site may read the description."""
    schema = _schema(service, "ScanRequest")
    description = service.ask("GET", "/openapi.json")
    assert description.headers["access-control-allow-origin"] == "*"
    for example in description.json["components"]["schemas"]["ScanRequest"]["properties"]["url"]["examples"]:
        schema.validate({"url": example})
    schema.validate({"url": "HTTPS://pears.example"})
    for url in ("0", "pears.example", "ftp://pears.example/", "https://", "https://a b/"):
        assert not schema.is_valid({"url": url})
        assert service.scan(url).status == 400


@pytest.mark.parametrize("name", FORMATS)
def test_formats(service: Service, name: str) -> None:
    """A report is available in every format that is described."""
    described = service.ask("GET", "/openapi.json").json["paths"]["/scan"]["post"]
    answer = service.scan(service.site + "/", path=f"/api/v1/scan?format={name}")
    assert answer.status == 200
    assert answer.headers["content-type"].partition(";")[0] in described["responses"]["200"]["content"]
    assert name in described["parameters"][1]["schema"]["enum"]
    assert answer.body.strip()


def test_accept_selects_format(service: Service) -> None:
    """The Accept header selects the format of a report, and errors stay JSON."""
    assert service.scan(service.site + "/", Accept="text/csv").body.startswith(b"url,scanned_at,")
    assert service.scan("nonsense", Accept="text/csv").json["error"] == "Invalid URL"
    assert service.scan(service.site + "/", path="/api/v1/scan?format=pdf").status == 400
