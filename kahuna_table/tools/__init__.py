"""What people run beside the table: each tool registers its own command, `cli` is the way in."""
