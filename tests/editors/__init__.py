"""Tests: pages that are open in an editor, and the server of editors."""
