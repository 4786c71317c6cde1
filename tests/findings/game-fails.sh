mkdir -p "$SPLITPICK_HOME/rulesets/storm" && cd "$SPLITPICK_HOME/rulesets/storm"
cat > storm.yaml <<END
format: 1
id: storm
name: {en: Storm, de: Sturm}
extends: jolly-roger/advanced
change: {cards: {TO: {effect: gale, name: {en: Gale, de: Bö}}}}
END
cat > effects.py <<END
from splitpick.core.hooks import hookimpl
from splitpick.core.text import Message
from splitpick.plugins.tortuga import Tortuga

class Gale(Tortuga):
    id = "gale"
    def rules_text(self):
        return 1 / 0

@hookimpl
def splitpick_effects():
    return [Gale]
END
splitpick rulesets allow storm
splitpick rulesets check storm
