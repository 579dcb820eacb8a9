"""The tests, in the layers of docs/architecture.rst."""
