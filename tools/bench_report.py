#!/usr/bin/python3
"""Runs the benchmarks and writes docs/benchmarks.md and docs/pictures/bench-scaling.png.

    tools/bench_report.py                      run `./outrigger bench --json` and write
    tools/bench_report.py --json FILE          take results from a file instead ('-' for stdin)
    tools/bench_report.py --program PATH       another program than ./outrigger
    tools/bench_report.py --output FOLDER      write below FOLDER instead of docs/
    tools/bench_report.py --peers FILE...      write the comparison with other engines instead, from
                                               the results.json of `outrigger bench --peers`; a later
                                               file replaces the problems it has

A table stands between two marker comments of the page; everything else of it is left alone.
"""
import argparse
import datetime
import json
import pathlib
import platform
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN = "<!-- {}-table-begin: written by tools/bench_report.py, do not edit -->"
END = "<!-- {}-table-end -->"

# Largest allowed value in the unit of the benchmark; for ratios ours / peer, see RATIO_BARS.
BARS = {
    "excavator-step": 15.0,
    "fourbar-40-step": 32.0,
    "fourbar-160-step": 130.0,
    "chain-10-step": 6.5,
    "chain-160-step": 100.0,
    "bricard-step": 2.5,
    "excavator-add-remove-body": 200.0,
    "excavator-drive-step": 50.0,
    # The best peer at that error, measured on such a machine.
    "chain-10-at-2e-6m": 0.67,
    "chain-10-at-1e-7m": 1.3,
    "chain-40-at-1.5e-6m": 4.2,
    "chain-160-at-2.8e-6m": 16.0,
    "fourbar-1-at-2e-4J": 0.42,
    "fourbar-10-at-5e-3J": 3.1,
    "fourbar-40-at-1.6e-2J": 11.0,
    "fourbar-160-at-5.5e-2J": 42.0,
    "bricard-at-1e-5J": 5.5,
    "bricard-at-1e-7J": 19.0,
    "andrews-at-4e-6rad": 6100.0,
    "terrain-spheres-100": 79.0,
    "terrain-spheres-400": 859.0,
    "bubble-foundation": 6.0,
    # Per candidate face, after the far phase.
    "cylinder-mesh": 5.0,
    "torus-mesh": 5.0,
    "link-mesh": 5.0,
    # Of real time, or of what the source of the case took.
    "cube-stack-50-rtf": 1.0,
    "link-chain-50-rtf": 1.0,
    "bouncing-bubbles-rtf": 0.5,
    "pedestrian-rtf": 1.0,
    "bouncing-ball-5s": 10.0,
}
RATIO_BARS = {"excavator-factor": 1.0 / 8.0, "excavator-on-20-spheres-step": 2.5,
              "batch-chain-10": 0.5, "batch-fourbar-40": 0.5}
FAMILY = re.compile(r"^(fourbar|chain)-(\d+)-step$")
LABELS = {"fourbar": "N four-bar loops", "chain": "chain of N links"}


def read_results(options):
    if options.json == "-":
        return json.load(sys.stdin)
    if options.json:
        with open(options.json, encoding="utf-8") as file:
            return json.load(file)
    command = [options.program, "bench", "--json", "--repetitions", str(options.repetitions)]
    print("running", " ".join(command), file=sys.stderr)
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def check_results(results):
    """Refuses what is not an array of measurements, before anything is written."""
    if not isinstance(results, list) or not results:
        sys.exit("bench_report.py: the results are not a JSON array of measurements")
    for row in results:
        for key in ("name", "value", "unit"):
            if key not in row:
                sys.exit(f"bench_report.py: a measurement has no '{key}': {row}")


def number(value):
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def bar_of(row):
    """Text of the bar and whether it holds (None where there is none)."""
    name = row["name"]
    if name in BARS:
        return f"≤ {BARS[name]:g}", row["value"] <= BARS[name]
    if name in RATIO_BARS and "ratio" in row:
        return f"ratio ≤ {RATIO_BARS[name]:g}", row["ratio"] <= RATIO_BARS[name]
    return "", None


def share_of_bar(row):
    """Measured over allowed, for machines of another speed and hours of other load."""
    bar = BARS.get(row["name"])
    return f", {row['value'] / bar:.2f}" if bar else f", {row['ratio'] / RATIO_BARS[row['name']]:.2f}"


def cpu_name():
    try:
        for line in open("/proc/cpuinfo", encoding="utf-8"):
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or "unknown processor"


def make_table(results, note, with_picture):
    lines = ["| name | measured | unit | bar | holds, share of the bar | peer | peer's | ratio |",
             "| --- | ---: | --- | --- | --- | --- | ---: | ---: |"]
    for row in results:
        text, holds = bar_of(row)
        verdict = "" if holds is None else ("yes" if holds else "**no**") + share_of_bar(row)
        unit = row["unit"].replace("us", "µs")
        peer = [row["peer"], number(row["peer_value"]), f"{row['ratio']:.3f}"] if "peer" in row \
            else ["", "", ""]
        cells = [row["name"], number(row["value"]), unit, text, verdict, *peer]
        lines.append("| " + " | ".join(cells) + " |")
    for family, points in families(results).items():
        by_size = dict(points)
        for size in (160, 10000):
            if 40 in by_size and size in by_size:
                growth = (by_size[size] / size) / (by_size[40] / 40) - 1
                lines += ["", f"{LABELS[family]}: time per step and N changes by"
                              f" {100 * growth:+.1f} % from N = 40 to {size}."]
    lines += ["", note]
    if with_picture:
        lines += ["", "![time per step over size](pictures/bench-scaling.png)"]
    return "\n".join(lines)


def families(results):
    found = {}
    for row in results:
        match = FAMILY.match(row["name"])
        if match:
            found.setdefault(match[1], []).append((int(match[2]), row["value"]))
    return {family: sorted(points) for family, points in found.items()}


def write_table(page, name, table):
    """Puts the table between its two marker comments."""
    text = page.read_text(encoding="utf-8")
    begin, end = BEGIN.format(name), END.format(name)
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        sys.exit(f"{page}: the two marker comments around the table '{name}' are missing")
    head, rest = text.split(begin)
    tail = rest.split(end)[1]
    page.write_text(f"{head}{begin}\n{table}\n{end}{tail}", encoding="utf-8")


def report_peers(files, output):
    """The comparison with other engines."""
    import peers
    import peers_plot

    runs = []
    for file in files:
        with open(file, encoding="utf-8") as stream:
            runs.append(json.load(stream))
    results = {**runs[-1], "points": [], "failures": [], "rows": []}
    for problem in peers.PROBLEMS:
        for run in reversed(runs):
            if any(point["problem"] == problem for point in run["points"]):
                for part in ("points", "failures", "rows"):
                    results[part] += [entry for entry in run[part] if entry["problem"] == problem]
                break
    pictures = peers_plot.draw(results, output / "pictures", kinds=["png"])
    table = peers.table_markdown(results)
    write_table(output / "benchmarks.md", "peers",
                table + "\n![time against error](pictures/work-precision.png)")
    print("\n".join(f"wrote {path}" for path in [*pictures, output / "benchmarks.md"]))


def draw_scaling(results, picture):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axis = plt.subplots(figsize=(7, 4.6))
    drawn = False
    for (family, points), colour in zip(families(results).items(), ("tab:blue", "tab:orange")):
        sizes, times = zip(*points)
        axis.loglog(sizes, times, "o-", color=colour, label=LABELS[family])
        # The straight line of slope 1 through N = 40, or through the middle point.
        anchor = dict(points).get(40)
        size = 40 if anchor else sizes[len(sizes) // 2]
        anchor = anchor or times[len(times) // 2]
        axis.loglog([sizes[0], sizes[-1]], [anchor * n / size for n in (sizes[0], sizes[-1])], "--",
                    color=colour, alpha=0.5, linewidth=1, label=f"linear, through N = {size}")
        bars = [(n, BARS[f"{family}-{n}-step"]) for n in sizes if f"{family}-{n}-step" in BARS]
        if bars:
            axis.plot(*zip(*bars), "_", color=colour, markersize=16, markeredgewidth=2,
                      label="bar")
        drawn = True
    if not drawn:
        print("no fourbar or chain among the results: no picture", file=sys.stderr)
        return False
    axis.set_xlabel("N")
    axis.set_ylabel("CPU time per step [µs]")
    axis.grid(which="both", alpha=0.25)
    axis.legend(fontsize=8)
    axis.set_title("time per step over size, h = 1e-3 s", fontsize=11)
    figure.tight_layout()
    picture.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(picture, dpi=110)
    return True


def main():
    parser = argparse.ArgumentParser(description="Benchmarks into docs/benchmarks.md.")
    parser.add_argument("--json", help="file with the output of `outrigger bench --json`")
    parser.add_argument("--program", default=str(ROOT / "outrigger"))
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "docs",
                        help="folder with benchmarks.md (default: docs)")
    parser.add_argument("--peers", nargs="+", metavar="FILE",
                        help="results of `outrigger bench --peers`")
    options = parser.parse_args()
    if options.peers:
        report_peers(options.peers, options.output)
        return

    results = read_results(options)
    check_results(results)
    day = datetime.date.today().isoformat()
    note = f"Measured {day} on one core of: {cpu_name()}."
    if options.json:
        note = f"Written {day} from given results."
    picture = options.output / "pictures" / "bench-scaling.png"
    with_picture = draw_scaling(results, picture)
    if with_picture:
        print(f"wrote {picture}")
    write_table(options.output / "benchmarks.md", "bench", make_table(results, note, with_picture))
    print(f"wrote {options.output / 'benchmarks.md'}")
    missed = [row["name"] for row in results if bar_of(row)[1] is False]
    if missed:
        print("above their bars:", ", ".join(missed))


if __name__ == "__main__":
    main()
