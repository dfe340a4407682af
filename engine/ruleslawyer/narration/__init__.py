"""Games told: what happened, by which clause, from which source; and what would follow from a decision."""
