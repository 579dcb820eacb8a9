"""What the headers of audio and video files say, read from a few kilobytes of strangers' bytes."""
