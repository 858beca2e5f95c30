"""What a match draws from: a published construction, from a secret that nobody guesses."""

from __future__ import annotations

import hmac
import json
from typing import Any

import pytest

import adjudge
from adjudge.kernel.rng import KEYED, LABEL, block, keyed
from adjudge.match import secret_seed

# NIST's vectors for SP 800-108 in counter mode (CAVP, KDFCTR): HMAC-SHA-256, the counter of 32 bits
# before the fixed data. Key, fixed data, output.
COUNTER_MODE = [
    (
        "dd1d91b7d90b2bd3138533ce92b272fbf8a369316aefe242e659cc0ae238afe0",
        "01322b96b30acd197979444e468e1c5c6859bf1b1cf951b7e725303e237e46b8"
        "64a145fab25e517b08f8683d0315bb2911d80a0e8aba17f3b413faac",
        "10621342bfb0fd40046c0e29f2cfdbf0",
    ),
    (
        "32c4003872a146194023eac1bda74ddf2b66977dad8a554b974ca2a62f7e4f43",
        "33d8cf6d0c759fb622d867ea8cf1285de4020af81cc287addf38cc2da4643e6d"
        "b3b215ad3e33bfc47877c3620e336887c3c9ad4a1c6c0476b0f90a33",
        "f593af0e1a492a7b904a2662897fa1c1",
    ),
    (
        "e204d6d466aad507ffaf6d6dab0a5b26152c9e21e764370464e360c8fbc765c6",
        "7b03b98d9f94b899e591f3ef264b71b193fba7043c7e953cde23bc5384bc1a62"
        "93580115fae3495fd845dadbd02bd6455cf48d0f62b33e62364a3a80",
        "770dfab6a6a4a4bee0257ff335213f78d8287b4fd537d5c1fffa956910e7c779",
    ),
    (
        "c4bedbddb66493e7c7259a3bbbc25f8c7e0ca7fe284d92d431d9cd99a0d214ac",
        "1c69c54766791e315c2cc5c47ecd3ffab87d0d273dd920e70955814c220eacac"
        "e6a5946542da3dfe24ff626b4897898cafb7db83bdff3c14fa46fd4b",
        "1da47638d6c9c4d04d74d4640bbd42ab814d9e8cc22f4326695239f96b0693f12d0dd1152cf44430",
    ),
]


@pytest.mark.parametrize(("key", "fixed", "output"), COUNTER_MODE)
def test_the_stream_is_the_published_one(key: str, fixed: str, output: str) -> None:
    wanted = bytes.fromhex(output)
    blocks = -(-len(wanted) // 32)
    stream = [block(bytes.fromhex(key), n, bytes.fromhex(fixed)) for n in range(1, blocks + 1)]
    assert b"".join(stream)[: len(wanted)] == wanted


def test_numbers_are_the_streams_in_order() -> None:
    """62 bits of a block each; what would make some of n numbers likelier is passed over."""
    key = bytes(range(32))
    chance = keyed(key)
    n = 3 * 2**60
    numbers = [int(chance.below(n)) for _ in range(50)]
    fixed = b"adjudge chance" + b"\0" + (256).to_bytes(4, "big")
    assert fixed == LABEL
    stream = [hmac.digest(key, i.to_bytes(4, "big") + fixed, "sha256") for i in range(1, 200)]
    words = [int.from_bytes(found[:8], "big") >> 2 for found in stream]
    assert numbers == [word for word in words if word < n][:50]
    assert int(chance.drawn) == 1 + words.index(numbers[-1]) > 50


def test_a_copy_goes_its_own_way() -> None:
    chance = keyed(bytes(32))
    chance.below(10)
    twin = chance.copy()
    assert not twin.has_gone_on(chance)
    there = [int(chance.below(1000)) for _ in range(20)]
    assert twin.has_gone_on(chance)
    assert [int(twin.below(1000)) for _ in range(20)] == there
    assert not twin.has_gone_on(chance)


def test_a_secret_seed_has_256_bits_and_is_no_others() -> None:
    seeds = {secret_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds)


def test_a_match_from_a_secret_seed_replays() -> None:
    match = adjudge.new("cursed-earth", seats=2, seed=secret_seed(), mode="head-to-head")
    for _ in range(10):
        match.play(0)
    record = match.record()
    assert record["chance"] == KEYED
    assert adjudge.verify(adjudge.record_text(record)).digest() == match.digest()
    assert adjudge.load(json.loads(json.dumps(match.save()))).digest() == match.digest()


def test_a_chosen_seed_deals_the_same_again() -> None:
    twins = [adjudge.new("helter-skelter", seats=2, seed=5) for _ in range(2)]
    assert twins[0].digest() == twins[1].digest()
    assert adjudge.new("helter-skelter", seats=2, seed=6).digest() != twins[0].digest()


def test_a_record_without_a_word_of_chance_is_one_of_before() -> None:
    """The same seed, another deal: what was played then is dealt as it was then."""
    record = adjudge.new("cursed-earth", seats=1, seed=7).record()
    del record["chance"]
    with pytest.raises(adjudge.Broken, match="the seal does not fit"):
        adjudge.replay(record)
    with pytest.raises(adjudge.Broken, match="move 1: 'play 5': 5 Rusted Crawler is not in your"):
        adjudge.replay(record | {"moves": [["play 5", "0" * 16]]})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"chance": "dice"}, "chance: 'dice' is not sp800-108-hmac-sha-256"),
        ({"chance": None}, "chance: None is not sp800-108-hmac-sha-256"),
        (
            {"seed": "0" * 63},
            "seed: '0{63}' is not a whole number from 0 to .*, nor 64 hexadecimal",
        ),
        ({"seed": "0" * 63 + "\n"}, "nor 64 hexadecimal digits"),
        ({"seed": "A" * 64}, "nor 64 hexadecimal digits"),
        ({"seed": 7.0}, "seed: 7.0 is not a whole number"),
    ],
)
def test_other_chances_are_refused(changes: dict[str, Any], message: str) -> None:
    record = adjudge.new("cursed-earth", seats=1, seed=7).record()
    with pytest.raises(adjudge.Invalid, match=message):
        adjudge.replay(record | changes)


def test_a_secret_seed_is_none_of_the_fast_generators() -> None:
    record = adjudge.new("cursed-earth", seats=1, seed=secret_seed()).record()
    del record["chance"]
    with pytest.raises(adjudge.Invalid, match="chance: None is not"):
        adjudge.replay(record)
