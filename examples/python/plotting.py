"""What the examples share: where pictures go, and how they look."""

import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
MACHINES = ROOT / "machines"

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
