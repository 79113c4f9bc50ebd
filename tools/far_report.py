#!/usr/bin/python3
"""Measures far detection and draws it: docs/pictures/far-*.png and the tables of
docs/theory/far_detection.md, which are printed.

    cmake --build build/release --target far_bench
    tools/far_report.py [RESULT.json]      # measures (about two minutes) unless given a result
"""
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}


def measure():
    program = ROOT / "build/release/far_bench"
    if not program.exists():
        sys.exit(f"{program} is missing: cmake --build build/release --target far_bench")
    # CPU time, so that other work on the machine counts little; more repetitions take the least.
    command = [program, "--benchmark_format=json", "--benchmark_repetitions=1"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def best_of(result):
    best = {}
    for row in result["benchmarks"]:
        if row.get("run_type") == "aggregate":
            continue
        name = row["run_name"].split("/min_time")[0].split("/repeats")[0]
        row["seconds"] = row["cpu_time"] * UNITS[row["time_unit"]]
        if name not in best or row["seconds"] < best[name]["seconds"]:
            best[name] = row
    return best


def parts(best, kind):
    for name, row in best.items():
        words = name.split("/")
        if words[0] == kind:
            yield words[1:], row


def unique(values):
    return list(dict.fromkeys(values))


def print_trees(best):
    rows = list(parts(best, "trees"))
    for scene in unique(w[1] for w, _ in rows):
        print(f"\n{scene}\n\n| tree | build [M faces/s] | bytes/face | depth | sphere [ns] | box [ns]"
              " | ray [ns] | found by sphere |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
        for tree in unique(w[0] for w, _ in rows):
            of = {w[2]: r for w, r in rows if w[:2] == [tree, scene]}
            rate = of["build"]["faces_per_second"] / 1e6
            cells = [f"{rate:.2f}", f"{of['build']['bytes_per_face']:.0f}", f"{of['build']['depth']:.0f}"]
            cells += [f"{1e9 * of[q]['seconds']:.0f}" for q in ("sphere", "box", "ray")]
            print(f"| {tree} | " + " | ".join(cells) + f" | {of['sphere']['found']:.1f} |")


def print_others(best):
    print("\n| pairs | µs per pose | candidates |\n| --- | ---: | ---: |")
    for words, row in parts(best, "pairs"):
        print(f"| {words[0]} | {1e6 * row['seconds']:.0f} | {row['candidates']:.0f} |")
    print("\n| objects | sweep [µs] | tree [µs] | pairs |\n| --- | ---: | ---: | ---: |")
    rows = {tuple(w): r for w, r in parts(best, "broad")}
    for (way, crowd, count), row in rows.items():
        if way == "sweep":
            tree = rows[("tree", crowd, count)]
            print(f"| {crowd} {count} | {1e6 * row['seconds']:.1f} | {1e6 * tree['seconds']:.1f}"
                  f" | {row['pairs']:.0f} |")
    print("\n| faces | build [M faces/s] | bytes/face | levels | nodes opened | sphere [ns] | few places [ns]"
          " | with contacts [ns] |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    rows = {tuple(w): r for w, r in parts(best, "growth")}
    for faces in unique(w[0] for w in rows):
        build, sphere, near, contacts = (rows[(faces, q)] for q in ("build", "sphere", "near", "contacts"))
        print(f"| {int(faces):,} | {build['faces_per_second'] / 1e6:.2f} |"
              f" {build['bytes_per_face']:.0f} | {sphere['levels']:.0f} | {sphere['nodes']:.1f} |"
              f" {1e9 * sphere['seconds']:.0f} | {1e9 * near['seconds']:.0f} |"
              f" {1e9 * contacts['seconds']:.0f} |")


def draw_depths(best, plt):
    figure, axes = plt.subplots(1, 2, figsize=(11, 4.2), sharey=True)
    rows = list(parts(best, "depth"))
    default = {w[1]: 1e9 * r["seconds"] for w, r in parts(best, "trees")
               if w[0] == "box-surface" and w[2] == "sphere"}
    for axis, scene in zip(axes, ("terrain", "machine")):
        for tree in unique(w[0] for w, _ in rows):
            line = [(int(w[2]), 1e9 * r["seconds"]) for w, r in rows if w[:2] == [tree, scene]]
            axis.semilogy(*zip(*line), marker="o", markersize=3, label=tree)
        axis.axhline(default[scene], color="black", linestyle="--", label="box tree (default)")
        axis.set_title(scene)
        axis.set_xlabel("largest depth")
        axis.grid(alpha=0.3, which="both")
    axes[0].set_ylabel("sphere query [ns]")
    axes[1].legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(ROOT / "docs/pictures/far-depth.png", dpi=110)


def draw_growth(best, plt):
    figure, axis = plt.subplots(figsize=(6.5, 4.2))
    lines = (("contacts", "from the question to contacts, 4096 places"),
             ("sphere", "tree, 4096 places all over the terrain"), ("near", "tree, 64 places"))
    for what, label in lines:
        line = [(int(w[0]), 1e9 * r["seconds"]) for w, r in parts(best, "growth") if w[1] == what]
        axis.semilogx(*zip(*line), marker="o", label=label)
    axis.set_xlabel("triangles")
    axis.set_ylabel("sphere query [ns]")
    axis.set_ylim(bottom=0)
    axis.set_title("Sphere against a terrain: a straight line here is a logarithm")
    axis.grid(alpha=0.3, which="both")
    axis.legend(loc="upper left", fontsize=8)
    nodes = [(int(w[0]), r["nodes"]) for w, r in parts(best, "growth") if w[1] == "sphere"]
    work = axis.twinx()
    work.plot(*zip(*nodes), color="black", linestyle="--", marker="s", markersize=3, label="nodes opened")
    work.set_ylabel("nodes opened per query")
    work.set_ylim(0, 4 * max(n for _, n in nodes))
    work.legend(loc="lower right", fontsize=8)
    figure.tight_layout()
    figure.savefig(ROOT / "docs/pictures/far-growth.png", dpi=110)


def draw_broad(best, plt):
    rows = list(parts(best, "broad"))
    crowds = unique(w[1] for w, _ in rows)
    figure, axes = plt.subplots(1, len(crowds), figsize=(3.2 * len(crowds), 3.6), sharey=True)
    for axis, crowd in zip(axes, crowds):
        for way in ("sweep", "tree"):
            line = [(int(w[2]), 1e6 * r["seconds"]) for w, r in rows if w[:2] == [way, crowd]]
            axis.loglog(*zip(*line), marker="o", markersize=3, label=way)
        axis.set_title(crowd)
        axis.set_xlabel("objects")
        axis.grid(alpha=0.3, which="both")
    axes[0].set_ylabel("step [µs]")
    axes[0].legend()
    figure.tight_layout()
    figure.savefig(ROOT / "docs/pictures/far-broad.png", dpi=110)


def main():
    if len(sys.argv) > 1:
        result = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    else:
        result = measure()
        saved = ROOT / "build/far_bench.json"
        saved.write_text(json.dumps(result), "utf-8")
        print(f"kept in {saved}", file=sys.stderr)
    best = best_of(result)
    print_trees(best)
    print_others(best)
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    draw_depths(best, plt)
    draw_growth(best, plt)
    draw_broad(best, plt)


if __name__ == "__main__":
    main()
