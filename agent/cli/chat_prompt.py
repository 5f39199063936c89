"""The line at which a person types: history, completion, a paste as one message. The only file that imports prompt_toolkit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from knowledge.errors import KnowledgeError

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.history import History
    from prompt_toolkit.key_binding import KeyBindings

    from agent.cli.chat_history import TypedLines

PROMPT = "you> "


class Completions(Protocol):
    """What a line may go on with: words, and how many characters of the line each replaces."""

    def __call__(self, text: str) -> Iterable[tuple[str, int]]:
        """For what stands before the cursor."""
        ...


def typed_messages(
    completions: Completions, kept: TypedLines, before: Callable[[], None], ended: Callable[[], bool]
) -> Iterator[str]:
    """Messages as they are typed, until Ctrl-D; Ctrl-C clears the line.

    Args:
        completions: for the Tab key.
        kept: lines of earlier chats; new ones join them.
        before: called before each prompt.
        ended: whether there is nothing more to be asked.
    """
    line = _prompt_session(completions, kept)
    while True:
        before()
        try:
            # Signals come through `clear_line` and `leave_prompt`: an exception out of a handler could lose a line.
            text = line.prompt(PROMPT, handle_sigint=False, pre_run=lambda: leave_prompt() if ended() else None)
        except EOFError:
            return
        except KeyboardInterrupt:
            continue
        # A terminal may send bytes that are no characters.
        if text := text.encode("utf-8", "replace").decode().replace("\0", "").strip():
            yield text


def clear_line() -> None:
    """Begin the prompt anew, if there is one; for a signal's handler."""
    _end_prompt(KeyboardInterrupt)


def leave_prompt() -> None:
    """End the prompt as Ctrl-D does, if there is one; for any thread."""
    _end_prompt(EOFError)


def _end_prompt(how: type[BaseException]) -> None:
    from prompt_toolkit.application import get_app_or_none

    app = get_app_or_none()
    if app is None or app.loop is None:
        return

    def end() -> None:
        if app.future is not None and not app.future.done():
            app.exit(exception=how)

    with suppress(RuntimeError):  # the prompt is ending by itself
        app.loop.call_soon_threadsafe(end)


def _prompt_session(completions: Completions, kept: TypedLines) -> PromptSession[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.output import create_output

    return PromptSession(
        # Where standard output is a pipe, the person still sits at the terminal.
        output=create_output(always_prefer_tty=True),
        history=_history(kept),
        completer=_completer(completions),
        complete_while_typing=False,
        key_bindings=_keys(),
    )


def _history(kept: TypedLines) -> History:
    from prompt_toolkit.history import History

    class KeptHistory(History):
        def load_history_strings(self) -> Iterable[str]:
            """Lines of earlier chats, newest first."""
            return kept.newest_first()

        def store_string(self, string: str) -> None:
            """Keep a line for later chats; a disk that is full is no reason not to answer."""
            with suppress(OSError):
                kept.add(string)

    return KeptHistory()


def _completer(completions: Completions) -> Completer:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class WordsOf(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            """Words that the line may go on with; none where the store cannot be read, of which a command will say more."""
            with suppress(KnowledgeError):
                for word, replaced in completions(document.text_before_cursor):
                    yield Completion(word, -replaced)

    return WordsOf()


def _keys() -> KeyBindings:
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

    keys = KeyBindings()

    @keys.add("escape", "enter")
    def _(event: KeyPressEvent) -> None:
        """Alt-Enter begins a new line of the same message."""
        event.current_buffer.insert_text("\n")

    return keys
