printf 'format: 1\nname: %s1%s\n' $(printf '[%.0s' {1..21}) $(printf ']%.0s' {1..21}) > my-deck.yaml
splitpick rulesets check my-deck.yaml
