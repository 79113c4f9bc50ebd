"""No call with any arguments ends the interpreter: random calls in a process of their own.

Every object of the package is called with values from a box of good and bad ones. Whatever comes out
must be a result or a Python exception; a crash shows as the exit code of the process. InternalError
(a failed assertion) counts as a failure too: bad arguments must be refused before.
"""

import os
import random
import subprocess
import sys
import unittest

SEEDS, CALLS, MACHINES_PER_SEED = 6, 600, 150
PART_KINDS = (
    "bodies joints coordinates drives springs stops couplings loads mounts materials friction "
    "contact_laws spheres shapes sensors"
).split()
SKIPPED = {"__class__", "__init_subclass__", "__subclasshook__", "__new__", "__del__", "__getattribute__"}


def values(rng, box):
    """One argument: a number, text, array, container, function, or an object made before."""
    import numpy as np
    import outrigger

    simple = [
        None, True, 0, 1, -1, 3, 2**40, -(2**70), 0.0, 1e-3, 0.5, 1e300, -1e-300, float("nan"), float("inf"),
        "", "rod", "pivot", "angle", "ground", "revolute", "x\0y", "ü" * 300, b"", b"outrigger", [], {}, (), object(),
        (0, 0, 0), (1, 2), (0, 0, float("nan")), [1, 0, 0], "abc", [[1, 2], [3, 4]], {"a": (0, 0, 1)},
        np.zeros(3), np.ones((3, 3)), np.eye(3), np.zeros((0, 2)), np.zeros((2, 7)), np.zeros((1, 6)),
        np.array(["a"]), np.zeros(3, np.float32), np.zeros((3, 3), order="F"), np.full(3, 1e200),
        lambda *a: None, lambda *a: (0, 0, 1), lambda *a: 1 / 0, lambda *a: float("nan"), print, int,
    ]  # fmt: skip
    kind = rng.random()
    if kind < 0.45:
        return rng.choice(simple)
    if kind < 0.9 and box:
        return rng.choice(box)
    public = [getattr(outrigger, n) for n in outrigger.__all__ if isinstance(getattr(outrigger, n), type)]
    try:
        return rng.choice(public)()
    except TypeError:
        return None


def attack(seed):
    """Runs in the child process."""
    import numpy as np
    import outrigger
    from support import free_body, pendulum

    rng = random.Random(seed)
    machine = pendulum()
    machine.bodies.append(free_body("loose", position=(2, 0, 1)))
    # Lists in lists and aliases of parts are allowed here: they must be refused, or harmless.
    world = outrigger.World(machine)
    box = [machine, world, world.body("rod"), world.joint("pivot"), world.coordinate("angle")]
    box += [world.save(), *machine.bodies]
    functions = [getattr(outrigger, n) for n in outrigger.__all__]
    for call in range(CALLS):
        target = rng.choice(box) if rng.random() < 0.8 else None
        if rng.random() < 0.4:
            target = world
        if isinstance(target, (np.ndarray, str, bytes, int, float)) or callable(target):
            target = None
        try:
            if target is None:
                result = rng.choice(functions)(*[values(rng, box) for _ in range(rng.randint(0, 3))])
            else:
                names = [n for n in dir(target) if n not in SKIPPED]
                name = rng.choice(names)
                if rng.random() < 0.3:
                    setattr(target, name, values(rng, box))
                    continue
                result = getattr(target, name)
                if callable(result):
                    arguments = [values(rng, box) for _ in range(rng.randint(0, 4))]
                    if name == "run":  # no long runs
                        arguments = [rng.choice([0, 0.003, -1, float("nan"), None, "x"]), *arguments[:2]]
                        arguments[0] = 0.003 if arguments[0] is None else arguments[0]
                    result = result(*arguments)
        except outrigger.InternalError as e:
            print(f"seed {seed}, call {call}: InternalError: {e}", file=sys.stderr)
            return 1
        except Exception:
            continue
        if result is not None and not isinstance(result, (int, float, str)):
            box.append(result)
            if len(box) > 60:
                box.pop(rng.randrange(7, 40))
    # What is left of the world still answers, and a fresh one works.
    try:
        world.poses()
        world.step()
    except outrigger.InternalError as e:
        print(f"seed {seed}, at the end: InternalError: {e}", file=sys.stderr)
        return 1
    except Exception:
        pass
    outrigger.World(pendulum()).run(0.01)
    return 0


def mutate(seed):
    """Runs in the child process: machines with a few wrong numbers are refused, or they move."""
    import numpy as np
    import outrigger
    from support import MACHINES

    rng = random.Random(seed)
    numbers = [0.0, -1.0, 1e-12, 1e-3, 0.5, 1.0, 3.0, 1e3, 1e8, 1e29, -1e29, 1e300, float("nan"), float("inf")]
    words = ["", "ground", "rod", "boom", "sphere", "fixed", "distance", "1/x", "t", "sqrt(x)", "((("]
    files = ["pendulum", "small-crane", "slider-crank", "fourbar", "drop-test", "tower", "bricard"]
    files += ["crane-hook", "excavator", "double-pendulum", "heavy-top"]
    originals = [outrigger.read_machine(MACHINES / f"{name}.yaml") for name in files]
    moved = 0
    for case in range(MACHINES_PER_SEED):
        machine = rng.choice(originals).copy()
        parts = [p for kind in PART_KINDS for p in getattr(machine, kind)] + [machine.settings]
        for _ in range(rng.randint(1, 3)):
            part = rng.choice(parts)
            field = rng.choice([n for n in dir(type(part)) if isinstance(getattr(type(part), n), property)])
            value = getattr(part, field)
            try:
                if isinstance(value, np.ndarray) and value.size:
                    value[tuple(rng.randrange(n) for n in value.shape)] = rng.choice(numbers)
                elif isinstance(value, bool):
                    setattr(part, field, not value)
                elif isinstance(value, (int, float)) or value is None:
                    setattr(part, field, rng.choice(numbers))
                else:
                    setattr(part, field, rng.choice(words))
            except (ValueError, TypeError):
                continue
        if rng.random() < 0.2:
            kind = rng.choice(PART_KINDS)
            del getattr(machine, kind)[: rng.randint(0, 2)]
        try:
            world = outrigger.World(machine)
            world.run(3 * world.step_size)
            moved += 1
        except outrigger.InternalError as e:
            print(f"seed {seed}, machine {case}: InternalError: {e}", file=sys.stderr)
            return 1
        except outrigger.Error:
            continue
    print(moved, "of", MACHINES_PER_SEED, "moved")
    return 0 if 0 < moved < MACHINES_PER_SEED else 1


def edit(seed):
    """Runs in the child process: edits, forces, snapshots and steps in any order, with handles old and new."""
    import numpy as np
    import outrigger
    from support import MACHINES, free_body

    rng = random.Random(seed)
    world = outrigger.World(MACHINES / rng.choice(["tower.yaml", "small-crane.yaml", "drop-test.yaml"]))
    names = list(world.body_names)
    handles, snapshots, recordings, done = [world.body(n) for n in names], [world.save()], [], 0

    def point():
        return [rng.uniform(-1, 1) for _ in range(3)]

    def add_body():
        names.append(f"new{len(names)}")
        handles.append(world.add_body(free_body(names[-1], position=point())))

    def add_joint():
        kind = rng.choice(["revolute", "spherical", "fixed", "distance", "prismatic", "universal"])
        joint = outrigger.Joint(f"joint{rng.randrange(50)}", type=kind, point_a=point(), point_b=point())
        handles.append(world.add_joint(joint, rng.choice([None, *handles]), rng.choice(handles)))

    def add_spring():
        number = rng.randrange(50)
        spring = outrigger.Spring(f"spring{number}", spring=outrigger.linear(rng.choice([10, 1e5])))
        gap = outrigger.Coordinate(f"gap{number}", kind="distance")
        handles.append(world.add_spring(spring, gap, rng.choice(handles), rng.choice(handles)))
        handles.append(world.coordinate(f"gap{number}"))

    def add_force():
        results = [None, 1.0, (1, 0, 0), ((0, 0, 1), (0, 1, 0))]
        handles.append(world.add_force(rng.choice(handles), lambda t, *a: rng.choice(results)))

    def add_load():
        load = outrigger.Load("load", x=rng.uniform(-99, 99))
        handles.append(world.add_load(load, rng.choice(handles)))

    def read():
        for question in (world.pose, world.reaction, world.force):
            question(rng.choice(handles))

    def run():
        recordings.append(world.run(0.01, bodies=rng.sample(names, min(2, len(names))))["time"])

    deeds = [
        add_body, add_joint, add_spring, add_force, add_load, read, run, run,
        lambda: world.remove(rng.choice(handles)),
        lambda: snapshots.append(world.save()),
        lambda: world.restore(rng.choice(snapshots)),
        lambda: world.restore(rng.choice(snapshots).to_bytes()),
        lambda: (world.value(rng.choice(handles)), world.speed(rng.choice(handles))),
        lambda: (world.contacts(), world.energies(), world.poses(), world.residuals(), world.take_events()),
        lambda: recordings.pop(rng.randrange(len(recordings))),
    ]  # fmt: skip
    for _ in range(400):
        try:
            rng.choice(deeds)()
            done += 1
        except outrigger.InternalError as e:
            print(f"seed {seed}: InternalError: {e}", file=sys.stderr)
            return 1
        except (ValueError, TypeError):
            continue
        assert all(np.isfinite(r).all() for r in recordings)
    print(done, "of 400 done")
    return 0 if done > 100 else 1


class Attack(unittest.TestCase):
    def run_children(self, deed, seeds):
        environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", PYTHONFAULTHANDLER="1")
        for seed in range(seeds):
            with self.subTest(seed=seed):
                child = subprocess.run(
                    [sys.executable, __file__, deed, str(seed)],
                    env=environment, capture_output=True, text=True, timeout=300,
                )  # fmt: skip
                self.assertEqual(child.returncode, 0, child.stdout[-500:] + child.stderr[-3000:])

    def test_random_calls_do_not_crash(self):
        self.run_children("attack", SEEDS)

    def test_objects_without_a_value_are_refused(self):
        import outrigger

        for cls in vars(outrigger._core).values():
            if isinstance(cls, type) and not issubclass(cls, BaseException):
                with self.assertRaises(TypeError, msg=cls.__name__):
                    cls.__new__(cls)
                with self.assertRaises(TypeError, msg=cls.__name__):
                    cls.__new__(int)

    def test_classes_can_be_derived(self):
        import outrigger
        from support import MACHINES

        class Crane(outrigger.World):
            def __init__(self, path):
                super().__init__(path)
                self.lifts = 0

        world = Crane(str(MACHINES / "small-crane.yaml"))
        world.step()
        self.assertEqual((world.lifts, world.time > 0), (0, True))

        class Forgetful(outrigger.World):
            def __init__(self):
                pass

        with self.assertRaises(TypeError):
            Forgetful()

    def test_wrong_machines_do_not_crash(self):
        self.run_children("mutate", 3)

    def test_edits_in_any_order_do_not_crash(self):
        self.run_children("edit", 4)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] in ("attack", "mutate", "edit"):
        sys.exit(globals()[sys.argv[1]](int(sys.argv[2])))
    unittest.main()
