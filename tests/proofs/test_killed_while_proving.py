"""A process killed while it proves loses only the work since its last checkpoint."""

import os
import random
import signal
import time
from pathlib import Path
from unittest.mock import patch

import pytest

from gamesolver import prove
from gamesolver.proofs import kept
from tests.oracles.dodgem import PlainDodgem
from tests.support.own_process import printed
from tests.support.scale import IS_PLAIN, scaled

KILLS, MEMORY = scaled(3, 40), 2_000_000  # bytes: a table of some thousand positions
SCRIPT = (
    "from tests.proofs.test_killed_while_proving import *; print(*kill_again_and_again({!r}, {}))"
)


def kill_again_and_again(folder, kills):
    """Let children prove a game with checkpoints, and kill each at a random moment.

    Return how many children left a checkpoint, and the outcome of the call that finished the proof.
    """
    luck, game, left = random.Random(kills), PlainDodgem(), 0
    began = time.perf_counter()
    expected = prove(game, memory=MEMORY)
    seconds = time.perf_counter() - began
    for _ in range(kills):
        child = os.fork()
        if not child:
            with patch.object(kept, "EVERY", 0.0):
                prove(game, memory=MEMORY, folder=folder)
            os._exit(0)
        time.sleep(seconds * luck.uniform(0.3, 1.5))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        left += Path(folder, "gamesolver-checkpoint").exists()
    proof = prove(game, memory=MEMORY, folder=folder)
    assert proof.bounds == expected.bounds
    assert proof.verify().bounds == expected.bounds
    assert not list(Path(folder).iterdir())
    return left, proof.outcome


@pytest.mark.skipif(IS_PLAIN, reason="no kernel is in it: one run shows it")
def test_a_killed_proof_goes_on(tmp_path):
    """A proof that is killed again and again, with a small table, reaches the same outcome."""
    left, *outcome = printed(SCRIPT.format(str(tmp_path), KILLS)).split()
    assert int(left) > 0
    assert " ".join(outcome) == str(prove(PlainDodgem()).outcome)
