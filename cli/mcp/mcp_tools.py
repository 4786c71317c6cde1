"""Tools of a language model at the tables of a store, without the protocol."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from ...core.errors import BadValue, UnknownName
from ...core.game import JSON, are_together
from ...core.hooks.engine import Engine
from ...core.matches.exports.narration import told_since
from ...core.matches.exports.words import Words
from ...core.matches.record import settle
from ...core.matches.seating import seated
from ...core.matches.setup import HUMAN, new_seed
from ...core.matches.store import Store, now
from ...core.rules.finding_lines import as_json
from ...core.rules.load import Ruleset
from ...core.scene import tell_winners
from ...core.session.match_players import THINKING_SECONDS
from ...core.session.play_session import Session
from ...core.text import Language, msg
from ..rulesets.check_rulesets import findings_of, proven_findings
from ..rulesets.explain_finding import FILE, finding_groups

MOST_TYPED = 200
"""Most characters of a move that are read."""
MOST_CHARACTERS = 100_000
"""Most characters of a rule set that is checked."""


class Tools:
    """The tools over *store*, which speak *language*.

    A match and a seat are named in every call.  A seat is played by a model only if a person would
    play it here; where several people have secrets from each other, a server serves one of them.
    """

    def __init__(self, engine: Engine, store: Store, language: Language) -> None:
        self.engine = engine
        self.store = store
        self.language = language
        self.words = Words(language)
        self._served: dict[str, int] = {}
        """The seat that is served, by the match whose seats must not know each other's secrets."""

    def list_games(self) -> list[dict[str, JSON]]:
        """List the games, with their variants and numbers of players."""
        return [
            {
                "game": name,
                "title": self.words(file.variant().name),
                "variants": {id: self.words(title) for id, title in file.variants},
                "players": [*file.variant().players],
            }
            for name, file in self.engine.playable().items()
        ]

    def new_match(
        self, game: str, variant: str = "", players: int = 0, seat: int = 1, opponents: str = "mate"
    ) -> dict[str, JSON]:
        """Begin a match at *seat*, from 1, against bots; return its table."""
        ruleset = self._ruleset(game, variant)
        made = ruleset.build(players or None)
        if not 1 <= seat <= made.players:
            raise BadValue(msg("bad-first", "There is no seat {seat}.", seat=seat))
        kind = self.engine.bots.get(opponents.partition(":")[0].strip().casefold())
        if kind and kind.reads_file:  # a model opens no files, and learns of none
            raise BadValue(msg("mcp-bot-file", "A bot that reads a file cannot be chosen here."))
        other = seated(opponents, self.engine.bots).name
        names = [HUMAN if number == seat - 1 else other for number in range(made.players)]
        setup = settle(self.engine, ruleset, names, 0, new_seed(), created=now(), source=ruleset.id)
        session = Session(self.engine, setup, rules=ruleset)
        session.keep_in(self.store)
        return self._after(session, seat - 1, 0)

    def look(self, match: str, seat: int) -> dict[str, JSON]:
        """Return the table as *seat* sees it."""
        session = self._session(match, seat)
        return self._table(session, seat - 1)

    def legal_moves(self, match: str, seat: int) -> list[dict[str, JSON]]:
        """Return the moves of *seat* that are possible now; none if it is not its turn."""
        session = self._session(match, seat)
        if not session.acts(seat - 1):
            return []
        items = session.menu(session.presenter_of(seat - 1)).items
        return [
            {"move": item.choice.notation, "means": self.words(item.choice.sentence)}
            for item in items
        ]

    def play(self, match: str, seat: int, move: str) -> dict[str, JSON]:
        """Play *move* for *seat*, then the bots; return what happened, and the table."""
        session = self._turn(match, seat)
        before = len(session.match.line)
        session.play(move[:MOST_TYPED])
        return self._after(session, seat - 1, before)

    def hint(self, match: str, seat: int) -> list[str]:
        """Return a hint for the decision of *seat*: where to look, a good move, and why."""
        session = self._turn(match, seat)
        presenter = session.presenter_of(seat - 1)
        for _ in range(2):
            session.hint(presenter)
        return self.words.lines(session.hint(presenter))

    def rules(self, game: str, variant: str = "") -> str:
        """Return the rules of a game."""
        ruleset = self._ruleset(game, variant)
        lines: list[str] = []
        for section in self.engine.presenter(ruleset, ruleset.build(None)).rules():
            lines += ["", f"# {self.words(section.title)}", ""]
            lines += self.words.lines(section.paragraphs)
            lines += [f"- {line}" for line in self.words.lines(section.points)]
        return "\n".join(lines).strip()

    def check_ruleset(self, text: str) -> dict[str, JSON]:
        """Check the YAML *text* of a rule set; return its findings."""
        if len(text) > MOST_CHARACTERS:
            most = MOST_CHARACTERS
            raise BadValue(
                msg("mcp-too-long", "A rule set has at most {most} characters.", most=most)
            )
        with TemporaryDirectory() as folder:
            file = Path(folder) / FILE
            file.write_text(text, encoding="utf-8")
            _, findings = findings_of(self.engine, str(file))
            findings = proven_findings(self.engine, findings)
        found = as_json(findings, self.language)
        listed = found["findings"]
        assert isinstance(listed, list)
        for each in listed:
            assert isinstance(each, dict)
            each["file"] = FILE
        return found

    def explain_finding(self, code: str) -> dict[str, JSON]:
        """Explain the finding *code*: its meaning, an example, the cure."""
        for group in finding_groups(self.engine.games.values()):
            if about := group.findings.get(code):
                return {
                    "meaning": self.words(about.meaning),
                    "example": about.example or about.shell,
                    "cure": self.words(about.cure),
                }
        name = code[:80]
        raise UnknownName(msg("unknown-finding", 'There is no finding "{name}".', name=name))

    def _ruleset(self, game: str, variant: str) -> Ruleset:
        """Return a rule set by its name: a model opens no other files."""
        self.engine.library.find(game)
        return self.engine.ruleset_file(game).variant(variant or None)

    def _turn(self, match: str, seat: int) -> Session:
        """Return the match as `_session` does, if it is the turn of *seat*; raises `BadValue`."""
        session = self._session(match, seat)
        if not session.acts(seat - 1):
            raise BadValue(
                msg("mcp-not-your-turn", "It is not the turn of seat {seat}.", seat=seat)
            )
        return session

    def _session(self, match: str, seat: int) -> Session:
        """Return the match, if a model may play *seat* there; raises `UnknownName`, `BadValue`."""
        saved = self.store.load(match)
        setup = saved.record.setup
        is_here = 1 <= seat <= len(setup.players) and setup.players[seat - 1] == HUMAN
        if not is_here:
            raise BadValue(
                msg(
                    "mcp-not-here",
                    "Seat {seat} of {match} is not played here.",
                    seat=seat,
                    match=saved.name,
                )
            )
        session = Session(self.engine, setup, entries=saved.record.entries, name=saved.name)
        session.keep_in(self.store, len(saved.record.entries))
        if session.passes_keyboard and self._served.setdefault(saved.name, seat) != seat:
            raise BadValue(
                msg(
                    "mcp-secrets",
                    "Seat {seat} of {match} has secrets from the seat that is served here.",
                    seat=seat,
                    match=saved.name,
                )
            )
        return session

    def _after(self, session: Session, seat: int, before: int) -> dict[str, JSON]:
        """Let the bots play until *seat* is to act; return what happened, and the table."""
        session.seat_players()
        while not session.over and (player := session.players.get(session.position.to_act())):
            actor = session.position.to_act()
            session.apply(player.choose(session.match, actor, THINKING_SECONDS))
        told = told_since(session.presenter_of(seat), session.match, before, seat)
        happened = self.words.lines([text for _, texts in told for text in texts])
        return {"happened": list[JSON](happened), **self._table(session, seat)}

    def _table(self, session: Session, seat: int) -> dict[str, JSON]:
        presenter = session.presenter_of(seat)
        view = session.position.view(seat)
        seats = [self.words(name) for name in session.loaded.presenter.seats]
        table: dict[str, JSON] = {
            "match": session.name,
            "seat": seat + 1,
            "seats": list[JSON](seats),
            "table": list[JSON](self.words.lines(presenter.sentences(view, seat))),
            "over": session.over,
            "your_turn": session.acts(seat),
        }
        if result := session.match.result:
            together = are_together(result.winners, session.position.sides())
            winners = [presenter.seats[winner] for winner in result.winners]
            table |= {
                "scores": [*result.scores],
                "ends": self.words(tell_winners(winners, together=together)),
            }
        else:
            table["question"] = self.words(presenter.question(view))
        return table
