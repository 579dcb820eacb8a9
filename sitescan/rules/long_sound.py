"""How long a sound is that visitors must be able to stop."""

#: Seconds after which WCAG asks for it, and a quarter more: coders fill up what they write with silence.
#: https://www.w3.org/WAI/WCAG22/Understanding/audio-control
LONG = 3.25
