"""What every test shares: how many examples Hypothesis tries."""

import os

from hypothesis import settings

# The same examples every time, so that a red build is red on the next machine too; no deadline,
# since a busy machine is no bug. `explore` looks for new ones.
settings.register_profile("house", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))
