"""Exports: solutions as tables, graphs and values that other programs read. One way, on purpose.

========================  ==================================================================
``exporting``             which suffix is written by what
``rows``                  what there is to say of a position: the columns of every table
``row_files``             a row for each position: CSV, JSON lines, Parquet, arrays of numpy
``frames``                the same rows in memory: data frames of pandas and of Polars
``move_labels``           many positions with which of their moves are best, to learn from
``labelling``             what may be asked about, and which of two ways finds the labels
``compiled_move_labels``  the same of a compiled game, many at a time
``move_label_files``      the same in files: Parquet, arrays of numpy
``graphs``                positions and moves as a graph: GraphML, GEXF, DOT
========================  ==================================================================

Values alone, ``.values``, are a file of ours: ``files.values``.
"""
