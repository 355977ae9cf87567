"""The Pico's firmware: put there, asked for its version and its log."""
