"""The program: the command line, the configuration, the one loop, the words."""
