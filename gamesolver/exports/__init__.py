"""Exports: write solutions as tables, graphs and values for other programs.

========================  ==================================================================
``exporting``             choice of the writer by the suffix of the file
``rows``                  the rows of positions: the columns of every table
``row_files``             a row for each position: CSV, JSON lines, Parquet, arrays of numpy
``frames``                rows in memory: data frames of pandas and of Polars
``move_labels``           positions with their best moves, as training data
``labelling``             checks of arguments, and the choice of the labelling method
``compiled_move_labels``  labels of a compiled game, computed in batches
``move_label_files``      labels in files: Parquet, arrays of numpy
``graphs``                positions and moves as a graph: GraphML, GEXF, DOT
========================  ==================================================================

Values alone, ``.values``, are a file format of this library: ``files.values``.
"""
