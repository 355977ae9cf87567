"""Table scripts: the physical side of a session as a text file, played on the simulated table."""
