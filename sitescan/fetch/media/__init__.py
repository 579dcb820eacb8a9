"""Parsing the headers of audio and video files from a few kilobytes of untrusted data."""
