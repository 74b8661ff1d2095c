"""Bots: a user's function that plays, in a process of its own.

===========  ============================================================================
``player``   a bot with the interface of a player; handles time limits and process failures
``host``     the process, from the command's side: start, requests, time limits, exit
``process``  the program of the process: loads the bot, answers one request at a time
``warden``   a process between the two: ends all processes that remain
``wire``     the messages between them, in a fixed form
``handed``   data sent to the process: the game once, then positions
``printed``  output that a bot prints
===========  ============================================================================

``named_players`` sets the time limit for a move, in seconds.
"""
