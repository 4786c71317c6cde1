printf 'format: 1\0' > my-deck.yaml
splitpick rulesets check my-deck.yaml
