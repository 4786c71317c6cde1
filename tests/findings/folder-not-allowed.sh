mkdir -p "$SPLITPICK_HOME/rulesets/storm" && cd "$SPLITPICK_HOME/rulesets/storm"
cat > storm.yaml <<END
format: 1
id: storm
name: {en: Storm, de: Sturm}
extends: jolly-roger/advanced
change: {cards: {TO: {effect: gale, name: {en: Gale, de: Bö}}}}
END
touch effects.py
splitpick rulesets check storm
