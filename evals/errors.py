"""What can go wrong in an eval. A poor score is a value, not an error.

EvalError
├── BaselineError           your mistake: a baseline is missing, or the file is none
├── ConfigError             your mistake: the configuration of a run has an unknown key, suite or measure, or a wrong value
├── DatasetError            your mistake: a data set is missing, unreadable, or not of the expected shape
├── CalibrationError        the rows and the verifier at hand give no thresholds
├── ReportError             a report cannot be written where it was asked for
└── UndefinedMeasureError   a measure was asked for where it has no value, such as recall without a relevant document

A message says what was found, what was wanted, and the next command.
"""


class EvalError(Exception):
    """Base of every error raised by the evals package."""


class BaselineError(EvalError):
    """A baseline is missing, or the file is none."""


class ConfigError(EvalError):
    """The configuration of a run cannot be used."""


class DatasetError(EvalError):
    """A data set is missing, unreadable, or not of the expected shape."""


class CalibrationError(EvalError):
    """The rows and the verifier at hand give no thresholds."""


class ReportError(EvalError):
    """A report cannot be written where it was asked for."""


class UndefinedMeasureError(EvalError):
    """A measure was asked for where it has no value."""
