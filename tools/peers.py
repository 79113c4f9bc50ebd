#!/usr/bin/python3
"""Runs Outrigger and other engines on the same problems and compares work at equal error.

    ./outrigger bench --peers [PROBLEM...]      the usual way to call it
    tools/peers.py --outrigger PROGRAM [...]    the same, with any build of Outrigger

Every program gets PROBLEM METHOD SETTING REPETITIONS and prints one line of JSON
(bench/peers/common.hpp); ours is `outrigger bench --point`. All runs of a problem are made in turns,
round after round, and the fastest of the rounds counts, so that noise of the machine meets all alike.
Writes results.json, table.md, work-precision.png and .svg. `sphere-query` and `bubble` print tables of
their own. What is missing, fails or hangs is reported, and the run goes on.
"""
import argparse
import json
import math
import os
import pathlib
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
OURS = "outrigger"
PROBLEMS = ["chain-10", "chain-40", "chain-160", "fourbar-1", "fourbar-10", "fourbar-40", "fourbar-160",
            "andrews", "bricard", "terrain-spheres-100", "terrain-spheres-400", "mesh-pairs"]

# One line for each program and method: settings (steps or accuracies) by problem, or by family of problems
# where its sizes share them. A size that is named itself is taken from there; an empty list leaves it out.
RUNS = [
    (OURS, "trapezoidal", {
        "chain": [2e-2, 1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4],
        "fourbar": [2e-2, 1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4],
        "fourbar-160": [2e-2, 1e-2, 5e-3, 2e-3, 1e-3, 5e-4],
        "andrews": [1e-4, 5e-5, 2e-5, 1e-5, 5e-6, 2e-6, 1e-6],
        "bricard": [2e-2, 1e-2, 5e-3, 2e-3, 1e-3, 5e-4],
        "terrain-spheres": [2e-2, 1e-2, 5e-3]}),
    (OURS, "explicit", {
        "chain": [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9],
        "fourbar": [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8],
        "andrews": [1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10],
        "bricard": [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9]}),
    (OURS, "box-tree", {"mesh-pairs": [0]}),
    ("mujoco_mechanisms", "RK4", {
        "chain": [0.05, 0.02, 0.01, 0.005], "fourbar": [0.05, 0.02, 0.01, 0.005, 0.002],
        "bricard": [0.05, 0.02, 0.01, 0.005, 0.002]}),
    ("mujoco_mechanisms", "Euler", {"fourbar": [0.01], "bricard": [0.01]}),
    ("bullet_mechanisms", "RK4", {"chain": [0.05, 0.02, 0.01, 0.005]}),
    ("dart_mechanisms", "RK4", {"chain": [0.02, 0.01]}),
    ("dart_mechanisms", "Euler", {"fourbar-1": [0.01, 0.001], "fourbar-10": [0.01]}),
    ("ode_mechanisms", "direct", {"chain-10": [0.01, 0.001], "fourbar-1": [0.01, 0.001],
                                  "fourbar-10": [0.01]}),
    ("ode_mechanisms", "quick", {"fourbar-40": [0.01]}),
    ("simbody_mechanisms", "RKM", {"chain": [1e-3, 1e-4, 1e-5, 1e-6, 1e-8],
                                   "andrews": [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8],
                                   "bricard": [1e-5, 1e-6], "fourbar-1": [1e-4]}),
    ("simbody_mechanisms", "RKM-tight", {"fourbar": [1e-3, 1e-4, 1e-5, 1e-6, 1e-7],
                                         "fourbar-40": [1e-4, 1e-5], "fourbar-160": [],
                                         "bricard": [1e-6, 1e-7, 1e-8]}),
    ("simbody_mechanisms", "RK3", {"andrews": [1e-4, 1e-5]}),
    ("ode_terrain", "field", {"terrain-spheres": [0.04, 0.02, 0.01, 0.005]}),
    ("ode_terrain", "mesh", {"terrain-spheres": [0.04, 0.02, 0.01]}),
    ("bullet_terrain", "field", {"terrain-spheres": [1 / 30, 1 / 60, 1 / 120, 0.005]}),
    ("mujoco_terrain", "Newton", {"terrain-spheres": [0.03, 0.01]}),
    ("mujoco_terrain", "CG", {"terrain-spheres": [0.03, 0.01]}),
    ("fcl_meshpair", "OBB", {"mesh-pairs": [0]}),
    ("fcl_meshpair", "OBBRSS", {"mesh-pairs": [0]}),
    ("bullet_meshpair", "GIMPACT", {"mesh-pairs": [0]}),
    ("ode_meshpair", "OPCODE", {"mesh-pairs": [0]}),
]


# Comparisons that print a table of their own: their programs, with arguments, in turns. The fastest of the
# rounds stands in what they print.
TABLES = {
    "sphere-query": [["outrigger_sphere"], ["bullet_sphere"], ["bullet_sphere_double"], ["fcl_sphere"]],
    "bubble": [["outrigger_bubble"], ["simbody_bubble"], ["outrigger_bubble"]],
}


def family(problem):
    head, _, tail = problem.rpartition("-")
    return head if tail.isdigit() else problem


def runs_of(problem):
    """(program, method, setting) of a problem; all programs in turns."""
    turns = []
    for program, method, settings in RUNS:
        values = settings.get(problem, settings.get(family(problem), []))
        turns += [(i, program, method, value) for i, value in enumerate(values)]
    return [run[1:] for run in sorted(turns, key=lambda run: run[0])]


# --- running ---------------------------------------------------------------------------------------

class Failure(Exception):
    """A run without a result; the text says why."""


class Missing(Failure):
    """There is no such program."""


class Slow(Failure):
    """It had no result in time."""


class Runner:
    def __init__(self, outrigger, programs, timeout):
        self.outrigger, self.timeout = outrigger, timeout
        self.programs = programs.resolve()  # a name without a folder would be looked for elsewhere

    def table(self, program, arguments):
        path = self.programs / program
        if not path.is_file():
            raise Missing("missing")
        return self.output([str(path), *arguments])

    def command(self, program, problem, method, setting):
        setting = f"{setting:.10g}"
        if program == OURS:
            return [self.outrigger, "bench", "--repetitions", "1", "--point", problem, method, setting]
        path = self.programs / program
        if not path.is_file():
            raise Missing("missing")
        return [str(path), problem, method, setting, "1"]

    def measure(self, program, problem, method, setting):
        line = self.last_line(self.command(program, problem, method, setting))
        try:
            result = json.loads(line)
            sound = (result["problem"] == problem and result["method"] == method
                     and isinstance(result["program"], str) and isinstance(result["valid"], bool)
                     and 0 < float(result["time"]) < math.inf and 0 <= float(result["error"]) < math.inf)
        except (ValueError, TypeError, KeyError):
            sound = False
        if not sound:
            raise Failure(f"printed no result but '{line[:60]}'")
        return result

    def last_line(self, command):
        return (self.output(command).splitlines() or [""])[-1]

    def output(self, command):
        # A session of its own: what the program starts can be ended with it.
        try:
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, text=True, errors="replace",
                                     start_new_session=True)
        except OSError as error:
            raise Failure(f"could not be started: {error.strerror}") from None
        try:
            out, err = child.communicate(timeout=self.timeout)
        except subprocess.TimeoutExpired:
            raise Slow(f"no result after {self.timeout:g} s; finer settings were not tried") from None
        finally:  # also when we are interrupted
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        if child.returncode < 0:
            raise Failure(f"crashed ({signal.Signals(-child.returncode).name})")
        if child.returncode > 0:
            last = (err.strip().splitlines() or ["no message"])[-1]
            raise Failure(f"failed: {last[:100]}")
        return out.strip()


def measure_table(runner, name, folder):
    """Runs the programs of a table one after the other; what they print goes to the screen and a file."""
    texts = []
    for program, *arguments in TABLES[name]:
        try:
            texts.append(runner.table(program, arguments))
        except Failure as failure:
            texts.append(f"{program}: {failure}")
        print(texts[-1], flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.txt"
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    print(f"wrote {path}")


def measure_problem(runner, problem, rounds, say):
    """Points and failures of one problem: the fastest of the rounds for each run."""
    points, failures, given_up = {}, {}, set()
    for number in range(rounds):
        say(f"{problem}: round {number + 1} of {rounds}")
        for run in runs_of(problem):
            program, method, setting = run
            if run in failures or program in given_up or (program, method) in given_up:
                continue
            try:
                result = runner.measure(program, problem, method, setting)
                if run in points and points[run]["error"] != result["error"]:
                    raise Failure(f"its error changes from run to run:"
                                  f" {points[run]['error']:g}, {result['error']:g}")
            except Failure as failure:
                failures[run] = str(failure)
                points.pop(run, None)
                if isinstance(failure, Missing):
                    given_up.add(program)
                elif isinstance(failure, Slow):  # the settings that follow cost more
                    given_up.add((program, method))
                continue
            result["ours"] = program == OURS
            if run not in points or result["time"] < points[run]["time"]:
                points[run] = result
    return list(points.values()), [{"program": run[0], "problem": problem, "method": run[1],
                                    "setting": run[2], "why": why} for run, why in failures.items()]


# --- comparing -------------------------------------------------------------------------------------

def front(points):
    """Points that no other beats in both error and time, by growing error."""
    kept = []
    for point in sorted(points, key=lambda p: (p["error"], p["time"])):
        if not kept or point["time"] < kept[-1]["time"]:
            kept.append(point)
    return kept


def cost_at(points, error):
    """Time of these runs at an error: the cheapest whose error is not larger, or interpolated between two
    settings of one method (logarithms of both, along its front). None where they do not get there."""
    costs = [p["time"] for p in points if p["error"] <= error]
    for method in {p["method"] for p in points}:
        curve = front(p for p in points if p["method"] == method and p["error"] > 0)
        for fine, coarse in zip(curve, curve[1:]):
            if fine["error"] < error < coarse["error"]:
                share = math.log(error / fine["error"]) / math.log(coarse["error"] / fine["error"])
                costs.append(fine["time"] * (coarse["time"] / fine["time"]) ** share)
    return min(costs, default=None)


def compare(points):
    """A row for each point on the front of the peers."""
    valid = [p for p in points if p["valid"]]
    ours = [p for p in valid if p["ours"]]
    rows = []
    for peer in front(p for p in valid if not p["ours"]):
        cost = cost_at(ours, peer["error"])
        rows.append({"problem": peer["problem"], "error": peer["error"], "error_unit": peer["error_unit"],
                     "peer": peer["program"], "method": peer["method"], "setting": peer["setting"],
                     "peer_time": peer["time"], "time_unit": peer["time_unit"], "time": cost,
                     "ratio": cost / peer["time"] if cost else None})
    return rows


# --- telling ---------------------------------------------------------------------------------------

def number(value):
    return "–" if value is None else f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def error_text(row):
    if row["error"] >= 1e300:  # what a program prints for a run that went astray
        return "no bound on the error"
    return "exact" if row["error"] == 0 and row["error_unit"] == "pairs" else \
        f"{row['error']:.2g} {row['error_unit']}"


def setting_text(point):
    return f" {point['setting']:.3g}" if point["setting"] else ""


HEAD = ["problem", "error", "unit", "ours", "best peer", "its time", "ours / peer"]


def cells(row):
    return [row["problem"], error_text(row), row["time_unit"], number(row["time"]),
            f"{row['peer']} {row['method']}{setting_text(row)}", number(row["peer_time"]),
            "not reached" if row["ratio"] is None else number(row["ratio"])]


def failure_text(failure):
    if failure["why"] == "missing":
        return f"{failure['program']}: missing"
    return (f"{failure['program']} {failure['problem']} {failure['method']}"
            f"{setting_text(failure)}: {failure['why']}")


def wrong_text(point):
    return (f"{point['program']} {point['problem']} {point['method']}{setting_text(point)}:"
            f" {error_text(point)}, {point['note'] or 'wrong'}; not compared")


def remarks(results):
    """Lines on runs that are not in the table, each once."""
    lines = [failure_text(f) for f in results["failures"]]
    lines += [wrong_text(p) for p in results["points"] if not p["valid"]]
    return list(dict.fromkeys(lines))


def table_text(rows):
    widths = [19, 20, 18, 9, 28, 9, 11]
    return "\n".join(" ".join(cell.ljust(w) if i in (0, 1, 2, 4) else cell.rjust(w)
                              for i, (cell, w) in enumerate(zip(row, widths))).rstrip()
                     for row in rows)


def table_markdown(results):
    lines = ["| " + " | ".join(HEAD) + " |", "| --- | --- | --- | ---: | --- | ---: | ---: |"]
    for row in results["rows"]:
        text = cells(row)
        if row["ratio"] is not None and row["ratio"] > 1:
            text[-1] = f"**{text[-1]}**"
        lines.append("| " + " | ".join(text).replace("us per", "µs per") + " |")
    lines += [""] + ["- " + line for line in remarks(results)]
    versions = sorted({f"{p['program']} {p['version']}" for p in results["points"] if not p["ours"]})
    machine = results["machine"]
    lines += ["", f"Versions: {', '.join(versions) or 'none'}. Machine: one core of {machine['processor']},"
                  f" load average {machine['load_before']} before and {machine['load_after']} after;"
                  f" fastest of {results['rounds']} rounds."]
    return "\n".join(lines) + "\n"


def processor():
    try:
        for line in open("/proc/cpuinfo", encoding="utf-8"):
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return "an unknown processor"


def load_average():
    return f"{os.getloadavg()[0]:.1f}"


def write(results, folder):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    (folder / "table.md").write_text(table_markdown(results), encoding="utf-8")


def draw(results, folder):
    try:
        import peers_plot
        pictures = peers_plot.draw(results, folder)
    except ImportError as error:
        print(f"no plots: {error} (tools/setup run installs python3-matplotlib)", file=sys.stderr)
        return
    print("\n".join(f"wrote {p}" for p in pictures))


# --- the command -----------------------------------------------------------------------------------

def build_programs():
    """Builds what can be built of bench/peers and returns where it is."""
    folder = ROOT / "build" / "peers"
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "build.log"
    print("building the peers' programs ...", file=sys.stderr, flush=True)
    commands = [["cmake", "-S", str(ROOT / "bench" / "peers"), "-B", str(folder), "-G", "Ninja"],
                ["cmake", "--build", str(folder), "--target", "peers", "--", "-k", "0"]]
    with open(log, "w", encoding="utf-8") as file:
        for command in commands:
            if subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, check=False).returncode:
                print(f"not all peers could be built; {log} says why", file=sys.stderr)
                break
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        if ": missing, left out" in line:
            print(line.removeprefix("-- "), file=sys.stderr)
    return folder


def read_options():
    parser = argparse.ArgumentParser(prog="outrigger bench --peers",
                                     description="Work against error, ours and other engines'.")
    parser.add_argument("problems", nargs="*", metavar="PROBLEM", help="default: all")
    parser.add_argument("--outrigger", default=str(ROOT / "outrigger"), help="our program")
    parser.add_argument("--programs", type=pathlib.Path, help="folder of the peers' programs; not built then")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("results/peers"))
    parser.add_argument("--rounds", type=int, default=3, help="of which the fastest counts")
    parser.add_argument("--timeout", type=float, default=300.0, help="of one run [s]")
    parser.add_argument("--list", action="store_true", help="list the problems")
    options = parser.parse_args()
    for name in options.problems:
        if name not in PROBLEMS and name not in TABLES:
            sys.exit(f"there is no problem '{name}'; there are {', '.join([*PROBLEMS, *TABLES])}")
    if options.programs and not options.programs.is_dir():
        sys.exit(f"--programs {options.programs}: there is no such folder")
    return options


def main():
    options = read_options()
    if options.list:
        print("\n".join([*PROBLEMS, *TABLES]))
        return
    asked = options.problems or [*PROBLEMS, *TABLES]
    problems = [name for name in asked if name in PROBLEMS]
    runner = Runner(options.outrigger, options.programs or build_programs(), options.timeout)
    results = {"machine": {"processor": processor(), "cores": os.cpu_count(), "load_before": load_average(),
                           "load_after": load_average()},
               "rounds": options.rounds, "points": [], "failures": [], "rows": []}
    for name in asked:
        if name in TABLES:
            measure_table(runner, name, options.output)
    if not problems:
        return
    print(table_text([HEAD]), flush=True)
    for problem in problems:
        points, failures = measure_problem(runner, problem, options.rounds,
                                           lambda text: print(text, file=sys.stderr, flush=True))
        rows = compare(points)
        results["points"] += points
        results["failures"] += failures
        results["rows"] += rows
        results["machine"]["load_after"] = load_average()
        write(results, options.output)  # an interrupted run keeps what it has
        if rows:
            print(table_text([cells(row) for row in rows]), flush=True)
        else:
            ours = min((p["time"] for p in points if p["ours"] and p["valid"]), default=None)
            print(table_text([[problem, "", "", number(ours), "none", "–", "–"]]), flush=True)
    print("\n".join([""] + remarks(results)))
    draw(results, options.output)
    print(f"wrote {options.output / 'results.json'}, {options.output / 'table.md'}")


if __name__ == "__main__":
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    try:
        main()
    except KeyboardInterrupt:
        print("\ninterrupted; what runs has been ended", file=sys.stderr)
        sys.exit(130)
