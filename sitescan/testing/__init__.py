"""Pages in tests: what test clients return, assertions about it, and the reports of a test run."""
