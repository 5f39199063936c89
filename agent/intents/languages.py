"""Which language a message is in, and what a customer is told whose language no article answers in.

lingua tells the languages of the table apart, in its mode of low accuracy: 17 MB and a third of a second at first use,
where the other mode takes 220 MB and five seconds. What it loses on short texts does not matter: a text below the floor,
or without an ordinary word of the language that it found, keeps the language of the conversation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from agent.intents.ordinary_words import ORDINARY

if TYPE_CHECKING:
    from agent.types import Message

LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt", "pl")
NAMES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "nl": "Dutch",
    "pt": "Portuguese",
    "pl": "Polish",
    "und": "a script that is not read here",
}
UNDETERMINED = "und"
"""Tag of a message in another script than the Latin one."""
LETTERS = 15
CONFIDENCE = 0.6
"""The floor: fewer letters, or a less likely language, say nothing."""
READ = 400
"""Characters of a message that are read: more of them tell no more."""
LOOKED_BACK = 6
"""Lines of the customer that are looked through for the conversation's language."""
NOT_WORDS = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|https?://\S+|www\.\S+|\S+@\S+|<[^<>\n]*>|\S*[\d_={}\\/|#~]\S*|\b[A-Z][A-Z.-]+\b",
    re.DOTALL,
)
"""Code, addresses, identifiers and abbreviations."""
NAME = re.compile(r"(?<=[a-z,;] )[A-Z]\w+")
"""A capital within a sentence: a name, except where nouns have one."""
WORD = re.compile(r"[^\W\d_]+")

A_COLLEAGUE_ANSWERS = {
    "en": "I can only answer in English, so I have passed your message on to a colleague.",
    "de": "Ich kann leider nicht auf Deutsch antworten. Ich habe Ihre Nachricht an jemanden aus unserem Team weitergegeben, "
    "der Ihnen hier antwortet.",
    "fr": "Je ne peux malheureusement pas répondre en français. J'ai transmis votre message à une personne de notre équipe, "
    "qui vous répondra ici.",
    "es": "Lamentablemente no puedo responder en español. He pasado su mensaje a una persona de nuestro equipo, que le "
    "responderá aquí.",
    "it": "Purtroppo non posso rispondere in italiano. Ho passato il suo messaggio a una persona del nostro team, che le "
    "risponderà qui.",
    "nl": "Ik kan helaas niet in het Nederlands antwoorden. Ik heb uw bericht doorgegeven aan iemand van ons team, die u hier "
    "antwoordt.",
    "pt": "Infelizmente não posso responder em português. Passei a sua mensagem a uma pessoa da nossa equipa, que lhe "
    "responderá aqui.",
    "pl": "Niestety nie mogę odpowiedzieć po polsku. Przekazałem Twoją wiadomość osobie z naszego zespołu, która odpowie tutaj.",
    UNDETERMINED: "I cannot read this language. I have passed your message on to a colleague.",
}


@dataclass(frozen=True)
class LanguageReader:
    """Tells the language of a message; the model is loaded at the first message that is long enough."""

    answered: tuple[str, ...] = ("en",)
    """Languages that the articles answer in."""

    def read(self, message: str, history: Sequence[Message] = ()) -> str | None:
        """The language of a message as a BCP 47 tag, of a short one that of the conversation; None where neither says."""
        if found := self._of(message):
            return found
        earlier = [line.text for line in reversed(history) if line.role == "customer"][:LOOKED_BACK]
        return next((found for text in earlier if (found := self._of(text))), None)

    def _of(self, text: str) -> str | None:
        words = NOT_WORDS.sub(" ", text[:READ])
        letters = [one for one in words if one.isalpha()]
        if len(letters) < LETTERS:
            return UNDETERMINED if _is_other_script(letters) else None
        if _is_other_script(letters):
            return UNDETERMINED
        likely = self._likely(words)
        return likely if likely and _has_words_of(likely, words) else None

    def _likely(self, words: str) -> str | None:
        # Nouns have capitals in German, so names are left out only of what is read as another language.
        for read in (NAME.sub(" ", words), words):
            best = self._detector.compute_language_confidence_values(read)[0]
            tag: str = best.language.iso_code_639_1.name.lower()
            if best.value >= CONFIDENCE:
                return tag
        return None

    @cached_property
    def _detector(self) -> Any:
        from lingua import IsoCode639_1, LanguageDetectorBuilder

        codes = [getattr(IsoCode639_1, tag.upper()) for tag in LANGUAGES]
        return LanguageDetectorBuilder.from_iso_codes_639_1(*codes).with_low_accuracy_mode().build()


def _has_words_of(language: str, words: str) -> bool:
    """Whether a text has more ordinary words of a language than of English, which all the others are measured against."""
    found = [word.casefold() for word in WORD.findall(words)]
    counts = {tag: sum(word in ORDINARY[tag] for word in found) for tag in ("en", language)}
    return counts[language] > (0 if language == "en" else counts["en"])


def _is_other_script(letters: Sequence[str]) -> bool:
    other = sum(not unicodedata.name(one, "").startswith("LATIN") for one in letters)
    return len(letters) >= 4 and other > len(letters) / 2
