/* Table entries, terminal positions, and sweeps, as in gamesolver's kernels.

   A table entry (cell) is one byte: 0 pending, 1 unused, 2 an endless draw, and from 3 on
   three codes per ply: loss, draw, win. Outcomes are compared by *preference key*; the greater
   key is better for the player to move. A *back* is a backed-up outcome: the key of a
   successor's entry, as seen one move before. */

#ifndef RESOLVE_H
#define RESOLVE_H

#include "crew.h"

enum { PENDING, HOLE, ENDLESS, FIRST, MOST_PLIES = (255 - FIRST - WIN) / 3 };

#define WON (INT64_C(1) << 40)
#define DRAWN (INT64_C(1) << 34)
#define NOTHING (-(INT64_C(1) << 62))
#define LEAST_WIN (INT64_C(1) << 39)
#define LEAST_DRAW (INT64_C(1) << 33)

enum { SLOTS_A_CHUNK = 1 << 16, ROWS_A_CHUNK = 1 << 14 };

static uint8_t *cells;

static inline int cell_in(uint32_t slot)
{
    return __atomic_load_n(&cells[slot], __ATOMIC_RELAXED);
}

static inline void put_cell(uint32_t slot, int cell)
{
    __atomic_store_n(&cells[slot], (uint8_t)cell, __ATOMIC_RELAXED);
}

static inline int64_t back_of(int cell)
{
    if (cell == ENDLESS)
        return 0;
    int plies = (cell - FIRST) / 3 + 1, kind = (cell - FIRST) % 3;
    if (kind == LOSS)
        return WON - plies;
    return kind == DRAW ? DRAWN - plies : plies - WON;
}

static inline int64_t back_of_end(int code)
{
    if (code == DRAW)
        return DRAWN - 1;
    return code == LOSS ? WON - 1 : 1 - WON;
}

static inline int cell_of_key(int64_t key)
{
    if (key == 0)
        return ENDLESS;
    if (key < 0)
        return FIRST + 3 * (int)(key + WON) + LOSS;
    if (key >= LEAST_WIN)
        return FIRST + 3 * (int)(WON - key) + WIN;
    return FIRST + 3 * (int)(DRAWN - key) + DRAW;
}

static inline int64_t better(int64_t one, int64_t other)
{
    return one > other ? one : other;
}

/* ── terminal positions, and positions they decide one ply before ──────── */

static inline int look_ahead(uint64_t position, uint64_t *positions, int64_t *best)
{
    int count = successors(position, positions), going_on = 0;
    for (int each = 0; each < count; each++) {
        int code = terminal_code(positions[each]);
        if (code == PLAYING) {
            going_on++;
            continue;
        }
        *best = better(*best, back_of_end(code));
        if (*best >= LEAST_WIN)
            return 0;
    }
    return going_on;
}

static void resolve_ends(Room *room, int64_t first, int64_t last, void *nothing)
{
    (void)nothing;
    for (int64_t slot = first; slot < last; slot++) {
        uint64_t position = position_at((uint32_t)slot);
        if (index_of(position) != slot) {
            cells[slot] = HOLE;
            continue;
        }
        int code = terminal_code(position);
        if (code != PLAYING) {
            cells[slot] = (uint8_t)(FIRST + code);
            continue;
        }
        int64_t best = NOTHING;
        int going_on = look_ahead(position, room->ahead, &best);
        if (going_on == 0) {
            cells[slot] = (uint8_t)cell_of_key(best);
        } else {
            cells[slot] = PENDING;
            room->open++;
            room->edges += going_on;
        }
    }
}

/* ── sweeps ─────────────────────────────────────────────────────────────── */

/* Expand a batch of pending positions, and prefetch the entries of their successors. */
static inline void fill(Room *room, const uint32_t *batch, int size)
{
    int count = 0;
    for (int place = 0; place < size; place++) {
        int64_t best = NOTHING;
        if (cell_in(batch[place]) == PENDING) {
            uint64_t *positions = room->ahead + count;
            int moves = successors(position_at(batch[place]), positions), going_on = 0;
            for (int each = 0; each < moves; each++) {
                int code = terminal_code(positions[each]);
                positions[going_on] = positions[each];
                if (code == PLAYING)
                    going_on++;
                else
                    best = better(best, back_of_end(code));
            }
            count += going_on;
        }
        room->best[place] = best;
        room->ends[place] = count;
    }
    for (int each = 0; each < count; each++) {
        room->slots[each] = (uint32_t)index_of(room->ahead[each]);
        __builtin_prefetch(&cells[room->slots[each]]);
    }
    room->edges += count;
}

typedef struct {
    const uint32_t *pending;
    int plies;
    bool drawing;
} Sweep;

static void sweep(Room *room, int64_t first, int64_t last, void *given)
{
    Sweep *all = given;
    int64_t resolved = 0;
    for (int64_t begin = first; begin < last; begin += BATCH) {
        const uint32_t *batch = all->pending + begin;
        int size = last - begin < BATCH ? (int)(last - begin) : BATCH, edge = 0;
        fill(room, batch, size);
        for (int place = 0; place < size; place++) {
            int64_t greatest = room->best[place];
            bool is_open = false;
            for (; edge < room->ends[place]; edge++) {
                int cell = cell_in(room->slots[edge]);
                /* another worker may have resolved it in the same pass */
                if (cell == PENDING || (cell - FIRST) / 3 >= all->plies)
                    is_open = true;
                else if (cell != ENDLESS)
                    greatest = better(greatest, back_of(cell));
            }
            bool is_draw = greatest >= LEAST_DRAW && greatest < LEAST_WIN;
            bool is_lost = greatest != NOTHING && !is_draw && !is_open;
            if (greatest >= LEAST_WIN || (all->drawing ? is_draw : is_lost)) {
                put_cell(batch[place], cell_of_key(greatest));
                resolved++;
            }
        }
    }
    room->resolved += resolved;
}

/* Keep the slots that are still pending, and return their number. */
static int64_t still(uint32_t *pending, int64_t count)
{
    int64_t kept_slots = 0;
    for (int64_t each = 0; each < count; each++) {
        pending[kept_slots] = pending[each];
        kept_slots += cells[pending[each]] == PENDING;
    }
    return kept_slots;
}

#endif
