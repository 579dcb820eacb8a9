"""Load time by simulation: the graph of a page's files, replayed over a modelled network."""
