"""What is not done on the page, with the words that say why."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818  no error: the person is told what to do instead
    """A request that is answered with a status and one or two sentences."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words
