"""What of a page protects its visitors, or exposes them: policies, integrity, libraries, comments."""
