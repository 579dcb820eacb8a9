"""
Shares of SEO faults, by what search engines document as needed (docs/score.rst).

Google's Search Essentials and its pages on titles, snippets, links, images, canonical URLs and language versions name
what a page needs to be found and to be shown well. That weighs far more than conventions, which are good practice but
decide little or nothing about searches.
"""

#: Search engines don't show the page at all.
NOT_SHOWN = 40

#: What Google documents as needed is missing or wrong.
NEEDED = 10

#: Good practice that Google says it can do without.
CONVENTION = 2
