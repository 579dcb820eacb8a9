"""Tests of the service round the scans."""
