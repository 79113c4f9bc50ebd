"""C++ side of outrigger. Written by tools/python_stubs.py, do not edit."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, overload

from numpy import float64
from numpy.typing import ArrayLike, NDArray

from outrigger.machine import Machine

_Array: TypeAlias = NDArray[float64]
_Path: TypeAlias = str | PathLike[str]

class Error(ValueError): ...

class InternalError(RuntimeError): ...

class Function:
    """A function of one variable: of time `t` for drives and loads, of `x` for springs.

    Where a function is expected, a number is a constant, a string a formula, an (n, 2) array a
    table (C² spline), and linear(slope), lever(name), input(name) make the others.
    """
    def __init__(
        self,
        *,
        kind: Literal["constant", "linear", "table", "formula", "input"] = ...,
        value: float = ...,
        formula: str = ...,
        input: str = ...,
        relative: bool = ...,
        table: ArrayLike = ...,
    ) -> None: ...
    @property
    def kind(self) -> Literal["constant", "linear", "table", "formula", "input"]:
        """constant, linear, table, formula or input"""
    @kind.setter
    def kind(self, value: Literal["constant", "linear", "table", "formula", "input"]) -> None: ...
    @property
    def value(self) -> float:
        """constant: the value; linear: the slope"""
    @value.setter
    def value(self, value: float) -> None: ...
    @property
    def formula(self) -> str:
        """in the variable t (time) or x (coordinate)"""
    @formula.setter
    def formula(self, value: str) -> None: ...
    @property
    def input(self) -> str:
        """name of an operator input"""
    @input.setter
    def input(self, value: str) -> None: ...
    @property
    def relative(self) -> bool:
        """input: -1..1 of the drive's limits (lever)"""
    @relative.setter
    def relative(self, value: bool) -> None: ...
    @property
    def table(self) -> _Array:
        """rows (x, y), x increasing, at least 2; a copy that cannot be written to: assign a new one"""
    @table.setter
    def table(self, value: ArrayLike) -> None: ...

class Pose:
    """A placement: x_world = rotation @ x_body + position."""
    def __init__(
        self,
        *,
        position: ArrayLike = ...,
        rotation: ArrayLike = ...,
    ) -> None: ...
    @property
    def position(self) -> _Array:
        """of the origin [m]"""
    @position.setter
    def position(self, value: ArrayLike) -> None: ...
    @property
    def rotation(self) -> _Array:
        """3 x 3 rotation matrix"""
    @rotation.setter
    def rotation(self, value: ArrayLike) -> None: ...
    def point(self, local: ArrayLike) -> _Array:
        """A point of the body in the world [m]."""
    def local_point(self, point: ArrayLike) -> _Array:
        """A point of the world in the body [m]."""

class Body:
    """A rigid body or a particle."""
    def __init__(
        self,
        name: str = ...,
        *,
        kind: Literal["rigid", "point"] = ...,
        mass: float = ...,
        centre: ArrayLike = ...,
        inertia: ArrayLike = ...,
        pose: Pose = ...,
        position: ArrayLike = ...,
        rotation: ArrayLike = ...,
        pose_given: bool = ...,
        pose_exact: bool = ...,
        velocity: ArrayLike | None = ...,
        angular_velocity: ArrayLike | None = ...,
        points: Mapping[str, ArrayLike] = ...,
        basis: Literal["automatic", "one_point_three_vectors", "two_points_two_vectors", "three_points_one_vector", "four_points"] = ...,
        penalty_scale: float = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def kind(self) -> Literal["rigid", "point"]:
        """rigid (six degrees of freedom) or point (a particle)"""
    @kind.setter
    def kind(self, value: Literal["rigid", "point"]) -> None: ...
    @property
    def mass(self) -> float:
        """[kg], > 0 for rigid, >= 0 for point; assigning it leaves the inertia as it is
        (read_machine(..., changes={'bodies.load.mass': 600}) makes both again from the
        shapes of the file)
        """
    @mass.setter
    def mass(self, value: float) -> None: ...
    @property
    def centre(self) -> _Array:
        """centre of mass in the body frame [m]"""
    @centre.setter
    def centre(self, value: ArrayLike) -> None: ...
    @property
    def inertia(self) -> _Array:
        """3 x 3 about the centre, body axes [kg m²]; 3 numbers stand for a diagonal. Does not follow
        the mass: body.inertia *= 1.5 goes with body.mass *= 1.5
        """
    @inertia.setter
    def inertia(self, value: ArrayLike) -> None: ...
    @property
    def pose(self) -> Pose:
        """body frame in the world: initial pose or a guess of it; assigning sets pose_given"""
    @pose.setter
    def pose(self, value: Pose) -> None: ...
    @property
    def position(self) -> _Array:
        """pose.position [m]; assigning sets pose_given"""
    @position.setter
    def position(self, value: ArrayLike) -> None: ...
    @property
    def rotation(self) -> _Array:
        """pose.rotation; assigning sets pose_given"""
    @rotation.setter
    def rotation(self, value: ArrayLike) -> None: ...
    @property
    def pose_given(self) -> bool:
        """False: placed along the joints"""
    @pose_given.setter
    def pose_given(self, value: bool) -> None: ...
    @property
    def pose_exact(self) -> bool:
        """True: assembly must not move it"""
    @pose_exact.setter
    def pose_exact(self, value: bool) -> None: ...
    @property
    def velocity(self) -> _Array | None:
        """of the origin, world axes [m/s], or None"""
    @velocity.setter
    def velocity(self, value: ArrayLike | None) -> None: ...
    @property
    def angular_velocity(self) -> _Array | None:
        """world axes [rad/s], or None"""
    @angular_velocity.setter
    def angular_velocity(self, value: ArrayLike | None) -> None: ...
    @property
    def points(self) -> Mapping[str, tuple[float, float, float]]:
        """points by name, body frame [m]; read-only: assign a dict"""
    @points.setter
    def points(self, value: Mapping[str, ArrayLike]) -> None: ...
    @property
    def basis(self) -> Literal["automatic", "one_point_three_vectors", "two_points_two_vectors", "three_points_one_vector", "four_points"]:
        """natural coordinates; automatic chooses"""
    @basis.setter
    def basis(self, value: Literal["automatic", "one_point_three_vectors", "two_points_two_vectors", "three_points_one_vector", "four_points"]) -> None: ...
    @property
    def penalty_scale(self) -> float:
        """factor on penalties, > 0"""
    @penalty_scale.setter
    def penalty_scale(self, value: float) -> None: ...

class AllowableLoad:
    """Loads a joint can carry."""
    def __init__(
        self,
        *,
        force: float = ...,
        torque: float = ...,
        breaks: bool = ...,
    ) -> None: ...
    @property
    def force(self) -> float:
        """[N], 0 = unlimited"""
    @force.setter
    def force(self, value: float) -> None: ...
    @property
    def torque(self) -> float:
        """[N m], 0 = unlimited"""
    @torque.setter
    def torque(self, value: float) -> None: ...
    @property
    def breaks(self) -> bool:
        """True: beyond it, the joint is removed"""
    @breaks.setter
    def breaks(self, value: bool) -> None: ...

class Joint:
    """A joint; points and axes are in the frames of their bodies."""
    def __init__(
        self,
        name: str = ...,
        *,
        type: Literal["revolute", "prismatic", "cylindrical", "spherical", "universal", "planar", "fixed", "point_on_plane", "point_on_line", "distance"] = ...,
        body_a: str = ...,
        body_b: str = ...,
        point_a: ArrayLike = ...,
        point_b: ArrayLike = ...,
        axis_a: ArrayLike = ...,
        axis_b: ArrayLike = ...,
        zero_a: ArrayLike | None = ...,
        zero_b: ArrayLike | None = ...,
        length: float = ...,
        allowable: AllowableLoad = ...,
        penalty_scale: float = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def type(self) -> Literal["revolute", "prismatic", "cylindrical", "spherical", "universal", "planar", "fixed", "point_on_plane", "point_on_line", "distance"]:
        """revolute, prismatic, cylindrical, spherical, universal, planar, fixed, point_on_plane, point_on_line or distance"""
    @type.setter
    def type(self, value: Literal["revolute", "prismatic", "cylindrical", "spherical", "universal", "planar", "fixed", "point_on_plane", "point_on_line", "distance"]) -> None: ...
    @property
    def body_a(self) -> str:
        """name; 'ground' is the fixed world"""
    @body_a.setter
    def body_a(self, value: str) -> None: ...
    @property
    def body_b(self) -> str:
        """name"""
    @body_b.setter
    def body_b(self, value: str) -> None: ...
    @property
    def point_a(self) -> _Array:
        """on body_a [m]"""
    @point_a.setter
    def point_a(self, value: ArrayLike) -> None: ...
    @property
    def point_b(self) -> _Array:
        """on body_b [m]"""
    @point_b.setter
    def point_b(self, value: ArrayLike) -> None: ...
    @property
    def axis_a(self) -> _Array:
        """of body_a; need not be a unit vector"""
    @axis_a.setter
    def axis_a(self, value: ArrayLike) -> None: ...
    @property
    def axis_b(self) -> _Array:
        """of body_b"""
    @axis_b.setter
    def axis_b(self, value: ArrayLike) -> None: ...
    @property
    def zero_a(self) -> _Array | None:
        """direction of a that meets zero_b at angle 0, or None"""
    @zero_a.setter
    def zero_a(self, value: ArrayLike | None) -> None: ...
    @property
    def zero_b(self) -> _Array | None:
        """direction of b, or None"""
    @zero_b.setter
    def zero_b(self, value: ArrayLike | None) -> None: ...
    @property
    def length(self) -> float:
        """distance joint [m]; 0 = as assembled"""
    @length.setter
    def length(self, value: float) -> None: ...
    @property
    def allowable(self) -> AllowableLoad:
        """loads it can carry"""
    @allowable.setter
    def allowable(self, value: AllowableLoad) -> None: ...
    @property
    def penalty_scale(self) -> float:
        """factor on penalties, > 0"""
    @penalty_scale.setter
    def penalty_scale(self, value: float) -> None: ...

class Coordinate:
    """A scalar measured on the machine, on which others act."""
    def __init__(
        self,
        name: str = ...,
        *,
        kind: Literal["angle", "displacement", "distance", "cone", "twist"] = ...,
        joint: str = ...,
        body_a: str = ...,
        body_b: str = ...,
        point_a: ArrayLike = ...,
        point_b: ArrayLike = ...,
        initial: float | None = ...,
        initial_speed: float | None = ...,
        unknown: bool = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def kind(self) -> Literal["angle", "displacement", "distance", "cone", "twist"]:
        """angle, displacement, distance, cone or twist"""
    @kind.setter
    def kind(self, value: Literal["angle", "displacement", "distance", "cone", "twist"]) -> None: ...
    @property
    def joint(self) -> str:
        """for all kinds but distance"""
    @joint.setter
    def joint(self, value: str) -> None: ...
    @property
    def body_a(self) -> str:
        """distance only"""
    @body_a.setter
    def body_a(self, value: str) -> None: ...
    @property
    def body_b(self) -> str:
        """distance only"""
    @body_b.setter
    def body_b(self, value: str) -> None: ...
    @property
    def point_a(self) -> _Array:
        """distance: on body_a [m]"""
    @point_a.setter
    def point_a(self, value: ArrayLike) -> None: ...
    @property
    def point_b(self) -> _Array:
        """distance: on body_b [m]"""
    @point_b.setter
    def point_b(self, value: ArrayLike) -> None: ...
    @property
    def initial(self) -> float | None:
        """assembly must reach it [rad or m], or None"""
    @initial.setter
    def initial(self, value: float | None) -> None: ...
    @property
    def initial_speed(self) -> float | None:
        """[rad/s or m/s], or None"""
    @initial_speed.setter
    def initial_speed(self, value: float | None) -> None: ...
    @property
    def unknown(self) -> bool:
        """True: a scalar unknown of the system"""
    @unknown.setter
    def unknown(self, value: bool) -> None: ...

class Drive:
    """Guides a coordinate, up to its force limits."""
    def __init__(
        self,
        name: str = ...,
        *,
        coordinate: str = ...,
        quantity: Literal["position", "speed"] = ...,
        function: Function | float | str | ArrayLike = ...,
        force_max: float = ...,
        force_min: float = ...,
        speed_max: float = ...,
        speed_min: float = ...,
        acceleration_max: float = ...,
        response_time: float = ...,
        lower: float = ...,
        upper: float = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def coordinate(self) -> str: ...
    @coordinate.setter
    def coordinate(self, value: str) -> None: ...
    @property
    def quantity(self) -> Literal["position", "speed"]:
        """what the function prescribes: position or speed"""
    @quantity.setter
    def quantity(self, value: Literal["position", "speed"]) -> None: ...
    @property
    def function(self) -> Function:
        """of time, or an input"""
    @function.setter
    def function(self, value: Function | float | str | ArrayLike) -> None: ...
    @property
    def force_max(self) -> float:
        """while pushing up [N or N m]; 0 = unlimited"""
    @force_max.setter
    def force_max(self, value: float) -> None: ...
    @property
    def force_min(self) -> float:
        """while pushing down, <= 0; 0 = unlimited"""
    @force_min.setter
    def force_min(self, value: float) -> None: ...
    @property
    def speed_max(self) -> float:
        """of the reference [1/s]; 0 = unlimited"""
    @speed_max.setter
    def speed_max(self, value: float) -> None: ...
    @property
    def speed_min(self) -> float:
        """<= 0; 0 = -speed_max"""
    @speed_min.setter
    def speed_min(self, value: float) -> None: ...
    @property
    def acceleration_max(self) -> float:
        """0 = unlimited"""
    @acceleration_max.setter
    def acceleration_max(self, value: float) -> None: ...
    @property
    def response_time(self) -> float:
        """of the filter on inputs [s], > 0"""
    @response_time.setter
    def response_time(self, value: float) -> None: ...
    @property
    def lower(self) -> float:
        """stroke for inputs; lower = upper: unlimited"""
    @lower.setter
    def lower(self, value: float) -> None: ...
    @property
    def upper(self) -> float:
        """stroke for inputs"""
    @upper.setter
    def upper(self, value: float) -> None: ...

class Spring:
    """F = -factor(t) spring(x - free) - damper(speed) + force(t), positive increases x."""
    def __init__(
        self,
        name: str = ...,
        *,
        coordinate: str = ...,
        free: float = ...,
        free_as_assembled: bool = ...,
        spring: Function | float | str | ArrayLike = ...,
        damper: Function | float | str | ArrayLike = ...,
        force: Function | float | str | ArrayLike = ...,
        factor: Function | float | str | ArrayLike | None = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def coordinate(self) -> str: ...
    @coordinate.setter
    def coordinate(self, value: str) -> None: ...
    @property
    def free(self) -> float:
        """x without spring force [m or rad]"""
    @free.setter
    def free(self, value: float) -> None: ...
    @property
    def free_as_assembled(self) -> bool: ...
    @free_as_assembled.setter
    def free_as_assembled(self, value: bool) -> None: ...
    @property
    def spring(self) -> Function:
        """of x - free [N or N m]"""
    @spring.setter
    def spring(self, value: Function | float | str | ArrayLike) -> None: ...
    @property
    def damper(self) -> Function:
        """of the speed [N or N m]"""
    @damper.setter
    def damper(self, value: Function | float | str | ArrayLike) -> None: ...
    @property
    def force(self) -> Function:
        """of time, or an input [N or N m]"""
    @force.setter
    def force(self, value: Function | float | str | ArrayLike) -> None: ...
    @property
    def factor(self) -> Function | None:
        """on the spring alone, of time or an input; None: 1 (a copy: assign a new one)"""
    @factor.setter
    def factor(self, value: Function | float | str | ArrayLike | None) -> None: ...

class Stop:
    """An elastic, damped end stop on a coordinate."""
    def __init__(
        self,
        name: str = ...,
        *,
        coordinate: str = ...,
        lower: float | None = ...,
        upper: float | None = ...,
        stiffness: float = ...,
        damping: float = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def coordinate(self) -> str: ...
    @coordinate.setter
    def coordinate(self, value: str) -> None: ...
    @property
    def lower(self) -> float | None:
        """[m or rad], or None"""
    @lower.setter
    def lower(self, value: float | None) -> None: ...
    @property
    def upper(self) -> float | None:
        """[m or rad], or None"""
    @upper.setter
    def upper(self, value: float | None) -> None: ...
    @property
    def stiffness(self) -> float:
        """[N/m or N m/rad], > 0"""
    @stiffness.setter
    def stiffness(self, value: float) -> None: ...
    @property
    def damping(self) -> float:
        """[s/m or s/rad], >= 0"""
    @damping.setter
    def damping(self, value: float) -> None: ...

class Coupling:
    """x_b = function(x_a): gears, steering."""
    def __init__(
        self,
        name: str = ...,
        *,
        coordinate_a: str = ...,
        coordinate_b: str = ...,
        function: Function | float | str | ArrayLike = ...,
        offset: float = ...,
        offset_as_assembled: bool = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def coordinate_a(self) -> str: ...
    @coordinate_a.setter
    def coordinate_a(self, value: str) -> None: ...
    @property
    def coordinate_b(self) -> str: ...
    @coordinate_b.setter
    def coordinate_b(self, value: str) -> None: ...
    @property
    def function(self) -> Function:
        """of x_a"""
    @function.setter
    def function(self, value: Function | float | str | ArrayLike) -> None: ...
    @property
    def offset(self) -> float: ...
    @offset.setter
    def offset(self, value: float) -> None: ...
    @property
    def offset_as_assembled(self) -> bool: ...
    @offset_as_assembled.setter
    def offset_as_assembled(self, value: bool) -> None: ...

class Load:
    """A force or torque on a body, functions of time."""
    def __init__(
        self,
        name: str = ...,
        *,
        body: str = ...,
        point: ArrayLike = ...,
        torque: bool = ...,
        follows_body: bool = ...,
        x: Function | float | str | ArrayLike = ...,
        y: Function | float | str | ArrayLike = ...,
        z: Function | float | str | ArrayLike = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def body(self) -> str: ...
    @body.setter
    def body(self, value: str) -> None: ...
    @property
    def point(self) -> _Array:
        """in the body frame [m]; force only"""
    @point.setter
    def point(self, value: ArrayLike) -> None: ...
    @property
    def torque(self) -> bool:
        """True: a torque [N m] instead of a force [N]"""
    @torque.setter
    def torque(self, value: bool) -> None: ...
    @property
    def follows_body(self) -> bool:
        """True: components in the body frame"""
    @follows_body.setter
    def follows_body(self, value: bool) -> None: ...
    @property
    def x(self) -> Function:
        """of time [N or N m]"""
    @x.setter
    def x(self, value: Function | float | str | ArrayLike) -> None: ...
    @property
    def y(self) -> Function:
        """of time [N or N m]"""
    @y.setter
    def y(self, value: Function | float | str | ArrayLike) -> None: ...
    @property
    def z(self) -> Function:
        """of time [N or N m]"""
    @z.setter
    def z(self, value: Function | float | str | ArrayLike) -> None: ...

class Mount:
    """A spring-damper between a body point and the world."""
    def __init__(
        self,
        name: str = ...,
        *,
        body: str = ...,
        point: ArrayLike = ...,
        anchor: ArrayLike | None = ...,
        stiffness: ArrayLike = ...,
        damping: ArrayLike = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def body(self) -> str: ...
    @body.setter
    def body(self, value: str) -> None: ...
    @property
    def point(self) -> _Array:
        """in the body frame [m]"""
    @point.setter
    def point(self, value: ArrayLike) -> None: ...
    @property
    def anchor(self) -> _Array | None:
        """world [m]; None: as assembled"""
    @anchor.setter
    def anchor(self, value: ArrayLike | None) -> None: ...
    @property
    def stiffness(self) -> _Array:
        """per world axis [N/m], >= 0"""
    @stiffness.setter
    def stiffness(self, value: ArrayLike) -> None: ...
    @property
    def damping(self) -> _Array:
        """per world axis [N s/m], >= 0"""
    @damping.setter
    def damping(self, value: ArrayLike) -> None: ...

class RopePoint:
    """A point of a body that a rope runs over."""
    def __init__(
        self,
        *,
        body: str = ...,
        point: ArrayLike = ...,
    ) -> None: ...
    @property
    def body(self) -> str:
        """may be 'ground'"""
    @body.setter
    def body(self, value: str) -> None: ...
    @property
    def point(self) -> _Array:
        """in the body frame [m]"""
    @point.setter
    def point(self, value: ArrayLike) -> None: ...

class Rope:
    """Pulls over eyes and pulleys, never pushes."""
    def __init__(
        self,
        name: str = ...,
        *,
        points: list[RopePoint] = ...,
        length: float | None = ...,
        stiffness: float = ...,
        axial_stiffness: float = ...,
        damping: float = ...,
        winding: Function | float | str | ArrayLike = ...,
        length_min: float = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def points(self) -> list[RopePoint]:
        """at least 2 RopePoint"""
    @points.setter
    def points(self, value: list[RopePoint]) -> None: ...
    @property
    def length(self) -> float | None:
        """free length [m]; None: as assembled"""
    @length.setter
    def length(self, value: float | None) -> None: ...
    @property
    def stiffness(self) -> float:
        """[N/m], > 0, unless axial_stiffness is given"""
    @stiffness.setter
    def stiffness(self, value: float) -> None: ...
    @property
    def axial_stiffness(self) -> float:
        """EA [N]: stiffness = EA / length"""
    @axial_stiffness.setter
    def axial_stiffness(self, value: float) -> None: ...
    @property
    def damping(self) -> float:
        """[s/m], >= 0"""
    @damping.setter
    def damping(self, value: float) -> None: ...
    @property
    def winding(self) -> Function:
        """rate of the free length [m/s]; positive pays out"""
    @winding.setter
    def winding(self, value: Function | float | str | ArrayLike) -> None: ...
    @property
    def length_min(self) -> float:
        """winding in ends here [m], > 0"""
    @length_min.setter
    def length_min(self, value: float) -> None: ...

class Tool:
    """An edge with a plate that cuts soil, and holds it."""
    def __init__(
        self,
        name: str = ...,
        *,
        body: str = ...,
        edge: ArrayLike = ...,
        plate: ArrayLike = ...,
        front: ArrayLike = ...,
        width: float = ...,
        teeth: float = ...,
        tooth_area: float = ...,
        tooth_thickness: float = ...,
        cavity: list[list[float[2]]] = ...,
        cavity_width: float = ...,
        cutting: list[str] = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def body(self) -> str:
        """that carries it"""
    @body.setter
    def body(self, value: str) -> None: ...
    @property
    def edge(self) -> _Array:
        """middle of the cutting edge, in the body frame [m]"""
    @edge.setter
    def edge(self, value: ArrayLike) -> None: ...
    @property
    def plate(self) -> _Array:
        """where the plate behind the edge ends [m]"""
    @plate.setter
    def plate(self, value: ArrayLike) -> None: ...
    @property
    def front(self) -> _Array:
        """towards the soil that it pushes; zero: towards the cavity"""
    @front.setter
    def front(self, value: ArrayLike) -> None: ...
    @property
    def width(self) -> float:
        """of edge and plate [m], > 0"""
    @width.setter
    def width(self, value: float) -> None: ...
    @property
    def teeth(self) -> float:
        """how many; 0: a plain edge"""
    @teeth.setter
    def teeth(self, value: float) -> None: ...
    @property
    def tooth_area(self) -> float:
        """of the front of a tooth, or of the whole plain edge [m²]"""
    @tooth_area.setter
    def tooth_area(self, value: float) -> None: ...
    @property
    def tooth_thickness(self) -> float:
        """[m], > 0"""
    @tooth_thickness.setter
    def tooth_thickness(self, value: float) -> None: ...
    @property
    def cavity(self) -> list[list[float[2]]]:
        """[x, z] from the edge along the shell to the rear lip [m]; empty: it pushes"""
    @cavity.setter
    def cavity(self, value: list[list[float[2]]]) -> None: ...
    @property
    def cavity_width(self) -> float:
        """inside [m]"""
    @cavity_width.setter
    def cavity_width(self, value: float) -> None: ...
    @property
    def cutting(self) -> list[str]:
        """groups of contact spheres that soil does not hold up"""
    @cutting.setter
    def cutting(self, value: list[str]) -> None: ...

class Bed:
    """A box open at the top that holds loose soil."""
    def __init__(
        self,
        name: str = ...,
        *,
        body: str = ...,
        from_: ArrayLike = ...,
        to: ArrayLike = ...,
        front: float | None = ...,
        rear: float | None = ...,
        left: float | None = ...,
        right: float | None = ...,
        cell: float = ...,
        gate: Literal["none", "front", "rear", "left", "right"] = ...,
        gate_coordinate: str = ...,
        gate_opens: float = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def body(self) -> str:
        """that carries it"""
    @body.setter
    def body(self, value: str) -> None: ...
    @property
    def from_(self) -> _Array:
        """rear right corner of the floor, inside [m]"""
    @from_.setter
    def from_(self, value: ArrayLike) -> None: ...
    @property
    def to(self) -> _Array:
        """front left corner at the top of the walls, inside [m]"""
    @to.setter
    def to(self, value: ArrayLike) -> None: ...
    @property
    def front(self) -> float | None:
        """height of this wall [m]; None: as high as `to`"""
    @front.setter
    def front(self, value: float | None) -> None: ...
    @property
    def rear(self) -> float | None:
        """height of this wall [m]; None: as high as `to`"""
    @rear.setter
    def rear(self, value: float | None) -> None: ...
    @property
    def left(self) -> float | None:
        """height of this wall [m]; None: as high as `to`"""
    @left.setter
    def left(self, value: float | None) -> None: ...
    @property
    def right(self) -> float | None:
        """height of this wall [m]; None: as high as `to`"""
    @right.setter
    def right(self, value: float | None) -> None: ...
    @property
    def cell(self) -> float:
        """of the columns of soil [m], 0.05..0.5"""
    @cell.setter
    def cell(self, value: float) -> None: ...
    @property
    def gate(self) -> Literal["none", "front", "rear", "left", "right"]:
        """wall that opens: none, front, rear, left, right"""
    @gate.setter
    def gate(self, value: Literal["none", "front", "rear", "left", "right"]) -> None: ...
    @property
    def gate_coordinate(self) -> str:
        """how far the gate is open"""
    @gate_coordinate.setter
    def gate_coordinate(self, value: str) -> None: ...
    @property
    def gate_opens(self) -> float:
        """soil passes from here on [m or rad]"""
    @gate_opens.setter
    def gate_opens(self, value: float) -> None: ...

class Sensor:
    """A column of results."""
    def __init__(
        self,
        name: str = ...,
        *,
        kind: Literal["position", "velocity", "acceleration", "orientation", "angular_velocity", "depth", "reach", "pitch", "forward_speed", "specific_force", "angular_rate", "coordinate", "coordinate_speed", "reaction_force", "reaction_torque", "drive_force", "spring_force", "rope_tension", "brake_force", "tractive_force", "tyre_load", "tyre_deflection", "tyre_force", "tyre_slip", "engine_speed", "engine_load", "flow_share", "energy_kinetic", "energy_potential", "energy_total", "energy_dissipated", "work_drives", "removed_integrator", "removed_projection", "removed_detection", "constraint_position", "constraint_velocity", "constraint_acceleration", "iterations"] = ...,
        target: str = ...,
        point: ArrayLike = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def kind(self) -> Literal["position", "velocity", "acceleration", "orientation", "angular_velocity", "depth", "reach", "pitch", "forward_speed", "specific_force", "angular_rate", "coordinate", "coordinate_speed", "reaction_force", "reaction_torque", "drive_force", "spring_force", "rope_tension", "brake_force", "tractive_force", "tyre_load", "tyre_deflection", "tyre_force", "tyre_slip", "engine_speed", "engine_load", "flow_share", "energy_kinetic", "energy_potential", "energy_total", "energy_dissipated", "work_drives", "removed_integrator", "removed_projection", "removed_detection", "constraint_position", "constraint_velocity", "constraint_acceleration", "iterations"]:
        """position, coordinate, reaction_force, energy_total, ..."""
    @kind.setter
    def kind(self, value: Literal["position", "velocity", "acceleration", "orientation", "angular_velocity", "depth", "reach", "pitch", "forward_speed", "specific_force", "angular_rate", "coordinate", "coordinate_speed", "reaction_force", "reaction_torque", "drive_force", "spring_force", "rope_tension", "brake_force", "tractive_force", "tyre_load", "tyre_deflection", "tyre_force", "tyre_slip", "engine_speed", "engine_load", "flow_share", "energy_kinetic", "energy_potential", "energy_total", "energy_dissipated", "work_drives", "removed_integrator", "removed_projection", "removed_detection", "constraint_position", "constraint_velocity", "constraint_acceleration", "iterations"]) -> None: ...
    @property
    def target(self) -> str:
        """name of a body, coordinate, joint, drive, ..."""
    @target.setter
    def target(self, value: str) -> None: ...
    @property
    def point(self) -> _Array:
        """in the body frame [m]"""
    @point.setter
    def point(self, value: ArrayLike) -> None: ...

class Settings:
    """Of the integrator."""
    def __init__(
        self,
        *,
        step: float = ...,
        duration: float = ...,
        method: Literal["trapezoidal", "newmark", "hht", "generalized_alpha", "explicit", "fourth_order", "auto"] = ...,
        formulation: Literal["augmented", "penalty", "multipliers", "matrix_r"] = ...,
        accuracy: float = ...,
        rho_infinity: float = ...,
        hht_alpha: float = ...,
        newmark_beta: float = ...,
        newmark_gamma: float = ...,
        projection: Literal["tangent", "mass"] = ...,
        penalty_rule: Literal["dimensionless", "mass_proportional", "global"] = ...,
        penalty: float = ...,
        max_iterations: int = ...,
        tolerance: float = ...,
        max_substeps: int = ...,
        gravity: ArrayLike = ...,
        gravity_function: Sequence[Function | float | str | ArrayLike] | None = ...,
    ) -> None: ...
    @property
    def step(self) -> float:
        """h [s], 1e-7..0.1"""
    @step.setter
    def step(self, value: float) -> None: ...
    @property
    def duration(self) -> float:
        """default length of a run [s], > 0"""
    @duration.setter
    def duration(self, value: float) -> None: ...
    @property
    def method(self) -> Literal["trapezoidal", "newmark", "hht", "generalized_alpha", "explicit", "fourth_order", "auto"]:
        """trapezoidal, newmark, hht, generalized_alpha, explicit, fourth_order or auto"""
    @method.setter
    def method(self, value: Literal["trapezoidal", "newmark", "hht", "generalized_alpha", "explicit", "fourth_order", "auto"]) -> None: ...
    @property
    def formulation(self) -> Literal["augmented", "penalty", "multipliers", "matrix_r"]:
        """with explicit: augmented, penalty, multipliers or matrix_r"""
    @formulation.setter
    def formulation(self, value: Literal["augmented", "penalty", "multipliers", "matrix_r"]) -> None: ...
    @property
    def accuracy(self) -> float:
        """explicit: largest error of an internal step [m], 1e-14..1"""
    @accuracy.setter
    def accuracy(self, value: float) -> None: ...
    @property
    def rho_infinity(self) -> float:
        """generalized_alpha, 0..1"""
    @rho_infinity.setter
    def rho_infinity(self, value: float) -> None: ...
    @property
    def hht_alpha(self) -> float:
        """hht, 0..1/3"""
    @hht_alpha.setter
    def hht_alpha(self, value: float) -> None: ...
    @property
    def newmark_beta(self) -> float: ...
    @newmark_beta.setter
    def newmark_beta(self, value: float) -> None: ...
    @property
    def newmark_gamma(self) -> float: ...
    @newmark_gamma.setter
    def newmark_gamma(self, value: float) -> None: ...
    @property
    def projection(self) -> Literal["tangent", "mass"]:
        """tangent or mass"""
    @projection.setter
    def projection(self, value: Literal["tangent", "mass"]) -> None: ...
    @property
    def penalty_rule(self) -> Literal["dimensionless", "mass_proportional", "global"]:
        """dimensionless, mass_proportional or global"""
    @penalty_rule.setter
    def penalty_rule(self, value: Literal["dimensionless", "mass_proportional", "global"]) -> None: ...
    @property
    def penalty(self) -> float:
        """> 0"""
    @penalty.setter
    def penalty(self, value: float) -> None: ...
    @property
    def max_iterations(self) -> int:
        """per step, 1..50"""
    @max_iterations.setter
    def max_iterations(self, value: int) -> None: ...
    @property
    def tolerance(self) -> float:
        """[m/s²]; 0 = by the step"""
    @tolerance.setter
    def tolerance(self, value: float) -> None: ...
    @property
    def max_substeps(self) -> int:
        """parts of a failed step"""
    @max_substeps.setter
    def max_substeps(self, value: int) -> None: ...
    @property
    def gravity(self) -> _Array:
        """[m/s²]"""
    @gravity.setter
    def gravity(self, value: ArrayLike) -> None: ...
    @property
    def gravity_function(self) -> tuple[Function, Function, Function] | None:
        """three functions of time or inputs [m/s²], or None: `gravity` is constant"""
    @gravity_function.setter
    def gravity_function(self, value: Sequence[Function | float | str | ArrayLike] | None) -> None: ...

class Output:
    """What the command line writes of a run."""
    def __init__(
        self,
        *,
        sensors: Sequence[str] = ...,
        interval: float = ...,
    ) -> None: ...
    @property
    def sensors(self) -> tuple:
        """names of the columns; empty: all sensors"""
    @sensors.setter
    def sensors(self, value: Sequence[str]) -> None: ...
    @property
    def interval(self) -> float:
        """between rows [s]; 0 = by itself"""
    @interval.setter
    def interval(self, value: float) -> None: ...

class Seat:
    """What an operator is given, from a machine file."""
    def __init__(
        self,
        *,
        site: str = ...,
    ) -> None: ...
    @property
    def site(self) -> str:
        """a bundled site to stand on; empty: none"""
    @site.setter
    def site(self, value: str) -> None: ...

class Material:
    """Elastic constants of a solid."""
    def __init__(
        self,
        name: str = ...,
        *,
        young: float = ...,
        poisson: float = ...,
        restitution: float = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def young(self) -> float:
        """E [Pa], > 0"""
    @young.setter
    def young(self, value: float) -> None: ...
    @property
    def poisson(self) -> float:
        """0..0.5"""
    @poisson.setter
    def poisson(self, value: float) -> None: ...
    @property
    def restitution(self) -> float:
        """of an impact on itself, 0..1"""
    @restitution.setter
    def restitution(self, value: float) -> None: ...

class FrictionPair:
    """Dry friction of two materials."""
    def __init__(
        self,
        name: str = ...,
        *,
        material_a: str = ...,
        material_b: str = ...,
        static_coefficient: float = ...,
        dynamic_coefficient: float = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def material_a(self) -> str: ...
    @material_a.setter
    def material_a(self, value: str) -> None: ...
    @property
    def material_b(self) -> str: ...
    @material_b.setter
    def material_b(self, value: str) -> None: ...
    @property
    def static_coefficient(self) -> float:
        """>= dynamic"""
    @static_coefficient.setter
    def static_coefficient(self, value: float) -> None: ...
    @property
    def dynamic_coefficient(self) -> float:
        """>= 0"""
    @dynamic_coefficient.setter
    def dynamic_coefficient(self, value: float) -> None: ...

class ContactLaw:
    """How two materials push on each other."""
    def __init__(
        self,
        name: str = ...,
        *,
        material_a: str = ...,
        material_b: str = ...,
        normal: Literal["restitution", "hertz", "hunt_crossley", "lankarani_nikravesh", "flores", "kelvin_voigt", "ramped_kelvin_voigt", "nonlinear_damping"] = ...,
        stiffness: float | None = ...,
        exponent: float = ...,
        restitution: float | None = ...,
        damping: float = ...,
        ramp_depth: float = ...,
        radius: float = ...,
        friction: Literal["bristle", "thesis_bristle", "stribeck", "regularised", "coulomb"] = ...,
        viscous: float = ...,
        stribeck_speed: float = ...,
        slip_speed: float = ...,
        bristle_steps: float = ...,
        exact_depth: bool = ...,
        spin_radius: float = ...,
        rolling_arm: float = ...,
        patch: Literal["foundation", "volumetric", "plane"] = ...,
        layer_stiffness: float | None = ...,
        layer_damping: float | None = ...,
        transition_depth: float = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def material_a(self) -> str: ...
    @material_a.setter
    def material_a(self, value: str) -> None: ...
    @property
    def material_b(self) -> str: ...
    @material_b.setter
    def material_b(self, value: str) -> None: ...
    @property
    def normal(self) -> Literal["restitution", "hertz", "hunt_crossley", "lankarani_nikravesh", "flores", "kelvin_voigt", "ramped_kelvin_voigt", "nonlinear_damping"]:
        """restitution, hertz, hunt_crossley, flores, ..."""
    @normal.setter
    def normal(self, value: Literal["restitution", "hertz", "hunt_crossley", "lankarani_nikravesh", "flores", "kelvin_voigt", "ramped_kelvin_voigt", "nonlinear_damping"]) -> None: ...
    @property
    def stiffness(self) -> float | None:
        """[N/m^exponent], or None: Hertz"""
    @stiffness.setter
    def stiffness(self, value: float | None) -> None: ...
    @property
    def exponent(self) -> float:
        """1..3"""
    @exponent.setter
    def exponent(self, value: float) -> None: ...
    @property
    def restitution(self) -> float | None:
        """0..1, or None: of the materials"""
    @restitution.setter
    def restitution(self, value: float | None) -> None: ...
    @property
    def damping(self) -> float:
        """kelvin_voigt [N s/m], ..."""
    @damping.setter
    def damping(self, value: float) -> None: ...
    @property
    def ramp_depth(self) -> float:
        """[m]"""
    @ramp_depth.setter
    def ramp_depth(self, value: float) -> None: ...
    @property
    def radius(self) -> float:
        """of corners and edges [m]; 0: by size"""
    @radius.setter
    def radius(self, value: float) -> None: ...
    @property
    def friction(self) -> Literal["bristle", "thesis_bristle", "stribeck", "regularised", "coulomb"]:
        """bristle or regularised"""
    @friction.setter
    def friction(self, value: Literal["bristle", "thesis_bristle", "stribeck", "regularised", "coulomb"]) -> None: ...
    @property
    def viscous(self) -> float:
        """[N s/m] per contact point"""
    @viscous.setter
    def viscous(self, value: float) -> None: ...
    @property
    def stribeck_speed(self) -> float:
        """[m/s]"""
    @stribeck_speed.setter
    def stribeck_speed(self, value: float) -> None: ...
    @property
    def slip_speed(self) -> float:
        """[m/s]"""
    @slip_speed.setter
    def slip_speed(self, value: float) -> None: ...
    @property
    def bristle_steps(self) -> float: ...
    @bristle_steps.setter
    def bristle_steps(self, value: float) -> None: ...
    @property
    def exact_depth(self) -> bool:
        """points: depth and stiffness as found, in every step"""
    @exact_depth.setter
    def exact_depth(self, value: bool) -> None: ...
    @property
    def spin_radius(self) -> float:
        """spin up to friction times this [m]"""
    @spin_radius.setter
    def spin_radius(self, value: float) -> None: ...
    @property
    def rolling_arm(self) -> float:
        """rolling up to N times this [m]"""
    @rolling_arm.setter
    def rolling_arm(self, value: float) -> None: ...
    @property
    def patch(self) -> Literal["foundation", "volumetric", "plane"]:
        """of two meshes: foundation or plane"""
    @patch.setter
    def patch(self, value: Literal["foundation", "volumetric", "plane"]) -> None: ...
    @property
    def layer_stiffness(self) -> float | None:
        """[N/m³], or None"""
    @layer_stiffness.setter
    def layer_stiffness(self, value: float | None) -> None: ...
    @property
    def layer_damping(self) -> float | None:
        """[N s/m³], or None"""
    @layer_damping.setter
    def layer_damping(self, value: float | None) -> None: ...
    @property
    def transition_depth(self) -> float:
        """[m]"""
    @transition_depth.setter
    def transition_depth(self, value: float) -> None: ...

class ContactSphere:
    """Of a body, touching the ground."""
    def __init__(
        self,
        name: str = ...,
        *,
        body: str = ...,
        centre: ArrayLike = ...,
        radius: float = ...,
        material: str = ...,
        group: str = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def body(self) -> str: ...
    @body.setter
    def body(self, value: str) -> None: ...
    @property
    def centre(self) -> _Array:
        """in the body frame [m]"""
    @centre.setter
    def centre(self, value: ArrayLike) -> None: ...
    @property
    def radius(self) -> float:
        """[m], > 0"""
    @radius.setter
    def radius(self, value: float) -> None: ...
    @property
    def material(self) -> str: ...
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def group(self) -> str: ...
    @group.setter
    def group(self, value: str) -> None: ...

class ContactShape:
    """A shape fixed in a body."""
    def __init__(
        self,
        name: str = ...,
        *,
        kind: Literal["sphere", "box", "capsule", "cylinder", "ellipsoid", "torus", "chain_link", "plane", "mesh"] = ...,
        body: str = ...,
        pose: Pose = ...,
        size: ArrayLike = ...,
        radius: float = ...,
        length: float = ...,
        tube: float = ...,
        stud: float = ...,
        half: bool = ...,
        file: str = ...,
        unit: float = ...,
        up: Literal["x", "y", "z"] = ...,
        hull_faces: int = ...,
        material: str = ...,
        face_materials: list[tuple[str, str]] = ...,
        group: str = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def kind(self) -> Literal["sphere", "box", "capsule", "cylinder", "ellipsoid", "torus", "chain_link", "plane", "mesh"]:
        """sphere, box, capsule, cylinder, ellipsoid, torus, chain_link, plane or mesh"""
    @kind.setter
    def kind(self, value: Literal["sphere", "box", "capsule", "cylinder", "ellipsoid", "torus", "chain_link", "plane", "mesh"]) -> None: ...
    @property
    def body(self) -> str:
        """may be 'ground'"""
    @body.setter
    def body(self, value: str) -> None: ...
    @property
    def pose(self) -> Pose:
        """of the shape in the body frame"""
    @pose.setter
    def pose(self, value: Pose) -> None: ...
    @property
    def size(self) -> _Array:
        """box: edges; ellipsoid: semi-axes [m]"""
    @size.setter
    def size(self, value: ArrayLike) -> None: ...
    @property
    def radius(self) -> float:
        """[m]"""
    @radius.setter
    def radius(self, value: float) -> None: ...
    @property
    def length(self) -> float:
        """[m]"""
    @length.setter
    def length(self, value: float) -> None: ...
    @property
    def tube(self) -> float:
        """torus, link: radius of the wire [m]"""
    @tube.setter
    def tube(self, value: float) -> None: ...
    @property
    def stud(self) -> float:
        """link: radius of the stud [m]; 0 = none"""
    @stud.setter
    def stud(self, value: float) -> None: ...
    @property
    def half(self) -> bool:
        """torus: the half with x >= 0"""
    @half.setter
    def half(self, value: bool) -> None: ...
    @property
    def file(self) -> str:
        """mesh"""
    @file.setter
    def file(self, value: str) -> None: ...
    @property
    def unit(self) -> float:
        """mesh: metres per unit of the file"""
    @unit.setter
    def unit(self, value: float) -> None: ...
    @property
    def up(self) -> Literal["x", "y", "z"]:
        """mesh: axis of the file that points up"""
    @up.setter
    def up(self, value: Literal["x", "y", "z"]) -> None: ...
    @property
    def hull_faces(self) -> int:
        """mesh: 0 = the mesh itself"""
    @hull_faces.setter
    def hull_faces(self, value: int) -> None: ...
    @property
    def material(self) -> str: ...
    @material.setter
    def material(self, value: str) -> None: ...
    @property
    def face_materials(self) -> tuple:
        """mesh: pairs (name in the file, material)"""
    @face_materials.setter
    def face_materials(self, value: list[tuple[str, str]]) -> None: ...
    @property
    def group(self) -> str: ...
    @group.setter
    def group(self, value: str) -> None: ...

class ContactPair:
    """Whether two groups may touch."""
    def __init__(
        self,
        name: str = ...,
        *,
        group_a: str = ...,
        group_b: str = ...,
        touch: bool = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def group_a(self) -> str: ...
    @group_a.setter
    def group_a(self, value: str) -> None: ...
    @property
    def group_b(self) -> str: ...
    @group_b.setter
    def group_b(self, value: str) -> None: ...
    @property
    def touch(self) -> bool: ...
    @touch.setter
    def touch(self, value: bool) -> None: ...

class BoundingGroup:
    """Parts searched together."""
    def __init__(
        self,
        name: str = ...,
        *,
        parts: Sequence[str] = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def parts(self) -> tuple[str, ...]:
        """bodies and other groups"""
    @parts.setter
    def parts(self, value: Sequence[str]) -> None: ...

class Brake:
    """Dry friction with memory on a coordinate."""
    def __init__(
        self,
        name: str = ...,
        *,
        coordinate: str = ...,
        input: str = ...,
        force: float = ...,
        drag: float = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def coordinate(self) -> str: ...
    @coordinate.setter
    def coordinate(self, value: str) -> None: ...
    @property
    def input(self) -> str:
        """0..1; empty: `force` always acts"""
    @input.setter
    def input(self, value: str) -> None: ...
    @property
    def force(self) -> float:
        """at full input [N or N m], >= 0"""
    @force.setter
    def force(self, value: float) -> None: ...
    @property
    def drag(self) -> float:
        """always there [N or N m], >= 0"""
    @drag.setter
    def drag(self, value: float) -> None: ...

class Control:
    """How a person moves one input."""
    def __init__(
        self,
        name: str = ...,
        *,
        kind: Literal["lever", "pedal", "wheel", "button", "choice"] = ...,
        label: str = ...,
        initial: float = ...,
        dead_zone: float = ...,
        exponent: float = ...,
        rate_limit: float = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def kind(self) -> Literal["lever", "pedal", "wheel", "button", "choice"]:
        """lever, pedal, wheel, button or choice"""
    @kind.setter
    def kind(self, value: Literal["lever", "pedal", "wheel", "button", "choice"]) -> None: ...
    @property
    def label(self) -> str: ...
    @label.setter
    def label(self, value: str) -> None: ...
    @property
    def initial(self) -> float: ...
    @initial.setter
    def initial(self, value: float) -> None: ...
    @property
    def dead_zone(self) -> float:
        """0..0.9"""
    @dead_zone.setter
    def dead_zone(self, value: float) -> None: ...
    @property
    def exponent(self) -> float:
        """0.2..5"""
    @exponent.setter
    def exponent(self, value: float) -> None: ...
    @property
    def rate_limit(self) -> float:
        """per second; 0 = none"""
    @rate_limit.setter
    def rate_limit(self, value: float) -> None: ...

class TyreType:
    """A kind of tyre, from a machine file."""
    def __init__(
        self,
        name: str = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...

class Tyre:
    """A tyre on a wheel body, from a machine file."""
    def __init__(
        self,
        name: str = ...,
        *,
        body: str = ...,
        type: str = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...
    @property
    def body(self) -> str: ...
    @body.setter
    def body(self, value: str) -> None: ...
    @property
    def type(self) -> str: ...
    @type.setter
    def type(self, value: str) -> None: ...

class Driveline:
    """A motor that turns wheels, from a machine file."""
    def __init__(
        self,
        name: str = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...

class Engine:
    """A governed engine, from a machine file."""
    def __init__(
        self,
        name: str = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...

class Hydraulics:
    """Pumps that feed drives, from a machine file."""
    def __init__(
        self,
        name: str = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...

class VisualShape:
    """A drawn shape, from a machine file."""
    def __init__(
        self,
        name: str = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...

class VisualLink:
    """A drawn cylinder or bar, from a machine file."""
    def __init__(
        self,
        name: str = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...

class Camera:
    """A view, from a machine file."""
    def __init__(
        self,
        name: str = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...

class Mirror:
    """A mirror or a screen, from a machine file."""
    def __init__(
        self,
        name: str = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...

class Sound:
    """Something that can be heard, from a machine file."""
    def __init__(
        self,
        name: str = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...

class Instrument:
    """A gauge or lamp, from a machine file."""
    def __init__(
        self,
        name: str = ...,
    ) -> None: ...
    @property
    def name(self) -> str:
        """name, unique among its kind"""
    @name.setter
    def name(self, value: str) -> None: ...

class Site:
    """The ground a machine stands on; read_site(path) makes one."""
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def starts(self) -> dict[str, tuple[_Array, float]]:
        """Places where a machine can start: {name: (position [m], heading [rad])}."""

class Recording:
    """Columns of a run. recording['name'] is a read-only view of the numbers in C++, no copy, and
    stays valid for as long as anybody holds it.
    """
    @property
    def columns(self) -> tuple[str, ...]: ...
    @property
    def units(self) -> dict[str, str]:
        """units by column"""
    @property
    def time(self) -> _Array:
        """[s]"""
    @property
    def table(self) -> _Array:
        """(rows, columns) view of all columns"""
    @property
    def poses(self) -> _Array:
        """(rows, bodies, 7) view: x, y, z [m], qw, qx, qy, qz of the bodies that run(bodies=...) names; NaN where a body was gone"""
    @property
    def bodies(self) -> tuple[str, ...]: ...
    def keys(self) -> tuple[str, ...]: ...
    def __getitem__(self, column: str) -> _Array: ...
    def __len__(self) -> int: ...
    def __contains__(self, arg0: str) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...

class EventPart:
    """A part that an event is about."""
    @property
    def kind(self) -> str:
        """'body', 'joint', 'drive', 'shape', ..."""
    @property
    def name(self) -> str: ...

class Event:
    """Something that happened in a step."""
    @property
    def kind(self) -> str: ...
    @property
    def step(self) -> int: ...
    @property
    def time(self) -> float:
        """[s]"""
    @property
    def parts(self) -> tuple:
        """EventPart objects, the one it is about first"""
    @property
    def name(self) -> str:
        """the names of the parts: 'pin', 'ball/floor'"""
    @property
    def value(self) -> float:
        """how strong"""
    @property
    def unit(self) -> str:
        """of the value; empty: a count or unknown"""
    @property
    def place(self) -> object:
        """in the world [m], or None"""
    @property
    def text(self) -> str:
        """one line for people"""
    def to_json(self) -> str:
        """one line of JSON"""

class WorldReport:
    """What a step took."""
    @property
    def iterations(self) -> int:
        """largest of the articulations"""
    @property
    def awake_articulations(self) -> int: ...
    @property
    def converged(self) -> bool: ...
    @property
    def contained(self) -> bool:
        """an articulation was held still"""

class Energies:
    """Of the whole world [J]."""
    @property
    def kinetic(self) -> float: ...
    @property
    def potential(self) -> float: ...
    @property
    def total(self) -> float: ...
    @property
    def start(self) -> float: ...
    @property
    def external(self) -> float:
        """work of loads and custom forces"""
    @property
    def drives(self) -> float: ...
    @property
    def dissipated(self) -> float: ...
    @property
    def integrator(self) -> float:
        """removed by the integrator"""
    @property
    def projection(self) -> float:
        """removed by the projection"""
    @property
    def detection(self) -> float:
        """stored less because contacts were re-detected"""

class ContactReading:
    """Where two shapes touch."""
    @property
    def shape_a(self) -> str: ...
    @property
    def shape_b(self) -> str: ...
    @property
    def point(self) -> _Array:
        """world [m]"""
    @property
    def normal(self) -> _Array:
        """from B to A"""
    @property
    def force(self) -> _Array:
        """on A [N]"""
    @property
    def torque(self) -> _Array:
        """on A against spin and rolling [N m]"""
    @property
    def normal_force(self) -> float:
        """[N]"""
    @property
    def sliding(self) -> bool: ...

class TyreReading:
    """A tyre at the end of the last step."""
    @property
    def load(self) -> float:
        """along the normal of the ground [N]"""
    @property
    def deflection(self) -> float:
        """[m], 0 in the air"""
    @property
    def longitudinal(self) -> float:
        """force on the wheel, forward [N]"""
    @property
    def lateral(self) -> float:
        """force on the wheel, to the left [N]"""
    @property
    def slip_longitudinal(self) -> float:
        """as the tyre feels it, up to the peak of its curve"""
    @property
    def slip_lateral(self) -> float: ...

class TotalMass:
    """Mass properties of several bodies together."""
    @property
    def mass(self) -> float:
        """[kg]"""
    @property
    def centre(self) -> _Array:
        """of mass, world [m]"""
    @property
    def inertia(self) -> _Array:
        """about the centre, world axes [kg m²]"""

class MassMatrix:
    """T = 1/2 z' M z' of a group of jointed bodies."""
    @property
    def articulation(self) -> str:
        """first body of the group"""
    @property
    def known(self) -> bool:
        """False: too many coordinates, no matrix"""
    @property
    def names(self) -> tuple[str, ...]:
        """coordinates of the rows; body.x ... body.rz are velocities of a body frame"""
    @property
    def units(self) -> tuple[str, ...]:
        """m or rad"""
    @property
    def matrix(self) -> _Array:
        """symmetric [kg, kg m, kg m²]; a copy"""

class Twist:
    """Velocity (or acceleration) of a body frame, world axes."""
    @property
    def linear(self) -> _Array:
        """of the origin [m/s]"""
    @property
    def angular(self) -> _Array:
        """[rad/s]"""

class JointReaction:
    """Load on body b at the joint point, in the axes of joint frame a."""
    @property
    def force(self) -> _Array:
        """[N]"""
    @property
    def torque(self) -> _Array:
        """[N m]"""

class NormalLaw:
    """Force of a contact along its normal, by depth and rate of approach."""
    def __init__(
        self,
        *,
        kind: Literal["restitution", "hertz", "hunt_crossley", "lankarani_nikravesh", "flores", "kelvin_voigt", "ramped_kelvin_voigt", "nonlinear_damping"] = ...,
        stiffness: float = ...,
        exponent: float = ...,
        restitution: float = ...,
        damping: float = ...,
        ramp_depth: float = ...,
        damping_depth_exponent: float = ...,
        damping_rate_exponent: float = ...,
    ) -> None: ...
    @property
    def kind(self) -> Literal["restitution", "hertz", "hunt_crossley", "lankarani_nikravesh", "flores", "kelvin_voigt", "ramped_kelvin_voigt", "nonlinear_damping"]:
        """restitution, hertz, hunt_crossley, lankarani_nikravesh, flores, kelvin_voigt, ramped_kelvin_voigt or nonlinear_damping"""
    @kind.setter
    def kind(self, value: Literal["restitution", "hertz", "hunt_crossley", "lankarani_nikravesh", "flores", "kelvin_voigt", "ramped_kelvin_voigt", "nonlinear_damping"]) -> None: ...
    @property
    def stiffness(self) -> float:
        """k [N/m^n], >= 0"""
    @stiffness.setter
    def stiffness(self, value: float) -> None: ...
    @property
    def exponent(self) -> float:
        """n of depth, >= 1"""
    @exponent.setter
    def exponent(self, value: float) -> None: ...
    @property
    def restitution(self) -> float:
        """e, 0..1"""
    @restitution.setter
    def restitution(self, value: float) -> None: ...
    @property
    def damping(self) -> float:
        """b of Kelvin-Voigt [N s/m], ..."""
    @damping.setter
    def damping(self, value: float) -> None: ...
    @property
    def ramp_depth(self) -> float:
        """[m]"""
    @ramp_depth.setter
    def ramp_depth(self, value: float) -> None: ...
    @property
    def damping_depth_exponent(self) -> float: ...
    @damping_depth_exponent.setter
    def damping_depth_exponent(self, value: float) -> None: ...
    @property
    def damping_rate_exponent(self) -> float: ...
    @damping_rate_exponent.setter
    def damping_rate_exponent(self, value: float) -> None: ...
    def damping_rate(self, impact_speed: float) -> float:
        """D [s/m] for a first touch at this speed [m/s]; once per contact."""
    def force(self, depth: ArrayLike, rate: ArrayLike = 0.0, damping_rate: float = 0.0) -> Any:
        """N >= 0 [N] for depth [m], rate of approach [m/s]; arrays too."""
    def by_depth(self, depth: ArrayLike, rate: ArrayLike = 0.0, damping_rate: float = 0.0) -> Any:
        """dN/d(depth) [N/m]; arrays too."""
    def by_rate(self, depth: ArrayLike, rate: ArrayLike = 0.0, damping_rate: float = 0.0) -> Any:
        """dN/d(rate) [N s/m]; arrays too."""
    def stored(self, depth: ArrayLike, rate: ArrayLike = 0.0, damping_rate: float = 0.0) -> Any:
        """Energy of the spring [J]; arrays too."""

class FrictionLaw:
    """Force of a contact across its normal."""
    def __init__(
        self,
        *,
        kind: Literal["bristle", "thesis_bristle", "stribeck", "regularised", "coulomb"] = ...,
        static_coefficient: float = ...,
        dynamic_coefficient: float = ...,
        viscous: float = ...,
        stribeck_speed: float = ...,
        regularisation_speed: float = ...,
        memory: float = ...,
    ) -> None: ...
    @property
    def kind(self) -> Literal["bristle", "thesis_bristle", "stribeck", "regularised", "coulomb"]:
        """bristle, thesis_bristle, stribeck, regularised or coulomb"""
    @kind.setter
    def kind(self, value: Literal["bristle", "thesis_bristle", "stribeck", "regularised", "coulomb"]) -> None: ...
    @property
    def static_coefficient(self) -> float:
        """>= dynamic"""
    @static_coefficient.setter
    def static_coefficient(self, value: float) -> None: ...
    @property
    def dynamic_coefficient(self) -> float:
        """>= 0"""
    @dynamic_coefficient.setter
    def dynamic_coefficient(self, value: float) -> None: ...
    @property
    def viscous(self) -> float:
        """[N s/m]"""
    @viscous.setter
    def viscous(self, value: float) -> None: ...
    @property
    def stribeck_speed(self) -> float:
        """[m/s], > 0"""
    @stribeck_speed.setter
    def stribeck_speed(self, value: float) -> None: ...
    @property
    def regularisation_speed(self) -> float:
        """[m/s], > 0"""
    @regularisation_speed.setter
    def regularisation_speed(self, value: float) -> None: ...
    @property
    def memory(self) -> float:
        """of a slipping bristle, 0..1"""
    @memory.setter
    def memory(self, value: float) -> None: ...
    def coefficient(self, speed: ArrayLike) -> Any:
        """Friction coefficient at a slip speed [m/s]; arrays too."""
    def force(self, stretch: ArrayLike, slip: ArrayLike, normal_force: float, stiffness: float = 0.0, damping: float = 0.0) -> tuple[_Array, _Array, bool]:
        """(force [N], stretch to remember [m], sliding) for the stretch of the bristle [m], the slip velocity [m/s], and stiffness [N/m] and damping [N s/m] of the bristle."""

class ContactFunction:
    """A law of contact between two materials, with a normal force written in Python. It goes to
    World(..., contact_functions=[...]) and takes the place of what the files say of the pair.
    """
    def __init__(
        self,
        *,
        pair: tuple[str, str] = ...,
        normal: Callable[[float, float, float], Any] = ...,
        friction: FrictionLaw = ...,
        stiffness: float = ...,
        exponent: float = ...,
        restitution: float = ...,
    ) -> None: ...
    @property
    def pair(self) -> tuple[str, str]:
        """the two materials"""
    @pair.setter
    def pair(self, value: tuple[str, str]) -> None: ...
    @property
    def normal(self) -> Callable[[float, float, float], Any]:
        """normal(depth, rate, impact_speed) -> N, or (N, dN/d(depth), dN/d(rate)); [m], [m/s], [N].
        Called for depth > 0, several times per step, three times as often without derivatives.
        """
    @normal.setter
    def normal(self, value: Callable[[float, float, float], Any]) -> None: ...
    @property
    def friction(self) -> FrictionLaw:
        """a FrictionLaw"""
    @friction.setter
    def friction(self, value: FrictionLaw) -> None: ...
    @property
    def stiffness(self) -> float:
        """k of N ~ k depth^exponent, by which impacts too short for the step are softened; 0: never"""
    @stiffness.setter
    def stiffness(self, value: float) -> None: ...
    @property
    def exponent(self) -> float:
        """1..3"""
    @exponent.setter
    def exponent(self, value: float) -> None: ...
    @property
    def restitution(self) -> float:
        """no faster than this share of the impact speed do bodies part; 1: any"""
    @restitution.setter
    def restitution(self, value: float) -> None: ...

class BodyHandle:
    """Names a part of one world; notices when the part is gone."""
    ...

class JointHandle:
    """Names a part of one world; notices when the part is gone."""
    ...

class CoordinateHandle:
    """Names a part of one world; notices when the part is gone."""
    ...

class DriveHandle:
    """Names a part of one world; notices when the part is gone."""
    ...

class SpringHandle:
    """Names a part of one world; notices when the part is gone."""
    ...

class LoadHandle:
    """Names a part of one world; notices when the part is gone."""
    ...

class MountHandle:
    """Names a part of one world; notices when the part is gone."""
    ...

class BrakeHandle:
    """Names a part of one world; notices when the part is gone."""
    ...

class DrivelineHandle:
    """Names a part of one world; notices when the part is gone."""
    ...

class RopeHandle:
    """Names a part of one world; notices when the part is gone."""
    ...

class TyreHandle:
    """Names a part of one world; notices when the part is gone."""
    ...

class BodyForceHandle:
    """Names a part of one world; notices when the part is gone."""
    ...

class CoordinateForceHandle:
    """Names a part of one world; notices when the part is gone."""
    ...

class World:
    """A machine that moves: stepped, edited, saved, asked."""
    def __init__(self, machine: Machine | _Path, site: Site | _Path | None = None, sleep: bool = False, contact_functions: list[ContactFunction] = []) -> None:
        """machine: a Machine (copied), the path of a file or the name of a bundled machine; site: a
        Site, a path, the name of a bundled site or None for the plane z = 0; sleep: parts at rest
        are no longer computed; contact_functions: laws of contact written in Python, a list of ContactFunction.
        """
    def step(self) -> WorldReport:
        """One step of settings.step: functions of on_step, force functions, motion. The GIL is free
        while the machine moves. Returns a WorldReport.
        """
    def run(self, duration: float | None = None, every: int = 1, sensors: Sequence[Sensor] | None = None, bodies: Sequence[str] = []) -> Recording:
        """Runs for `duration` [s] (default: settings.duration) and returns a Recording with a row now
        and after every `every` steps. sensors: list of Sensor (default: those of the machine);
        bodies: names of bodies (or one name) whose poses are kept.
        """
    def on_step(self, function: Callable[[World], Any]) -> Callable[[World], Any]:
        """Calls function(world) before every step, to move levers or edit the machine; may be used as a
        decorator. An exception leaves step() and the world is as before.
        """
    def remove_on_step(self, function: Callable[[World], Any]) -> bool:
        """False when it was not there."""
    @property
    def time(self) -> float:
        """[s]"""
    @property
    def step_count(self) -> int: ...
    @property
    def step_size(self) -> float:
        """[s]"""
    @property
    def last_report(self) -> WorldReport: ...
    def find_equilibrium(self) -> float:
        """Static equilibrium; returns the largest remaining acceleration [m/s²]."""
    def take_events(self) -> list[Event]:
        """Events since the last call."""
    @property
    def input_names(self) -> tuple[str, ...]: ...
    @property
    def inputs(self) -> dict[str, float]:
        """Present values by name (a copy; set_input changes them)."""
    def set_input(self, name: str, value: float) -> None:
        """Moves a lever, -1..1, or what its readers expect."""
    def body(self, name: str) -> BodyHandle:
        """Handle of the part with this name."""
    def joint(self, name: str) -> JointHandle:
        """Handle of the part with this name."""
    def coordinate(self, name: str) -> CoordinateHandle:
        """Handle of the part with this name."""
    def drive(self, name: str) -> DriveHandle:
        """Handle of the part with this name."""
    def spring(self, name: str) -> SpringHandle:
        """Handle of the part with this name."""
    def brake(self, name: str) -> BrakeHandle:
        """Handle of the part with this name."""
    def driveline(self, name: str) -> DrivelineHandle:
        """Handle of the part with this name."""
    def rope(self, name: str) -> RopeHandle:
        """Handle of the part with this name."""
    def tyre(self, name: str) -> TyreHandle:
        """Handle of the part with this name."""
    @overload
    def alive(self, handle: BodyHandle) -> bool:
        """Whether the part is still there."""
    @overload
    def alive(self, handle: JointHandle) -> bool:
        """Whether the part is still there."""
    def pose(self, body: BodyHandle | str) -> Pose:
        """Pose of the body frame (a copy)."""
    def twist(self, body: BodyHandle | str) -> Twist:
        """Velocity of the body frame [m/s, rad/s], world axes."""
    def acceleration(self, body: BodyHandle | str) -> Twist:
        """Acceleration of the body frame [m/s², rad/s²], world axes."""
    def value(self, coordinate: CoordinateHandle | str) -> float:
        """[rad or m]"""
    def speed(self, coordinate: CoordinateHandle | str) -> float:
        """[rad/s or m/s]"""
    def reaction(self, joint: JointHandle | str) -> JointReaction:
        """Load of a joint on its body b (JointReaction)."""
    def tyre_reading(self, tyre: TyreHandle | str) -> TyreReading:
        """Load, deflection, forces and slips of a tyre (TyreReading)."""
    @property
    def tyre_names(self) -> tuple[str, ...]: ...
    def total_mass(self, bodies: Sequence[str] = []) -> TotalMass:
        """Mass, centre of mass and inertia of all bodies, or of those named (TotalMass)."""
    def mass_matrices(self) -> list[MassMatrix]:
        """Mass matrix of every group of jointed bodies at the present pose, the drives let go: list of
        MassMatrix.
        """
    def force(self, part: DriveHandle | SpringHandle | BrakeHandle | DrivelineHandle | RopeHandle) -> float:
        """Force of a drive, spring or brake along its coordinate, of a driveline, tension of a rope [N or N m]."""
    @property
    def body_names(self) -> tuple[str, ...]:
        """Bodies in the order of poses() and velocities(); edits may change it."""
    def poses(self, out: _Array | None = None) -> _Array:
        """(bodies, 7): x, y, z [m], qw, qx, qy, qz. A new array, or `out` filled."""
    def velocities(self, out: _Array | None = None) -> _Array:
        """(bodies, 6): linear [m/s], angular [rad/s], world axes. A new array, or `out` filled."""
    def contacts(self) -> list[ContactReading]:
        """Where shapes touch, at the end of the last step: list of ContactReading."""
    def contact_force(self, group: str) -> _Array:
        """Sum over the spheres and shapes of a group [N], world axes."""
    def energies(self) -> Energies:
        """Energies [J]."""
    def residuals(self) -> tuple[float, float, float]:
        """Largest violation of the constraints: (position [m], velocity [m/s], acceleration [m/s²])."""
    @property
    def articulation_count(self) -> int: ...
    @property
    def engine_speed(self) -> float:
        """[rad/s]; 0 without an engine"""
    def add_body(self, body: Body) -> BodyHandle: ...
    def add_joint(self, joint: Joint, a: BodyHandle | str | None, b: BodyHandle | str) -> JointHandle:
        """Joins two bodies (handles or names; a may be None or 'ground') at their present poses. Speeds
        that contradict the joint are lost.
        """
    def add_load(self, load: Load, body: BodyHandle | str) -> LoadHandle: ...
    def add_mount(self, mount: Mount, body: BodyHandle | str) -> MountHandle: ...
    def add_spring(self, spring: Spring, distance: Coordinate, a: BodyHandle | str | None, b: BodyHandle | str) -> SpringHandle:
        """A distance spring between two bodies (handles or names; a may be None or 'ground', its point
        is then in the world); `distance` is a Coordinate with its points.
        """
    def add_rope(self, rope: Rope, bodies: Sequence[BodyHandle | str | None]) -> RopeHandle:
        """A rope over points of bodies: `rope` is a Rope with its points, `bodies` whose they are
        (handles or names; None or 'ground': the point is in the world). Without a length it is as
        long as its way is now.
        """
    def add_force(self, target: BodyHandle | CoordinateHandle | str, function: Callable[..., Any], name: str = 'force', point: ArrayLike | None = None) -> BodyForceHandle | CoordinateForceHandle:
        """A custom force on a body or a coordinate (handle or name).

        Body: function(t, pose, twist) -> force | (force, torque) | (force, torque, stiffness,
        damping), world axes [N, N m]; the force acts at `point` of the body frame. Coordinate:
        function(t, x, speed) -> F | (F, stiffness, damping).

        Called once per step, before anything moves, with time and predicted motion at the end of the
        step; the result holds over the step. stiffness = -dF/dx and damping = -dF/dv make stiff forces
        implicit. An exception leaves step(); the world is as before.
        """
    def remove(self, part: BodyHandle | JointHandle | LoadHandle | MountHandle | SpringHandle | RopeHandle | BodyForceHandle | CoordinateForceHandle) -> None:
        """Removes a body, joint, load, mount, spring, rope or force, with all that refers to it."""
    def edit_ground(self, edit: str | None = None, **kwargs) -> int:
        """Changes the ground between two steps, by a text such as
        '{rectangle: [2, 4, -1, 1], lower: 0.5}' or by the same as keywords; returns the number of
        fine cells that changed. What rests there wakes; World.restore undoes it.
        """
    def ground_height(self, x: float, y: float) -> float:
        """Height of the ground as it is now [m]."""
    def place_soil(self, soil: str, mass: float, x: float, y: float, radius: float = 0.3, drop: float = 0.0) -> None:
        """Puts loose soil [kg] on the ground, evenly over a circle; it slides to its angle of repose.
        With `drop` it falls from so many metres above the ground, into a truck bed for example.
        Needs a site with `soils`. World.restore undoes it.
        """
    def soil_balance(self) -> dict:
        """How much of each soil has gone which way since the start: {soil: {way: milligrams}}.
        Whole numbers: what was placed and dug is what lies there.
        """
    def tool_loads(self) -> dict:
        """What each tool holds and feels of the soil: {tool: {mass [kg], volume [m³], force [N, world]}}."""
    def bed_loads(self) -> dict:
        """What lies in each bed: {bed: {mass [kg], volume [m³], milligrams: {soil: whole number}}}."""
    def record(self, path: object) -> None:
        """Records everything that is done to the world from its beginning on, edits and custom forces
        included, for `outrigger replay`; stop_recording() or the end of the world ends it.
        """
    def stop_recording(self) -> None:
        """Ends the recording. An Error when something of it was lost (disk full)."""
    @property
    def is_recording(self) -> bool: ...
    def reset(self) -> None:
        """Back to the start: the world as built, where record() was called, or as mark_start() says."""
    def mark_start(self) -> None:
        """The present is where reset() leads from now on; an Error while the world is recorded."""
    def execute(self, command: str) -> str:
        """Carries out a command, one line of JSON as in recordings (docs/seat.md), such as
        '{"do": "remove", "part": ["body", "box"]}'. Returns what it does, as a sentence.
        """
    def break_joint(self, joint: JointHandle | str) -> None:
        """Removes a joint as if it had broken, with the event `joint_broken`."""
    def save(self) -> Snapshot:
        """The present as a Snapshot."""
    def restore(self, state: Snapshot | bytes) -> None:
        """Back to a Snapshot (or its bytes), to the bit."""
    def hash(self) -> int:
        """A number of all that moves: equal for equal runs."""

class Snapshot:
    """A world at one moment."""
    @property
    def time(self) -> float:
        """[s]"""
    @property
    def step_count(self) -> int: ...
    def hash(self) -> int: ...
    def to_bytes(self) -> bytes:
        """States and inputs; World.restore of the same, unedited machine takes them."""

def linear(slope: float) -> Function:
    """The function slope·x: a linear spring [N/m] or damper [N s/m], a gear."""

def input(name: str) -> Function:
    """The value of an operator input, in the unit of what reads it (World.set_input)."""

def lever(name: str) -> Function:
    """An operator input from -1 to 1 of the drive's speed limits or stroke."""

def read_site(path: _Path, allow_outside: bool = False) -> Site:
    """A Site from a file (docs/site-format.md), or a bundled one by name: worksite. Meshes must lie in its folder or below, unless allow_outside."""

def effective_modulus(young_a: float, poisson_a: float, young_b: float, poisson_b: float) -> float:
    """E* [Pa] of two materials."""

def sphere_stiffness(modulus: float, radius: float) -> float:
    """k of a sphere on a plane, by Hertz [N/m^1.5]."""

def restitution_factor(e: ArrayLike) -> Any:
    """Exact c(e) of the damping D = c/v that gives restitution e; arrays too."""

def kelvin_voigt_restitution(damping_ratio: ArrayLike) -> Any:
    """Restitution of a spring and damper; arrays too."""

def _read_machine(*arguments: Any) -> None: ...
def _read_machine_text(*arguments: Any) -> None: ...
def _place_machine(*arguments: Any) -> None: ...
def _check_machine(*arguments: Any) -> None: ...
def _machine_text(*arguments: Any) -> None: ...
