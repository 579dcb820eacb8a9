"""Accessibility rules (WCAG 2.2), one in each module."""
