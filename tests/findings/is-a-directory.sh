mkdir my-deck.yaml
splitpick rulesets check my-deck.yaml
