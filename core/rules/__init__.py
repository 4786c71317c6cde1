"""Rule sets: YAML becomes a checked `Ruleset`, and every fault has its place in the file."""
