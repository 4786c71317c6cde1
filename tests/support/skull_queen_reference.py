"""Skull Queen once more: slow, plain and written from the rules alone.

Nothing of splitpick is imported, and nothing is kept that can be found out: who leads, what was led
and what a plank is worth follow from the cards and pirates each time.  Seats, cards and colours are
words, an action is its notation.
"""

from pickle import dumps, loads
from typing import TypedDict

SEATS = ("anne", "bart", "grace", "henry", "mary", "ned")
COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
PLANK = (1, 2, 4, 5, 8)
KING = "king"
HANDS = {2: 14, 3: 14, 4: 12, 5: 10, 6: 8}


class Plank(TypedDict):
    side: str
    pirates: dict[str, int]
    """By colour; 0 is the water."""


class State(TypedDict):
    seats: list[str]
    starter: str
    stage: str
    actor: str
    undealt: list[str]
    hands: dict[str, list[str]]
    pile: list[str]
    middle: list[str]
    trick: list[tuple[str, str]]
    leader: str
    planks: dict[str, Plank]
    rounds: list[dict[str, int]]


def deck(players: int) -> list[str]:
    """List the cards, as the rulebook counts them."""
    numbers = range(2, 12) if players < 4 else range(1, 13)
    return [f"{letter}{number}" for letter in COLOURS for number in numbers] + ["M0", "F13"]


def begin(players: int, first: str = "anne") -> State:
    """Set the game up; *first* leads the first round."""
    return next_round(list(SEATS[:players]), first, [])


def next_round(seats: list[str], starter: str, rounds: list[dict[str, int]]) -> State:
    """Gather everything for a deal."""
    return {
        "seats": seats,
        "starter": starter,
        "stage": "deal",
        "actor": "chance",
        "undealt": deck(len(seats)),
        "hands": {seat: [] for seat in seats},
        "pile": [],
        "middle": [],
        "trick": [],
        "leader": starter,
        "planks": {seat: {"side": "", "pirates": {}} for seat in seats},
        "rounds": rounds,
    }


def left_of(state: State, seat: str, steps: int = 1) -> str:
    """Return who sits so many seats to the left."""
    seats = state["seats"]
    return seats[(seats.index(seat) + steps) % len(seats)]


def colourless(card: str) -> bool:
    return card in ("M0", "F13")


def number(card: str) -> int:
    return int(card[1:])


def led(trick: list[tuple[str, str]]) -> str:
    """Return the letter of the colour that was led, or nothing."""
    letters = [card[0] for _, card in trick if not colourless(card)]
    return letters[0] if letters else ""


def may_play(state: State, seat: str) -> list[str]:
    """List the cards that *seat* may play."""
    hand, letter = state["hands"][seat], led(state["trick"])
    if any(card[0] == letter and not colourless(card) for card in hand):
        return [card for card in hand if card[0] == letter or colourless(card)]
    return hand


def actor(state: State) -> str:
    """Name who acts: a seat, ``chance`` or ``over``."""
    return state["actor"]


def actions(state: State) -> set[str]:
    """Write everything that may happen now."""
    stage = state["stage"]
    if stage == "deal":
        return {f"+{card}" for card in state["undealt"]}
    if stage == "swap":
        cards = [card for hand in state["hands"].values() for card in hand]
        return {f"swap {card}" for card in cards if not colourless(card)}
    if stage == "choose":
        plank = state["planks"][state["actor"]]
        if not plank["side"]:
            return {"up", "down"}
        letter = list(COLOURS)[len(plank["pirates"])]
        return {f"place {letter} on {field}" for field in range(1, 6)}
    if stage == "king":
        return {f"+{card}" for card in state["pile"]}
    if stage == "play":
        return set(may_play(state, state["actor"]))
    return set()


def after(state: State, action: str) -> State:
    """Return the state that *action* leads to."""
    state = loads(dumps(state))
    stage = state["stage"]
    if stage == "deal":
        card = action[1:]
        dealt = len(deck(len(state["seats"]))) - len(state["undealt"])
        state["undealt"].remove(card)
        state["hands"][left_of(state, state["starter"], dealt)].append(card)
        if all(len(h) == HANDS[len(state["seats"])] for h in state["hands"].values()):
            end_deal(state)
    elif stage == "swap":
        card = action.removeprefix("swap ")
        hand = next(hand for hand in state["hands"].values() if card in hand)
        special = "F13" if "F13" in state["undealt"] else "M0"
        hand[hand.index(card)] = special
        state["undealt"][state["undealt"].index(special)] = card
        end_deal(state)
    elif stage == "choose":
        choose(state, action)
    elif stage == "king":
        state["pile"].remove(action[1:])
        state["trick"].append((KING, action[1:]))
        state["stage"], state["actor"] = "play", state["starter"]
    else:
        seat = state["actor"]
        state["hands"][seat].remove(action)
        state["trick"].append((seat, action))
        state["actor"] = left_of(state, seat)
        if len(state["trick"]) == max(3, len(state["seats"])):
            end_trick(state)
    return state


def end_deal(state: State) -> None:
    """Let the planks be set up, once no card without a colour is left over."""
    if any(colourless(card) for card in state["undealt"]):
        state["stage"] = "swap"
        return
    place = "pile" if len(state["seats"]) == 2 else "middle"
    state[place] = state["undealt"]  # type: ignore[literal-required]
    state["undealt"] = []
    state["stage"], state["actor"] = "choose", state["starter"]


def choose(state: State, action: str) -> None:
    """Set up a plank, step by step; then the next one does."""
    plank = state["planks"][state["actor"]]
    if action in ("up", "down"):
        plank["side"] = action
        return
    what = action.removeprefix("place ")
    plank["pirates"][COLOURS[what[0]]] = int(what[-1])
    if len(plank["pirates"]) == len(COLOURS):
        state["actor"] = left_of(state, state["actor"])
        if state["actor"] == state["starter"]:
            begin_trick(state, state["starter"])


def begin_trick(state: State, leader: str) -> None:
    state["trick"] = []
    state["leader"] = leader
    with_king = len(state["seats"]) == 2
    state["stage"] = "king" if with_king else "play"
    state["actor"] = "chance" if with_king else leader


def end_trick(state: State) -> None:
    """Judge every colour, then go on."""
    trick = state["trick"]
    suit = led(trick)
    everything = [*trick, *(("nobody", card) for card in state["middle"])]
    state["middle"] = []
    for letter, colour in COLOURS.items():
        cards = [
            (number(card), who, card)
            for who, card in everything
            if (suit if colourless(card) else card[0]) == letter
        ]
        if len(cards) == 1:
            state["middle"].append(cards[0][2])
        elif cards:
            numbers = [value for value, _, _ in cards]
            move(state, max(cards)[1], colour, 2 if 8 in numbers else 1)
            move(state, min(cards)[1], colour, -2 if 5 in numbers else -1)
    if any(state["hands"].values()):
        highest = max(number(card) for _, card in trick)
        leader = [who for who, card in trick if number(card) == highest][-1]
        begin_trick(state, state["starter"] if len(state["seats"]) == 2 else leader)
    else:
        end_round(state)


def move(state: State, who: str, colour: str, steps: int) -> None:
    """Move a pirate, if it is anybody's and not in the water."""
    if who not in state["planks"]:
        return
    pirates = state["planks"][who]["pirates"]
    if pirates[colour]:
        pirates[colour] += steps
        if not 1 <= pirates[colour] <= len(PLANK):
            pirates[colour] = 0


def worth(plank: Plank) -> int:
    """Add up the fields of the pirates that stand on a plank."""
    values = PLANK if plank["side"] == "up" else PLANK[::-1]
    return sum(values[field - 1] for field in plank["pirates"].values() if field)


def end_round(state: State) -> None:
    """Write the points down; after the last round the game is over."""
    state["rounds"].append({seat: worth(plank) for seat, plank in state["planks"].items()})
    if len(state["rounds"]) == len(state["seats"]):
        state["stage"], state["actor"] = "end", "over"
        state["trick"] = []
    else:
        starter = left_of(state, state["starter"])
        state.update(next_round(state["seats"], starter, state["rounds"]))


def totals(state: State) -> dict[str, int]:
    """Add up the rounds."""
    return {seat: sum(points[seat] for points in state["rounds"]) for seat in state["seats"]}


def scores(state: State) -> dict[str, int]:
    """Count the rounds, and the planks of the one that is played."""
    running = state["stage"] != "end"
    return {
        seat: total + (worth(state["planks"][seat]) if running else 0)
        for seat, total in totals(state).items()
    }


def winners(state: State) -> list[str]:
    """Name whoever has the most."""
    sums = totals(state)
    return [seat for seat, total in sums.items() if total == max(sums.values())]
