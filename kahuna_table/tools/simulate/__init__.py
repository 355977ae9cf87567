"""`kahuna-table simulate`: the simulated table, in a window or under a script."""
