"""The formats of a report: JSON, HTML, Markdown, SARIF, JUnit, annotations and CSV."""
