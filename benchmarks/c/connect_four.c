/* Connect Four: does the player to move win from here within a number of plies?
 *
 * The search of gamesolver/kernels/alpha_beta.py on the codes of games/in_a_row, with a table of
 * the same layout and the candidates of games/in_a_row/kernels.py built in. The same positions are
 * visited in the same order, so both print the same number of them. Cycles need no check, because
 * stones stay.
 *
 *     connect_four ENTRIES ASKED...   answer each question about the start, with one table
 *     connect_four ENTRIES            print the score of each position that is read, by its code
 *
 * Outcomes are numbers as in gamesolver/kernels/search_scores.py. The compiler receives WIDTH and
 * HEIGHT, and KEY_OF_NONE of gamesolver/kernels/places.py.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SIZE (HEIGHT + 1)
#define MOST (1 << 19)
#define WAYS 4
#define FOLDED_PLIES 12

typedef uint64_t Word;

/* ── rules and candidates ─────────────────────────────────────────────────────────────────── */

static Word lowest, everything, open_squares;
static int from_the_middle[WIDTH];

static void number_the_board(void)
{
	int count = 0;
	for (int column = 0; column < WIDTH; column++)
		lowest |= (Word)1 << SIZE * column;
	everything = SIZE * WIDTH < 64 ? ((Word)1 << SIZE * WIDTH) - 1 : ~(Word)0;
	open_squares = everything & ~lowest;
	for (int away = 0; away < 2 * WIDTH; away++)
		for (int column = 0; column < WIDTH; column++)
			if (abs(2 * column - WIDTH + 1) == away)
				from_the_middle[count++] = column;
}

static inline int has_line(Word stones)
{
	static const int steps[] = {1, SIZE - 1, SIZE, SIZE + 1};
	for (int each = 0; each < 4; each++) {
		Word pairs = stones & stones >> steps[each];
		if (pairs & pairs >> 2 * steps[each])
			return 1;
	}
	return 0;
}

static inline Word gaps(Word stones, int step)
{
	Word above = stones >> step & stones >> 2 * step;
	Word below = stones << step & stones << 2 * step;
	return (above & stones >> 3 * step) | (above & stones << step) | (below & stones >> step)
		| (below & stones << 3 * step);
}

static inline Word winning(Word stones)
{
	Word up = stones >> 1 & stones >> 2 & stones >> 3;
	return up | gaps(stones, SIZE - 1) | gaps(stones, SIZE) | gaps(stones, SIZE + 1);
}

static inline Word mirrored(Word position)
{
	Word image = 0, column_bits = ((Word)1 << SIZE) - 1;
	for (int column = 0; column < WIDTH; column++)
		image |= (position >> SIZE * column & column_bits) << SIZE * (WIDTH - 1 - column);
	return image;
}

struct bounds { int least, most; };

static const struct bounds nothing = {-MOST, MOST};

/* The moves to try, in order; none if the bounds are a verdict. */
static inline int candidates(Word position, Word *after, struct bounds *verdict)
{
	Word less = position - lowest, mine = position & less, marks = position & ~less;
	Word theirs = everything & ~(position | less), empty = open_squares & ~(mine | theirs);
	Word landing = marks & open_squares;
	if (winning(mine) & landing) {
		*verdict = (struct bounds){MOST - 1, MOST - 1};
		return 0;
	}
	Word threats = winning(theirs) & empty, forced = threats & landing;
	Word safe = (forced ? forced : landing) & ~(threats << 1);
	if (!safe || forced & (forced - 1)) {
		*verdict = (struct bounds){2 - MOST, 2 - MOST};
		return 0;
	}
	int i_may = has_line(mine | empty), they_may = has_line(theirs | empty);
	if (!i_may || !they_may) {
		*verdict = (struct bounds){they_may ? -MOST : 0, i_may ? MOST : 0};
		return 0;
	}
	Word next = theirs | marks, column_bits = ((Word)1 << SIZE) - 1;
	int count = 0, priorities[WIDTH];
	for (int each = 0; each < WIDTH; each++) {
		Word mark = safe & column_bits << SIZE * from_the_middle[each];
		if (!mark)
			continue;
		int priority = __builtin_popcountll(winning(mine | mark) & empty), gap = count++;
		for (; gap && priorities[gap - 1] < priority; gap--) {
			priorities[gap] = priorities[gap - 1];
			after[gap] = after[gap - 1];
		}
		priorities[gap] = priority;
		after[gap] = next - (mark >> 1);
	}
	return count;
}

/* All moves, in order of the columns. */
static inline int successors(Word position, Word *after)
{
	Word less = position - lowest, marks = position & ~less;
	Word next = (everything & ~(position | less)) | marks, column_bits = ((Word)1 << SIZE) - 1;
	int count = 0;
	for (int column = 0; column < WIDTH; column++) {
		Word mark = marks & open_squares & column_bits << SIZE * column;
		if (mark)
			after[count++] = next - (mark >> 1);
	}
	return count;
}

/* ── the table ────────────────────────────────────────────────────────────────────────────── */

#define FIRST_BUCKETS (1 << 14)
#define GROWTH 4

static Word *table, buckets, growths;

static inline Word *bucket_of(Word key)
{
	Word mixed = (key ^ key >> 32) * 0xD6E8FEB86659FD93u;
	mixed = (mixed ^ mixed >> 29) * 0xA5CB9243F0CEC0B5u;
	mixed = mixed ^ mixed >> 32 ^ KEY_OF_NONE;
	return table + 2 * WAYS * ((mixed >> 32) * buckets >> 32);
}

static inline struct bounds bounds_of(Word word)
{
	return (struct bounds){(int)(word >> 42) - MOST, (int)(word >> 21 & 0x1FFFFF) - MOST};
}

static inline struct bounds known(Word key)
{
	Word *bucket = bucket_of(key);
	for (int way = 0; way < WAYS; way++)
		if (bucket[way] == key && bucket[way + WAYS])
			return bounds_of(bucket[way + WAYS]);
	return nothing;
}

static void keep(Word key, struct bounds bounds, Word visited)
{
	Word *bucket = bucket_of(key), effort = 0;
	int chosen = 0, least_effort = 256;
	while (visited >> effort > 1)
		effort++;
	for (int way = 0; way < WAYS; way++) {
		if (bucket[way] == key) {
			chosen = way;
			break;
		}
		int held = bucket[way + WAYS] ? (int)(bucket[way + WAYS] >> 13 & 0xFF) : -1;
		if (held < least_effort) {
			chosen = way;
			least_effort = held;
		}
	}
	if (bucket[chosen] == key && bucket[chosen + WAYS]) {
		struct bounds old = bounds_of(bucket[chosen + WAYS]);
		Word held = bucket[chosen + WAYS] >> 13 & 0xFF;
		bounds.least = bounds.least > old.least ? bounds.least : old.least;
		bounds.most = bounds.most < old.most ? bounds.most : old.most;
		effort = effort > held ? effort : held;
	}
	bucket[chosen] = key;
	bucket[chosen + WAYS] =
		(Word)(bounds.least + MOST) << 42 | (Word)(bounds.most + MOST) << 21 | effort << 13 | 0x1FFF;
}

static Word *table_of(Word size)
{
	Word bytes = size * 2 * WAYS * sizeof(Word), *empty = aligned_alloc(64, bytes);
	return memset(empty, 0, bytes);
}

/* Make the first table, which grows up to a number of buckets. */
static void begin(Word most)
{
	for (buckets = most; buckets > FIRST_BUCKETS; growths++)
		buckets /= GROWTH;
	table = table_of(buckets);
}

static void grow(void)
{
	Word *smaller = table, *end = table + 2 * WAYS * buckets;
	buckets *= GROWTH;
	growths--;
	table = table_of(buckets);
	for (Word *old = smaller; old < end; old += 2 * WAYS)
		for (int way = 0; way < WAYS; way++)
			if (old[way + WAYS]) {
				Word *bucket = bucket_of(old[way]);
				while (bucket[WAYS])
					bucket++;
				bucket[0] = old[way];
				bucket[WAYS] = old[way + WAYS];
			}
	free(smaller);
}

/* ── the search ───────────────────────────────────────────────────────────────────────────── */

static Word visited;

static inline int back(int score)
{
	return -(score - (score > 0) + (score < 0));
}

static inline int asked_next(int asked)
{
	return asked > 0 ? -asked : asked == 0 ? 1 : 2 - asked;
}

static inline int answers(int asked, struct bounds bounds)
{
	return bounds.least >= asked || bounds.most < asked;
}

static inline int answer(int asked, struct bounds bounds)
{
	return bounds.least >= asked ? bounds.least : bounds.most;
}

/* The key of a position: near the start, the lesser of it and its mirror image. */
static inline Word key_of(Word position, int depth)
{
	Word image = depth < FOLDED_PLIES ? mirrored(position) : position;
	return image < position ? image : position;
}

/* A bound on the score: a lower bound if it is at least the score asked for, else an upper one. */
static int search(Word position, int asked, int depth)
{
	if (growths && visited >= WAYS * buckets)
		grow();
	Word entered = visited++, after[WIDTH], less = position - lowest, theirs;
	theirs = everything & ~(position | less);
	if (has_line(theirs))
		return -MOST;
	if ((position & ~less) == lowest)
		return 0;
	if (asked >= MOST || asked <= 1 - MOST)
		return asked >= MOST ? MOST - 1 : 1 - MOST;
	Word key = key_of(position, depth);
	struct bounds bounds = known(key);
	if (answers(asked, bounds))
		return answer(asked, bounds);
	int count = candidates(position, after, &bounds);
	if (!count) {
		if (answers(asked, bounds))
			return answer(asked, bounds);
		count = successors(position, after);
	}
	for (int each = 0; each < count; each++)
		__builtin_prefetch(bucket_of(key_of(after[each], depth + 1)));
	for (int each = 0; each < count; each++) {
		int reply = back(known(key_of(after[each], depth + 1)).most);
		if (reply >= asked) {
			keep(key, (struct bounds){reply, MOST}, count);
			return reply;
		}
	}
	int best = -MOST;
	for (int each = 0; each < count && best < asked; each++) {
		int reply = back(search(after[each], asked_next(asked), depth + 1));
		best = reply > best ? reply : best;
	}
	bounds = best >= asked ? (struct bounds){best, MOST} : (struct bounds){-MOST, best};
	keep(key, bounds, visited - entered);
	return best;
}

/* The score of a position, winner and plies, found by a sequence of questions. */
static int search_score(Word position)
{
	struct bounds bounds = {1 - MOST, MOST - 1};
	while (bounds.least < bounds.most) {
		int asked = bounds.least < 1 && bounds.most >= 1 ? 1
			: bounds.least < 0 && bounds.most >= 0 ? 0
			: bounds.least >= 1 ? bounds.least + 1 : bounds.most;
		int found = search(position, asked, 0);
		*(found >= asked ? &bounds.least : &bounds.most) = found;
	}
	return bounds.least;
}

int main(int count, char **arguments)
{
	begin(strtoull(arguments[1], 0, 10) / WAYS);
	number_the_board();
	clock_t began = clock();
	for (int each = 2; each < count; each++)
		printf("answer %d\n", search(lowest << HEIGHT, atoi(arguments[each]), 0));
	for (Word position; count == 2 && scanf("%" SCNu64, &position) == 1;)
		printf("score %d\n", search_score(position));
	printf("visited %" PRIu64 "\n", visited);
	printf("cpu %.3f\n", (double)(clock() - began) / CLOCKS_PER_SEC);
	return 0;
}
