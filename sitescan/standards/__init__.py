"""The logic of one standard each: pure, on plain values, with its source named."""
