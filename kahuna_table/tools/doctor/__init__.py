"""`kahuna-table doctor`: one line a check, with what to do.

Works without a configuration, as any user, on a laptop, and while the table runs.
"""
