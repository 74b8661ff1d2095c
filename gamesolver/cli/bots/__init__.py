"""A bot of somebody's in a process of its own.

===========  =====================================================================
``player``   a bot asked like any player, with a limit on its time
``running``  its process as the command sees it: begun, asked, ended
``process``  what runs there: it loads the bot, and answers one question at a time
``keeper``   between the two: it leaves nobody behind
``line``     the messages between them, in a fixed form
``handed``   what the process is handed: the game once, then positions
``output``   what a bot prints
===========  =====================================================================
"""
