"""Jolly & Roger once more: slow, plain and written from the rules alone.

Nothing of splitpick is imported, and nothing is kept that can be counted: captains, strengths and
scores follow from the crews each time.  Seats, ships and cards are words, an action its notation.
"""

from itertools import combinations
from pickle import dumps, loads
from typing import TypedDict

SEATS = ("jolly", "roger")
SHIPS = {"green": 3, "yellow": 5, "blue": 7, "red": 9}
PIRATES = {
    "green": (4, 3, 2, 2, 2),
    "yellow": (4, 3, 2, 2, 1),
    "blue": (4, 2, 2, 1, 1),
    "red": (3, 2, 1, 1, 1),
}
SPECIALS = {"KR": 3, "SK": 2, "TO": 2}
TURNS = {"introductory": 8, "advanced": 8, "all-cards": 10}
COLOUR = {ship[0].upper(): ship for ship in SHIPS}
ORDER = [f"{colour}{n}" for colour in COLOUR for n in range(1, 6)] + list(SPECIALS)


class State(TypedDict):
    stage: str
    turns_left: int
    splitter: str
    actor: str
    unseen: dict[str, int]
    drawn: list[str]
    sets: list[list[str]]
    hands: dict[str, list[str]]
    crews: dict[str, dict[str, list[str]]]
    """By seat and ship, first to last; a parrot has a question mark."""
    chests: dict[str, list[str]]
    box: list[str]


def deck(variant: str) -> dict[str, int]:
    """Count the cards of each kind that a variant plays with."""
    cards = {
        f"{ship[0].upper()}{n}": count
        for ship, counts in PIRATES.items()
        for n, count in enumerate(counts, 1)
    }
    return cards if variant == "introductory" else cards | SPECIALS


def begin(variant: str, first: str = "jolly") -> State:
    """Set the game up; *first* is the first splitter."""
    return {
        "stage": "deal",
        "turns_left": TURNS[variant],
        "splitter": first,
        "actor": "chance",
        "unseen": deck(variant),
        "drawn": [],
        "sets": [],
        "hands": {seat: [] for seat in SEATS},
        "crews": {seat: {ship: [] for ship in SHIPS} for seat in SEATS},
        "chests": {seat: [] for seat in SEATS},
        "box": [],
    }


def other(seat: str) -> str:
    """Return the opponent."""
    return "roger" if seat == "jolly" else "jolly"


def value(laid: str) -> int:
    """Return the strength of a card as it lies, which is its gold too where it is a pirate."""
    if laid.endswith("?"):
        return 1
    return 3 if laid == "SK" else int(laid[1])


def strength(state: State, seat: str, ship: str) -> int:
    """Add up a crew."""
    return sum(value(laid) for laid in state["crews"][seat][ship])


def captain(state: State, ship: str) -> str:
    """Return who has the stronger crew at a ship; nobody where they are equal."""
    jolly, roger = (strength(state, seat, ship) for seat in SEATS)
    return "jolly" if jolly > roger else "roger" if roger > jolly else "nobody"


def chest_and_ships(state: State, seat: str) -> tuple[int, int]:
    """Count a seat's gold, and name the value of its best ship."""
    ships = [gold for ship, gold in SHIPS.items() if captain(state, ship) == seat]
    return sum(value(card) for card in state["chests"][seat]) + sum(ships), max(ships, default=0)


def scores(state: State) -> dict[str, int]:
    """Count the gold of each seat."""
    return {seat: chest_and_ships(state, seat)[0] for seat in SEATS}


def winners(state: State) -> list[str]:
    """Compare the gold, then the best ship."""
    jolly, roger = (chest_and_ships(state, seat) for seat in SEATS)
    return ["jolly"] if jolly > roger else ["roger"] if roger > jolly else ["jolly", "roger"]


def in_order(cards: list[str]) -> list[str]:
    """Sort cards as the deck is written."""
    return sorted(cards, key=ORDER.index)


def actor(state: State) -> str:
    """Name who acts: a seat, ``chance`` or ``over``."""
    return state["actor"]


def actions(state: State) -> set[str]:
    """Write everything the actor may do; chance deals what is unseen."""
    if state["stage"] == "deal":
        return {f"+{card}" for card, count in state["unseen"].items() if count}
    if state["stage"] == "split":
        return splits(state["drawn"])
    if state["stage"] == "pick":
        return {"pick 1", "pick 2"}
    if state["stage"] == "play":
        seat = state["actor"]
        return {play for card in state["hands"][seat] for play in plays(state, seat, card)}
    return set()


def splits(cards: list[str]) -> set[str]:
    """Write every way to make two sets of 1 to 4 cards."""
    found = set()
    for size in range(1, 5):
        for chosen in combinations(range(len(cards)), size):
            one = [cards[i] for i in chosen]
            rest = [cards[i] for i in range(len(cards)) if i not in chosen]
            both = [sorted(map(ORDER.index, cards)) for cards in (one, rest)]
            words = [" ".join(ORDER[i] for i in ranks) for ranks in sorted(both)]
            found.add(" / ".join(words))
    return found


def plays(state: State, seat: str, card: str) -> set[str]:
    """Write all that *seat* can do with a card."""
    results = {f"{card}?{ship}" for ship in SHIPS}
    if card == "SK":
        results |= {f"SK@{ship}" for ship in SHIPS}
    elif card == "TO":
        results.add("TO*")
    elif card == "KR":
        results.add("KR*")
        for ship, crew in state["crews"][other(seat)].items():
            if crew and crew[-1] != "SK":
                results.add(f"KR*{ship}")
    else:
        results.add(f"{card}@{COLOUR[card[0]]}")
        if captain(state, COLOUR[card[0]]) == seat:
            results.add(f"{card}$")
    return results


def after(state: State, action: str) -> State:
    """Return the state that *action* leads to."""
    state = loads(dumps(state))  # five times as fast as deepcopy
    if state["stage"] == "deal":
        state["unseen"][action[1:]] -= 1
        state["drawn"] = in_order([*state["drawn"], action[1:]])
        if len(state["drawn"]) == 5:
            state["stage"], state["actor"] = "split", state["splitter"]
    elif state["stage"] == "split":
        state["sets"] = [part.split() for part in action.split("/")]
        state["drawn"] = []
        state["stage"], state["actor"] = "pick", other(state["splitter"])
    elif state["stage"] == "pick":
        chosen = int(action[-1]) - 1
        state["hands"][state["actor"]] = state["sets"][chosen]
        state["hands"][state["splitter"]] = state["sets"][1 - chosen]
        state["sets"] = []
        state["stage"] = "play"
    else:
        lay(state, state["actor"], action)
        if not state["hands"][state["actor"]]:
            pass_on(state)
    return state


def lay(state: State, seat: str, action: str) -> None:
    """Play a card of *seat*."""
    sign = next(character for character in action if character in "@?*$")
    card, _, ship = action.partition(sign)
    crews = state["crews"][seat]
    state["hands"][seat].remove(card)
    if sign == "@":
        crews[ship].append(card)
    elif sign == "?":
        crews[ship].append(f"{card}?")
    elif sign == "$":
        state["chests"][seat].append(card)
    else:
        state["box"].append(card)
    if card == "KR" and sign == "*" and ship:
        state["box"].append(state["crews"][other(seat)][ship].pop().rstrip("?"))
    if card == "TO" and sign == "*":
        for crew in crews.values():
            crew[:] = [laid if laid[:2] in SPECIALS else laid.rstrip("?") for laid in crew]


def pass_on(state: State) -> None:
    """Let the splitter play after the picker; after the splitter the turn ends."""
    if state["actor"] != state["splitter"]:
        state["actor"] = state["splitter"]
        return
    state["turns_left"] -= 1
    state["splitter"] = other(state["splitter"])
    over = not state["turns_left"]
    state["stage"], state["actor"] = ("end", "over") if over else ("deal", "chance")
