"""Compare the board games of the library with slow reference rules, position by position."""

from gamesolver import solve


def pairs_of_positions(game, oracle):
    """Return the game's position for each reachable position of the oracle.

    Compare terminal positions, move names, and the player to move on the way. The positions must
    correspond one to one.
    """
    found = {oracle.start(): game.start()}
    waiting = list(found)
    for board in waiting:
        position = found[board]
        has_scores = game.scores is not None
        end = "terminal_score" if has_scores else "terminal_value"
        ended = getattr(oracle, end)(board)
        assert getattr(game, end)(position) == ended, oracle.format(board)
        assert game.player(position) == oracle.player(board), oracle.format(board)
        if ended is not None:
            continue
        moves = {game.format_move(move): move for move in game.moves(position)}
        boards = {oracle.format_move(move): move for move in oracle.moves(board)}
        assert moves.keys() == boards.keys(), oracle.format(board)
        for text, move in boards.items():
            after, board_after = game.play(position, moves[text]), oracle.play(board, move)
            if has_scores:
                gains = game.gain(position, moves[text]), oracle.gain(board, move)
                assert gains[0] == gains[1], oracle.format(board)
            if board_after not in found:
                waiting.append(board_after)
            assert found.setdefault(board_after, after) == after, oracle.format(board_after)
    assert len(set(found.values())) == len(found)
    return found


def assert_is_solved_alike(game, oracle):
    """Assert that both have the same positions, also up to symmetry, with equal outcomes."""
    pairs = pairs_of_positions(game, oracle)
    ours, theirs = solve(game), solve(oracle)
    outcomes = {board: ours[position] for board, position in pairs.items()}
    assert outcomes == {board: theirs[board] for board in pairs}
    counts = [solution.counts(symmetric=True, reachable=True) for solution in (ours, theirs)]
    assert sum(counts[0].values()) == sum(counts[1].values())
    if not game.motions.exchange:  # exchange leads to positions that play does not reach
        assert sum(counts[0].values()) == len(pairs)
    folded = [sum(solution.counts(reachable=True).values()) for solution in (ours, theirs)]
    assert folded[0] == folded[1]
