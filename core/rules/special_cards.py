"""Special cards in rule sets: the effects that plugins provide, for whichever table they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from keyword import iskeyword
from typing import Any

from ..errors import EffectError
from ..splitting.card_effect import CardEffect
from ..splitting.table_rules import TableRules
from ..splitting.words.effect_words import MAY
from ..text import Message, in_turn, msg
from .characters import excerpt
from .plugin_errors import PLUGIN_EXCEPTIONS, described

# An option after a special card's code; other first characters are for what all cards can do.
OPTION = re.compile(r"[@*][!-~]{0,80}")

MOST_OPTIONS = 1_000
"""Most ways to play one card: positions list them all."""

AnyEffect = CardEffect[Any, Any]

_MAY_PART = msg(
    "verb-may-part", "You may leave this part out; the rest of the card happens all the same."
)


def unguarded(effect: AnyEffect, options: list[str]) -> AnyEffect:
    """Return *effect* as it is."""
    return effect


@dataclass(frozen=True, slots=True)
class KnownEffect:
    """An effect that cards in rule sets may name.

    Attributes:
        kind: class of the effect.
        plugin: name and version of the plugin that provides it.
        guard: function that is given an effect that was made, with its options, and returns the
            one that is played: the same, or one that withstands the plugin's faults.
    """

    kind: type[AnyEffect]
    plugin: str = ""
    guard: Callable[[AnyEffect, list[str]], AnyEffect] = unguarded


def make_effect(
    rules: TableRules,
    number: int,
    card: Any,
    effects: Mapping[str, KnownEffect],
    note: Callable[[int, AnyEffect], None],
) -> AnyEffect:
    """Make the effect of card *number*, which is one of *effects* or several of them in a row.

    Its options are listed in *rules*.  *note* is called with the number and the effect.  Raises
    `EffectError` if it is no use.
    """
    cause = None
    known = [effects[use.id] for use in card.uses]
    try:
        parts = [_with_settings(known[at].kind(rules, number), use.given)
                 for at, use in enumerate(card.uses)]  # fmt: skip
        made = parts[0] if len(parts) == 1 else EffectsInTurn(rules, number, parts)
        options: list[object] = [*made.options()]
        written = [
            option for option in options if isinstance(option, str) and OPTION.fullmatch(option)
        ]
        if len(set(written)) == len(options) <= MOST_OPTIONS:
            rules.effect_options[number] = written
            rules.card_rules[number] = card.rules
            note(number, made)
            guards = [each.guard for each in known if each.guard is not unguarded]
            return guards[0](made, written) if guards else made
        why = msg(
            "effect-options",
            "all options must be different, begin with @ or *, and have no spaces: {options}",
            options=excerpt(", ".join(map(str, options)), 120),
        )
        if len(options) > MOST_OPTIONS:
            why = msg(
                "many-options",
                "it has {count} options, more than {most}",
                count=len(options),
                most=MOST_OPTIONS,
            )
    except PLUGIN_EXCEPTIONS as error:
        cause = error
        why = msg("effect-unready", "it cannot be set up: {error}", error=described(error, 120))
    ids = ", ".join(use.id for use in card.uses)
    message = msg(
        why.code,
        'The card {card} (effect "{effect}" of the plugin {plugin}) cannot be played: {why}.',
        card=rules.codes[number],
        effect=ids,
        plugin=known[0].plugin or ids,
        why=why,
    )
    raise EffectError(message) from cause


def _with_settings(made: AnyEffect, given: Any) -> AnyEffect:
    """Set what is *given* to *made*: settings by name, the value of the first one, or nothing."""
    if given is not None:
        for name, value in settings_given(type(made), given).items():
            setattr(made, f"{name}_" if iskeyword(name) else name.replace("-", "_"), value)
    made.prepare()
    return made


def settings_given(kind: type[AnyEffect], given: Any) -> dict[str, Any]:
    """Return by name what a rule set gives an effect of *kind*, even as a single value."""
    if given is None:
        return {}
    return dict(given) if isinstance(given, Mapping) else {next(iter(kind.settings), ""): given}


class EffectsInTurn(CardEffect[Any, Any]):
    """The effects *parts* in a row; each sees what those before it have done.

    An option has one of each part: ``CU*ann*bob``.
    """

    id = "in-turn"

    def __init__(self, rules: Any, card: int, parts: list[AnyEffect]) -> None:
        super().__init__(rules, card)
        self.parts = parts
        self.laid = any(part.lays for part in parts)
        self.written = [part.options() for part in parts]

    def __getattr__(self, name: str) -> Any:
        """Return what one of the parts says of the card, such as that it is safe."""
        if name.startswith("__") or name == "parts":
            raise AttributeError(name)
        return next((value for part in self.parts if (value := getattr(part, name, None))), None)

    def options(self) -> list[str]:
        written = [""]
        for options in self.written:
            written = [before + option for before in written for option in options]
        return written

    def legal(self, table: Any, seat: int) -> list[int]:
        return [*self._from(0, 0, table, seat)]

    def _from(self, at: int, before: int, table: Any, seat: int) -> Iterator[int]:
        """Yield the options that begin with *before*, which has led to *table*."""
        if at == len(self.parts):
            yield before
            return
        part = self.parts[at]
        for option in part.legal(table, seat):
            after = table
            if at + 1 < len(self.parts):
                after = table.copy()
                if at == 0 and not self.laid:
                    after.discard(self.card)
                part.act(after, seat, option)
            yield from self._from(at + 1, before * len(self.written[at]) + option, after, seat)

    def steps(self, option: int) -> list[int]:
        """Return the option of each part."""
        steps: list[int] = []
        for options in reversed(self.written):
            option, step = divmod(option, len(options))
            steps.append(step)
        return steps[::-1]

    def play(self, table: Any, seat: int, option: int) -> None:
        if not self.laid:
            table.discard(self.card)
        self.act(table, seat, option)

    def act(self, table: Any, seat: int, option: int) -> None:
        for part, step in zip(self.parts, self.steps(option), strict=True):
            part.act(table, seat, step)

    def hits_opponents(self) -> bool:
        return any(part.hits_opponents() for part in self.parts)

    def draws_cards(self) -> bool:
        return any(part.draws_cards() for part in self.parts)

    def why_not(self, table: Any, seat: int, option: int) -> Message | None:
        after = table.copy()
        for part, step in zip(self.parts, self.steps(option), strict=True):
            if step not in part.legal(after, seat):
                return part.why_not(after, seat, step)
            part.act(after, seat, step)
        return None

    def rules_text(self) -> list[Message]:
        """Explain the parts; what several add word for word is said once, after the last."""
        told = [part.act_text() for part in self.parts]
        texts: list[Message] = []
        for at, (first, *more) in enumerate(filter(None, told), 1):
            later = [text for part in told[at:] for text in part[1:]]
            # Who leaves out what comes first might think that nothing else happens either.
            texts += [
                first,
                *(
                    _MAY_PART if text == MAY else text
                    for text in more
                    if text == MAY or text not in later
                ),
            ]
        return [*texts, *self.parts[0].leaves_text(self.laid)]

    def tell(self, table: Any, seat: int, option: int) -> Message | None:
        after, told = table.copy(), []
        for part, step in zip(self.parts, self.steps(option), strict=True):
            if said := part.tell(after, seat, step):
                told.append(said)
            part.act(after, seat, step)
        return in_turn(told) if told else None
