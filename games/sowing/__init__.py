"""Sowing games: the seeds of a house are taken, and sown one by one into the houses that follow.

``kalah``    players sow into their own store, and capture if the last seed enters an empty house
``awari``    there are no stores, and twos and threes are captured
``numbers``  the seeds in the houses as one number, and the inverse
``plain``    both games in plain Python
``kernels``  their compiled rules
"""
