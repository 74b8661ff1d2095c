"""Growth: sizes extrapolated from layer to layer, and sizes that are not known."""

import math

import pytest

from gamesolver.forecast.growth import SLOWER, Layer, Layers, carried_on, in_layers, in_loops


def binomial_layers(size):
    """Return layers of stones set on ``size`` squares: layer k has size choose k positions."""
    return [
        Layer(ends=float(k == size), moves=size - k, pending=0.5, size=math.comb(size, k))
        for k in range(size + 1)
    ]


def test_ways_that_grow_evenly_are_carried_on_exactly():
    """Ten counted layers of stones on 20 squares give the sizes of the others exactly."""
    layers = binomial_layers(20)
    sizes = carried_on(Layers(layers[:10], layers[10:], is_closed=True), slower=1.0)
    assert sizes == pytest.approx([math.comb(20, k) for k in range(21)])


def test_layers_report_how_many_are_pending():
    """The true size is in its range, and the share of pending positions is right."""
    layers = binomial_layers(20)
    growth = in_layers(1000, Layers(layers[:10], layers[10:], is_closed=True))
    assert 2**20 in growth.range
    assert growth.pending == pytest.approx(0.5)
    assert growth.range.high <= 5 * growth.range.low
    assert growth.middle == pytest.approx(
        sum(carried_on(Layers(layers[:10], layers[10:], is_closed=True), SLOWER))
    )


def test_nothing_is_reported_from_too_little():
    """No size is given without a last layer, from few layers, or from few moves that lead back."""
    layers = binomial_layers(20)
    open_end = in_layers(7, Layers(layers[:10], layers[10:15], is_closed=False))
    too_far = in_layers(7, Layers(layers[:3], layers[3:], is_closed=True))
    for growth in (open_end, too_far, in_loops(7, 0.1)):
        assert growth.range.low == 7
        assert not growth.range.is_known
        assert growth.range.how == "not known: 7 were found, and no end is in sight"


def test_what_was_found_is_the_least():
    """No range begins below the number of positions that were found."""
    assert in_loops(1000, 0.99).range.low == 1000
    layers = binomial_layers(20)
    most = in_layers(3 * 10**6, Layers(layers[:10], layers[10:], is_closed=True))
    assert most.range.low == 3 * 10**6
    assert most.range.high >= most.range.low


def test_more_moves_back_mean_that_more_was_found():
    """If all moves lead back, nothing is missing. If half do, most positions are missing."""
    assert in_loops(1000, 1.0).middle == 1000
    assert 4000 < in_loops(1000, 0.5).middle < 8000
    assert in_loops(10**6, 0.5).range.high == pytest.approx(
        20 * in_loops(10**6, 0.5).range.low, rel=1e-3
    )
