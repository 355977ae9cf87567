"""Updates that cannot strand a table: tried beside it, undone by themselves where they fail."""
