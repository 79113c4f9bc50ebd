#!/usr/bin/python3
"""Runs the validation cases and writes the tables of measured values in docs/validation.md.

    tools/validation_report.py                 run `./outrigger validate --json` and write all tables
    tools/validation_report.py NAME...         run these cases only and replace their rows
    tools/validation_report.py --json FILE     take results from a file instead ('-' for stdin)
    tools/validation_report.py --check         run nothing; every case must have a section, and nothing
                                               else may stand on the page; exit code 1 otherwise
    tools/validation_report.py --check --rows  every case must also have its rows in the table
    tools/validation_report.py --program PATH  another program than ./outrigger
    tools/validation_report.py --page FILE     another page than docs/validation.md

A table stands between two marker comments of the page; everything else of it is left alone. Results are
the same in every run, so what changes in a table has changed in the program.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN = "<!-- {}-table-begin: written by tools/validation_report.py, do not edit -->"
END = "<!-- {}-table-end -->"
HEADS = {
    "values": "| case | quantity | measured | reference | limit |\n"
              "| --- | --- | --- | --- | --- |",
    "residuals": "| case | position / length | velocity / speed | acceleration / acceleration |\n"
                 "| --- | --- | --- | --- |",
}
# A residual of a step at a singular position is listed apart, because its limit is another.
RESIDUAL = re.compile(r"^(position|velocity|acceleration) residual / \w+(?:, (.*))?$")
USUAL_LIMITS = (1e-10, 1e-8, 1e-6)


def number(value):
    """Four digits as people write them; very small and very large ones with an exponent."""
    if value is None:  # as JSON has NaN and infinity
        return "not finite"
    if value == 0 or 0.01 <= abs(value) < 1e5:
        return f"{value:.4g}" if abs(value) < 1000 else f"{value:.0f}"
    mantissa, exponent = f"{value:.2e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def value_line(row):
    """One compared quantity; where a reference stands, the limit is on the difference."""
    has_reference = row["reference"] != 0
    cells = [row["name"], row["quantity"], number(row["value"]),
             number(row["reference"]) if has_reference else "",
             ("± " if has_reference else "") + number(row["limit"])]
    return "| " + " | ".join(cells) + ("" if row["pass"] else " **failed**") + " |"


def residual_lines(name, rows):
    """The largest residuals of a case, over its variants; singular steps apart."""
    lines = []
    for singular in (False, True):
        largest, limits = [None] * 3, list(USUAL_LIMITS)
        for row in rows:
            kind, variant = RESIDUAL.match(row["quantity"]).groups()
            if ("singular" in (variant or "")) != singular:
                continue
            k = ("position", "velocity", "acceleration").index(kind)
            largest[k] = max(largest[k] or 0.0, row["value"])
            limits[k] = max(limits[k], row["limit"])
        if largest == [None] * 3:
            continue
        title = name + (", singular steps" if singular else "")
        if tuple(limits) != USUAL_LIMITS:
            title += f" (limits {', '.join(f'{limit:g}' for limit in limits)})"
        cells = [title] + ["" if value is None else number(value) for value in largest]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def lines_by_case(results):
    """{table: {case: lines}} of the results of `validate --json`."""
    tables = {name: {} for name in HEADS}
    for row in results:
        if not RESIDUAL.match(row["quantity"]):
            tables["values"].setdefault(row["name"], []).append(value_line(row))
    for name in {row["name"]: None for row in results}:
        rows = [r for r in results if r["name"] == name and RESIDUAL.match(r["quantity"])]
        if rows:
            tables["residuals"][name] = residual_lines(name, rows)
    return tables


def split_page(text, table, page):
    """What stands before, in and after a table."""
    begin, end = BEGIN.format(table), END.format(table)
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        sys.exit(f"{page}: the two marker comments around the table '{table}' are missing")
    head, rest = text.split(begin)
    return head + begin + "\n", rest.split(end)[0], end + rest.split(end)[1]


def written_lines(text, page):
    """{table: {case: lines}} of what the page says now."""
    tables = {}
    for table in HEADS:
        tables[table] = {}
        for line in split_page(text, table, page)[1].strip().splitlines()[2:]:
            if line.startswith("|"):
                case = re.match(r"\| ([\w-]+)", line)[1]
                tables[table].setdefault(case, []).append(line)
    return tables


def list_cases(program):
    """Names of all cases, in their order."""
    listed = subprocess.run([program, "validate", "--list"], check=True, text=True,
                            stdout=subprocess.PIPE).stdout
    return [line.split()[0] for line in listed.splitlines() if line.strip()]


def run_cases(program, names):
    command = [program, "validate", "--json", *names]
    print("running", " ".join(command), file=sys.stderr)
    # Exit code 1: a quantity missed its limit, and the table shall say so.
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE)
    if done.returncode not in (0, 1) or not done.stdout:
        sys.exit(f"validation_report.py: `{' '.join(command)}` failed")
    return json.loads(done.stdout)


def check_results(results):
    """Refuses what is not an array of compared quantities, before anything is written."""
    if not isinstance(results, list) or not results:
        sys.exit("validation_report.py: the results are not a JSON array of quantities")
    for row in results:
        for key in ("name", "quantity", "value", "reference", "limit", "pass"):
            if not isinstance(row, dict) or key not in row:
                sys.exit(f"validation_report.py: a quantity has no '{key}': {row}")


def write(page, results, cases):
    """Replaces the rows of the cases in the results; keeps those of other cases that still exist."""
    text = page.read_text(encoding="utf-8")
    lines = written_lines(text, page)
    fresh = lines_by_case(results)
    ran = {row["name"] for row in results}
    for table, head in HEADS.items():
        rows = []
        for case in cases:
            source = fresh if case in ran else lines
            rows += source[table].get(case, [])
        before, _, after = split_page(text, table, page)
        text = before + "\n".join([head, *rows]) + "\n" + after
    page.write_text(text, encoding="utf-8")


def section_patterns(text):
    """One regular expression per case named in a heading: `chain-N (N = 10, 40)`, `contact-A-B`,
    `excavator-static, -creep`."""
    patterns = []
    for heading in re.findall(r"^### ([a-z][\w, -]*[\w])", text, re.MULTILINE):
        words = heading.split(" (")[0].split(", ")
        for word in words:
            if word.startswith("-"):
                word = words[0].rsplit("-", 1)[0] + word
            word = re.sub(r"-N\b", r"-\\d+", re.sub(r"-A-B\b", "-.+", word))
            patterns.append(re.compile(word + "$"))
    return patterns


def check(page, cases, with_rows):
    """Prints what is missing or too much; True when nothing is."""
    text = page.read_text(encoding="utf-8")
    tables = written_lines(text, page)
    patterns = section_patterns(text)
    wrong = [f"no row of '{case}' in the table" for case in cases
             if with_rows and case not in tables["values"]]
    wrong += [f"no section of '{case}'" for case in cases
              if not any(pattern.match(case) for pattern in patterns)]
    wrong += [f"'{case}' stands in a table but is no case" for table in tables.values()
              for case in table if case not in cases]
    wrong += [f"the section '{pattern.pattern[:-1]}' is of no case" for pattern in patterns
              if not any(pattern.match(case) for case in cases)]
    for sentence in wrong:
        print(f"{page}: {sentence}")
    return not wrong


def main():
    parser = argparse.ArgumentParser(description="Validation into docs/validation.md.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="cases to run (default: all)")
    parser.add_argument("--json", help="file with the output of `outrigger validate --json`")
    parser.add_argument("--check", action="store_true", help="is every case on the page?")
    parser.add_argument("--rows", action="store_true", help="with --check: are its rows there?")
    parser.add_argument("--program", default=str(ROOT / "outrigger"))
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / "docs" / "validation.md")
    options = parser.parse_args()
    cases = list_cases(options.program)
    if options.check:
        sys.exit(0 if check(options.page, cases, options.rows) else 1)
    if options.json == "-":
        results = json.load(sys.stdin)
    elif options.json:
        results = json.loads(pathlib.Path(options.json).read_text(encoding="utf-8"))
    else:
        results = run_cases(options.program, options.names)
    check_results(results)
    write(options.page, results, cases)
    print(f"wrote {options.page}")
    missed = [f"{row['name']}: {row['quantity']}" for row in results if not row["pass"]]
    if missed:
        print("beyond their limits:", "; ".join(missed))


if __name__ == "__main__":
    main()
