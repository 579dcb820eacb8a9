"""The content of the page is written by scripts, and was not seen."""

from sitescan.model.report import Category
from sitescan.rules.unseen_content import unseen_content

RULE = unseen_content(Category.ACCESSIBILITY)
