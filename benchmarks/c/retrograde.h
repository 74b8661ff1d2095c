/* Retrograde analysis of the pending graph, as in gamesolver's retrograde.py and
   reversing.py: rows reversed by bins of 65,536 targets, counters of moves not yet known to
   lose, a queue by remoteness (won positions as complements), and messages sorted into bins
   of 131,072 positions. An outcome is written when its position is reached in the queue. */

#ifndef RETROGRADE_H
#define RETROGRADE_H

#include "listing.h"

enum { BIN_BITS = 16, MESSAGE_BITS = 17, SMALL = 4096, UNRESOLVED = 3 };
enum { AHEAD = 32, NEAR = 16, FAR = 32 }; /* distances of prefetching */

typedef struct {
    int8_t *value;
    int32_t *plies;
    uint8_t *unresolved;
    int64_t *rows; /* of the reversed graph */
    int32_t *edges;
    int32_t *queue;
    int64_t tail;
    int32_t *bins;
    int64_t room, *filled, num_bins;
} Analysis;

/* ── moves listed by target ────────────────────────────────────────────── */

static void sort_bin(int32_t *sources, const uint16_t *low, int64_t count, int64_t *rows,
                     int64_t size, int64_t first, int32_t *scratch)
{
    for (int64_t target = 0; target < size; target++)
        rows[target] = 0;
    for (int64_t edge = 0; edge < count; edge++)
        rows[low[edge]]++;
    int64_t total = first;
    for (int64_t target = 0; target < size; target++) {
        int64_t moves = rows[target];
        rows[target] = total;
        total += moves;
    }
    for (int64_t edge = 0; edge < count; edge++)
        scratch[rows[low[edge]]++ - first] = sources[edge];
    for (int64_t edge = 0; edge < count; edge++)
        sources[edge] = scratch[edge];
    for (int64_t target = size - 1; target > 0; target--)
        rows[target] = rows[target - 1];
    if (size)
        rows[0] = first;
}

static void reverse(const Graph *graph, Analysis *analysis)
{
    int64_t width = 1 << BIN_BITS, count = (graph->size + width - 1) >> BIN_BITS, most = 0;
    int64_t *starts = calloc(count + 1, sizeof *starts), *cursors = calloc(count, sizeof *cursors);
    for (int64_t edge = 0; edge < graph->num_edges; edge++)
        starts[(graph->edges[edge] >> BIN_BITS) + 1]++;
    for (int64_t bin = 0; bin < count; bin++) {
        most = starts[bin + 1] > most ? starts[bin + 1] : most;
        starts[bin + 1] += starts[bin];
        cursors[bin] = starts[bin];
    }
    int32_t *sources = analysis->edges = allocate(graph->num_edges * sizeof *sources);
    uint16_t *low = allocate(graph->num_edges * sizeof *low);
    for (int64_t source = 0; source < graph->size; source++)
        for (int64_t edge = graph->rows[source]; edge < graph->rows[source + 1]; edge++) {
            int64_t place = cursors[graph->edges[edge] >> BIN_BITS]++;
            sources[place] = (int32_t)source;
            low[place] = (uint16_t)graph->edges[edge];
        }
    int64_t *rows = analysis->rows = allocate((graph->size + 1) * sizeof *rows);
    int32_t *scratch = allocate(most * sizeof *scratch);
    rows[graph->size] = graph->num_edges;
    for (int64_t bin = 0; bin < count; bin++) {
        int64_t first = starts[bin], targets = graph->size - bin * width;
        sort_bin(sources + first, low + first, starts[bin + 1] - first, rows + bin * width,
                 targets < width ? targets : width, first, scratch);
    }
    free(scratch);
    free(low);
    free(cursors);
    free(starts);
}

/* ── propagation from the boundary values ──────────────────────────────── */

static int32_t position_of(int32_t entry)
{
    return entry < 0 ? ~entry : entry;
}

/* Deliver messages: a position with a winning move, or its complement for a losing move. */
static void deliver(Analysis *a, const int32_t *messages, int64_t count, bool drawing)
{
    int64_t tail = a->tail;
    for (int64_t each = 0; each < count; each++) {
        if (each + AHEAD < count)
            __builtin_prefetch(&a->unresolved[position_of(messages[each + AHEAD])]);
        int32_t message = messages[each], position = position_of(message);
        int left = a->unresolved[position];
        if (left == 0)
            continue;
        if (!drawing && message < 0 && left > 1) {
            a->unresolved[position] = (uint8_t)(left - 1);
            continue;
        }
        a->unresolved[position] = 0;
        a->queue[tail++] = ~message;
    }
    a->tail = tail;
}

/* Propagate the outcomes of a frontier one move back. */
static void spread(Analysis *a, const int32_t *frontier, int64_t size, int plies, bool drawing)
{
    int shift = size < SMALL ? 31 : MESSAGE_BITS;
    for (int64_t each = -FAR; each < size; each++) {
        if (each + FAR < size)
            __builtin_prefetch(&a->rows[position_of(frontier[each + FAR])]);
        if (each + NEAR >= 0 && each + NEAR < size) {
            int32_t coming = position_of(frontier[each + NEAR]);
            __builtin_prefetch(&a->edges[a->rows[coming]]);
            __builtin_prefetch(&a->value[coming]);
            __builtin_prefetch(&a->plies[coming]);
        }
        if (each < 0)
            continue;
        int32_t position = position_of(frontier[each]), won = -(frontier[each] < 0);
        a->value[position] = drawing ? DRAW : won ? WIN : LOSS;
        a->plies[position] = plies;
        for (int64_t edge = a->rows[position]; edge < a->rows[position + 1]; edge++) {
            int32_t before = a->edges[edge];
            int64_t bin = before >> shift, place = a->filled[bin];
            int32_t *messages = a->bins + bin * a->room;
            messages[place] = before ^ won; /* a win of the opponent is a move that loses */
            a->filled[bin] = place + 1;
            if (place + 1 == a->room) {
                a->filled[bin] = 0;
                deliver(a, messages, a->room, drawing);
            }
        }
    }
    for (int64_t bin = 0; bin < (size < SMALL ? 1 : a->num_bins); bin++) {
        deliver(a, a->bins + bin * a->room, a->filled[bin], drawing);
        a->filled[bin] = 0;
    }
}

/* Messages of the boundary values in one phase, by remoteness, and the start of each group. */
static int32_t *told(const Graph *graph, bool drawing, int64_t *starts)
{
    for (int plies = 0; plies <= MOST_PLIES + 1; plies++)
        starts[plies] = 0;
    for (int64_t row = 0; row < graph->size; row++) {
        starts[drawing ? graph->draws[row] : graph->wins[row]]++;
        starts[drawing ? 0 : graph->losses[row]]++;
    }
    int64_t total = starts[0] = 0, cursors[MOST_PLIES + 2];
    for (int plies = 1; plies <= MOST_PLIES + 1; plies++) {
        int64_t count = starts[plies];
        cursors[plies] = starts[plies] = total;
        total += count;
    }
    int32_t *messages = allocate(total * sizeof *messages);
    for (int64_t row = 0; row < graph->size; row++) {
        int first = drawing ? graph->draws[row] : graph->wins[row];
        int second = drawing ? 0 : graph->losses[row];
        if (first)
            messages[cursors[first]++] = (int32_t)row;
        if (second)
            messages[cursors[second]++] = ~(int32_t)row;
    }
    return messages;
}

static void phase(const Graph *graph, Analysis *a, bool drawing)
{
    int64_t starts[MOST_PLIES + 2], head = a->tail;
    int32_t *messages = told(graph, drawing, starts);
    for (int level = 0; level < MOST_PLIES; level++) {
        int64_t end = a->tail, count = starts[level + 2] - starts[level + 1];
        if (level)
            spread(a, a->queue + head, end - head, level, drawing);
        head = end;
        deliver(a, messages + starts[level + 1], count, drawing);
    }
    if (head < a->tail) {
        fprintf(stderr, "more than %d plies do not fit into a byte\n", MOST_PLIES);
        exit(1);
    }
    free(messages);
}

static Analysis analyse(Graph *graph)
{
    Analysis a = {0};
    reverse(graph, &a);
    a.value = allocate(graph->size * sizeof *a.value);
    a.plies = allocate(graph->size * sizeof *a.plies);
    a.unresolved = allocate(graph->size * sizeof *a.unresolved);
    a.queue = allocate(graph->size * sizeof *a.queue);
    for (int64_t row = 0; row < graph->size; row++) {
        int64_t moves = graph->rows[row + 1] - graph->rows[row];
        a.unresolved[row] = (uint8_t)(moves + graph->not_lost[row] + (graph->losses[row] > 0));
        a.value[row] = UNRESOLVED;
    }
    free(graph->rows);
    free(graph->edges);
    a.num_bins = ((graph->size - 1) >> MESSAGE_BITS) + 1;
    a.room = (1 << 24) / a.num_bins;
    a.room = a.room > 8192 ? 8192 : a.room < 256 ? 256 : a.room;
    a.bins = allocate(a.num_bins * a.room * sizeof *a.bins);
    a.filled = calloc(a.num_bins, sizeof *a.filled);
    phase(graph, &a, false);
    phase(graph, &a, true);
    return a;
}

#endif
