ln -s /proc/self/mem my-deck.yaml
splitpick rulesets check my-deck.yaml
