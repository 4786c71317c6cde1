"""Sentences about changes on a crews table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....core.text import Both, Message, Name, Text, in_turn, msg, named, nmsg
from ....core.things import SceneCounter, signed
from ..crew_rules import NOBODY
from ..crews import Crews
from ..no_captains import held


def changed_ships(old: Crews, new: Crews) -> list[int]:
    """List the ships where a crew differs between the tables *old* and *new*."""
    rules = old.rules
    return [
        ship
        for ship in range(rules.ship_count)
        if any(old.crew(seat, ship) != new.crew(seat, ship) for seat in rules.every_seat)
    ]


def tell_ships(
    old: Crews, new: Crews, seats: Sequence[Name], *, spoken: bool = False, own: bool = False
) -> list[Text]:
    """Describe the strengths and the captain at each ship where a crew has changed.

    To people who listen, no captain is told of who stays, nor a single ship, which was just named,
    nor of their *own* play the strengths, which they have chosen.
    """
    rules, texts = old.rules, list[Text]()
    ships = changed_ships(old, new)
    for ship in ships:
        crews = tuple(
            msg(
                "seat-strength",
                "{seat} {strength}",
                seat=named(seats[seat]),
                strength=new.strengths[seat * rules.ship_count + ship],
            )
            for seat in rules.every_seat
        )
        name, holder = rules.ship_names[ship], new.captain_of[ship]
        both = Both(crews, commas=True)
        said = [msg("stand", "Strength {ship:loc}: {crews}.", ship=name, crews=both)]
        if spoken and len(ships) == 1:
            said = [] if own else [msg("stand-there", "Strength: {crews}.", crews=both)]
        if not (spoken and holder == old.captain_of[ship] != NOBODY):
            said.append(tell_captain(old, new, ship, seats))
        texts += [in_turn(said)] if said else []
    return texts


def gains_of(old: Crews, new: Crews) -> list[int]:
    """Return what each seat gains in gold between two tables, if the game ended there."""
    return [now - before for before, now in zip(old.scores(), new.scores(), strict=True)]


def tell_gains(old: Crews, new: Crews, seats: Sequence[Name], first: int = 0) -> list[Message]:
    """Say what seats gain or lose in gold, *first* first; nothing if none do.

    It reads "you +7 gold, Roger −7".
    """
    pairs = [*zip(seats, gains_of(old, new), strict=True)]
    pairs = pairs[first:] + pairs[:first]
    texts = [
        msg("gains-less", "{seat} {gold}", seat=named(name), gold=signed(gain))
        if at
        else msg("gains", "{seat} {gold} gold", seat=named(name), gold=signed(gain))
        for at, (name, gain) in enumerate(pair for pair in pairs if pair[1])
    ]
    return [Message("all-gains", "{gains}", {"gains": Both((*texts,), True)})] if texts else []


def say_gains(
    old: Crews, new: Crews, seats: Sequence[Name], amount: Callable[[int], Message]
) -> list[Message]:
    """Say in a sentence what seats gain or lose in gold, without signs; nothing if none do."""
    texts = []
    for name, gain in zip(seats, gains_of(old, new), strict=True):
        gold = amount(abs(gain))
        if gain > 0:
            told = msg("gains-heard", "{seat} gains {gold}", seat=name, gold=gold)
            texts.append(told.to_you(seat=msg("you-gain-heard", "you gain {gold}")))
        elif gain:
            told = msg("loses-heard", "{seat} loses {gold}", seat=name, gold=gold)
            texts.append(told.to_you(seat=msg("you-lose-heard", "you lose {gold}")))
    return [msg("effect-golds", "{gains:cap}.", gains=Both((*texts,), True))] if texts else []


def outcome_at(
    old: Crews, new: Crews, ship: int, seats: Sequence[Name], strengths: Message
) -> Message:
    """Say behind the *strengths* at *ship* after a play if nobody holds it, and who gains."""
    if is_tied(new, ship):
        strengths = msg("outcome-tied", "{strengths}, so nobody holds it", strengths=strengths)
    return gained_at(old, new, 0, seats, strengths)


def gained_at(
    old: Crews, new: Crews, seat: int, seats: Sequence[Name], strengths: Message
) -> Message:
    """Say behind the *strengths* at a ship after a play of *seat* who gains and who loses gold."""
    gains = tell_gains(old, new, seats, seat)
    if not gains:
        return strengths
    return msg("outcome", "{strengths} ({gains})", strengths=strengths, gains=gains[0])


def say_captain(holder: int, seats: Sequence[Name]) -> Message:
    """Name the captain of the seat *holder*, or say that there is none."""
    if holder == NOBODY:
        return msg("no-captain-here", "no captain")
    return msg("say-captain", "{seat}'s captain", seat=seats[holder]).to_you(
        seat=msg("say-your-captain", "your captain")
    )


def is_tied(table: Crews, ship: int) -> bool:
    """Return whether nobody holds *ship* because the strongest crews there are equally strong."""
    strengths = table.strengths[ship :: table.rules.ship_count]
    strongest = max(strengths)
    # With an empty supply of captains, the strongest crew alone leaves a ship to nobody, too.
    is_level = strongest > 0 and strengths.count(strongest) > 1
    return is_level and table.captain_of[ship] == NOBODY


def tell_captain(old: Crews, new: Crews, ship: int, seats: Sequence[Name]) -> Message:
    """Tell which captain comes to *ship* or leaves it between two tables, and say if it is tied."""
    holders = old.captain_of[ship], new.captain_of[ship]
    return held(new.rules, _tell_captain(*holders, seats, tied=is_tied(new, ship)))


def _tell_captain(old: int, new: int, seats: Sequence[Name], *, tied: bool) -> Message:
    if tied and old == NOBODY:
        return msg("tied-ship", "A tie, so nobody holds the ship.")
    if tied:
        gone = msg(
            "captain-goes-tied",
            "A tie, so nobody holds the ship: {seat}'s captain has to leave.",
            seat=seats[old],
        )
        yours = msg(
            "your-captain-goes-tied", "A tie, so nobody holds the ship: your captain has to leave."
        )
        return gone.to_you(seat=yours)
    if old == new:
        if new == NOBODY:
            return msg("still-no-captain", "No captain stands there.")
        return msg("captain-stays", "{seat}'s captain stays.", seat=seats[new]).to_you(
            seat=msg("your-captain-stays", "Your captain stays.")
        )
    if new == NOBODY:
        return msg("captain-goes", "{seat}'s captain has to leave.", seat=seats[old]).to_you(
            seat=msg("your-captain-goes", "Your captain has to leave.")
        )
    if old == NOBODY:
        return msg("captain-comes", "{seat}'s captain goes aboard.", seat=seats[new]).to_you(
            seat=msg("your-captain-comes", "Your captain goes aboard.")
        )
    return msg(
        "captain-changes", "{new}'s captain drives off {old}'s.", new=seats[new], old=seats[old]
    ).to_you(
        new=msg("your-captain-drives", "Your captain drives off {old}'s."),
        old=msg("captain-drives-yours", "{new}'s captain drives yours off."),
    )


def gold_moved(old: Crews, new: Crews, seat: int) -> list[Message]:
    """Write the gold that seats gain or lose, *seat* first: ``+7 : −7``; nothing if none do."""
    gains = gains_of(old, new)
    shown = " : ".join(map(signed, gains[seat:] + gains[:seat]))
    return [Message("gold-moved", "{gold}", {"gold": shown})] if any(gains) else []


def places_at(table: Crews, ship: int, seat: int) -> list[int]:
    """Return the places in `Crews.strengths` of the crews at *ship*, that of *seat* first."""
    count, ships = table.rules.players, table.rules.ship_count
    return [(seat + step) % count * ships + ship for step in range(count)]


def moved_at(old: Crews, new: Crews, ship: int, seat: int) -> Message:
    """Write the strengths at *ship* before and after, beginning with *seat*: ``3>4 : 2``."""
    texts = _steps_at(old, new, ship, seat, ">")
    return Message("strengths", "{strengths}", {"strengths": " : ".join(texts)})


def _steps_at(old: Crews, new: Crews, ship: int, seat: int, arrow: str) -> list[str]:
    steps = [(old.strengths[at], new.strengths[at]) for at in places_at(new, ship, seat)]
    return [str(now) if was == now else f"{was}{arrow}{now}" for was, now in steps]


def against_at(old: Crews, new: Crews, ship: int, seat: int) -> Message:
    """Say the strengths at *ship*, and from which, that of *seat* first: "3 against 5→1"."""
    own, *others = _steps_at(old, new, ship, seat, "→")
    # German says "3 zu 2" of two, but "3 gegen 2 und 1" of more.
    return nmsg(
        "against", "{own} against {others}", "{own} against {others}", len(others),
        own=own, others=Both(tuple(others)),
    )  # fmt: skip


def changes_at(
    old: Crews, new: Crews, ship: int, seat: int, seats: Sequence[Name], by: tuple[Text, str]
) -> Sequence[SceneCounter]:
    """Count what changes at *ship*: a strength, that of *seat* if it does, and everybody's gold.

    All are named but *seat* alone. The strength of *seat* has the name and the picture in *by*.
    """
    ships, gains = len(old.captain_of), gains_of(old, new)
    order = [seat, *(at for at in range(len(seats)) if at != seat)]
    strengths = [[one.strengths[who * ships + ship] for one in (old, new)] for who in order]
    moved = next((who for who, (was, now) in zip(order, strengths, strict=True) if was != now), -1)
    counters: list[SceneCounter] = []
    alone = not any(who == moved or gains[who] for who in order[1:])
    for who, (before, after) in zip(order, strengths, strict=True):
        if not alone and (who == moved or gains[who]):
            counters.append(SceneCounter("", named(seats[who])))
        if who == moved:
            strength = msg("strength-of", "strength {strength}", strength=after)
            label, picture = by if who == seat and by[1] else (strength, "")
            counters.append(SceneCounter(label, f"{before}→{after}", picture=picture))
        if gains[who]:
            captain = tell_captain(old, new, ship, seats)
            counters.append(SceneCounter(captain, signed(gains[who]), picture="coin"))
    return counters
