"""`python -m dead_mans_draw`: the adapter on standard input and output."""

from dead_mans_draw.adapter import Adapter, serve

serve(Adapter())
