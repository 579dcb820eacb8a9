"""
The types for which Google shows rich results, with the properties it requires and recommends.

Each entry was compared in November 2026 with the page it names, in copies of that page from
September 2026: ``required`` and ``recommended`` are those of its tables, except recommendations
that apply to few items only ("if applicable"), which are left out.

Book actions (feeds, for partners only) are not listed, because a page cannot show whether they are right.
"""

from attrs import frozen

_DOCS = "https://developers.google.com/search/docs/appearance/"


@frozen(kw_only=True)
class Feature:
    """
    A rich result type.

    A requirement is a property, a path (``reviewRating.ratingValue``) or alternatives, of which one is
    enough (``price|lowPrice``).

    :ivar types: the types of the items, including their subtypes.
    :ivar but: subtypes that are excluded: they belong to another feature or to none.
    :ivar page: the name of the page of Google's documentation.
    :ivar required: the requirements without which nothing is shown.
    :ivar recommended: the requirements that improve the result.
    :ivar nested: whether an item that is a value of another item qualifies.
    :ivar inside: types of items of which the item must be a value; empty if it may stand alone.
    :ivar marks: properties of which the item must have one to qualify; empty if its type is enough.
    """

    types: tuple[str, ...]
    page: str
    but: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    recommended: tuple[str, ...] = ()
    nested: bool = False
    inside: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The URL of the documentation page."""
        return _DOCS + self.page


_MEDIA = "text|image|video|sharedContent"

_PAGES = (
    Feature(
        types=("Article",),
        but=("DiscussionForumPosting",),
        page="structured-data/article",
        recommended=("author", "author.url|author.sameAs", "datePublished", "headline", "image"),
    ),
    Feature(types=("BreadcrumbList",), page="structured-data/breadcrumb", required=("itemListElement",), nested=True),
    Feature(
        types=("Course",),
        page="structured-data/course",
        required=("name", "description"),
        recommended=("provider",),
    ),
    Feature(
        types=("Dataset",),
        # A feed for programs, which Google reads for other purposes.
        but=("DataFeed",),
        page="structured-data/dataset",
        required=("name", "description"),
        recommended=("license", "creator", "url", "distribution"),
    ),
    Feature(types=("DataDownload",), page="structured-data/dataset", required=("contentUrl",), inside=("Dataset",)),
    Feature(
        types=("SocialMediaPosting",),
        but=("BlogPosting",),
        page="structured-data/discussion-forum",
        # A post on another page is given by its address alone.
        required=("author", "author.name", "datePublished", f"{_MEDIA}|url"),
        recommended=("author.url", "url"),
    ),
    Feature(
        types=("Comment",),
        page="structured-data/discussion-forum",
        required=("author", "datePublished", _MEDIA),
        inside=("SocialMediaPosting",),
    ),
    Feature(
        types=("Comment",),
        but=("Answer", "Question"),
        page="structured-data/qapage",
        required=("text",),
        inside=("Answer", "Question"),
    ),
    Feature(
        types=("Event",),
        but=("BroadcastEvent", "CourseInstance", "EventSeries", "PublicationEvent"),
        page="structured-data/event",
        required=("name", "startDate", "location"),
        recommended=(
            "description",
            "endDate",
            "eventStatus",
            "image",
            "location.name",
            "offers",
            "organizer",
            "performer",
        ),
    ),
    Feature(
        types=("MathSolver",),
        page="structured-data/math-solvers",
        required=(
            "url",
            "usageInfo",
            "potentialAction",
            "potentialAction.target",
            "potentialAction.mathExpression-input",
            "learningResourceType",
        ),
        recommended=("inLanguage", "potentialAction.eduQuestionType"),
    ),
    Feature(
        types=("ProfilePage",),
        page="structured-data/profile-page",
        required=("mainEntity", "mainEntity.name|mainEntity.alternateName"),
        recommended=("dateCreated", "dateModified"),
    ),
    Feature(types=("QAPage",), page="structured-data/qapage", required=("mainEntity",)),
    Feature(
        types=("Quiz",),
        page="structured-data/education-qa",
        required=("hasPart",),
        recommended=("about", "educationalAlignment"),
    ),
    Feature(
        types=("Recipe",),
        page="structured-data/recipe",
        required=("name", "image"),
        recommended=(
            "author",
            "datePublished",
            "description",
            "recipeCategory",
            "recipeCuisine",
            "recipeIngredient",
            "recipeInstructions",
            "recipeYield",
            "totalTime|prepTime|cookTime",
        ),
    ),
    Feature(types=("HowToSection",), page="structured-data/recipe", required=("name", "itemListElement"), nested=True),
    Feature(types=("HowToStep",), page="structured-data/recipe", required=("text|itemListElement",), nested=True),
    Feature(types=("HowToDirection", "HowToTip"), page="structured-data/recipe", required=("text",), nested=True),
    Feature(
        types=("SpeakableSpecification",),
        page="structured-data/speakable",
        required=("cssSelector|xPath|xpath",),
        nested=True,
    ),
    Feature(
        types=("WebPageElement",),
        page="structured-data/paywalled-content",
        recommended=("cssSelector",),
        nested=True,
        marks=("isAccessibleForFree",),
    ),
    Feature(types=("WebSite",), page="site-names", recommended=("name", "url")),
)

_BUSINESSES = (
    Feature(
        types=("EmployerAggregateRating",),
        page="structured-data/employer-rating",
        required=("itemReviewed", "ratingValue", "ratingCount|reviewCount"),
        nested=True,
    ),
    Feature(
        types=("JobPosting",),
        page="structured-data/job-posting",
        required=("title", "description", "datePosted", "hiringOrganization"),
        recommended=("baseSalary", "employmentType", "validThrough", "identifier"),
    ),
    Feature(
        types=("LocalBusiness",),
        page="structured-data/local-business",
        required=("name", "address"),
        recommended=("geo", "openingHoursSpecification|openingHours", "priceRange", "telephone", "url"),
    ),
    Feature(
        types=("Organization",),
        but=("LocalBusiness",),
        page="structured-data/organization",
        recommended=("name|alternateName", "url", "logo"),
    ),
    Feature(
        types=("VacationRental",),
        page="structured-data/vacation-rental",
        required=(
            "name",
            "containsPlace",
            "containsPlace.occupancy",
            "containsPlace.occupancy.value",
            "identifier",
            "image",
            "latitude|geo.latitude",
            "longitude|geo.longitude",
        ),
        recommended=("address", "checkinTime", "checkoutTime", "description"),
    ),
    Feature(
        types=("MemberProgram",),
        page="structured-data/loyalty-program",
        required=("name", "description", "hasTiers"),
        recommended=("url",),
        inside=("Organization",),
    ),
    Feature(
        types=("MemberProgramTier",),
        page="structured-data/loyalty-program",
        required=("name", "hasTierBenefit"),
        inside=("MemberProgram",),
    ),
    Feature(
        types=("MerchantReturnPolicy",),
        page="structured-data/return-policy",
        required=("applicableCountry|merchantReturnLink", "returnPolicyCategory|merchantReturnLink"),
        inside=("Organization",),
    ),
    Feature(
        types=("MerchantReturnPolicySeasonalOverride",),
        page="structured-data/return-policy",
        required=("returnPolicyCategory",),
        recommended=("startDate", "endDate"),
        inside=("MerchantReturnPolicy",),
    ),
    Feature(
        types=("ShippingService",),
        page="structured-data/shipping-policy",
        required=("shippingConditions",),
        inside=("Organization",),
    ),
    Feature(
        types=("DefinedRegion",),
        page="structured-data/shipping-policy",
        required=("addressCountry",),
        inside=("OfferShippingDetails", "ShippingConditions"),
    ),
)

_PRODUCTS = (
    Feature(
        types=("Product",),
        but=("ProductCollection", "ProductGroup", "SomeProducts", "Vehicle"),
        page="structured-data/product-snippet",
        required=("name", "review|aggregateRating|offers"),
        recommended=("image", "description", "brand"),
    ),
    Feature(
        types=("ProductGroup",),
        page="structured-data/product-variants",
        required=("name",),
        recommended=("brand", "description", "hasVariant", "productGroupID", "variesBy"),
    ),
    Feature(
        types=("AggregateOffer",),
        page="structured-data/product-snippet",
        required=("lowPrice", "priceCurrency"),
        nested=True,
    ),
    Feature(
        types=("Offer",),
        but=("AggregateOffer",),
        page="structured-data/merchant-listing",
        recommended=("availability", "priceCurrency|priceSpecification.priceCurrency"),
        inside=("Product",),
    ),
    Feature(
        types=("OfferShippingDetails",),
        page="structured-data/merchant-listing",
        required=(
            "deliveryTime|hasShippingService",
            "shippingDestination|hasShippingService",
            "shippingRate|hasShippingService",
        ),
        inside=("Offer",),
    ),
    Feature(
        types=("MonetaryAmount",),
        page="structured-data/merchant-listing",
        required=("currency", "value|maxValue"),
        inside=("OfferShippingDetails",),
    ),
    Feature(
        types=("QuantitativeValue",),
        page="structured-data/merchant-listing",
        required=("minValue", "maxValue", "unitCode"),
        inside=("ShippingDeliveryTime",),
    ),
    Feature(
        types=("MerchantReturnPolicy",),
        page="structured-data/merchant-listing",
        required=("applicableCountry", "returnPolicyCategory"),
        inside=("Offer",),
    ),
    Feature(
        types=("Certification",),
        page="structured-data/merchant-listing",
        required=("issuedBy", "name"),
        recommended=("certificationIdentification|certificationRating",),
        inside=("Product",),
    ),
    Feature(
        types=("3DModel",),
        page="structured-data/merchant-listing",
        required=("encoding", "encoding.contentUrl"),
        inside=("Product",),
    ),
    Feature(
        types=("SoftwareApplication",),
        but=("VideoGame", "OperatingSystem", "RuntimePlatform"),
        page="structured-data/software-app",
        required=("name", "offers.price|offers.lowPrice|offers.priceSpecification.price", "aggregateRating|review"),
        recommended=("applicationCategory", "operatingSystem"),
    ),
    Feature(
        types=("AggregateRating",),
        but=("EmployerAggregateRating",),
        page="structured-data/review-snippet",
        required=("ratingValue", "ratingCount|reviewCount"),
        nested=True,
    ),
    Feature(
        types=("Review",),
        but=("ClaimReview", "MediaReview", "Recommendation"),
        page="structured-data/review-snippet",
        required=("author",),
        recommended=("datePublished",),
        nested=True,
    ),
)

_MEDIA_OBJECTS = (
    Feature(
        types=("ImageObject",),
        page="structured-data/image-license-metadata",
        required=("contentUrl|url", "creator|creditText|copyrightNotice|license"),
        recommended=("creator", "creditText", "copyrightNotice", "license", "acquireLicensePage"),
        nested=True,
        marks=("license", "acquireLicensePage", "creditText", "copyrightNotice"),
    ),
    Feature(
        types=("VideoObject",),
        page="structured-data/video",
        required=("name", "thumbnailUrl|thumbnail", "uploadDate"),
        recommended=("description", "duration", "contentUrl|embedUrl"),
        nested=True,
    ),
    Feature(
        types=("BroadcastEvent",),
        page="structured-data/video",
        required=("isLiveBroadcast", "startDate", "endDate"),
        inside=("VideoObject",),
    ),
    Feature(
        types=("Clip",),
        but=("MovieClip", "RadioClip", "TVClip", "VideoGameClip"),
        page="structured-data/video",
        required=("name", "startOffset", "url"),
        recommended=("endOffset",),
        nested=True,
    ),
    Feature(
        types=("SeekToAction",), page="structured-data/video", required=("target", "startOffset-input"), nested=True
    ),
)

#: Carousel items are described in full inside the list; other lists are not carousels.
_CAROUSELS = (
    Feature(types=("ItemList",), but=("BreadcrumbList", "HowToSection", "HowToStep"), page="structured-data/carousel"),
    Feature(
        types=("Movie",),
        page="structured-data/movie",
        required=("name", "image"),
        recommended=("aggregateRating", "dateCreated", "director", "review"),
        inside=("ListItem",),
    ),
    Feature(types=("Recipe",), page="structured-data/recipe", required=("name", "image"), inside=("ListItem",)),
    Feature(
        types=("Course",),
        page="structured-data/course",
        required=("name", "description"),
        recommended=("provider",),
        inside=("ListItem",),
    ),
    Feature(
        types=("Restaurant",),
        page="structured-data/local-business",
        required=("name", "image"),
        recommended=("address", "servesCuisine"),
        inside=("ListItem",),
    ),
)

FEATURES = (*_PAGES, *_BUSINESSES, *_PRODUCTS, *_MEDIA_OBJECTS, *_CAROUSELS)
"""All features in Google's documentation that a single item can show."""

REVIEWED = (
    "Book",
    "Course",
    "CreativeWorkSeason",
    "CreativeWorkSeries",
    "Episode",
    "Event",
    "Game",
    "HowTo",
    "LocalBusiness",
    "MediaObject",
    "Movie",
    "MusicPlaylist",
    "MusicRecording",
    "Organization",
    "Product",
    "Recipe",
    "SoftwareApplication",
)
"""The types for which reviews and ratings are shown (``structured-data/review-snippet``)."""

CAROUSEL = ("Course", "Movie", "Recipe", "Restaurant")
"""The types whose lists are shown as a carousel (``structured-data/carousel``)."""
