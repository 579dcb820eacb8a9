"""What a page says of its subject for machines: JSON-LD, microdata, RDFa, rich results."""
