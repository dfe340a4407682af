"""Two readings of one rulebook: on which position they part, and how often it matters."""
