"""The two losses and the inputs they read, reckoned by hand."""

import math
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from torch import nn

from knowledge.models.onnx_runtime import Pair as Encoded
from knowledge.models.training.encoding import PairEncoder, padded
from knowledge.models.training.generated.pairs import PairLabel
from knowledge.models.training.reranker import POINTWISE, GroupLoss
from knowledge.models.training.saving import EVEN_ODDS
from knowledge.models.training.verifier import PairLoss

ROW = Encoded([2, 5, 3, 6, 7, 3], first=3)


class Undecided(nn.Module):
    """Gives each of three labels the same chance."""

    def forward(self, input_ids: torch.Tensor, **others: torch.Tensor) -> Any:
        return SimpleNamespace(logits=torch.zeros(len(input_ids), 3))


class Longest(nn.Module):
    """Scores a pair by its tokens."""

    def forward(self, attention_mask: torch.Tensor, **others: torch.Tensor) -> torch.Tensor:
        return attention_mask.sum(1).float()


@pytest.mark.parametrize(
    ("label", "chance"),
    [("entailment", 1 / 3), ("neutral", 1 / 3), ("contradiction", 1 / 3), ("not_entailment", 2 / 3)],
)
def test_label_of_two_classes_is_met_by_either(label: PairLabel, chance: float) -> None:
    loss, count = PairLoss([ROW, ROW], [label, label])(Undecided(), [0, 1])
    assert loss.item() == pytest.approx(-math.log(chance), abs=1e-5)
    assert count == 2


def test_group_is_cheap_when_its_positive_scores_best() -> None:
    short = Encoded([2, 3, 3], first=2)
    right, count = GroupLoss([[ROW, short], [short, ROW]], [(), ()])(Longest(), [0])
    wrong, _ = GroupLoss([[ROW, short], [short, ROW]], [(), ()])(Longest(), [1])
    # scores 6 and 3: log(1 + e^-3) = 0.0486 and 3 more; 0.025 of either is smoothed onto the other text
    alone = [_pointwise(6, 3), _pointwise(3, 6)]
    assert right.item() == pytest.approx((1 - POINTWISE) * (0.0486 + 0.025 * 3) + POINTWISE * alone[0], abs=1e-3)
    assert wrong.item() == pytest.approx((1 - POINTWISE) * (3.0486 - 0.025 * 3) + POINTWISE * alone[1], abs=1e-3)
    assert count == 1


def test_teacher_that_is_right_has_a_quarter_of_the_say() -> None:
    short = Encoded([2, 3, 3], first=2)
    groups = [[ROW, short]] * 3
    loss = GroupLoss(groups, [(), (0.5, 0.4), (0.4, 0.5)])
    labelled, taught, misled = (loss(Longest(), [place])[0].item() for place in range(3))
    wanted = 1 / (1 + math.exp(-18 * 0.1))
    given = 1 / (1 + math.exp(-3))
    distance = wanted * math.log(wanted / given) + (1 - wanted) * math.log((1 - wanted) / (1 - given))
    listwise = (labelled - POINTWISE * _pointwise(6, 3)) / (1 - POINTWISE)
    assert taught - labelled == pytest.approx((1 - POINTWISE) * 0.25 * (distance - listwise), abs=1e-4)
    assert misled == pytest.approx(labelled)


def test_answer_without_rivals_still_has_to_score_high() -> None:
    high, low = Encoded([2, *[5] * 8, 3], first=2), Encoded([2, 3], first=2)
    loss = GroupLoss([[high], [low]], [(), ()])
    assert loss(Longest(), [0])[0].item() == pytest.approx(POINTWISE * math.log1p(math.exp(EVEN_ODDS - 10)))
    assert loss(Longest(), [1])[0].item() == pytest.approx(POINTWISE * math.log1p(math.exp(EVEN_ODDS - 2)))


def _pointwise(positive: float, negative: float) -> float:
    """Mean of the two log losses, at even odds where a text scores `EVEN_ODDS`."""
    missed = math.log1p(math.exp(EVEN_ODDS - positive))
    believed = math.log1p(math.exp(negative - EVEN_ODDS))
    return (missed + believed) / 2


def test_inputs_tell_padding_and_the_two_texts_apart() -> None:
    inputs = padded([ROW, Encoded([2, 3, 3], first=2)])
    assert inputs["input_ids"].tolist() == [[2, 5, 3, 6, 7, 3], [2, 3, 3, 0, 0, 0]]
    assert inputs["attention_mask"].tolist() == [[1] * 6, [1, 1, 1, 0, 0, 0]]
    assert inputs["token_type_ids"].tolist() == [[0, 0, 0, 1, 1, 1], [0, 0, 1, 0, 0, 0]]


def test_either_text_is_cut_at_its_end() -> None:
    encoder = PairEncoder(SimpleNamespace(cls_token_id=2, sep_token_id=3), pair_tokens=7)
    assert encoder.cut_first([5, 6, 7, 8], [9, 9]) == ([2, 5, 6, 3, 9, 9, 3], 4)
    assert encoder.cut_second([9, 9], [5, 6, 7, 8]) == ([2, 9, 9, 3, 5, 6, 3], 4)
