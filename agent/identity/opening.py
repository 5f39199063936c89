"""Opening what takes messages in: the redaction and the challenge, as the settings have them."""

from __future__ import annotations

from pathlib import Path

from agent.identity.challenge import Challenge, Register
from agent.identity.proofs import ProofStore
from agent.identity.settings import IdentitySettings
from agent.intake import CarefulIntake
from agent.privacy.redacting import Redactor

FILE = "identity.db"


def open_proofs(home: Path, settings: IdentitySettings) -> ProofStore:
    """The proofs and attempts of a data folder."""
    return ProofStore(home / FILE, settings)


def open_intake(home: Path, settings: IdentitySettings, register: Register, redactor: Redactor) -> CarefulIntake:
    """The intake of a data folder."""
    challenge = Challenge(register, open_proofs(home, settings)) if settings.challenge else None
    return CarefulIntake(redactor, challenge)
