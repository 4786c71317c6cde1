printf 'format: 1\nname: Kapit\344n\n' > my-deck.yaml
splitpick rulesets check my-deck.yaml
