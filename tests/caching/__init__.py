"""Tests of the report cache."""
