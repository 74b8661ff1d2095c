"""Every compiled inner loop: numpy and numba, nothing else of ours but each other.

=================  ====================================================================
Wrappers elsewhere validate and allocate; a kernel only computes, raises nothing, and
reports faults as numbers. A change in any file here has all kernels compiled anew.
"""
