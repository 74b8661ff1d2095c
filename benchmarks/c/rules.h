/* The rules of Quixo on SIZE by SIZE cubes, as in games/quixo.

   A position is two boards of one shape, 32 bits apart: the cubes of the player to
   move, and those of the opponent. The squares are base-3 digits of the slot (blank, the
   player to move, the opponent), so that every slot is a position. A move takes a cube that
   is not the opponent's from the edge, and pushes it in at another end of its row or column;
   the cubes between move by one square. A line of the player to move wins, and a line of the
   opponent only loses. The turn always passes. */

#ifndef RULES_H
#define RULES_H

#include <stdbool.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 4
#endif

_Static_assert(SIZE >= 2 && SIZE <= 4, "slots are 32-bit numbers");

enum { SQUARES = SIZE * SIZE, MOST_MOVES = 12 * SIZE - 16, HALF = 32 };
enum { LOSS, DRAW, WIN, PLAYING };

#define BOARD ((UINT64_C(1) << SQUARES) - 1)
#define OF_BOTH(bits) ((uint64_t)(bits) | (uint64_t)(bits) << HALF)

/* Effect of each push on the bits of both boards. */
static uint64_t barred[MOST_MOVES], kept[MOST_MOVES], sliding[MOST_MOVES], entry[MOST_MOVES];
static uint64_t down[MOST_MOVES], up[MOST_MOVES];

static uint64_t first_row, first_column, falling, rising;

/* Sums of powers of 3, by the lower and the upper half of a board. */
enum { LOWER = (SQUARES + 1) / 2, UPPER = SQUARES - LOWER, CHUNK = 8, CHUNK_SLOTS = 6561 };
static uint32_t low_sum[1 << LOWER], high_sum[1 << UPPER];

/* The squares that eight base-3 digits represent. */
static uint64_t digits_board[CHUNK_SLOTS];

static uint32_t num_slots;

static void add_push(int count, int taken, int into)
{
    int row = taken / SIZE, step = row == into / SIZE ? 1 : SIZE;
    uint64_t slides = 0;
    if (into > taken)
        for (int square = taken + step; square <= into; square += step)
            slides |= UINT64_C(1) << square;
    else
        for (int square = into; square < taken; square += step)
            slides |= UINT64_C(1) << square;
    barred[count] = UINT64_C(1) << (taken + HALF);
    kept[count] = ~OF_BOTH(slides | UINT64_C(1) << taken);
    sliding[count] = OF_BOTH(slides);
    down[count] = into > taken ? step : 0;
    up[count] = into < taken ? step : 0;
    entry[count] = UINT64_C(1) << into;
}

static uint32_t sum_of_digits(uint32_t bits, uint32_t power)
{
    uint32_t sum = 0;
    for (; bits; bits >>= 1, power *= 3)
        sum += bits & 1 ? power : 0;
    return sum;
}

static void prepare_rules(void)
{
    int count = 0;
    for (int taken = 0; taken < SQUARES; taken++) {
        int row = taken / SIZE, column = taken % SIZE, last = SIZE - 1;
        if (row % last && column % last)
            continue;
        int ends[4] = {column, row * SIZE, row * SIZE + last, last * SIZE + column};
        for (int each = 0; each < 4; each++) {
            bool is_new = ends[each] != taken;
            for (int other = 0; other < each; other++)
                is_new = is_new && ends[other] != ends[each];
            if (is_new)
                add_push(count++, taken, ends[each]);
        }
    }
    uint64_t diagonal[2] = {0, 0}, row = 0, column = 0;
    for (int each = 0; each < SIZE; each++) {
        row |= UINT64_C(1) << each;
        column |= UINT64_C(1) << each * SIZE;
        diagonal[0] |= UINT64_C(1) << each * (SIZE + 1);
        diagonal[1] |= UINT64_C(1) << (each + 1) * (SIZE - 1);
    }
    first_row = OF_BOTH(row);
    first_column = OF_BOTH(column);
    falling = diagonal[0];
    rising = diagonal[1];
    uint32_t power = 1;
    for (int square = 0; square < LOWER; square++)
        power *= 3;
    for (uint32_t bits = 0; bits < 1u << LOWER; bits++)
        low_sum[bits] = sum_of_digits(bits, 1);
    for (uint32_t bits = 0; bits < 1u << UPPER; bits++)
        high_sum[bits] = sum_of_digits(bits, power);
    for (uint32_t slot = 0; slot < CHUNK_SLOTS; slot++) {
        uint32_t rest = slot;
        for (int square = 0; square < CHUNK; square++, rest /= 3)
            if (rest % 3)
                digits_board[slot] |= UINT64_C(1) << (square + (rest % 3 == 2 ? HALF : 0));
    }
    num_slots = 1;
    for (int square = 0; square < SQUARES; square++)
        num_slots *= 3;
}

static inline int successors(uint64_t position, uint64_t *positions)
{
    int count = 0;
    for (int each = 0; each < MOST_MOVES; each++) {
        uint64_t slid = (position & sliding[each]) >> down[each] << up[each];
        uint64_t pushed = (position & kept[each]) | slid | entry[each];
        positions[count] = pushed >> HALF | pushed << HALF; /* written over if barred */
        count += (position & barred[each]) == 0;
    }
    return count;
}

static inline uint64_t line_starts(uint64_t position, int step)
{
    uint64_t starts = position;
    for (int each = 1; each < SIZE; each++)
        starts = position & starts >> step;
    return starts;
}

static inline uint64_t whole(uint64_t position, uint64_t line)
{
    return (position & line) == line ? line : 0;
}

static inline int terminal_code(uint64_t position)
{
    uint64_t lines = line_starts(position, 1) & first_column;
    lines |= line_starts(position, SIZE) & first_row;
    lines |= whole(position, falling) | whole(position, rising);
    lines |= whole(position, falling << HALF) | whole(position, rising << HALF);
    if (!lines)
        return PLAYING;
    return lines & BOARD ? WIN : LOSS;
}

static inline int64_t index_of(uint64_t position)
{
    uint64_t mine = position & BOARD, theirs = position >> HALF;
    if ((position & ~OF_BOTH(BOARD)) | (mine & theirs))
        return -1;
    uint32_t ones = low_sum[mine & ((1u << LOWER) - 1)] + high_sum[mine >> LOWER];
    uint32_t twos = low_sum[theirs & ((1u << LOWER) - 1)] + high_sum[theirs >> LOWER];
    return (int64_t)ones + 2 * (int64_t)twos;
}

static inline uint64_t position_at(uint32_t slot)
{
    uint64_t position = 0;
    for (int first = 0; first < SQUARES; first += CHUNK, slot /= CHUNK_SLOTS)
        position |= digits_board[slot % CHUNK_SLOTS] << first;
    return position;
}

#endif
