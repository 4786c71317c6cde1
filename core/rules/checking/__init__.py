"""Checks that turn YAML nodes into valid rules, and collect every fault."""
