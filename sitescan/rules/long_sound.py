"""The duration of a sound that visitors must be able to stop."""

#: The number of seconds that WCAG allows, and a quarter of a second more, because encoders append silence.
#: https://www.w3.org/WAI/WCAG22/Understanding/audio-control
LONG = 3.25
