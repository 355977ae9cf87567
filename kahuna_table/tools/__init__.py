"""What people run beside the table."""
