"""Dead Man's Dice once more: slow, plain and written from the rules alone.

Nothing of splitpick is imported, and nothing is kept that can be counted.  Seats and dice are
words, an action its notation: a die in a pile is its owner's seat, D or J, and what it shows, where
S is the skull and s one of the opening.
"""

from pickle import dumps, loads
from typing import TypedDict

SEATS = ("jack", "bart", "anne", "mary", "ned", "rose")
OPTIONS = {
    "opening-skull-one": True,
    "skull-top-one": True,
    "misfits-return": True,
    "roll-again": False,
    "last-plunder": True,
    "tie-plays-on": True,
}
LAPS = 10
ROUNDS = 100

Die = tuple[str, str, str]


class State(TypedDict):
    options: dict[str, bool]
    target: int
    seats: list[str]
    stage: str
    first: str
    seat: str
    rolling: str
    """The die that chance decides now: D, J or nothing."""
    rolled: str
    """The side it showed, where it can be stacked."""
    again: bool
    """True if all roll again, or if the seat may."""
    placed: bool
    stale: int
    round: int
    totals: dict[str, int]
    left: dict[str, list[str]]
    out: dict[str, list[str]]
    piles: dict[str, list[Die]]


def begin(players: int, first: str, target: int, options: dict[str, bool]) -> State:
    """Set the game up; *first* opens."""
    seats = list(SEATS[:players])
    state: State = {
        "options": OPTIONS | options,
        "target": target,
        "seats": seats,
        "stage": "open",
        "first": first,
        "seat": first,
        "rolling": "",
        "rolled": "",
        "again": False,
        "placed": False,
        "stale": 0,
        "round": 0,
        "totals": dict.fromkeys(seats, 0),
        "left": {},
        "out": {},
        "piles": {},
    }
    _new_round(state, first)
    return state


def _new_round(state: State, first: str) -> None:
    state["round"] += 1
    state["stage"] = "open"
    state["first"] = state["seat"] = first
    state["again"] = False
    state["stale"] = 0
    for seat in state["seats"]:
        state["left"][seat] = ["D", "D", "J"]
        state["out"][seat] = []
        state["piles"][seat] = []


def actor(state: State) -> str:
    """Name who acts: a seat, ``chance`` or ``over``."""
    if state["stage"] == "over":
        return "over"
    return "chance" if state["rolling"] else state["seat"]


def actions(state: State) -> set[str]:
    """List what may happen now."""
    if state["stage"] == "over":
        return set()
    if state["rolling"]:
        return {f"+{'S' if state['rolling'] == 'J' and n == 1 else n}" for n in range(1, 7)}
    if state["stage"] == "stack":
        return {"stack", "leave"}
    if state["stage"] == "plunder":
        return {"stop", *(f"plunder {seat}" for seat in _victims(state))}
    results = {f"roll {die}" for die in state["left"][state["seat"]]}
    return results | {"stop"} if state["stage"] == "turn" and state["again"] else results


def _victims(state: State) -> list[str]:
    top = state["piles"][state["seat"]][-1][2]
    return [
        seat
        for seat in state["seats"]
        if seat != state["seat"]
        and state["piles"][seat]
        and state["piles"][seat][-1][2] in "123456"
        and _follows(state, top, state["piles"][seat][-1][2])
    ]


def _number(face: str) -> int:
    return 1 if face in "sS" else int(face)


def _follows(state: State, top: str, face: str) -> bool:
    """Say whether *face* is the next number after *top* or makes 7 with it."""
    if top in "sS" and not state["options"]["skull-top-one"]:
        return False
    return _number(face) == _number(top) + 1 or _number(face) + _number(top) == 7


def _fits(state: State, top: str, face: str) -> bool:
    if face == "S":
        return True
    if top in "sS" and not state["options"]["skull-top-one"]:
        return False
    return _number(face) == _number(top) or _follows(state, top, face)


def after(state: State, action: str) -> State:
    """Return what comes of *action*."""
    new: State = loads(dumps(state))
    if action.startswith("+"):
        if new["stage"] == "open":
            _open(new, action[1:])
        else:
            _roll(new, action[1:])
    elif action.startswith("roll"):
        new["rolling"] = action[-1]
        new["placed"] = False
    elif action == "stack":
        _place(new, new["rolled"])
    elif action == "leave":
        _put_back(new)
    elif action == "stop":
        _pass(new) if new["stage"] == "turn" else _done(new)
    else:
        new["piles"][new["seat"]].append(new["piles"][action.split()[1]].pop())
        _may_plunder(new)
    return new


def _next(state: State, seat: str) -> str:
    return state["seats"][(state["seats"].index(seat) + 1) % len(state["seats"])]


def _open(state: State, face: str) -> None:
    seat, die = state["seat"], state["rolling"]
    if not state["again"]:
        state["left"][seat].remove(die)
    state["piles"][seat] = [(seat, die, face.lower())]
    state["rolling"] = ""
    state["seat"] = _next(state, seat)
    if state["seat"] != state["first"]:
        if state["again"]:
            state["rolling"] = state["piles"][state["seat"]][0][1]
        return
    numbers = {seat: _number(pile[0][2]) for seat, pile in state["piles"].items()}
    lowest = [seat for seat in numbers if numbers[seat] == min(numbers.values())]
    state["again"] = len(lowest) > 1
    if state["again"]:
        state["rolling"] = state["piles"][state["first"]][0][1]
    else:
        state["seat"] = lowest[0]
        state["stage"] = "turn"


def _roll(state: State, face: str) -> None:
    pile = state["piles"][state["seat"]]
    state["rolled"] = face
    if not pile:
        _place(state, face)
    elif _fits(state, pile[-1][2], face):
        state["stage"] = "stack"
        # The die stays in hand until it is stacked or left.
        state["rolled"] = state["rolling"] + face
        state["rolling"] = ""
    else:
        _put_back(state)


def _hand(state: State) -> str:
    return state["rolling"] or state["rolled"][0]


def _place(state: State, face: str) -> None:
    die, seat = _hand(state), state["seat"]
    state["left"][seat].remove(die)
    state["piles"][seat].append((seat, die, face[-1]))
    state["placed"] = True
    state["stale"] = -1
    _may_plunder(state)


def _put_back(state: State) -> None:
    if not state["options"]["misfits-return"]:
        state["left"][state["seat"]].remove(_hand(state))
        state["out"][state["seat"]].append(_hand(state))
    _may_plunder(state)


def _may_plunder(state: State) -> None:
    state["rolling"] = state["rolled"] = ""
    over = not state["left"][state["seat"]] and not state["options"]["last-plunder"]
    if _victims(state) and not over:
        state["stage"] = "plunder"
    else:
        _done(state)


def _done(state: State) -> None:
    if not state["left"][state["seat"]]:
        _end_round(state)
    elif state["placed"] and state["options"]["roll-again"]:
        state["stage"] = "turn"
        state["again"] = True
    else:
        _pass(state)


def _pass(state: State) -> None:
    state["stale"] += 1
    if state["stale"] == LAPS * len(state["seats"]):
        _end_round(state)
        return
    state["seat"] = _next(state, state["seat"])
    state["stage"] = "turn"
    state["again"] = False


def _worth(state: State, face: str) -> int:
    if face == "S" or (face == "s" and not state["options"]["opening-skull-one"]):
        return 7
    return _number(face)


def _gain(state: State, seat: str) -> int:
    pile = [face for _, _, face in state["piles"][seat]]
    gain = sum(_worth(state, face) for face in pile)
    if pile and pile[-1] in "sS":
        gain *= 2
    return gain - 7 if "J" in state["left"][seat] + state["out"][seat] else gain


def scores(state: State) -> dict[str, int]:
    """Count what everybody has now, the round that is played included."""
    over = state["stage"] == "over"
    return {
        seat: total + (0 if over else _gain(state, seat)) for seat, total in state["totals"].items()
    }


def _end_round(state: State) -> None:
    for seat in state["seats"]:
        state["totals"][seat] += _gain(state, seat)
    reached = [total for total in state["totals"].values() if total >= state["target"]]
    over = bool(reached)
    if reached.count(max(reached, default=0)) > 1 and state["options"]["tie-plays-on"]:
        over = False
    if over or state["round"] == ROUNDS:
        state["stage"] = "over"
    else:
        _new_round(state, _next(state, state["first"]))


def winners(state: State) -> list[str]:
    """Name who has the most."""
    best = max(state["totals"].values())
    return [seat for seat, total in state["totals"].items() if total == best]
