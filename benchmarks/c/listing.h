/* The pending graph: the moves between pending slots, and boundary values from resolved ones.

   Pending slots are numbered in order. A count and then the bits of 448 slots fill one
   cache line, so that one line has to be read to convert a slot to its number. */

#ifndef LISTING_H
#define LISTING_H

#include "resolve.h"

enum { LINE = 8, IN_LINE = 448 };

typedef struct {
    int64_t size, num_edges;
    int64_t *rows;
    int32_t *edges;
    int32_t *wins, *losses, *draws; /* boundary values: number of plies, 0 for never */
    uint8_t *not_lost;
    const uint32_t *pending;
    uint64_t *lines;
    int heard;
    int64_t next_chunk, filled;
    pthread_mutex_t lock;
    pthread_cond_t turned;
} Graph;

static void index_slots(Graph *graph, int64_t slots)
{
    int64_t words = LINE * ((slots + IN_LINE - 1) / IN_LINE);
    uint64_t *lines = graph->lines = allocate(words * sizeof *lines), count = 0;
    for (int64_t word = 0; word < words; word++)
        lines[word] = 0;
    for (int64_t each = 0; each < graph->size; each++) {
        uint32_t line = graph->pending[each] / IN_LINE, bit = graph->pending[each] % IN_LINE;
        lines[(int64_t)line * LINE + 1 + bit / 64] |= UINT64_C(1) << bit % 64;
        if ((int64_t)line * LINE + LINE < words)
            lines[(int64_t)line * LINE + LINE]++;
    }
    for (int64_t line = 0; line < words; line += LINE) {
        count += lines[line];
        lines[line] = count;
    }
}

static inline int32_t number_of(const uint64_t *lines, uint32_t slot)
{
    uint32_t bit = slot % IN_LINE;
    const uint64_t *line = lines + (int64_t)(slot / IN_LINE) * LINE;
    uint32_t last = 1 + bit / 64;
    uint64_t bits = line[last] >> bit % 64;
    if (!(bits & 1))
        return -1;
    uint64_t number = line[0];
    for (uint32_t word = 1; word < last; word++)
        number += __builtin_popcountll(line[word]);
    return (int32_t)(number + __builtin_popcountll(line[last]) - __builtin_popcountll(bits));
}

/* Enter the backed-up outcome of a resolved successor into the boundary values of a row. */
static inline void hear(Graph *graph, int64_t row, int64_t back)
{
    if (back == NOTHING)
        return;
    if (back < 0) {
        int32_t plies = (int32_t)(back + WON);
        if (plies > graph->losses[row])
            graph->losses[row] = plies;
        return;
    }
    graph->not_lost[row]++;
    if (back >= LEAST_WIN) {
        int32_t plies = (int32_t)(WON - back);
        if (!graph->wins[row] || plies < graph->wins[row])
            graph->wins[row] = plies;
    } else if (back) {
        int32_t plies = (int32_t)(DRAWN - back);
        if (!graph->draws[row] || plies < graph->draws[row])
            graph->draws[row] = plies;
    }
}

static void put_in_place(Graph *graph, int64_t chunk, const int32_t *found, int64_t count)
{
    pthread_mutex_lock(&graph->lock);
    while (graph->next_chunk != chunk)
        pthread_cond_wait(&graph->turned, &graph->lock);
    int32_t *place = graph->edges + graph->filled;
    graph->filled += count;
    graph->next_chunk++;
    pthread_cond_broadcast(&graph->turned);
    pthread_mutex_unlock(&graph->lock);
    for (int64_t each = 0; each < count; each++)
        place[each] = found[each];
}

static void list_chunk(Room *room, int64_t first, int64_t last, void *given)
{
    Graph *graph = given;
    int64_t total = 0;
    if (!room->found)
        room->found = allocate(sizeof(int32_t) * ROWS_A_CHUNK * MOST_MOVES);
    for (int64_t begin = first; begin < last; begin += BATCH) {
        int size = last - begin < BATCH ? (int)(last - begin) : BATCH, edge = 0;
        fill(room, graph->pending + begin, size);
        for (int place = 0; place < size; place++) {
            int64_t row = begin + place, before = total;
            hear(graph, row, room->best[place]);
            for (; edge < room->ends[place]; edge++) {
                int32_t number = number_of(graph->lines, room->slots[edge]);
                if (number >= 0)
                    room->found[total++] = number;
                else
                    hear(graph, row, back_of(cells[room->slots[edge]]));
            }
            graph->rows[row + 1] = total - before;
            if (total > before && graph->losses[row] <= graph->heard)
                graph->losses[row] = 0; /* a later one comes from the graph itself */
        }
    }
    put_in_place(graph, first / ROWS_A_CHUNK, room->found, total);
}

static Graph list_graph(const uint32_t *pending, int64_t size, int64_t most, int heard)
{
    Graph graph = {.size = size, .pending = pending, .heard = heard};
    pthread_mutex_init(&graph.lock, NULL);
    pthread_cond_init(&graph.turned, NULL);
    index_slots(&graph, num_slots);
    graph.rows = allocate((size + 1) * sizeof *graph.rows);
    graph.edges = allocate(most * sizeof *graph.edges);
    graph.wins = calloc(size, sizeof *graph.wins);
    graph.losses = calloc(size, sizeof *graph.losses);
    graph.draws = calloc(size, sizeof *graph.draws);
    graph.not_lost = calloc(size, sizeof *graph.not_lost);
    graph.rows[0] = 0;
    run(list_chunk, size, ROWS_A_CHUNK, &graph);
    for (int64_t row = 0; row < size; row++)
        graph.rows[row + 1] += graph.rows[row];
    graph.num_edges = graph.rows[size];
    free(graph.lines);
    return graph;
}

#endif
