"""The root of every error raised on purpose.

A player's illegal act is no error: it is a value (`engine.illegality`) and is answered kindly.
"""


class KahunaError(Exception):
    """Bad data from a file, a wire, the configuration, or a call that was not allowed.

    The text is lower case and says what was expected, what was found, where, and what to do.
    """
