"""What can go wrong in the policies. A refusal or a request for approval is a `Decision`, not an error.

PolicyError
└── RuleError      your mistake: a rule or policy file that cannot be used as it is written

A message names the file and the line, what was found, what was wanted, and the nearest known key.
"""


class PolicyError(Exception):
    """Base of every error raised by the policies package."""


class RuleError(PolicyError):
    """A rule or policy file is missing, is not valid TOML, or holds an unknown key or an impossible value."""
