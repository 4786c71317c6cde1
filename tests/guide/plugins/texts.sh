pybabel extract -F babel.cfg --no-default-keywords -k msg:2 -k nmsg:2,3 -k pmsg:1c,3 -o new.pot src
pybabel init -D splitpick_raider -i new.pot -d src/splitpick_raider/locales -l fr
pybabel update -D splitpick_raider -i new.pot -d src/splitpick_raider/locales --no-fuzzy-matching
pybabel compile -D splitpick_raider -d src/splitpick_raider/locales
