"""The forms of a report: JSON, HTML, Markdown, SARIF, JUnit, annotations and CSV, all from the same values."""
