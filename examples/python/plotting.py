"""What the examples share: where pictures go, and how they look."""

import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
MACHINES = ROOT / "machines"

if {"-h", "--help"} & set(sys.argv[1:]):  # before anything runs: this file is imported first
    print(sys.modules["__main__"].__doc__)
    sys.exit()
if len(sys.argv) > 2 or any(word.startswith("-") for word in sys.argv[1:]):
    sys.exit(f"usage: {pathlib.Path(sys.argv[0]).name} [FOLDER]   (--help tells what it shows)")

plt.rcParams.update(
    {
        "figure.dpi": 110,
        "axes.grid": True,
        "grid.alpha": 0.3,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "legend.frameon": False,
        "lines.linewidth": 1.4,
    }
)


def save(figure, script):
    """Writes the figure as <script>.png into the folder named on the command line (default: results)."""
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "results"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (pathlib.Path(script).stem + ".png")
    figure.tight_layout()
    figure.savefig(path)
    print(path)
