"""What players can have: how every two features collide, and what one is worth."""
