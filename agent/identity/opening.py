"""Opening what takes messages in: the redaction and the challenge, as the settings have them."""

from __future__ import annotations

from agent.identity.challenge import Challenge, Register
from agent.identity.proofs import ProofStore
from agent.identity.settings import IdentitySettings
from agent.intake import CarefulIntake
from agent.privacy.redacting import Redactor
from agent.stores import Stores


def open_proofs(stores: Stores, settings: IdentitySettings) -> ProofStore:
    """The proofs and attempts."""
    return ProofStore(stores.place("identity"), settings, stores.files)


def open_intake(stores: Stores, settings: IdentitySettings, register: Register, redactor: Redactor) -> CarefulIntake:
    """The intake."""
    challenge = Challenge(register, open_proofs(stores, settings)) if settings.challenge else None
    return CarefulIntake(redactor, challenge)
