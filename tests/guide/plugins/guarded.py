from random import Random

from splitpick.core import Engine, Match
from splitpick.core.hooks.guard import Guard
from splitpick.core.players import bot_generator

engine = Engine()
for plugin in engine.plugins:
    print(plugin.provider.label, plugin.state)

game = engine.load_game("jolly-roger", variant="all-cards")
guard = Guard(engine)
guard.protect(game)  # its special cards
guard.tell(lambda fault: print(engine.language("en").say(fault.message)))

match = Match(game, seed=7)
for observer in guard.observers():
    match.observe(observer)


def generator() -> Random:
    return bot_generator(match.seed, match.position.to_act(), len(match.actions))


bot = engine.bots["greedy"]()
while not match.over:
    match.apply(guard.choose(bot, match.position, match.position.to_act(), generator, 1.0))
