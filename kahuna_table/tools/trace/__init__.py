"""`kahuna-table trace`: what the flight recorder keeps: written, replayed, made a table script."""
