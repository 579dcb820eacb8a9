"""The structured data of a page: JSON-LD, microdata, RDFa, rich results."""
