/* The crew: several threads take chunks of a piece of work, one after the other.

   Each worker has its own buffers: the successors of a batch of positions, their slots,
   the results of terminal positions among them, and a tally. */

#ifndef CREW_H
#define CREW_H

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "rules.h"

#ifndef BATCH
#define BATCH 32 /* positions whose successors are looked up together */
#endif

#define MOST_THREADS 64

typedef struct {
    uint64_t ahead[BATCH * MOST_MOVES + MOST_MOVES];
    uint32_t slots[BATCH * MOST_MOVES];
    int64_t best[BATCH];
    int32_t ends[BATCH];
    int64_t resolved, open, edges;
    int32_t *found; /* the edges of a chunk */
} Room;

typedef void Work(Room *room, int64_t first, int64_t last, void *given);

typedef struct {
    Work *work;
    void *given;
    int64_t total, size, next;
} Shift;

typedef struct {
    Shift *shift;
    Room *room;
} Worker;

static int num_threads = 1;
static Room rooms[MOST_THREADS];

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "out of memory: %zu bytes\n", bytes);
        exit(1);
    }
    return memory;
}

static void *work_off(void *one)
{
    Worker *worker = one;
    Shift *shift = worker->shift;
    for (;;) {
        int64_t first = __atomic_fetch_add(&shift->next, shift->size, __ATOMIC_RELAXED);
        if (first >= shift->total)
            return NULL;
        int64_t last = first + shift->size < shift->total ? first + shift->size : shift->total;
        shift->work(worker->room, first, last, shift->given);
    }
}

/* Do all of the work; the tallies are in ``resolved``, ``open`` and ``edges`` of room 0. */
static void run(Work *work, int64_t total, int64_t size, void *given)
{
    Shift shift = {work, given, total, size, 0};
    Worker workers[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    for (int each = 0; each < num_threads; each++) {
        rooms[each].resolved = rooms[each].open = rooms[each].edges = 0;
        workers[each] = (Worker){&shift, &rooms[each]};
        if (each && pthread_create(&threads[each], NULL, work_off, &workers[each]))
            exit(1);
    }
    work_off(&workers[0]);
    for (int each = 1; each < num_threads; each++) {
        pthread_join(threads[each], NULL);
        rooms[0].resolved += rooms[each].resolved;
        rooms[0].open += rooms[each].open;
        rooms[0].edges += rooms[each].edges;
    }
}

#endif
