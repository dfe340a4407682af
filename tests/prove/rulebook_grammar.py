"""Small rulebooks that nobody wrote: the grammar of the language, with every choice drawn by Hypothesis.

A frame of six tiles and two coins deals its cards about and sets its counters at random, and raises `step` for ever.
What happens at `step`, with which events and definitions, under which claims, is made up. Most is well-formed; what the
checker refuses is thrown away by the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")
Entry = dict[str, Any]
Locals = Mapping[str, str]
"""The type of each local: int, bool, player, colour, tile, or one of these with a `?`."""

SETS = ("cards", "players", "numbers")
ORDERED = ("seats", "range")

HEAD: Entry = {
    "rulebook": "counters",
    "title": "Counters",
    "version": "1",
    "says": "Tiles, counters, and what somebody made up.",
    "begins": "play",
    "types": {"Colour": ["red", "blue"]},
    "kinds": {"Tile": {"colour": "Colour", "number": "1..3"}, "Coin": {"worth": "0..2", "number": "1..3"}},
    "cards": [
        {"kind": "Tile", "each": {"colour": "Colour", "number": "1..3"}},
        {"kind": "Coin", "each": {"worth": "0..0", "number": "1..2"}},
    ],
    "options": {"market": ["closed", "open"]},
    "rulings": {
        "q": {"asks": "Is it so?", "answers": {"yes_it_is": {"says": "Yes."}, "no_it_is_not": {"says": "No."}}},
    },
    "profiles": {"plain": {"title": "Plain", "answers": {"q": "yes_it_is"}}},
}
ZONES: Mapping[str, Entry] = {
    "stock": {"holds": ["Tile", "Coin"], "order": "pile", "seen_by": "nobody", "starts": "cards()"},
    "row": {"holds": "Tile", "order": "row", "distinct": "colour", "seen_by": "everyone"},
    "line": {"holds": ["Tile", "Coin"], "order": "row", "seen_by": "everyone"},
    "bin": {"holds": ["Tile", "Coin"], "order": "bag", "seen_by": "everyone"},
    "stall": {"when": "options.market == open", "holds": ["Tile", "Coin"], "order": "bag", "seen_by": "everyone"},
    "tower": {"of": "Player", "holds": "Tile", "order": {"stacks": "colour", "top": "number"}, "seen_by": "everyone"},
    "hand": {"of": "Player", "holds": ["Tile", "Coin"], "order": "bag", "seen_by": "owner"},
    "belt": {"of": "Player", "holds": "Tile", "order": "row", "distinct": "number", "seen_by": "everyone"},
    "deck": {"of": "Player", "holds": ["Tile", "Coin"], "order": "pile", "seen_by": "nobody"},
}
STATE: Mapping[str, Entry] = {
    "count": {"type": "0..10", "starts": "0"},
    "other": {"type": "Int", "starts": "0"},
    "flag": {"type": "Bool", "starts": "false"},
    "who": {"type": "Player", "starts": "first(players())"},
    "lead": {"type": "Player?", "starts": "none"},
    "hue": {"type": "Colour", "starts": "red"},
    "small": {"type": "0..3?", "starts": "none"},
    "some": {"type": "set of 0..3", "starts": "set()"},
    "people": {"type": "set of Player", "starts": "nobody"},
    "points": {"type": "0..5", "of": "Player", "starts": "0"},
    "extra": {"when": "options.market == open", "type": "0..3", "starts": "0"},
    "start": {"type": "Player", "per": "reveal", "starts": "who"},
    "tally": {"type": "0..10", "per": "reveal", "starts": "0"},
}
READERS: Mapping[str, str] = {
    "count": "count",
    "other": "other",
    "flag": "(1 if flag else 0)",
    "who": "steps(who, who)",
    "lead": "(1 if lead is none else 0)",
    "hue": "(1 if hue == red else 0)",
    "small": "(1 if small is none else 0)",
    "some": "len(some)",
    "people": "len(people)",
    "points": "sum(points[p] for p in players())",
    "extra": "extra",
    "start": "steps(start, start)",
    "tally": "tally",
}
"""An expression that reads each variable, so that none is unread."""
STIR: Mapping[str, list[Entry]] = {
    "len(stock) > 0": [
        {"choose": {"p": "everyone"}, "by": "chance", "ask": "whose"},
        {"take": "c", "top": "stock"},
        {"if": "c is Tile", "do": [{"put": "c", "into": "tower[p]"}], "else": [{"put": "c", "into": "hand[p]"}]},
    ],
    "len(row) > 0": [{"move": "c", "from": "row", "into": "stock"}],
    "len(stock) > 1": [
        {"take": "c", "top": "stock"},
        {
            "if": "c is Tile and not any(d.colour == c.colour for d in row)",
            "do": [{"put": "c", "into": "row"}],
            "else": [{"put": "c", "into": "bin"}],
        },
    ],
    "flag or not flag": [{"roll": "n", "of": "0..10"}, {"set": {"count": "n", "flag": "n > 4"}}],
    "count >= 0": [
        {"choose": {"p": "everyone"}, "by": "chance", "ask": "leader"},
        {"set": {"lead": "p", "who": "next(p)"}},
    ],
    "len(stock) > 2": [
        {"choose": {"p": "everyone"}, "by": "chance", "ask": "dealt"},
        {"take": "c", "top": "stock"},
        {"put": "c", "into": "hand[p]"},
    ],
}


@dataclass
class Maker:
    """Makes up one rulebook. `draw(n)` draws a number below n; 0 is the simplest choice."""

    draw: Callable[[int], int]
    events: dict[str, Entry] = field(default_factory=dict)
    clauses: list[Entry] = field(default_factory=list)
    theorems: list[Entry] = field(default_factory=list)
    names: int = 0
    scopes: int = 0
    definitions: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Name to parameter type ('' for none) and result type."""
    spent: int = 0

    # -- drawing --------------------------------------------------------------------------------------------------

    def pick(self, options: Sequence[T]) -> T:
        return options[self.draw(len(options))]

    def once_in(self, n: int) -> bool:
        """True once in n times; shrinks to false."""
        return self.draw(n) == n - 1

    def name(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def entry(self, entry: Entry) -> str:
        name = self.name("C").upper()
        self.clauses.append({"id": name, "title": name, "says": f"What {name} says.", "helper": True, **entry})
        return name

    # -- the whole ------------------------------------------------------------------------------------------------

    def rulebook(self) -> Entry:
        """The rulebook as data, claims included."""
        stirring = list(STIR.items())
        zones = " + ".join(
            f"sum(len({z}[p]) for p in players())" if "of" in one else f"len({z})" for z, one in ZONES.items()
        )
        read = "sum(c.worth for c in cards() if c is Coin and c.number > 0) + "
        read += "sum(1 for c in cards() if c is Tile and c.colour == red) + "
        read += " + ".join(text for name, text in READERS.items() if name not in ("start", "tally"))
        die = f"1..{len(stirring)}"
        self.events |= {
            "play": {"policy": "each"},
            "step": {"policy": self.pick(["one", "each"])},
            "stir": {"with": {"die": die}, "policy": "each"},
        }
        turn = [{"roll": "die", "of": die}, {"raise": "stir(die)"}, {"raise": "step()"}]
        endless: list[Entry] = [{"repeat": turn, "unbounded": True}]
        wanted = "(ruling.q == yes_it_is or options.market == closed or hue == blue)"
        self.entry({"at": "play", "do": [{"if": f"{zones} + {read} >= 0 or {wanted}", "do": endless, "else": endless}]})
        after = None
        for number, (when, do) in enumerate(stirring, start=1):
            extra = {} if after is None else {"after": after}
            after = self.entry({"at": "stir", **extra, "when": f"die == {number} and ({when})", "do": do})
        self.fill("step", {}, 2)
        self.claims()
        self.drop_unread()
        header = {**HEAD, "players": self.pick(["2..3", "2..2", "1..3"])}
        used = bool(self.scopes)
        state = {name: one for name, one in STATE.items() if used or "per" not in one}
        scopes: Entry = {"scopes": {"reveal": {"ends_with": self.ends() if self.once_in(3) else []}}} if used else {}
        return {
            **header,
            "zones": dict(ZONES),
            "state": state,
            **scopes,
            "events": self.events,
            "clauses": self.clauses,
            **({"lemmas": self.theorems} if self.theorems else {}),
        }

    def drop_unread(self) -> None:
        """Take out definitions that nothing calls, with the exceptions to them."""
        while True:
            texts = {one["id"]: str(one) for one in self.clauses} | {"lemmas": str(self.theorems) + str(self.events)}
            unread = [
                one["id"]
                for one in self.clauses
                if "define" in one and not any(f"{one['define']}(" in text for text in texts.values())
            ]
            if not unread:
                return
            gone = {*unread}
            for one in self.clauses:
                on = one.get("overrides", one.get("adds_to", one.get("disables", [])))
                if gone & {on if isinstance(on, str) else None, *(on if isinstance(on, list) else [])}:
                    gone.add(one["id"])
            self.clauses = [one for one in self.clauses if one["id"] not in gone]

    def ends(self) -> list[str]:
        return [self.pick(["count >= 0", "lead == who", "lead == first(players())", "not flag", "count < 3"])]

    # -- events ---------------------------------------------------------------------------------------------------

    def fill(self, event: str, locals_: Locals, depth: int) -> None:
        """Clauses for an event that is declared."""
        declared = self.events[event]
        gives = declared.get("gives")

        def body(more: Locals | None = None) -> list[Entry]:
            bound = {**locals_, **(more or {})}
            read = [{"set": {"flag": self.reading("a", bound["a"], bound)}}] if "a" in bound else []
            read += [{"set": {"flag": "x == who"}}] if "x" in bound else []
            return [*read, *self.block(bound, depth, gives)]

        if declared["policy"] == "menu":
            for number in range(1 + self.draw(2)):
                option: Entry = {"at": event, "option": f"option{number}"}
                bound: Locals = {}
                if self.once_in(2):
                    bound = {"x": "player"}
                    option["with"] = {"x": self.pick(["everyone", "players()", "opponents(who)", "people"])}
                if number and self.once_in(2):
                    option["when"] = self.truth({**locals_, **bound}, 1)
                self.entry({**option, "do": body(bound)})
        elif declared["policy"] == "each":
            after = None
            seat: Locals = {"seat": "player"} if "order" in declared else {}
            for _ in range(1 + self.draw(2)):
                extra: Entry = {} if after is None else {"after": after}
                if self.once_in(2):
                    extra["when"] = self.truth({**locals_, **seat}, 1)
                after = self.entry({"at": event, **extra, "do": body(seat)})
                self.excepted(after, {**locals_, **seat}, depth, gives)
        elif self.once_in(3):
            test = self.truth(locals_, 1)
            yes = self.entry({"at": event, "when": test, "do": body()})
            self.entry({"at": event, "when": f"not ({test})", "do": body()})
            self.excepted(yes, locals_, depth, gives)
        else:
            self.excepted(self.entry({"at": event, "do": body()}), locals_, depth, gives)

    def excepted(self, case: str, locals_: Locals, depth: int, gives: str | None) -> None:
        if self.once_in(4):
            test = self.truth(locals_, 1)
            self.entry({"overrides": case, "when": test, "do": self.block(locals_, depth, gives)})
        elif self.once_in(6):
            self.entry({"disables": case, "when": self.truth(locals_, 1)})

    def new_event(
        self, locals_: Locals, depth: int, *, menu: bool = False, own: bool = False
    ) -> tuple[str, str, str | None]:
        """An event with its clauses: its name, arguments for it, and the type of what it gives."""
        name = self.name("event")
        declared: Entry = {"policy": "menu" if menu else self.pick(["one", "each"])}
        inner: dict[str, str] = {}
        given: list[str] = []
        if own:
            declared["with"] = {"mine": "own Card"}
            inner["mine"] = "held"
            given.append("c")
        elif self.once_in(3):
            kind, type_ = self.pick([("int", "0..5"), ("player", "Player"), ("int?", "0..3?"), ("player?", "Player?")])
            declared["with"] = {"a": type_}
            inner["a"] = kind
            if kind.endswith("?"):
                given.append(self.pick(["none", "small" if kind == "int?" else "lead"]))
            else:
                given.append(self.of_type(kind, locals_, 1))
        if menu:
            declared["by"] = self.pick(["who", "first(players())", "next(who)"])
        elif declared["policy"] == "each":
            if self.once_in(3):
                declared["order"] = self.pick(["seats", "opponents(who)", "players()"])
        elif not own and self.once_in(4):
            declared["gives"] = self.pick(["0..3", "Bool", "Player"])
        self.events[name] = declared
        self.fill(name, inner, depth - 1)
        gives = {"0..3": "int", "Bool": "bool", "Player": "player"}.get(declared.get("gives", ""))
        return name, ", ".join(given), gives

    # -- statements -----------------------------------------------------------------------------------------------

    def block(self, locals_: Locals, depth: int, give: str | None = None) -> list[Entry]:
        """Some statements; `give`: of which type the last gives a value, most times."""
        bound = dict(locals_)
        made: list[Entry] = []
        held = [name for name, kind in bound.items() if kind == "held"]
        for _ in range(1 + self.draw(3)):
            self.spent += 1
            if self.spent > 14:
                depth = 0
            made += self.statement(bound, depth)
        if held and not self.once_in(8):
            made.append({"put": held[0], "into": "stock"})
        if give and not self.once_in(8):
            made.append(
                {"give": self.pick({"0..3": ["1", "0", "2"], "Bool": ["flag", "true"], "Player": ["who"]}[give])}
            )
        return made

    def statement(self, bound: dict[str, str], depth: int) -> list[Entry]:
        """A statement or two; what they bind is added."""
        simple = [self.set_, self.set_, self.set_, self.draw_card, self.move, self.let, self.choose, self.look]
        nested = [self.if_, self.for_, self.raise_, self.repeat, self.scope, self.offer, self.hand_over]
        return self.pick(simple + nested if depth > 0 else simple)(bound, depth)

    def set_(self, bound: dict[str, str], depth: int) -> list[Entry]:
        inside = ["start", "tally"] if bound.get("#scope") else []
        name = self.pick(
            ["count", "flag", "who", "lead", "hue", "small", "some", "people", "points", "other", "extra", *inside]
        )
        value = {
            "count": lambda: self.bounded(bound, 10),
            "flag": lambda: self.truth(bound, 2),
            "who": lambda: self.player(bound, 2),
            "lead": lambda: self.pick(["none", self.player(bound, 1)]),
            "hue": lambda: self.pick(["red", "blue"]),
            "small": lambda: self.pick(["none", self.bounded(bound, 3)]),
            "some": lambda: self.pick(["set()", f"set({self.bounded(bound, 3)})", f"set({self.bounded(bound, 3)}, 1)"]),
            "people": lambda: self.players(bound, 1),
            "points": lambda: self.bounded(bound, 5),
            "other": lambda: self.number(bound, 2),
            "extra": lambda: self.bounded(bound, 3),
            "start": lambda: self.player(bound, 1),
            "tally": lambda: self.bounded(bound, 10),
        }[name]()
        made: Entry = {"set": {f"points[{self.player(bound, 1)}]" if name == "points" else name: value}}
        if name == "extra" and not self.once_in(5):
            made = {"if": "options.market == open", "do": [made]}
        return [made]

    def draw_card(self, bound: dict[str, str], depth: int) -> list[Entry]:
        local = self.name("c")
        source = self.pick(["stock", "deck[who]", "bin", "hand[who]", "line"])
        how = "top" if source in ("stock", "deck[who]") else "random"
        into = self.pick(["stock", "bin", "line", "hand[who]", "row", "tower[who]", "belt[who]", "deck[who]", "stall"])
        put: list[Entry] = [{"put": local, "into": into}]
        careful = not self.once_in(6)
        if careful and into in ("row", "tower[who]", "belt[who]"):
            field_ = "colour" if into == "row" else "number"
            free = "" if into == "tower[who]" else f" and not any(d.{field_} == {local}.{field_} for d in {into})"
            put = [{"if": f"{local} is Tile{free}", "do": put, "else": [{"put": local, "into": "stock"}]}]
        elif careful and into == "stall":
            put = [{"if": "options.market == open", "do": put, "else": [{"put": local, "into": "stock"}]}]
        took: list[Entry] = [{"take": local, how: source}, *put]
        return [{"if": f"len({source}) > 0", "do": took}] if careful else took

    def move(self, bound: dict[str, str], depth: int) -> list[Entry]:
        local = self.name("c")
        p, q = self.player(bound, 0), self.player(bound, 1)
        source = self.pick([f"hand[{p}]", "bin", "row", "line", f"tower[{p}]", f"belt[{p}]"])
        target = self.pick(["stock", "bin", f"hand[{q}]", "line"])
        if self.once_in(4):
            target = f"{self.pick(['bin', 'stock'])} if {self.truth({**bound, local: 'card'}, 1)} else "
            target += f"hand[{q}]" if target.startswith("bin") else f"deck[{q}]"
        if self.once_in(3):
            many = self.pick(["2", "3", "1", "len(stock)"])
            goes = self.pick(
                [target, "bin if len(bin) < 1 else hand[who]", "bin if len(stock) > 2 else stall", "stock"]
            )
            dealt: Entry = {"deal": local, "count": many, "top": "stock", "into": goes}
            return [{"if": f"len(stock) >= {many}", "do": [dealt]}]
        where = {"where": self.truth({**bound, local: "card"}, 1)} if self.once_in(3) else {}
        return [{"move": local, "from": source, "into": target, **where}]

    def let(self, bound: dict[str, str], depth: int) -> list[Entry]:
        local = self.name("v")
        kind = self.pick(["int", "bool", "player", "cards", "numbers", "players", "int?", "player?", "seats"])
        value = {"int?": "small", "player?": "lead"}.get(kind) or self.of_type(kind, bound, 2)
        value = f"set({value})" if kind == "cards" else value
        bound[local] = kind
        return [{"let": {local: value}}, {"set": {"flag": self.reading(local, kind, bound)}}]

    def reading(self, local: str, kind: str, bound: Locals) -> str:
        """A truth that reads a local, so that it is not unread."""
        match kind:
            case "int":
                return f"{local} > {self.number(bound, 0)}"
            case "bool":
                return local
            case "player":
                return f"{local} == {self.player(bound, 0)}"
            case "int?":
                return f"{local} is not none and {local} < {self.number(bound, 0)}"
            case "player?":
                return f"{local} is not none and {local} == who"
        return f"len({local}) > {self.draw(3)}"

    def choose(self, bound: dict[str, str], depth: int) -> list[Entry]:
        local = self.name("x")
        kind = self.pick(["roll", "player", "cards", "number", "bool", "two", "cards2"])
        ask = {"ask": self.name("ask"), "by": self.pick(["chance", "who", "first(players())"])}
        if kind == "roll":
            bound[local] = "int"
            return [{"roll": local, "of": "0..3"}, {"set": {"flag": f"{local} > 1"}}]
        if kind == "player":
            domain = self.pick(["everyone", "players()", "opponents(who)", "people"])
            made: list[Entry] = [{"choose": {local: domain}, **ask}, {"set": {"who": local}}]
            needs = {"people": "len(people) > 0", "opponents(who)": "len(players()) > 1"}.get(domain)
        elif kind == "number":
            domain = self.pick(["range(3)", "range(count + 1)", "some", "set(1)", "range(1, 4)"])
            made = [{"choose": {local: domain}, **ask}, {"set": {"other": local}}]
            needs = "len(some) > 0" if domain == "some" else None
        elif kind == "bool":
            made = [
                {"choose": {local: self.pick(["set(true)", "set(true, false)"])}, **ask, "optional": "true"},
                {"if": f"{local} is not none and {local}", "do": [{"set": {"flag": "true"}}]},
            ]
            needs = None
        elif kind == "two":
            more = self.name("y")
            made = [{"choose": {local: "everyone", more: f"set(p for p in everyone if p != {local})"}, **ask}]
            made.append({"set": {"who": more, "lead": local}})
            needs = "len(players()) > 1"
        else:
            source = self.pick(["bin", "hand[who]", "row", "tower[who]", "stock"])
            made = [{"choose": {local: source}, **ask}]
            needs = f"len({source}) > 0"
            if kind == "cards2":
                more = self.name("y")
                made = [{"choose": {local: source, more: f"set(d for d in {source} if d != {local})"}, **ask}]
                made += [{"take": more, "from": source}, {"put": more, "into": "bin" if source == "stock" else "stock"}]
                needs = f"len({source}) > 1"
            made += [{"take": local, "from": source}, {"put": local, "into": self.pick(["stock", "line"])}]
        if needs is None or self.once_in(8):
            return made
        return [{"if": needs, "do": made}]

    def look(self, bound: dict[str, str], depth: int) -> list[Entry]:
        local = self.name("c")
        match self.pick(["peek", "shuffle", "reveal"]):
            case "peek":
                peek: Entry = {"peek": local, "top": "stock", "seen_by": self.players(bound, 1)}
                use = self.pick(
                    [
                        f"{local} in stock",
                        f"{local}.number > 1",
                        f"top(stock) == {local}",
                        f"len(before(line, {local})) > 0",
                    ]
                )
                return [{"if": "len(stock) > 0", "do": [peek, {"set": {"flag": use}}]}]
            case "shuffle":
                return [{"shuffle": "stock"}]
        return [{"reveal": self.pick(["stock", "hand[who]"]), "to": self.pick([self.players(bound, 1), "nobody"])}]

    def if_(self, bound: dict[str, str], depth: int) -> list[Entry]:
        made: Entry = {"if": self.truth(bound, 2), "do": self.block(self.free(bound), depth - 1)}
        if self.once_in(2):
            made["else"] = self.block(self.free(bound), depth - 1)
        return [made]

    def free(self, bound: Locals) -> Locals:
        """Without cards in hand, which a block within leaves alone."""
        return {name: kind for name, kind in bound.items() if kind != "held"}

    def for_(self, bound: dict[str, str], depth: int) -> list[Entry]:
        local = self.name("i")
        kind, source = self.pick([("player", "seats"), ("player", "players"), ("int", "range"), ("int", "numbers")])
        inner = {**self.free(bound), local: kind}
        made: Entry = {"for": local, "in": self.of_type(source, bound, 2)}
        if self.once_in(3):
            made["until"] = self.truth(inner, 1)
        use = {"lead": local} if kind == "player" else {"other": local}
        return [{**made, "do": [{"set": use}, *self.block(inner, depth - 1)]}]

    def repeat(self, bound: dict[str, str], depth: int) -> list[Entry]:
        rounds: list[Entry] = [*self.block(self.free(bound), 0), {"set": {"other": "other - 1"}}]
        loop: Entry = {"repeat": rounds, "while": "other > 0", "measure": ["other"]}
        return [{"set": {"other": self.pick(["2", "count", "3"])}}, loop]

    def scope(self, bound: dict[str, str], depth: int) -> list[Entry]:
        if bound.get("#scope") or self.scopes:
            return self.set_(bound, depth)
        self.scopes += 1
        inner = {**self.free(bound), "#scope": "scope"}
        do = self.block(inner, depth - 1)
        if self.once_in(2):
            name, arguments, _ = self.new_event(inner, 1)
            self.entry({"overrides": self.clauses[-1]["id"], "when": self.truth({}, 1), "do": [{"end": "reveal"}]})
            do += [{"raise": f"{name}({arguments})"}, *self.block(inner, 0)]
        do.append({"set": {"tally": "len(row)" if self.once_in(2) else "1", "start": self.player(inner, 1)}})
        read: Entry = {"if": "tally > 0 and start == who", "do": [{"set": {"flag": "true"}}]}
        if self.once_in(3):
            do.append({"if": self.truth(inner, 1), "do": [{"end": "reveal"}]})
        made: Entry = {"scope": "reveal", "do": [read, *do]}
        if self.once_in(3):
            made["finally"] = [{"set": {"other": "0"}}]
        return [made]

    def raise_(self, bound: dict[str, str], depth: int) -> list[Entry]:
        name, arguments, gives = self.new_event(bound, depth)
        made: Entry = {"raise": f"{name}({arguments})"}
        if gives is None:
            return [made]
        local = self.name("g")
        target = {"int": "other", "bool": "flag", "player": "who"}[gives]
        bound[local] = gives
        return [{**made, "gives": local}, {"set": {target: local}}]

    def offer(self, bound: dict[str, str], depth: int) -> list[Entry]:
        name, arguments, _ = self.new_event(bound, depth, menu=True)
        return [{"offer": f"{name}({arguments})"}]

    def hand_over(self, bound: dict[str, str], depth: int) -> list[Entry]:
        menu = self.once_in(2)
        name, _, _ = self.new_event(bound, depth, menu=menu, own=True)
        local = "c"
        do: list[Entry] = [{"take": local, "top": "stock"}, {"offer" if menu else "raise": f"{name}(c)"}]
        if self.once_in(6):
            do.append({"put": local, "into": "stock"})
        return [{"if": "len(stock) > 0", "do": do}]

    # -- expressions ----------------------------------------------------------------------------------------------

    def of_type(self, kind: str, bound: Locals, depth: int) -> str:
        return {
            "int": self.number,
            "bool": self.truth,
            "player": self.player,
            "cards": self.cards,
            "players": self.players,
            "numbers": self.numbers,
            "seats": self.seats,
            "range": self.range_,
        }[kind](bound, depth)

    def local(self, bound: Locals, *kinds: str) -> list[str]:
        return [name for name, kind in bound.items() if kind in kinds]

    def bounded(self, bound: Locals, high: int) -> str:
        """A number that stays between 0 and a bound, most times."""
        if self.once_in(6):
            return self.number(bound, 1)
        return self.pick([str(self.draw(high + 1)), f"max(0, min({high}, {self.number(bound, 2)}))"])

    def number(self, bound: Locals, depth: int) -> str:
        flat = ["0", "1", "2", "3", "count", "other", "len(stock)", "len(row)", "points[who]", "extra"]
        flat += self.local(bound, "int") * 2
        flat += [f"{card}.number" for card in self.local(bound, "card", "held")]
        flat += ["tally"] if bound.get("#scope") else []
        if depth <= 0 or self.once_in(2):
            return self.pick(flat)
        less = depth - 1
        match self.draw(13):
            case 0:
                return f"({self.number(bound, less)} + {self.number(bound, less)})"
            case 1:
                return f"({self.number(bound, less)} - {self.number(bound, less)})"
            case 2:
                return f"({self.number(bound, less)} * {self.pick(['2', '3'])})"
            case 3:
                return f"({self.number(bound, less)} // {self.pick(['2', '3'])})"
            case 4:
                return f"{self.pick(['min', 'max'])}({self.number(bound, less)}, {self.number(bound, less)})"
            case 5:
                return f"len({self.of_type(self.pick(['cards', 'players', 'numbers', 'seats', 'range']), bound, less)})"
            case 6:
                x = self.name("e")
                return f"sum({x}.number for {x} in {self.cards(bound, less)}{self.test(x, 'card', bound, less)})"
            case 7:
                x = self.name("e")
                default = ", default=0" if not self.once_in(5) else ""
                inner = f"{x}.number for {x} in {self.cards(bound, less)}{self.test(x, 'card', bound, less)}"
                return f"{self.pick(['min', 'max'])}(({inner}){default})" if default else f"max({inner})"
            case 8:
                return f"steps({self.player(bound, less)}, {self.player(bound, less)})"
            case 9:
                condition = self.truth(bound, less)
                return f"({self.number(bound, less)} if {condition} else {self.number(bound, less)})"
            case 10:
                x = self.name("e")
                return f"sum({self.number({**bound, x: 'player'}, less)} for {x} in {self.seats(bound, 0)})"
            case 11:
                return self.defined("int", bound, less)
        return f"{self.pick(['min', 'max'])}({self.numbers(bound, less)}, default=1)"

    def test(self, x: str, kind: str, bound: Locals, depth: int) -> str:
        return f" if {self.truth({**bound, x: kind}, depth)}" if self.once_in(2) else ""

    def truth(self, bound: Locals, depth: int) -> str:
        flat = ["flag", "count == 0", "hue == red", "lead is none", "lead == who", "ruling.q == yes_it_is"]
        flat += ["options.market == open", "small is none", "len(row) > 0", "count > 2", "who in people", "1 in some"]
        flat += self.local(bound, "bool") * 2
        flat += [f"{x} > 1" for x in self.local(bound, "int")]
        flat += [f"{x} == who" for x in self.local(bound, "player")]
        flat += [f"{x} is Tile" for x in self.local(bound, "card")]
        flat += [f"{x} is Tile and {x}.colour == red" for x in self.local(bound, "card")]
        flat += [f"{x} is not none and {x} > 1" for x in self.local(bound, "int?")]
        flat += [f"{x} is not none and {x} == who" for x in self.local(bound, "player?")]
        if depth <= 0 or self.once_in(3):
            return self.pick(flat)
        less = depth - 1
        match self.draw(11):
            case 0:
                return (
                    f"{self.number(bound, less)} {self.pick(['<', '<=', '==', '!=', '>'])} {self.number(bound, less)}"
                )
            case 1:
                return f"not ({self.truth(bound, less)})"
            case 2:
                return f"({self.truth(bound, less)} and {self.truth(bound, less)})"
            case 3:
                return f"({self.truth(bound, less)} or {self.truth(bound, less)})"
            case 4:
                return f"{self.player(bound, less)} {self.pick(['==', '!='])} {self.player(bound, less)}"
            case 5:
                x = self.name("e")
                inner = self.truth({**bound, x: "card"}, less)
                tested = f"{self.cards(bound, less)}{self.test(x, 'card', bound, 0)}"
                return f"{self.pick(['any', 'all'])}({inner} for {x} in {tested})"
            case 6:
                x = self.name("e")
                kind = self.pick(["players", "seats"])
                inner = self.truth({**bound, x: "player"}, less)
                return f"{self.pick(['any', 'all'])}({inner} for {x} in {self.of_type(kind, bound, less)})"
            case 7:
                x = self.name("e")
                kind = self.pick(["numbers", "range"])
                inner = self.truth({**bound, x: "int"}, less)
                return f"{self.pick(['any', 'all'])}({inner} for {x} in {self.of_type(kind, bound, less)})"
            case 8:
                kind = self.pick(["players", "numbers", "cards"])
                return f"{self.of_type(kind, bound, less)} == {self.of_type(kind, bound, less)}"
            case 9:
                kind, item = self.pick(
                    [("players", self.player(bound, 0)), ("numbers", self.number(bound, 0)), ("seats", "who")]
                )
                return f"{item} in {self.of_type(kind, bound, less)}"
        return self.defined("bool", bound, less)

    def player(self, bound: Locals, depth: int) -> str:
        flat = ["who", *self.local(bound, "player") * 2, *(["start"] if bound.get("#scope") else [])]
        if depth <= 0 or self.once_in(2):
            return self.pick(flat)
        less = depth - 1
        match self.draw(6):
            case 0:
                return f"next({self.player(bound, less)})"
            case 1:
                return f"prev({self.player(bound, less)})"
            case 2:
                return f"first({self.seats(bound, 0)})"
            case 3:
                return "first(players())"
            case 4:
                condition = self.truth(bound, less)
                return f"({self.player(bound, less)} if {condition} else {self.player(bound, less)})"
        return self.defined("player", bound, less)

    def zone(self, bound: Locals) -> str:
        name = self.pick(list(ZONES))
        return f"{name}[{self.player(bound, 0)}]" if "of" in ZONES[name] else name

    def cards(self, bound: Locals, depth: int) -> str:
        if depth <= 0 or self.once_in(2):
            return self.pick([self.zone(bound), *self.local(bound, "cards")])
        less = depth - 1
        match self.draw(6):
            case 0:
                x = self.name("e")
                return f"set({x} for {x} in {self.cards(bound, less)} if {self.truth({**bound, x: 'card'}, less)})"
            case 1:
                return f"tops(tower[{self.player(bound, less)}])"
            case 2:
                x, p = self.name("e"), self.name("e")
                return f"set({x} for {p} in {self.seats(bound, 0)} for {x} in hand[{p}])"
            case 3:
                one, other = self.pick(
                    [("bin", "hand[who]"), ("row", "line"), ("stock", "deck[who]"), ("bin", "cards()")]
                )
                return f"({one} if {self.truth(bound, less)} else {other})"
            case 4:
                return "cards()"
        return self.defined("cards", bound, less)

    def players(self, bound: Locals, depth: int) -> str:
        flat = ["everyone", "nobody", "people", *self.local(bound, "players")]
        if depth <= 0 or self.once_in(2):
            return self.pick(flat)
        match self.draw(3):
            case 0:
                x = self.name("e")
                return f"set({x} for {x} in players() if {self.truth({**bound, x: 'player'}, depth - 1)})"
            case 1:
                return f"set({self.player(bound, depth - 1)}, {self.player(bound, 0)})"
        return self.defined("players", bound, depth - 1)

    def numbers(self, bound: Locals, depth: int) -> str:
        flat = ["some", *self.local(bound, "numbers")]
        if depth <= 0 or self.once_in(3):
            return self.pick(flat)
        less = depth - 1
        match self.draw(4):
            case 0:
                return f"set({self.number(bound, less)}, {self.number(bound, less)})"
            case 1:
                x = self.name("e")
                return f"set({x}.number for {x} in {self.cards(bound, less)}{self.test(x, 'card', bound, less)})"
            case 2:
                x = self.name("e")
                return f"set({x} for {x} in {self.range_(bound, less)}{self.test(x, 'int', bound, less)})"
        return self.defined("numbers", bound, less)

    def seats(self, bound: Locals, depth: int) -> str:
        flat = ["players()", *self.local(bound, "seats")]
        if depth <= 0 or self.once_in(3):
            return self.pick(flat)
        match self.draw(4):
            case 0:
                return f"seats({self.player(bound, depth - 1)})"
            case 1:
                return f"opponents({self.player(bound, depth - 1)})"
            case 2:
                return f"(seats({self.player(bound, 0)}) if {self.truth(bound, 0)} else {self.seats(bound, depth - 1)})"
        return self.defined("seats", bound, depth - 1)

    def range_(self, bound: Locals, depth: int) -> str:
        match self.draw(3):
            case 0:
                return f"range({self.pick(['count', '3', 'len(row)', 'other'])})"
            case 1:
                return f"range({self.pick(['0', '1', 'count'])}, {self.pick(['count', '4', 'len(stock)'])})"
        return "range(4)"

    # -- definitions ----------------------------------------------------------------------------------------------

    def defined(self, kind: str, bound: Locals, depth: int) -> str:
        """A call of a definition, an old one or a new one."""
        known = [name for name, (_, gives) in self.definitions.items() if gives == kind]
        name = self.pick(known) if known and self.once_in(2) else self.new_definition(kind, depth)
        parameter = self.definitions[name][0]
        argument = "" if not parameter else self.of_type(parameter, bound, 0)
        return f"{name}({argument})"

    def new_definition(self, kind: str, depth: int) -> str:
        name = self.name("def")
        types = {"int": "Int", "bool": "Bool", "player": "Player", "cards": "set of Card"}
        types |= {"players": "set of Player", "numbers": "set of Int", "seats": "seq of Player"}
        gives = self.pick(["Int", "Int", "0..10"]) if kind == "int" else types[kind]
        parameter = self.pick(["", "player", "int"])
        inside: Locals = {"a": parameter} if parameter else {}
        more: Entry = {"with": {"a": types[parameter]}} if parameter else {}
        before = {"int": "a >= 0", "player": "a == who"}.get(parameter, "count > 0")

        def value() -> str:
            made = self.of_type(kind, inside, min(depth, 1))
            return f"({made} if {before} else {made})" if parameter else made

        combine = {
            "int": ["sum", "max"],
            "bool": ["any", "all"],
            "players": ["union"],
            "cards": ["union"],
            "numbers": ["union"],
        }
        if kind in combine and self.once_in(3):
            base = self.entry({"define": name, **more, "gives": gives, "combine": self.pick(combine[kind])})
            cases = []
            for _ in range(1 + self.draw(2)):
                when = {"when": self.truth(inside, 1)} if self.once_in(2) else {}
                cases.append(self.entry({"adds_to": base, **when, "is": value()}))
            if self.once_in(3):
                target: Any = cases if len(cases) > 1 and self.once_in(2) else cases[0]
                self.entry({"overrides": target, "when": self.truth(inside, 1), "is": value()})
        else:
            base = self.entry({"define": name, **more, "gives": gives, "is": value()})
            for _ in range(self.draw(3)):
                self.entry({"overrides": base, "when": self.truth(inside, 1), "is": value()})
        self.definitions[name] = (parameter, kind)
        return name

    # -- claims ---------------------------------------------------------------------------------------------------

    def claims(self) -> None:
        """Many small promises of the events, true and false."""
        for event, declared in self.events.items():
            if event in ("play", "stir"):
                continue
            for _ in range(3 if event == "step" else 2):
                name = self.name("T")
                promise = self.pick(["ensures", "ensures", "ensures", "always"])
                result = declared.get("gives", "") if promise == "ensures" else ""
                claim = {
                    "id": name,
                    "title": name,
                    "says": f"What {name} says.",
                    "event": event,
                    promise: self.claim(result),
                }
                self.theorems.append(claim)

    def claim(self, result: str) -> str:
        """A truth about what was before and is now."""
        variable = self.pick(["count", "other", "points[who]", "len(stock)", "len(row)", "len(bin)", "extra"])
        match self.draw(9):
            case 0:
                return f"{variable} == {self.draw(4)}"
            case 1:
                return f"{variable} {self.pick(['<=', '>='])} {self.draw(4)}"
            case 2:
                return f"{variable} {self.pick(['==', '<=', '>='])} old({variable})"
            case 3:
                return self.pick(
                    ["flag", "not flag", "lead == who", "lead is none", "lead == old(lead)", "who == old(who)"]
                )
            case 4:
                return f"all(count == old(count) for c in {self.zone({})})"
            case 5 if result:
                return {"0..3": "result <= 1", "Bool": "result", "Player": "result == who"}[result]
            case 6:
                return f"{variable} == {self.number({}, 2)}"
            case 7:
                members = self.of_type(self.pick(["cards", "players", "numbers"]), {}, 2)
                return f"len({members}) {self.pick(['==', '<='])} {self.draw(4)}"
        return self.truth({}, 2)
