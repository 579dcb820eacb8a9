"""Tests of what keeps reports."""
