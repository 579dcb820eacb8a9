"""Security rules, one in each module."""
