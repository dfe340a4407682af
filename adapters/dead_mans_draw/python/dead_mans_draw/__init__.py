"""Dead Man's Draw, the base game by the rulebook in the box: an implementation of its own."""
