from knowledge.models.training.batching import batches_by_tokens

LENGTHS = [3, 9, 4, 4, 2, 8, 3, 5, 20, 1]


def test_every_item_is_in_one_batch() -> None:
    batches = batches_by_tokens(LENGTHS, budget=12, seed=7, pool=4)
    assert sorted(place for batch in batches for place in batch) == list(range(10))


def test_batch_with_its_padding_stays_within_the_budget() -> None:
    batches = batches_by_tokens(LENGTHS, budget=12, seed=7)
    padded = [len(batch) * max(LENGTHS[place] for place in batch) for batch in batches]
    assert sorted(padded)[:-1] == [size for size in sorted(padded) if size <= 12]


def test_item_longer_than_the_budget_is_a_batch_of_its_own() -> None:
    assert [8] in batches_by_tokens(LENGTHS, budget=12, seed=7)


def test_items_of_like_length_travel_together() -> None:
    assert sorted(map(sorted, batches_by_tokens([1, 9, 1, 9], budget=18, seed=3))) == [[0, 2], [1, 3]]


def test_seed_decides_the_batches() -> None:
    assert batches_by_tokens(LENGTHS, 12, seed=7) == batches_by_tokens(LENGTHS, 12, seed=7)
    assert batches_by_tokens(LENGTHS, 12, seed=7) != batches_by_tokens(LENGTHS, 12, seed=8)


def test_no_item_gives_no_batch() -> None:
    assert batches_by_tokens([], 12, seed=7) == []
