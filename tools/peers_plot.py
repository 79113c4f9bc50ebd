"""Draws the results of tools/peers.py: one panel for each problem.

Time against error, both logarithmic: lower and further left is better. Where all valid runs have no error
(spheres on terrain) time is drawn against the step, and where there is no setting either (pairs of meshes)
as bars.
"""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.ticker import FormatStrFormatter, LogLocator, NullFormatter

COLOURS = {"Outrigger": "tab:red", "MuJoCo": "tab:blue", "Simbody": "tab:green", "Bullet": "tab:orange",
           "ODE": "tab:purple", "DART": "tab:brown", "FCL": "tab:cyan"}
MARKERS = "osD^vP"


def curves(points):
    """Points by (program, method), sorted by setting."""
    found = {}
    for point in points:
        found.setdefault((point["program"], point["method"]), []).append(point)
    return {key: sorted(values, key=lambda p: p["setting"]) for key, values in found.items()}


def marker(program, method, known):
    methods = known.setdefault(program, [])
    if method not in methods:
        methods.append(method)
    return MARKERS[methods.index(method) % len(MARKERS)]


def draw_lines(axis, points, abscissa, known):
    for (program, method), curve in curves(points).items():
        ours = program == "Outrigger"
        axis.loglog([p[abscissa] for p in curve], [p["time"] for p in curve],
                    marker=marker(program, method, known), color=COLOURS.get(program, "tab:gray"),
                    linewidth=2.2 if ours else 1.1, markersize=6 if ours else 4.5, zorder=3 if ours else 2,
                    label=f"{program} {method}")
    axis.grid(which="major", alpha=0.3)


def draw_bars(axis, points):
    points = sorted(points, key=lambda p: p["time"])
    names = [f"{p['program']} {p['method']}" for p in points]
    axis.barh(names, [p["time"] for p in points], color=[COLOURS.get(p["program"], "tab:gray") for p in points])
    axis.bar_label(axis.containers[0], fmt="%.0f", padding=2, fontsize=7)
    axis.margins(x=0.15)
    axis.tick_params(axis="y", labelsize=7)
    axis.invert_yaxis()


def draw_panel(axis, problem, points, known):
    time_unit = points[0]["time_unit"].replace("us ", "µs ")
    axis.set_title(problem, fontsize=10)
    if any(p["error"] > 0 for p in points):
        draw_lines(axis, [p for p in points if p["error"] > 0], "error", known)
        axis.set_xlabel(f"error [{points[0]['error_unit']}]", fontsize=8)
    elif any(p["setting"] > 0 for p in points):
        draw_lines(axis, points, "setting", known)
        axis.set_xlabel("step [s]; no sphere lost", fontsize=8)
        axis.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.xaxis.set_major_formatter(FormatStrFormatter("%g"))
        axis.xaxis.set_minor_formatter(NullFormatter())
    else:
        draw_bars(axis, points)
        axis.set_xlabel(time_unit, fontsize=8)
        return
    axis.set_ylabel(time_unit, fontsize=8)
    steps_drawn = all(p["error"] == 0 for p in points)
    axis.legend(fontsize=6.5, framealpha=0.7, loc="lower left" if steps_drawn else "best")


def draw(results, folder, kinds=("png", "svg")):
    """Writes pictures of these kinds and returns their paths."""
    panels = {}
    for point in results["points"]:
        if point["valid"]:
            panels.setdefault(point["problem"], []).append(point)
    if not panels:
        return []
    columns = min(3, len(panels))
    rows = -(-len(panels) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(4.6 * columns, 3.7 * rows), squeeze=False)
    known = {}  # methods of each program in order, so that a method has one marker in all panels
    for axis, (problem, points) in zip(axes.flat, panels.items()):
        draw_panel(axis, problem, points, known)
    for axis in list(axes.flat)[len(panels):]:
        axis.set_axis_off()
    figure.tight_layout()
    paths = [folder / f"work-precision.{kind}" for kind in kinds]
    for path in paths:
        figure.savefig(path, dpi=100)
    plt.close(figure)
    return paths
