import splitpick.core.testing  # the conformance kit
from splitpick.core import *  # what programs use: Engine, Match, load_game, ...
from splitpick.core.errors import EffectError, Finding, IllegalAction, InvalidNotation, PluginError
from splitpick.core.game import CHANCE, JSON, OVER, Action, Game, Position
from splitpick.core.hooks import API, hookimpl, specs
from splitpick.core.hooks.guard import Guard
from splitpick.core.hooks.observers import Observer
from splitpick.core.players import Bot, Greedy, RandomBot, bot_generator
from splitpick.core.rules.checks import check_range, check_unique
from splitpick.core.rules.kinds import GameKind, Listing, TableKind
from splitpick.core.rules.models import Card, Options, RulesetModel, Seat, SplittingModel, Strict
from splitpick.core.rules.tree import Fault, Plain
from splitpick.core.scene import Choice, Line, Panel, Presenter, Row, Section, Span, View
from splitpick.core.splitting.crews import CrewRules, Crews
from splitpick.core.splitting.effects import Effect
from splitpick.core.splitting.table import Table
from splitpick.core.text import Both, Language, Message, Name, Text, Texts, msg, nmsg, pmsg
