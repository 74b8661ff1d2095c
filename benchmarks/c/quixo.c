/* The C version of gamesolver's engine: all of Quixo solved by the same steps.

   usage: quixo THREADS

   Resolve terminal positions and those that they decide one ply before. Sweep until a pass
   leaves more than four fifths of the pending slots. List the graph of the rest and resolve
   it by retrograde analysis. The program prints the CPU-seconds of each step, rows and
   edges of the graph, seconds of the wall clock and of the processors, and the number of
   positions with each outcome: kind, plies (-1: endless), count. */

#include <time.h>

#include "retrograde.h"

#define SLOWLY 0.8 /* a pass that leaves more than this share of the pending slots is slow */

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void note(const char *step)
{
    static double before;
    double now = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (step)
        printf("step %.3f %s\n", now - before, step);
    before = now;
}

static void solve_graph(const uint32_t *pending, int64_t size, int64_t most, int heard)
{
    Graph graph = list_graph(pending, size, most, heard);
    note("moves between pending positions");
    printf("graph rows %lld\ngraph edges %lld\n", (long long)size, (long long)graph.num_edges);
    Analysis a = analyse(&graph);
    for (int64_t row = 0; row < size; row++) {
        int cell = a.value[row] == UNRESOLVED ? ENDLESS : FIRST + 3 * a.plies[row] + a.value[row];
        cells[pending[row]] = (uint8_t)cell;
    }
    note("retrograde analysis");
}

static void solve(void)
{
    cells = allocate(num_slots);
    run(resolve_ends, num_slots, SLOTS_A_CHUNK, NULL);
    int64_t left = rooms[0].open, most = rooms[0].edges, count = 0;
    note("ends of play");
    uint32_t *pending = allocate((left + 1) * sizeof *pending);
    for (uint32_t slot = 0; slot < num_slots; slot++) {
        pending[count] = slot;
        count += cells[slot] == PENDING;
    }
    for (int drawing = 0; drawing < 2; drawing++) {
        bool slowly = false;
        for (int plies = drawing ? 1 : 2; left > 0; plies++) {
            if (slowly) {
                solve_graph(pending, left, most, drawing ? 1 : plies);
                return;
            }
            Sweep all = {pending, plies, drawing};
            run(sweep, left, ROWS_A_CHUNK, &all);
            note("a pass");
            if (!rooms[0].resolved && plies > 1)
                break;
            int64_t before = left;
            left = still(pending, left);
            slowly = rooms[0].resolved && (double)left > SLOWLY * (double)before;
        }
    }
    for (int64_t each = 0; each < left; each++)
        cells[pending[each]] = ENDLESS;
}

static void print_counts(void)
{
    static const char *const names[] = {"loss", "draw", "win"};
    int64_t counts[256] = {0};
    for (uint32_t slot = 0; slot < num_slots; slot++)
        counts[cells[slot]]++;
    if (counts[ENDLESS])
        printf("count draw -1 %lld\n", (long long)counts[ENDLESS]);
    for (int cell = FIRST; cell < 256; cell++)
        if (counts[cell])
            printf("count %s %d %lld\n", names[(cell - FIRST) % 3], (cell - FIRST) / 3,
                   (long long)counts[cell]);
}

int main(int count, char **words)
{
    num_threads = count > 1 ? atoi(words[1]) : 1;
    if (num_threads < 1 || num_threads > MOST_THREADS) {
        fprintf(stderr, "expected 1 to %d threads, got %s\n", MOST_THREADS, words[1]);
        return 2;
    }
    double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    prepare_rules();
    note(NULL);
    solve();
    printf("wall %.3f\n", seconds(CLOCK_MONOTONIC) - wall);
    printf("cpu %.3f\n", seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
    print_counts();
    return 0;
}
