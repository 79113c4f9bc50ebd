#!/usr/bin/python3
"""Checks the links of all pages: files that are not there, headings that are not there; and that pages and
comments cite what is in docs/theory, not notes that readers do not have.

    tools/check_links.py [FILE...]      all Markdown files of the repository when none is named
"""
import pathlib
import re
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^(```|~~~)")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+|[^)]*\s[^)]*)\)")
HEADING = re.compile(r"^#{1,6} (.*?)\s*#*$")


def anchor_of(heading):
    """As GitHub makes it: lower case, spaces to hyphens, without punctuation."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    kept = []
    for c in text.strip().lower():
        if c == " ":
            kept.append("-")
        elif c in "-_" or unicodedata.category(c)[0] in "LN":
            kept.append(c)
    return "".join(kept)


def lines_outside_code(text):
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line):
            inside = not inside
        elif not inside and not line.startswith("    "):
            yield number, line


def anchors(path, known={}):
    if path not in known:
        counts, found = {}, set()
        for _, line in lines_outside_code(path.read_text(encoding="utf-8")):
            heading = HEADING.match(line)
            if heading:
                name = anchor_of(heading.group(1))
                counts[name] = counts.get(name, 0) + 1
                found.add(name if counts[name] == 1 else f"{name}-{counts[name] - 1}")
        known[path] = found
    return known[path]


def problems(path):
    for number, line in lines_outside_code(path.read_text(encoding="utf-8")):
        for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            where = f"{path.relative_to(ROOT)}:{number}"
            if re.match(r"[a-z]+:", target):
                continue
            if " " in target:
                yield f"{where}: '{target}' has a space: links end there"
                continue
            name, _, anchor = target.partition("#")
            page = (path.parent / name).resolve() if name else path
            if not page.exists():
                yield f"{where}: there is no {target}"
            elif anchor and page.suffix == ".md" and anchor not in anchors(page):
                yield f"{where}: {page.relative_to(ROOT)} has no heading #{anchor}"


# Notes from which docs/theory/corrections.md and contact.md were written.
UNKNOWN_SOURCES = re.compile(r"\b(" + "|".join(["ERR" + "ATA", "CONTACT_" + "STUDY"]) + r")\b")


def unknown_sources():
    skipped = {"build", "node_modules", ".git", "dist"}
    endings = {".h", ".cpp", ".md", ".py", ".ts", ".yaml", ".hpp", ".pyi", ".txt"}
    for path in sorted(ROOT.rglob("*")):
        name = path.relative_to(ROOT)
        if path.suffix not in endings or skipped & set(name.parts) or not path.is_file():
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if found := UNKNOWN_SOURCES.search(line):
                yield f"{name}:{number}: {found[0]} is no page: cite docs/theory/corrections.md or the paper"


def main():
    given = [pathlib.Path(a).resolve() for a in sys.argv[1:]]
    skipped = {"build", "node_modules", ".git"}
    pages = given or sorted(
        p for p in ROOT.rglob("*.md") if not skipped & set(p.relative_to(ROOT).parts)
    )
    found = [problem for page in pages for problem in problems(page)]
    found += [] if given else unknown_sources()
    for problem in found:
        print("links:", problem)
    if not found:
        print(f"links: all of {len(pages)} pages lead somewhere")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
