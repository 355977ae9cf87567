"""Sounds and spoken prompts, in a process of its own: they may fail, and nothing else does."""
