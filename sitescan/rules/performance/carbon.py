"""What a visit emits, by a common model."""

from collections.abc import Iterator

from sitescan.model.answers import ResourceAnswers
from sitescan.model.report import Severity
from sitescan.rules.example_pages import loading, loading_all
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: Sustainable Web Design Model 4: kWh for each GB in data centers, networks and devices, the making
#: of the machines included, and grams of CO2e for each kWh, the world's average.
_KWH_FOR_GB = (0.055 + 0.012) + (0.059 + 0.013) + (0.080 + 0.081)
_GRAMS_FOR_KWH = 494


def check(answers: ResourceAnswers) -> Iterator[Finding]:
    """Estimate a first visit from the bytes that are known."""
    sizes = [
        answer.known_size for one, answer in answers.answered() if answer.known_size and one.certain and not one.lazy
    ]
    if sizes:
        total = answers.exchange.wire_size + sum(sizes)
        yield Finding(grams=f"{total / 1e9 * _KWH_FOR_GB * _GRAMS_FOR_KWH:.2g}", total=total)


RULE = Rule(
    id="performance/carbon",
    reads=ResourceAnswers,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Estimated carbon of a visit",
    description=(
        "A first visit loads at least {total:size}, which stands for about {grams} g of CO2e by the Sustainable Web "
        "Design Model (version 4, the world's average electricity). It is a model: it knows nothing of this site's "
        "server, and grows with the bytes alone. This is for information and costs no points."
    ),
    recommendation="Make the page lighter to make it cleaner.",
    how_to_fix="Nothing needs to be changed. Fewer bytes, and a host that runs on renewable electricity, lower it.",
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
