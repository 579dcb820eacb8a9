"""The formats of a report: JSON, HTML, Markdown, SARIF, JUnit, annotations, rdjson and CSV."""
