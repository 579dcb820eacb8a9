"""Part of the category could not be examined."""

from sitescan.model.report import Category
from sitescan.rules.unexamined import unexamined

RULE = unexamined(Category.PERFORMANCE)
