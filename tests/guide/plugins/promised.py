import splitpick.core.testing  # the conformance kit
from splitpick.core import *  # what programs use: Engine, Match, load_game, ...
from splitpick.core.declared import ALL, NOBODY, ONLOOKER, OWNER, ActionKind, DeclaredGame
from splitpick.core.declared import DeclaredPosition, DeclaredPresenter, Zone, redeal, shuffle
from splitpick.core.errors import EffectError, Finding, IllegalAction, InvalidNotation, PluginError
from splitpick.core.game import CHANCE, JSON, OVER, Action, Game, Position, lead_in, playout
from splitpick.core.hooks import API, hookimpl, provide, specs
from splitpick.core.hooks.guard import Guard
from splitpick.core.hooks.observers import Observer
from splitpick.core.kernel.action_list import ActionList
from splitpick.core.learning import LearningGame, study
from splitpick.core.players import Bot, Greedy, RandomBot, bot_generator
from splitpick.core.rules.characters import excerpt
from splitpick.core.rules.checks import check_range, check_unique, items
from splitpick.core.rules.kinds import DeclaredKind, GameKind, Listing, TableKind
from splitpick.core.rules.labels import Label
from splitpick.core.rules.models import MOST_CARDS, Card, Id, Ink, Item, Options
from splitpick.core.rules.models import DeclaredModel, EffectCard, NamedCard, RulesetModel, Seat
from splitpick.core.rules.models import SplittingModel, Strict
from splitpick.core.rules.value_findings import ValueFinding, Plain, likely
from splitpick.core.scene import Choice, Presenter, Section, View, ruling
from splitpick.core.splitting.position import SplitGame, SplitPosition
from splitpick.core.splitting.split_presenter import SplitPresenter
from splitpick.core.splitting.split_rules_text import end_section, known_text, picking_section
from splitpick.core.splitting.split_rules_text import playing_text, set_up_texts, splitting_section
from splitpick.core.splitting.split_rules_text import title_of_rules
from splitpick.core.splitting.card_effect import CardEffect
from splitpick.core.splitting.table import Table
from splitpick.core.splitting.table_rules import TableRules
from splitpick.core.tables.collection import Collection, CollectionEffect, CollectionRules
from splitpick.plugins.jolly_roger import CrewRules, Crews, CrewsTable, Effect
from splitpick.core.text import Both, Language, Message, Name, Text, Texts, in_place
from splitpick.core.text import msg, nmsg, pmsg
from splitpick.core.things import Piece, Scene, SceneCounter, SceneZone
