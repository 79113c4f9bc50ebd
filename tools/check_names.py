#!/usr/bin/python3
"""Checks that files which are compiled together (CMakeLists.txt, OUTRIGGER_TOGETHER) do not share names.

    tools/check_names.py

What two files of a folder declare at the outermost level of their unnamed namespaces must have different
names. The compiler finds most clashes itself; but two functions of one name become overloads, and a call
may then silently go to the other file's.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["src", "apps", "tests", "python/src"]
APART = {"src/contact/broad", "src/contact/laws", "src/contact/near", "src/contact/patches"}

# Meant to be overloaded: found by the type of an argument.
OVERLOADED = {"PrintTo", "read_value", "type_name", "value_text"}

# Declarations stand at the first column, because the formatter does not indent namespaces.
FUNCTION = re.compile(r"^(?=[A-Za-z])(?!using|return|namespace|template|static_assert|TEST|INSTANTIATE|struct |class |enum )"
                      r"[\w:<>,&*\[\]. ]*[\w>&*] \*?&?(\w+)\(")
TYPE = re.compile(r"^(?:struct|class|enum class|enum|union) (?:alignas\(\d+\) )?(\w+)")
CONSTANT = re.compile(r"^(?:inline |static |thread_local )*(?:constexpr|const) [\w:<>,* ]*?(\w+)(?:\[\w*\])* ?[={;(]")
ALIAS = re.compile(r"^using (\w+) = (.*)$")


def declared_names(text):
    """Names in unnamed namespaces, with what they stand for where that may be shared."""
    inside = 0
    for line in text.splitlines():
        if line == "namespace {":
            inside += 1
        elif line == "}  // namespace":
            inside -= 1
        elif inside:
            alias = ALIAS.match(line)
            if alias:
                yield alias.group(1), alias.group(2)
                continue
            for pattern in (TYPE, CONSTANT, FUNCTION):
                found = pattern.match(line)
                if found and not (pattern is TYPE and line.endswith(";")):
                    yield found.group(1), None
                    break


def library_of(path):
    """Folder whose files are compiled together."""
    folder = path.parent.relative_to(ROOT).as_posix()
    if folder in APART:
        return folder
    parts = folder.split("/")
    return "/".join(parts[:2])


def main():
    if len(sys.argv) > 1:
        print(__doc__.strip())
        return 0 if sys.argv[1] in ("-h", "--help") else 2
    where = collections.defaultdict(lambda: collections.defaultdict(dict))
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.cpp")):
            for name, meaning in declared_names(path.read_text()):
                where[library_of(path)][name][path.relative_to(ROOT).as_posix()] = meaning
    problems = 0
    for library, names in sorted(where.items()):
        if library == "tests/fuzz":  # programs of one file each
            continue
        for name, files in sorted(names.items()):
            same_alias = None not in files.values() and len(set(files.values())) == 1
            if len(files) > 1 and not same_alias and name not in OVERLOADED:
                problems += 1
                print(f"names: '{name}' is declared in {' and '.join(sorted(files))}; "
                      "files of a folder are compiled together: give one of them another name")
    if problems == 0:
        print("names: files that are compiled together share none")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
