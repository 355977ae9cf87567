"""`kahuna-table doctor`: one line a check, with what mends it.

Works without a configuration, as any user, on a laptop, and while the table runs.
"""
