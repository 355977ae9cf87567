"""`kahuna-table prove`: games of chance that show that the table keeps its promises."""
