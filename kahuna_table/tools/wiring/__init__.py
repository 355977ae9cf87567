"""`kahuna-table wiring`: finds out how this board is wired. Runs alone: no game, no journal."""
