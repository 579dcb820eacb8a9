"""Scripts write the content of the page, so it was not examined."""

from sitescan.model.report import Category
from sitescan.rules.unseen_content import unseen_content

RULE = unseen_content(Category.ACCESSIBILITY)
