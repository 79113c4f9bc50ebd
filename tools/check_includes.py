#!/usr/bin/python3
"""Checks that every C++ file includes what it uses of the standard library, directly or through our own
headers. Files are compiled together and with precompiled headers, so the compiler does not notice;
whoever builds a file alone, or in another project, would.

  tools/check_includes.py          prints one line per missing include; exit code 1 when there is one
  tools/check_includes.py --fix    adds them

Only what precompiled headers and neighbours commonly hide is looked at: see NAMES.
"""
import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = {"src": ["src"], "apps": ["apps", "src"], "tests": ["tests", "src"],
           "bench": ["bench", "src"], "python/src": ["python", "src"]}

# Header: names in std:: that want it. Of overloaded names only those that are of no other header.
NAMES = {
    "algorithm": """all_of any_of none_of find find_if find_if_not count count_if copy copy_if copy_n
        transform fill fill_n generate remove_if replace unique reverse rotate sort stable_sort
        partial_sort nth_element lower_bound upper_bound equal_range binary_search merge
        min_element max_element minmax_element min max minmax clamp mismatch equal partition
        stable_partition includes set_union set_intersection set_difference is_sorted for_each
        lexicographical_compare next_permutation push_heap pop_heap make_heap search adjacent_find
        shuffle swap_ranges""",
    "cmath": """sqrt cbrt hypot sin cos tan asin acos atan atan2 sinh cosh tanh exp log log2 log10 pow
        floor ceil round lround llround trunc fmod remainder fabs isfinite isnan isinf signbit copysign
        nextafter ldexp frexp fma""",
    "functional": "function bind reference_wrapper hash greater less_equal",
    "map": "map multimap",
    "set": "set multiset",
    "memory": "unique_ptr shared_ptr weak_ptr make_unique make_shared enable_shared_from_this",
    "optional": "optional nullopt",
    "string": "string to_string getline stoi stod",
    "vector": "vector",
    "array": "array",
    "limits": "numeric_limits",
    "numeric": "accumulate iota inner_product partial_sum reduce",
    "fstream": "ifstream ofstream fstream",
    "sstream": "istringstream ostringstream stringstream",
    "thread": "thread this_thread",
    "mutex": "mutex lock_guard unique_lock scoped_lock",
    "atomic": "atomic memory_order_relaxed memory_order_acquire memory_order_release",
    "filesystem": "filesystem",
    "chrono": "chrono",
    "variant": "variant visit get_if holds_alternative",
    "deque": "deque",
    "span": "span",
    "string_view": "string_view",
    "numbers": "numbers",
    "random": "mt19937 mt19937_64 random_device uniform_real_distribution normal_distribution",
    "charconv": "from_chars to_chars",
    "bit": "bit_cast popcount countr_zero countl_zero bit_width",
}
HEADER_OF = {name: header for header, names in NAMES.items() for name in names.split()}
# The standard says that these bring the other.
BRINGS = {"string": {"string_view"}, "iostream": {"string"}, "fstream": {"string"}, "sstream": {"string"},
          "filesystem": {"string", "chrono"}, "regex": {"string"}, "thread": {"chrono"}}

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)
USE = re.compile(r"\bstd::(?:ranges::)?([a-z_0-9]+)")
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)


@functools.cache
def includes(path):
    """(names in <>, our own files) that a file includes itself."""
    text = path.read_text()
    standard, own = set(), []
    for kind, name in INCLUDE.findall(text):
        if kind == "<":
            standard.add(name)
            continue
        for root in [path.parent, ROOT / "src", ROOT / "tests", ROOT / "apps", ROOT / "bench", ROOT / "python",
                     ROOT / "python/src"]:
            if (root / name).exists():
                own.append((root / name).resolve())
                break
    return standard, tuple(own)


def reachable(path):
    """All standard headers a file gets, through our own headers too."""
    found, seen, todo = set(), {path}, [path]
    while todo:
        standard, own = includes(todo.pop())
        for name in standard:
            found |= {name} | BRINGS.get(name, set())
        for other in own:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return found


def missing(path):
    """{header: a name that wants it}"""
    text = NOISE.sub(" ", path.read_text())
    have = reachable(path)
    wanted = {}
    for name in USE.findall(text):
        header = HEADER_OF.get(name)
        if header and header not in have:
            wanted.setdefault(header, name)
    return wanted


def add_includes(path, headers):
    """Adds <headers> to the first block of C++ standard headers, or makes one."""
    lines = path.read_text().split("\n")
    standard = re.compile(r"^#include <[a-z_0-9]+>$")
    at = next((i for i, line in enumerate(lines) if standard.match(line)), None)
    new = [f"#include <{h}>" for h in sorted(headers)]
    if at is None:
        every = [i for i, line in enumerate(lines) if line.startswith("#include")]
        own_header = bool(every) and lines[every[0]].startswith('#include "') and path.suffix == ".cpp" and \
            lines[every[0]].endswith(f'{path.stem}.h"')
        first = every[1] if own_header and len(every) > 1 else every[0] if every and not own_header else None
        if first is None:
            first = every[0] + 1 if every else lines.index("#pragma once") + 1
            lines[first:first] = ["", *new]
        else:
            lines[first:first] = [*new, ""]
    else:
        end = at
        while standard.match(lines[end]):
            end += 1
        lines[at:end] = sorted(set(lines[at:end]) | set(new))
    path.write_text("\n".join(lines))


def main():
    fix = "--fix" in sys.argv[1:]
    bad = 0
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            wanted = missing(path.resolve())
            for header, name in sorted(wanted.items()):
                bad += 1
                print(f"{path.relative_to(ROOT)}: std::{name} wants #include <{header}>")
            if fix and wanted:
                add_includes(path, wanted)
                includes.cache_clear()
    if bad and not fix:
        print(f"includes: {bad} are missing; tools/check_includes.py --fix adds them")
        return 1
    print("includes: every file has what it uses" if not bad else f"includes: {bad} added; run tools/format")
    return 0


if __name__ == "__main__":
    sys.exit(main())
