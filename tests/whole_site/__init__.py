"""Tests of whole sites."""
