"""Checks of the splitting: cards that make sets, sets that go round, and a deck that lasts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...splitting.offer import Offer
from ...splitting.offers.parts.all_parts import parts_of
from ...splitting.splits import count_splits, forms_of, most_cards
from ...text import msg
from ..checks import check_range, items, lacks_players
from ..value_findings import Path, ValueFinding, missing_key, to_write
from .cures.forms import NO_PARTNERS, flow

if TYPE_CHECKING:
    from ..models import OfferModel, SplittingModel

MOST_SPLITS = 10_000  # ways to split the cards of an offer: positions list them all

_PLAYERS = ("players",)


def check_splitting(rules: SplittingModel) -> Iterator[ValueFinding]:
    """Check that cards make sets for every number of players, and that the deck is enough."""
    few, many = rules.player_counts
    if few > many:
        return  # which is said already
    yield from check_range(rules, "set-size")
    missing = _missing(rules)
    yield from missing
    faults = [*_check_keys(rules, rules.offer)] if rules.offer else []
    yield from faults
    if missing or faults:
        return
    yield from _check_partners(rules)
    for players in range(few, min(many, len(rules.seats)) + 1):
        fault = next(_check_players(rules, players), None)
        if fault:
            yield fault
            return
    if _is_exact(rules):
        yield from _check_deck(rules, rules.draw_for(few))
    elif rules.set_aside and not (rules.end and rules.end.deck):
        yield from _check_aside(rules, range(few, many + 1))


def _check_partners(rules: SplittingModel) -> Iterator[ValueFinding]:
    """Find partners that cannot play together with every number of players."""
    few, players = rules.player_counts
    path: Path = ("partners",)
    places: dict[int, Path] = {}
    for at, team in enumerate(rules.partners):
        for n, seat in enumerate(team):
            here = (*path, at, n)
            if seat > players:
                message = msg(
                    "partner-without-seat", "There are only {seats} seats.", seats=players
                )
                yield ValueFinding(here, message, also=[("seats",), _PLAYERS])
                return
            if seat in places:
                message = msg("partner-twice", "This seat is already in {place}.")
                yield ValueFinding(here, message, other=places[seat])
                return
            places[seat] = here
    if not rules.partners:
        return
    if missing := sorted({*range(1, players + 1)} - {*places}):
        message = msg(
            "partner-left-out",
            "Seat {seat} is on no side. If it plays alone, add [{seat}].",
            seat=missing[0],
        )
        yield ValueFinding(path, message, also=[("seats",), _PLAYERS])
    elif len(rules.partners) == 1:
        message = msg("partners-alone", "All seats are on one side, so there are no opponents.")
        yield ValueFinding(path, message, also=[_PLAYERS])
    elif len(rules.partners) == players:
        yield ValueFinding(path, NO_PARTNERS, key=True, idle=True)
    elif few < players:
        message = msg("partners-fewer", "With partners, the number of players is fixed.")
        only = f"{{least: {players}, most: {players}}}"
        message = to_write(message, f"players: {only}")
        yield ValueFinding(path, message, also=[_PLAYERS], cure={"players": only})


def _is_exact(rules: SplittingModel) -> bool:
    """Return whether the turns use up the deck, as they do where no number of players matters."""
    few, many = rules.player_counts
    decks = {rules.deck_for(players) for players in range(few, many + 1)}
    numbers = isinstance(rules.draw, int) and isinstance(rules.turns, int) and len(decks) == 1
    return numbers and not rules.offer and not (rules.end and rules.end.deck)


def _missing(rules: SplittingModel) -> list[ValueFinding]:
    """Find keys that an offer could have instead, and that are in neither place."""
    missing = [] if rules.draw or (rules.offer and rules.offer.draw) else ["draw"]
    if not rules.set_size and not rules.offer:
        missing.append("set-size")
    if not rules.turns and not (rules.end and rules.end.deck):
        missing.append("turns")
    return [
        ValueFinding((key,), missing_key(key), whole=True, also=[("offer", key)]) for key in missing
    ]


def _check_deck(rules: SplittingModel, draw: int) -> Iterator[ValueFinding]:
    """Check that turns and cards set aside use up the deck, where an offer does not say more."""
    cards = rules.deck_for(rules.player_counts[0])
    turns = rules.turns_for(rules.player_counts[0])
    fields = {"draw": draw, "turns": turns, "aside": rules.set_aside, "cards": cards}
    needed = turns * draw + rules.set_aside
    if needed != cards:
        starts: list[Path] = [
            (*path, "start") for path, seat in items(rules, "seats") if getattr(seat, "start", None)
        ]
        message = msg(
            "deck-mismatch",
            "The {cards} cards are not {turns} × {draw} drawn + {aside} set aside = {needed}.",
            **(fields | {"needed": needed}),
        )
        if starts:
            message = msg(
                message.code,
                'Without those of "start", the {cards} cards are not {turns} × {draw} drawn'
                " + {aside} set aside = {needed}.",
                **(fields | {"needed": needed}),
            )
        if turns * draw > cards:
            turns = cards // draw
        cure = {"turns": turns} if turns != fields["turns"] else {}
        if rules.set_aside != cards - turns * draw:
            cure["set-aside"] = cards - turns * draw
        if turns:
            write = ", ".join(f"{key}: {number}" for key, number in cure.items())
            message = msg(
                message.code, "{message} Write {numbers}.", message=message, numbers=write
            )
        counts: list[Path] = [("cards", n, "count") for n in range(len(rules.cards))]
        also = [("set-aside",), ("draw",), *starts, *counts, ("cards",)]
        cure = cure if turns else {}
        yield ValueFinding(("turns",), message, also=also, whole=True, cure=cure)


def _check_aside(rules: SplittingModel, counts: range) -> Iterator[ValueFinding]:
    """Warn of a number of cards to set aside that no number of players, of *counts*, uses."""
    for players in counts:
        offer = rules.offer_for(players)
        needed = most_cards(offer, rules.turns_for(players), players)
        if offer.uses_up(players) and rules.deck_for(players) - needed == rules.set_aside:
            return
    message = msg(
        "idle-set-aside", "This has no effect here: what no turn needs stays unseen anyway."
    )
    path: Path = ("set-aside",)
    yield ValueFinding(path, message, key=True, warning=True, idle=True, here=True)


# Keys that contradict each other.


def _check_keys(rules: SplittingModel, offer: OfferModel) -> Iterator[ValueFinding]:
    """Find keys of an *offer* that exclude each other for any number of players."""
    yield from check_range(offer, "size", above=("offer",))
    pairs: list[tuple[str, object, str, object]] = [
        ("draw", offer.draw, "draw", rules.draw),
        ("size", offer.size, "set-size", rules.set_size),
        ("shapes", offer.shapes, "size", offer.size),
    ]
    for key, pair, other_key, other in pairs:
        if pair and other:
            message = msg("said-twice", 'The key "{key}" says this too: remove one.', key=other_key)
            inherited = msg(
                "said-above",
                'The extended "{key}" says this too: write {line} instead.',
                key=other_key,
            )
            yield ValueFinding(
                ("offer", key), message, key=True, other=(other_key,), also=[(other_key,)],
                inherited=inherited,
            )  # fmt: skip
    resolved = rules.offer_for(rules.player_counts[0])
    for part in parts_of(resolved):
        for found in part.conflicts(resolved):
            also = [("offer", key) for key in found.also]
            yield ValueFinding(("offer", found.key), found.message, key=found.idle, also=also)
    yield from _check_shapes(rules, offer)


def _check_shapes(rules: SplittingModel, offer: OfferModel) -> Iterator[ValueFinding]:
    """Find shapes that no number of players can use."""
    few, many = rules.player_counts
    draws = sorted({rules.draw_for(players) for players in range(few, many + 1)})
    sets = sorted({rules.offer_for(players).sets for players in range(few, many + 1)})
    for at, shape in enumerate(offer.shapes):
        path = ("offer", "shapes", at)
        if len(shape) not in sets:
            wanted = ", ".join(map(str, sets))
            message = msg(
                "shape-sets", "This has {found} sets, not {sets}.", found=len(shape), sets=wanted
            )
            yield ValueFinding(path, message, also=[("offer", "sets"), _PLAYERS])
        elif sum(shape) not in draws:
            wanted = ", ".join(map(str, draws))
            message = msg(
                "shape-sum", "This adds up to {sum}, not to {draw}.", sum=sum(shape), draw=wanted
            )
            last = shape[-1] + draws[0] - sum(shape)
            if last > 0 and len(draws) == 1:
                message = to_write(message, f"[{', '.join(map(str, [*shape[:-1], last]))}]")
            yield ValueFinding(path, message, also=[_draw_path(rules)])


def _draw_path(rules: SplittingModel) -> Path:
    return ("offer", "draw") if rules.offer and rules.offer.draw else ("draw",)


# One number of players.


def _check_players(
    rules: SplittingModel, players: int, told: bool = True
) -> Iterator[ValueFinding]:
    """Find what does not fit together with that many *players*; what cures it is also *told*."""
    drawn = _draw_path(rules)
    draw = rules.offer.draw if rules.offer and rules.offer.draw else rules.draw
    numbers: list[tuple[Path, object, int | None]] = [(drawn, draw, rules.draw_for(players))]
    if not (rules.end and rules.end.deck):
        numbers.append((("turns",), rules.turns, rules.turns_for(players)))
    for path, value, number in numbers:
        if not number:
            yield lacks_players(path, value, players, [_PLAYERS])
            return
    offer = rules.offer_for(players)
    if rules.end and rules.end.deck:
        yield from _check_end(rules, offer, players)
    sizes: Path = ("set-size",)
    if rules.offer and not rules.set_size:
        sizes = ("offer", "shapes" if offer.shapes else "size" if rules.offer.size else "sets")
    if offer.least > offer.most:
        return
    if not forms_of(offer):
        message = msg(
            "set-sizes",
            "{draw} cards cannot make {sets} such sets.",
            draw=offer.draw,
            sets=offer.sets,
        )
        yield ValueFinding(
            sizes, message, also=[drawn, ("offer", "sets"), _PLAYERS], whole=not rules.offer
        )
        return
    ways = count_splits(offer, offer.hand or offer.draw)
    if ways > MOST_SPLITS:
        message = msg(
            "too-many-splits",
            "With {players} players, {ways} ways to split exceed the limit of {most}.",
            players=players,
            ways=ways,
            most=MOST_SPLITS,
        )
        if levers := "; ".join(_narrower(rules, players) if told else ()):
            message = msg(
                message.code,
                "{message} One of these is enough: {levers}.",
                message=message,
                levers=levers,
            )
        yield ValueFinding(
            drawn,
            message,
            also=[sizes, ("offer", "hand"), ("offer", "price"), _PLAYERS],
            whole=not rules.offer,
        )
    turns = rules.turns_for(players)
    for part in parts_of(offer):
        for found in part.problems(offer, players, turns):
            yield ValueFinding(("offer", found.key), found.message, also=[drawn, _PLAYERS])
    if not _is_exact(rules):
        yield from _check_cards(rules, offer, players)


def _narrower(rules: SplittingModel, players: int) -> Iterator[str]:
    """Yield keys, as YAML, each of which alone makes the splits few enough, for any players.

    Each has the value that leaves the most splits, the size for that many *players*.
    """
    offer, own = rules.offer_for(players), rules.offer

    def cures(key: str, value: Any) -> bool:
        return _is_playable(_with(rules, key, value))

    written = own.draw if own and own.draw else rules.draw
    draws = [
        draw
        for draw in range(offer.draw - 1, 1, -1)
        if not offer.shapes and _ways(_with(rules, "draw", draw).offer_for(players))
    ]
    for draw in draws[:3]:
        lower: Any = draw
        if isinstance(written, Mapping):
            lower = {
                each: number if _ways(rules.offer_for(int(each))) else min(number, draw)
                for each, number in written.items()
            }
        if cures("draw", lower):
            yield flow({"draw": lower})[1:-1]
            break
    sizes = {
        (least, most): _ways(replace(offer, least=least, most=most))
        for least in range(offer.least, offer.most + 1)
        for most in range(least, min(offer.most, offer.draw - least * (offer.sets - 1)) + 1)
        if not offer.shapes
    }
    for (least, most), ways in sorted(sizes.items(), key=lambda size: -size[1])[:12]:
        size: Any = {"least": least, "most": most}
        key = "set-size" if rules.set_size else "size"
        if ways and cures(key, size):
            yield flow({key: size})[1:-1]
            break
    for key in ("hand", "price", "face-down", "hidden-sets"):
        lowest = offer.draw if key == "hand" else 0
        numbers = range(int(getattr(offer, key.replace("-", "_"))) - 1, lowest - 1, -1)
        yield from [f"{key}: {number}" for number in numbers if cures(key, number)][:1]


def _ways(offer: Offer) -> int:
    """Return the number of splits of *offer*; 0 if there are too many or none."""
    count = count_splits(offer, offer.hand or offer.draw) if offer.least <= offer.most else 0
    return count if count <= MOST_SPLITS else 0


def _with(rules: SplittingModel, key: str, value: Any) -> SplittingModel:
    """Return *rules* with *value* under *key*, where it stands: in the offer or above it."""
    own, name = rules.offer, key.replace("-", "_")
    if key == "set-size" or own is None or (key == "draw" and not own.draw):
        if key == "set-size" and rules.set_size:
            value = rules.set_size.model_validate(value)
        return rules.model_copy(update={name: value})
    if key == "size":
        value = type(own).model_validate({"size": value}).size
    return rules.model_copy(update={"offer": own.model_copy(update={name: value})})


def _is_playable(rules: SplittingModel) -> bool:
    """Return whether the splits of *rules* are right for every number of players."""
    few, many = rules.player_counts
    counts = range(few, min(many, len(rules.seats)) + 1)
    return not any(next(_check_players(rules, each, told=False), None) for each in counts)


def _check_end(rules: SplittingModel, offer: Offer, players: int) -> Iterator[ValueFinding]:
    """Find a deck that never runs out, or not once."""
    path: Path = ("end", "deck")
    if not offer.uses_up(players):
        message = msg("endless-deck", "This offer does not use up the deck: write turns instead.")
        yield ValueFinding(path, message, also=[("offer",)])
    elif not rules.turns_for(players):
        message = msg("no-turn", "There are too few cards for a turn.")
        yield ValueFinding(path, message, also=[_draw_path(rules), ("set-aside",)])


def _check_cards(rules: SplittingModel, offer: Offer, players: int) -> Iterator[ValueFinding]:
    """Find a deck that runs out."""
    cards = rules.deck_for(players)
    taken = most_cards(offer, rules.turns_for(players), players)
    needed = taken + rules.set_aside
    if needed > cards:
        message = msg(
            "deck-too-small",
            "{players} players can need {needed} cards, up to {taken} in {turns} turns and {aside}"
            " set aside, but there are only {cards}.",
            players=players,
            needed=needed,
            cards=cards,
            turns=rules.turns_for(players),
            taken=taken,
            aside=rules.set_aside,
        )
        starts: list[Path] = [
            ("seats", at, "start")
            for at, seat in enumerate(rules.seats)
            if getattr(seat, "start", ())
        ]
        also = [_draw_path(rules), ("offer",), *starts, ("set-aside",), _PLAYERS]
        yield ValueFinding(("turns",), message, also=also)
