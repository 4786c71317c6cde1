// Random games of Jolly & Roger's game for advanced players, with everything fixed at compile time:
// a limit for what a random game in the kernel can cost.  Prints the processor seconds a game.
//
//     g++ -O3 -march=native -o playout_limit playout_limit.cpp && ./playout_limit 200000

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

enum Kind : uint8_t { KRAKEN = 4, SKELETON = 5, TORTUGA = 6 };  // below 4: the colour of a pirate
enum Use { JOIN, PARROT, BOARD, TAKE, TURN, NOTHING };

struct Random {
    uint64_t state;

    uint32_t below(uint32_t count) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return (uint32_t)((((state * 0x2545F4914F6CDD1DULL) >> 32) * count) >> 32);
    }
};

struct Card {
    uint8_t kind, value;
};

struct Laid {
    uint8_t card, up;
};

struct Table {
    Laid crew[2][4][40];
    uint8_t size[2][4];
    int16_t strength[2][4];
    int8_t captain[4];
    int gold[2];
};

static const int SHIP_GOLD[4] = {3, 5, 7, 9};
static Card deck[50];
static int cards = 0;

static void add(int kind, int value, int count) {
    while (count--) deck[cards++] = {(uint8_t)kind, (uint8_t)value};
}

static inline void check(Table &table, int ship) {
    int jolly = table.strength[0][ship], roger = table.strength[1][ship];
    table.captain[ship] = jolly > roger ? 0 : roger > jolly ? 1 : -1;
}

static inline void lay(Table &table, int seat, int ship, int card, int up, int strength) {
    table.crew[seat][ship][table.size[seat][ship]++] = {(uint8_t)card, (uint8_t)up};
    table.strength[seat][ship] += strength;
    check(table, ship);
}

static inline void play(Table &table, int seat, int use, int ship, int card) {
    int other = 1 - seat;
    if (use == JOIN) {
        lay(table, seat, ship, card, 1, deck[card].value);
    } else if (use == PARROT) {
        lay(table, seat, ship, card, 0, 1);
    } else if (use == BOARD) {
        table.gold[seat] += deck[card].value;
    } else if (use == TAKE) {
        Laid last = table.crew[other][ship][--table.size[other][ship]];
        table.strength[other][ship] -= last.up ? deck[last.card].value : 1;
        check(table, ship);
    } else if (use == TURN) {
        for (int at = 0; at < 4; at++) {
            for (int i = 0; i < table.size[seat][at]; i++) {
                Laid &laid = table.crew[seat][at][i];
                if (!laid.up && deck[laid.card].kind < 4) {
                    laid.up = 1;
                    table.strength[seat][at] += deck[laid.card].value - 1;
                }
            }
            check(table, at);
        }
    }
}

static inline int find(const Table &table, int seat, const uint8_t *hand, int count,
                       uint8_t (*plays)[3]) {
    int found = 0, other = 1 - seat;
    auto note = [&](int i, int use, int ship) {
        plays[found][0] = i, plays[found][1] = use, plays[found++][2] = ship;
    };
    for (int i = 0; i < count; i++) {
        int kind = deck[hand[i]].kind;
        if (kind < 4) {
            note(i, JOIN, kind);
            for (int ship = 0; ship < 4; ship++)
                if (ship != kind) note(i, PARROT, ship);
            if (table.captain[kind] == seat) note(i, BOARD, 0);
            continue;
        }
        for (int ship = 0; ship < 4; ship++) note(i, PARROT, ship);
        if (kind == SKELETON) {
            for (int ship = 0; ship < 4; ship++) note(i, JOIN, ship);
        } else if (kind == KRAKEN) {
            int before = found;
            for (int ship = 0; ship < 4; ship++) {
                int size = table.size[other][ship];
                if (!size) continue;
                Laid last = table.crew[other][ship][size - 1];
                if (!(last.up && deck[last.card].kind == SKELETON)) note(i, TAKE, ship);
            }
            if (found == before) note(i, NOTHING, 0);
        } else {
            note(i, TURN, 0);
        }
    }
    return found;
}

int main(int count, char **words) {
    int games = count > 1 ? atoi(words[1]) : 200000;
    const int pirates[4][5] = {{4, 3, 2, 2, 2}, {4, 3, 2, 2, 1}, {4, 2, 2, 1, 1}, {3, 2, 1, 1, 1}};
    for (int colour = 0; colour < 4; colour++)
        for (int i = 0; i < 5; i++) add(colour, i + 1, pirates[colour][i]);
    add(KRAKEN, 1, 3);
    add(SKELETON, 3, 2);
    add(TORTUGA, 1, 2);
    Random random{88172645463325252ULL};
    long long golds = 0;
    clock_t began = clock();
    for (int game = 0; game < games; game++) {
        Table table;
        memset(table.size, 0, sizeof table.size);
        memset(table.strength, 0, sizeof table.strength);
        memset(table.captain, -1, sizeof table.captain);
        table.gold[0] = table.gold[1] = 0;
        uint8_t order[50];
        for (int i = 0; i < 50; i++) order[i] = i;
        for (int i = 49; i > 0; i--) {
            int j = random.below(i + 1);
            uint8_t card = order[i];
            order[i] = order[j];
            order[j] = card;
        }
        for (int turn = 0; turn < 8; turn++) {
            int splitter = turn & 1, first = 1 - splitter;
            const uint8_t *drawn = order + 10 + turn * 5;
            int set = 1 + random.below(15);  // the fifth card is always in the other set
            int picked = random.below(2);
            uint8_t hands[2][5];
            int sizes[2] = {0, 0};
            for (int i = 0; i < 5; i++) {
                int who = (set >> i & 1) == picked ? 0 : 1;
                hands[who][sizes[who]++] = drawn[i];
            }
            for (int half = 0; half < 2; half++) {
                int seat = half ? splitter : first;
                uint8_t *hand = hands[half];
                for (int left = sizes[half]; left;) {
                    uint8_t plays[5 * 9][3];
                    int found = find(table, seat, hand, left, plays);
                    const uint8_t *chosen = plays[random.below(found)];
                    play(table, seat, chosen[1], chosen[2], hand[chosen[0]]);
                    hand[chosen[0]] = hand[--left];
                }
            }
        }
        golds += table.gold[0] + table.gold[1];
        for (int ship = 0; ship < 4; ship++)
            if (table.captain[ship] >= 0) golds += SHIP_GOLD[ship];
    }
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    printf("%d games, %.3f gold a game, seconds a game: %.9f\n", games, (double)golds / games,
           seconds / games);
}
