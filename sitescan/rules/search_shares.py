"""
Shares of SEO faults, by what search engines document as needed (docs/score.rst).

Google's Search Essentials and its pages on titles, snippets, links, images, canonical URLs and language versions name
what a page needs to be found and to be shown well. That weighs far more than conventions, which are good practice but
decide little or nothing about searches.
"""

#: Search engines don't show the page.
NOT_SHOWN = 40

#: Something that Google documents as needed is missing or wrong.
NEEDED = 10

#: A convention that Google does not need.
CONVENTION = 2
