"""Sowing games: the seeds of a house are taken, and dealt out one by one to those that follow.

``kalah``    one sows into a store of one's own, and captures by ending in an empty house
``awari``    there are no stores, and twos and threes are captured
``numbers``  the seeds in the houses as one number, and back
``plain``    both games in plain Python
``kernels``  their compiled rules
"""
