"""Estimated carbon footprint of a visit."""

from collections.abc import Iterator

from sitescan.model.report import Severity
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.rules.example_pages import loading, loading_all
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: Sustainable Web Design Model 4: kWh per GB in data centers, networks and devices, including their
#: production, and grams of CO2e per kWh, the global average.
_KWH_FOR_GB = (0.055 + 0.012) + (0.059 + 0.013) + (0.080 + 0.081)
_GRAMS_FOR_KWH = 494

#: The precision of the model, in grams.
_LEAST = 0.01


def check(answers: ResourceAnswers) -> Iterator[Finding]:
    """Estimate the emissions of a first visit from the known sizes."""
    sizes = [
        answer.known_size
        for resource, answer in answers.answered()
        if answer.known_size and resource.certain and not resource.lazy
    ]
    if sizes:
        total = answers.exchange.wire_size + sum(sizes)
        grams = total / 1e9 * _KWH_FOR_GB * _GRAMS_FOR_KWH
        yield Finding(grams=f"about {grams:.2f} g" if grams >= _LEAST else f"less than {_LEAST} g", total=total)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    fact=True,
    title="Estimated carbon footprint of a visit",
    description=(
        "A first visit loads at least {total:size}, which corresponds to {grams} of CO2e (Sustainable Web Design "
        "Model, version 4, world average electricity). The model knows only the number of bytes, not this site's "
        "server. This is for information and costs no points."
    ),
    recommendation="Make the page smaller to reduce its footprint.",
    how_to_fix=(
        "You don't need to change anything. Fewer bytes and a host that runs on renewable electricity reduce "
        "the footprint."
    ),
    sources=(
        "https://sustainablewebdesign.org/estimating-digital-emissions/",
        "https://developers.thegreenwebfoundation.org/co2js/models/",
    ),
    examples=(
        Bad(evidence=loading("script", "a.js", size=3000)),
        Good(evidence=loading("script", "a.js", size=None)),
        Good(evidence=loading_all()),
    ),
)
