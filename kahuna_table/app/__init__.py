"""What runs the table: the daemon with its one loop, the configuration, the words, the assembly."""
