{ echo 'format: 1'; echo "x: [$(yes 1 | head -20000 | paste -sd,)]"; } > my-deck.yaml
splitpick rulesets check my-deck.yaml
