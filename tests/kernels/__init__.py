"""Tests of the parts of numba that the kernels rely on."""
