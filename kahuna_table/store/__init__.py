"""The journal: games kept in a file that survives a power cut at any moment."""
