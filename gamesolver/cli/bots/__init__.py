"""A bot of somebody's in a process of its own.

===========  ============================================================================
``player``   a bot asked like any player: what follows when it is late, or its process dies
``host``     its process as the command sees it: begun, asked, seen to be late or gone
``process``  what runs there: it loads the bot, and answers one question at a time
``warden``   between the two: it leaves nobody behind
``wire``     the messages between them, in a fixed form
``handed``   what the process is handed: the game once, then positions
``printed``  what a bot prints
===========  ============================================================================

How many seconds it has for a move is said by whoever names it: ``named_players``.
"""
