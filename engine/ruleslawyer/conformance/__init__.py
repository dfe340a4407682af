"""Other people's implementations: driven by a protocol, held against the machine, told which clause they miss."""
