"""What Google asks of structured data before it shows a rich result."""

from collections.abc import Iterator

from attrs import frozen

from sitescan.document.items import Item
from sitescan.document.vocabulary import is_a

_DOCS = "https://developers.google.com/search/docs/appearance/structured-data/"


@frozen(kw_only=True)
class Feature:
    """
    One kind of item that Google makes something of.

    A requirement is a property, a path to one (``reviewRating.ratingValue``) or several of which
    one is enough (``price|lowPrice``).

    :ivar types: the types that it is for, with all that are kinds of them.
    :ivar but: types that are kinds of those, but another feature or none.
    :ivar page: the name of the page of Google's documentation.
    :ivar required: without these nothing is shown.
    :ivar recommended: these make more of it.
    :ivar nested: whether it counts as a value of another item as well.
    """

    types: tuple[str, ...]
    page: str
    but: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    recommended: tuple[str, ...] = ()
    nested: bool = False

    @property
    def source(self) -> str:
        """The address of the page that says so."""
        return _DOCS + self.page

    def fits(self, item: Item) -> bool:
        """Whether it is about an item."""
        if not item.ours or (item.parent is not None and not self.nested):
            return False
        return any(is_a(kind, *self.types) and not is_a(kind, *self.but) for kind in item.types)


FEATURES = (
    Feature(types=("Article",), page="article", recommended=("author", "datePublished", "headline", "image")),
    Feature(types=("BreadcrumbList",), page="breadcrumb", required=("itemListElement",), nested=True),
    Feature(types=("Course",), page="course", required=("name", "description"), recommended=("provider",)),
    Feature(
        types=("Dataset",), page="dataset", required=("name", "description"), recommended=("license", "creator", "url")
    ),
    Feature(
        types=("DiscussionForumPosting",),
        page="discussion-forum",
        required=("author", "author.name", "datePublished", "text|image|video|sharedContent"),
    ),
    Feature(
        types=("Event",),
        but=("BroadcastEvent", "CourseInstance", "EventSeries", "PublicationEvent"),
        page="event",
        required=("name", "startDate", "location"),
        recommended=("description", "endDate", "image", "offers", "performer", "eventStatus"),
    ),
    Feature(types=("FAQPage",), page="faqpage", required=("mainEntity",)),
    Feature(
        types=("JobPosting",),
        page="job-posting",
        required=("title", "description", "datePosted", "hiringOrganization"),
        recommended=("baseSalary", "employmentType", "validThrough", "identifier"),
    ),
    Feature(
        types=("LocalBusiness",),
        page="local-business",
        required=("name", "address"),
        recommended=("telephone", "url", "openingHours|openingHoursSpecification", "geo"),
    ),
    Feature(types=("Organization",), but=("LocalBusiness",), page="organization", recommended=("name", "url", "logo")),
    Feature(
        types=("ProfilePage",), page="profile-page", required=("mainEntity", "mainEntity.name|mainEntity.alternateName")
    ),
    Feature(
        types=("Product",),
        but=("ProductCollection", "ProductGroup", "SomeProducts", "Vehicle"),
        page="product-snippet",
        required=("name", "review|aggregateRating|offers"),
        recommended=("image", "description", "brand"),
    ),
    Feature(
        types=("ProductGroup",), page="product-variants", required=("name",), recommended=("hasVariant", "variesBy")
    ),
    Feature(types=("QAPage",), page="qapage", required=("mainEntity",)),
    Feature(
        types=("Recipe",),
        page="recipe",
        required=("name", "image"),
        recommended=("recipeIngredient", "recipeInstructions", "totalTime|prepTime|cookTime", "author"),
    ),
    Feature(
        types=("SoftwareApplication",),
        but=("VideoGame", "OperatingSystem", "RuntimePlatform"),
        page="software-app",
        required=("name", "offers", "aggregateRating|review"),
        recommended=("applicationCategory", "operatingSystem"),
    ),
    Feature(
        types=("VacationRental",),
        page="vacation-rental",
        required=("name", "containsPlace", "identifier", "image", "latitude|geo.latitude", "longitude|geo.longitude"),
    ),
    Feature(
        types=("VideoObject",),
        page="video",
        required=("name", "thumbnailUrl|thumbnail", "uploadDate"),
        recommended=("description", "duration", "contentUrl|embedUrl"),
        nested=True,
    ),
    Feature(
        types=("AggregateRating",),
        page="review-snippet",
        required=("ratingValue", "ratingCount|reviewCount"),
        nested=True,
    ),
    Feature(
        types=("Review",),
        but=("ClaimReview", "MediaReview", "Recommendation"),
        page="review-snippet",
        required=("author",),
        recommended=("datePublished",),
        nested=True,
    ),
    Feature(types=("AggregateOffer",), page="product-snippet", required=("lowPrice", "priceCurrency"), nested=True),
    Feature(types=("BroadcastEvent",), page="video", required=("isLiveBroadcast", "startDate", "endDate"), nested=True),
    Feature(
        types=("Clip",),
        but=("MovieClip", "RadioClip", "TVClip", "VideoGameClip"),
        page="video",
        required=("name", "startOffset", "url"),
        recommended=("endOffset",),
        nested=True,
    ),
    Feature(types=("SeekToAction",), page="video", required=("target", "startOffset-input"), nested=True),
    Feature(
        types=("MemberProgram",), page="loyalty-program", required=("name", "description", "hasTiers"), nested=True
    ),
    Feature(types=("HowToSection",), page="recipe", required=("name", "itemListElement"), nested=True),
    Feature(types=("HowToStep",), page="recipe", required=("text|itemListElement",), nested=True),
    Feature(types=("HowToDirection", "HowToTip"), page="recipe", required=("text",), nested=True),
)
"""Every feature that Google's documentation describes and that one item shows; carousels need several pages."""

RETIRED = {
    "HowTo": "how-to results (until September 2023)",
    "ClaimReview": "fact checks (until June 2025)",
    "SpecialAnnouncement": "special announcements (until June 2025)",
    "Occupation": "estimated salaries (until June 2025)",
    "SearchAction": "a search box below a site's name (until November 2024)",
}
"""Types of which Google shows nothing any more, and what it used to show."""

LIMITED = {"FAQPage": "questions and answers only for well-known government and health sites (since August 2023)"}
"""Types of which Google shows something for few sites only."""


def features(item: Item) -> Iterator[Feature]:
    """The features that an item is for; a step of a how-to is for none."""
    root = item
    while root.parent is not None:
        root = root.parent
    if "HowTo" in root.types:
        return
    for feature in FEATURES:
        if feature.fits(item):
            yield feature
