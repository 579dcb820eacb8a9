"""Pages and templates that are open in an editor, and the server that their editors talk to (LSP)."""
