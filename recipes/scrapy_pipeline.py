"""Scrapy: a report on every page that a spider visits.

    scrapy runspider scrapy_pipeline.py -a start=https://example.com/ -O reports.jsonl

Needs scrapy and sitescan. SitescanPipeline can be added to any project's ITEM_PIPELINES; its items have the response.
"""

import scrapy

import sitescan


class SitescanPipeline:
    """A pipeline that replaces the response of an item by its report."""

    def process_item(self, item):
        """Return an item with the report on its response, whose content coding Scrapy has decoded."""
        response = item.pop("response")
        headers = [
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, values in response.headers.items()
            for value in values
        ]
        report = sitescan.analyse(response.url, response.status, headers, response.body)
        item["score"] = report.overall_score
        item["issues"] = [issue.rule for category in report.categories for issue in category.issues]
        return item


class SiteSpider(scrapy.Spider):
    """A spider that visits the pages of one site."""

    name = "site"
    custom_settings = {"ITEM_PIPELINES": {SitescanPipeline: 100}, "ROBOTSTXT_OBEY": True}

    def __init__(self, start, **arguments):
        super().__init__(**arguments)
        self.start_urls = [start]

    def parse(self, response):
        """Return an item for a page, and follow its links."""
        if isinstance(response, scrapy.http.HtmlResponse):
            yield {"url": response.url, "response": response}
            own = [link for link in response.css("a::attr(href)").getall() if link.startswith("/")]
            yield from response.follow_all(own, self.parse)
