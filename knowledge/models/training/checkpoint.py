"""Checkpoints: how far a training has come, and the weights that it has reached."""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from knowledge.errors import ModelError


@dataclass(frozen=True)
class Reached:
    """How far a training has come, all its runs together."""

    batches: int = 0
    examples: int = 0
    minutes: float = 0.0


@dataclass(frozen=True)
class Checkpoint:
    """The file that a training goes on from."""

    path: Path
    plan: str
    """What is trained on what; the file of another plan is refused."""

    def save(self, model: nn.Module, optimiser: torch.optim.Optimizer, reached: Reached) -> None:
        """Write the file; the one before it stays until the new one is whole."""
        state = {
            "plan": self.plan,
            "done": reached.batches,
            "examples": reached.examples,
            "minutes": reached.minutes,
            "model": model.state_dict(),
            "optimiser": optimiser.state_dict(),
        }
        beside = self.path.with_name(f"{self.path.name}.new")
        torch.save(state, beside)
        os.replace(beside, self.path)

    def load(self, model: nn.Module, optimiser: torch.optim.Optimizer) -> Reached:
        """Put the file's weights into model and optimiser; leaves them as they are where there is no file.

        Raises:
            ModelError: the file is damaged, or it belongs to another plan.
        """
        if not self.path.exists():
            return Reached()
        state = self._state()
        if state["plan"] != self.plan:
            raise ModelError(
                f"{self.path} belongs to another training ({state['plan']}): wanted {self.plan}. "
                "Name another OUT folder, or remove that file to train anew."
            )
        model.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
        return Reached(int(state["done"]), int(state["examples"]), float(state["minutes"]))

    def _state(self) -> Mapping[str, Any]:
        try:
            state: dict[str, Any] = torch.load(self.path, weights_only=True)
        except (OSError, RuntimeError, EOFError, pickle.UnpicklingError) as error:
            raise ModelError(
                f"{self.path} cannot be read: wanted the checkpoint of {self.plan}. Remove it to train anew."
            ) from error
        return state
