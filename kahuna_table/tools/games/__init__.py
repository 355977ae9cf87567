"""`kahuna-table games` and `replay`: the games that were played, and their records."""
