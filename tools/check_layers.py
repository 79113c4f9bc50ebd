#!/usr/bin/python3
"""Checks that includes in src/ go downwards only, as the table below allows.

    tools/check_layers.py [ROOT]

Prints file:line, the include and the rule for each breach, and fails if there is any. It also
fails when the table in CONVENTIONS.md or the outrigger_library(...) lines of CMakeLists.txt say
something else than the table here, or when a folder of src/ is in no table.
"""

import re
import sys
from pathlib import Path

# folder -> folders it may include (besides itself and the standard library)
TABLE = {
    "base": "",
    "math": "base",
    "geometry": "math base",
    "mesh_files": "geometry math base",
    "description": "math base",
    "frames": "math base",
    "model": "description geometry math base",
    "system": "model description math base",
    "formulation": "system model description math base",
    "stepper": "formulation system model description math base",
    "batch": "stepper formulation system model description math base",
    "imports": "mesh_files description geometry math base",
    "drives": "system model description math base",
    "forces": "system model description math base",
    "contact/broad": "geometry math base",
    "contact/near": "geometry math base",
    "contact/laws": "math base",
    "contact/patches": "contact/laws contact/near geometry math base",
    "unilateral": "math base",
    "terrain": "description geometry math base",
    "soil": "math base",
    "digging": "soil contact system model description terrain geometry math base",
    "contact": "soil contact/broad contact/near contact/laws contact/patches terrain system model description"
    " mesh_files geometry math base",
    "tyres": "terrain system model description geometry math base",
    "articulation": "digging soil tyres terrain contact contact/laws contact/near forces drives stepper formulation system"
    " model description geometry math base",
    "solve": "articulation contact contact/laws contact/near forces drives stepper formulation system model"
    " description geometry math base",
    "touching": "solve articulation terrain contact contact/broad contact/near contact/laws contact/patches"
    " drives stepper formulation system model description geometry math base",
    "sim": "touching solve articulation digging tyres soil terrain contact contact/near contact/laws drives stepper"
    " formulation system model frames description geometry math base",
    "display": "sim terrain frames description geometry math base",
    "session": "display sim frames description math base",
    "identify": "sim description math base",
    "recorder": "session display sim frames description base",
    "validation": "session display sim touching solve articulation digging soil tyres terrain contact contact/broad contact/near contact/laws contact/patches"
    " unilateral forces drives batch stepper formulation system model frames description mesh_files"
    " geometry math base",
    "anchor": "sim contact contact/laws contact/near model description mesh_files geometry math base",
    "sweep": "description math base",
    "network": "frames base",
    "records": "base",
    "console": "network records frames base",
    "training": "sim terrain soil description math base",
}
ALLOWED = {folder: set(below.split()) for folder, below in TABLE.items()}

# Libraries that are not ours; base may not use them.
THIRD_PARTY = re.compile(r"(Eigen|fmt|yaml-cpp|nlohmann|CLI|boost|google|gtest|gmock|benchmark)/")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
CMAKE_LIBRARY = re.compile(r"^outrigger_library\(([^)]*)\)", re.MULTILINE)
CONVENTIONS_ROW = re.compile(r"^\| `([a-z_/]+)` \| ([^|]*) \|$", re.MULTILINE)


def layer_of(path: str):
    """The row of the table for a path relative to src/, or None."""
    parts = path.split("/")[:-1]
    for length in (2, 1):
        if len(parts) >= length and "/".join(parts[:length]) in ALLOWED:
            return "/".join(parts[:length])
    return None


def rule_of(layer: str) -> str:
    return f"{layer} may include: {TABLE[layer] or 'the standard library only'}"


def check_include(layer: str, bracket: str, target: str, src: Path):
    """What is wrong with one include of a file in `layer`; None if nothing is."""
    ours = bracket == '"' or (src / target).is_file()
    if not ours:
        if layer == "base" and THIRD_PARTY.match(target):
            return rule_of(layer)
        return None
    if "/" not in target or target.startswith("."):
        return 'write includes from src/, as in "math/types.h"'
    target_layer = layer_of(target)
    if target_layer is None:
        return f"{target.split('/')[0]} is not a folder of the table in tools/check_layers.py"
    if target_layer != layer and target_layer not in ALLOWED[layer]:
        return rule_of(layer)
    return None


def check_sources(root: Path):
    src = root / "src"
    for file in sorted(p for p in src.rglob("*") if p.suffix in (".h", ".cpp")):
        name = file.relative_to(src).as_posix()
        layer = layer_of(name)
        if layer is None:
            yield f"src/{name}:1: its folder is not in the table in tools/check_layers.py"
            continue
        for number, line in enumerate(file.read_text("utf-8", "replace").splitlines(), 1):
            match = INCLUDE.match(line)
            problem = match and check_include(layer, match[1], match[2], src)
            if problem:
                yield f"src/{name}:{number}: {line.strip()}: {problem}"


def check_cmake(root: Path):
    text = (root / "CMakeLists.txt").read_text("utf-8")
    found = {words[0]: set(words[1:]) for words in map(str.split, CMAKE_LIBRARY.findall(text))}
    for library in sorted(ALLOWED.keys() | found.keys()):
        if ALLOWED.get(library) != found.get(library):
            yield (
                f"CMakeLists.txt: outrigger_library({library} ...) differs from the table in"
                " tools/check_layers.py"
            )


def check_conventions(root: Path):
    text = (root / "CONVENTIONS.md").read_text("utf-8")
    found = {
        row[1]: set(re.findall(r"[a-z_/]+", row[2])) if row[2] != "the standard library" else set()
        for row in CONVENTIONS_ROW.finditer(text)
    }
    for layer in sorted(ALLOWED.keys() | found.keys()):
        if ALLOWED.get(layer) != found.get(layer):
            yield f"CONVENTIONS.md: the row of {layer} differs from the table in tools/check_layers.py"


def main() -> int:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent)
    problems = [*check_sources(root), *check_cmake(root), *check_conventions(root)]
    for problem in problems:
        print(problem)
    print(f"layers: {len(problems)} problem(s)" if problems else "layers: all includes go downwards")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
