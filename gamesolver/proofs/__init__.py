"""Proofs: who wins from one position, where no table can hold them all.

==========================  =================================================
"""
