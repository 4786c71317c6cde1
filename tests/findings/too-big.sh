yes '# a comment' | head -c 1000001 > my-deck.yaml
splitpick rulesets check my-deck.yaml
