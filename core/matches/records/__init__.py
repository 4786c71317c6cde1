"""Forms of a record that leave the program and come back: text, JSON and the token."""
