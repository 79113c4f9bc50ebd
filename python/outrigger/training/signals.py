"""What rules look at: the numbers of the machine, by name, with arithmetic and comparisons.

    signal("pitch").abs() < 0.4            a condition
    signal("x") - 12                       another signal

Nothing is computed here. An expression is a small tree of lists, which the program evaluates on every
observation, while the session runs and whenever it is scored again.
"""

from __future__ import annotations

Number = "int | float"


class Signal:
    """A number that changes: a channel, or what is computed from channels."""

    __slots__ = ("tree",)

    def __init__(self, tree):
        self.tree = tree

    def __add__(self, other):
        return Signal(["+", self.tree, tree_of(other)])

    def __radd__(self, other):
        return Signal(["+", tree_of(other), self.tree])

    def __sub__(self, other):
        return Signal(["-", self.tree, tree_of(other)])

    def __rsub__(self, other):
        return Signal(["-", tree_of(other), self.tree])

    def __mul__(self, other):
        return Signal(["*", self.tree, tree_of(other)])

    def __rmul__(self, other):
        return Signal(["*", tree_of(other), self.tree])

    def __truediv__(self, other):
        return Signal(["/", self.tree, tree_of(other)])

    def __rtruediv__(self, other):
        return Signal(["/", tree_of(other), self.tree])

    def __neg__(self):
        return Signal(["-", 0, self.tree])

    def __abs__(self):
        return Signal(["abs", self.tree])

    def abs(self):
        """Its size without the sign."""
        return abs(self)

    def __lt__(self, other):
        return Condition(["<", self.tree, tree_of(other)])

    def __le__(self, other):
        return Condition(["<=", self.tree, tree_of(other)])

    def __gt__(self, other):
        return Condition([">", self.tree, tree_of(other)])

    def __ge__(self, other):
        return Condition([">=", self.tree, tree_of(other)])

    def between(self, low, high):
        """From low to high, both included."""
        return (self >= low) & (self <= high)

    def near(self, angle, tolerance):
        """An angle in degrees, at most `tolerance` away the short way round."""
        return Condition(["<=", ["turn", self.tree, tree_of(angle)], tree_of(tolerance)])

    def __bool__(self):
        raise TypeError(
            "a signal has no value while the session is being read: join conditions with & and |, not"
            " with `and`, `or` or `if`"
        )


class Condition(Signal):
    """Something that holds or does not."""

    __slots__ = ()

    def __and__(self, other):
        return Condition(["and", self.tree, tree_of(other)])

    def __or__(self, other):
        return Condition(["or", self.tree, tree_of(other)])

    def __invert__(self):
        return Condition(["not", self.tree])


def tree_of(value):
    """The tree of a signal, or a number."""
    if isinstance(value, Signal):
        return value.tree
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"expected a signal or a number, found {value!r}")
    return value


def signal(name: str) -> Signal:
    """A channel by its name; `outrigger session check FILE --channels` lists them."""
    if not isinstance(name, str):
        raise TypeError(f"signal() wants the name of a channel, found {name!r}")
    return Signal(name)


def distance_to(x: float, y: float) -> Signal:
    """From the middle of the machine to a place, on the map [m]."""
    return Signal(["hypot", ["-", "x", x], ["-", "y", y]])


def least(*signals) -> Signal:
    return Signal(["min", *map(tree_of, signals)])


def largest(*signals) -> Signal:
    return Signal(["max", *map(tree_of, signals)])
