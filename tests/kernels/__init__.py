"""Kernels: what they rely on in numba."""
