"""Tests: egress."""
