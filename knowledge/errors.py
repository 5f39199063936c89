"""What can go wrong below the agent.

KnowledgeError
├── InputError          your mistake: a file, a folder, a filter, a setting
│   ├── UnreadableArticleError
│   └── OrderFileError
├── IndexStateError     the index cannot be used as it is
│   ├── IndexMissingError
│   ├── FingerprintMismatchError
│   ├── CorruptIndexError
│   ├── IndexUnreachableError
│   └── IndexWriteError
├── OrderStoreError     the order store is damaged, locked, or written by a newer version
└── ModelError          weights are missing or not the ones that were recorded

A message says what was found, what was wanted, and the next command.
"""


class KnowledgeError(Exception):
    """Base of every error raised by the knowledge package."""


class InputError(KnowledgeError):
    """Something handed in by the caller cannot be used."""


class UnreadableArticleError(InputError):
    """One article cannot be read; the others can."""


class OrderFileError(InputError):
    """An order file does not have the expected shape."""


class IndexStateError(KnowledgeError):
    """The index on disk cannot be used as it is."""


class IndexMissingError(IndexStateError):
    """Nothing has been synced yet."""


class FingerprintMismatchError(IndexStateError):
    """The index was built by another model or splitter than the settings name."""


class CorruptIndexError(IndexStateError):
    """A file of the index is damaged or missing."""


class IndexUnreachableError(IndexStateError):
    """The server that holds the vectors does not answer; nothing is wrong with the index."""


class IndexWriteError(IndexStateError):
    """A sync could not be written; the state before it is still the current one."""


class OrderStoreError(KnowledgeError):
    """The order store cannot be opened, read or written."""


class ModelError(KnowledgeError):
    """A model's weights are missing, or are not the ones that were recorded."""
