"""What practice(state) and scripted operators are given: the machine at one observation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class FenceNow(NamedTuple):
    position: tuple[float, float, float]  #: of the middle of the board at the ground [m]
    heading: float  #: [deg]
    tilt: float  #: from the vertical [deg]
    moved: float  #: on the map, since the start [m]
    start: tuple[float, float, float]  #: where it was [m]


class SurfaceNow(NamedTuple):
    position: tuple[float, float]  #: the middle [m]
    volume: float  #: of soil more than at the start [m³]; below 0: less
    removed: float  #: since the start [m³]


@dataclass
class State:
    """Times in s, lengths in m, angles in deg, forces in N. Any channel: state["depth"]."""

    time: float = 0.0  #: since the session began
    tick: int = 0  #: steps since then
    left: float = 0.0  #: time that is left; infinite without Available_Time
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)  #: of the machine on the ground
    heading: float = 0.0
    roll: float = 0.0
    pitch: float = 0.0  #: nose up is positive
    speed: float = 0.0  #: forward [m/s]
    completion: float = 0.0  #: by the goals, 0 to 100
    goal: str = ""  #: the one that is being worked on
    fences: list[FenceNow] = field(default_factory=list)
    surfaces: list[SurfaceNow] = field(default_factory=list)
    events: list[dict] = field(default_factory=list)  #: since the last call: kind, text, value, parts
    values: dict[str, float] = field(default_factory=dict)  #: all channels by name

    def __getitem__(self, channel: str) -> float:
        try:
            return self.values[channel]
        except KeyError:
            raise KeyError(
                f"there is no channel {channel!r}; `outrigger session check FILE --channels` lists them"
            ) from None


def state_of(message: dict, names: list[str], fence_starts: list, surface_places: list) -> State:
    """From the program's message: {"tick", "time", "left", "values", "events", ...}."""
    values = dict(zip(names, message["values"]))
    fences = [
        FenceNow((f[0], f[1], f[2]), f[3], f[4], f[5], tuple(start))
        for f, start in zip(message["fences"], fence_starts)
    ]
    surfaces = [
        SurfaceNow(tuple(place), -values[f"removed.{i + 1}"], values[f"removed.{i + 1}"])
        for i, place in enumerate(surface_places)
    ]
    return State(
        time=message["time"],
        tick=message["tick"],
        left=float("inf") if message["left"] is None else message["left"],
        position=(values["x"], values["y"], values["z"]),
        heading=values["heading"],
        roll=values["roll"],
        pitch=values["pitch"],
        speed=values["speed"],
        completion=message["completion"],
        goal=message["goal"],
        fences=fences,
        surfaces=surfaces,
        events=message["events"],
        values=values,
    )
