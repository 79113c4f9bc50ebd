/// Prints docs/machine-format.md: words for the ideas, tables from the schemas.
#include <fmt/format.h>

#include "description/format_text.h"
#include "description/function_text.h"
#include "description/limits.h"
#include "description/machine_section.h"
#include "description/placement.h"
#include "description/reader.h"
#include "description/section_table.h"

namespace outrigger::description {
namespace {

constexpr std::string_view kIntroduction = R"(# The machine format

<!-- Printed by machine_format_markdown() from the definitions that drive the reader. A test
     compares this page with them; do not edit it by hand. -->

A machine file describes bodies, the joints between them, and what moves, holds and watches them.
It is YAML. The bundled ones are in `machines/`; `outrigger check FILE` explains what the program
understood, `outrigger run FILE` simulates it.

```yaml
outrigger: 1
title: a pendulum with a damped hinge

bodies:
  bob:
    mass: 2.0
    centre: [0, 0, -0.5]
    inertia: [0.17, 0.17, 0.001]
    pose: {position: [0, 0, 1]}
    points: {tip: [0, 0, -1]}

joints:
  hinge: {type: revolute, bodies: [ground, bob], at: [0, 0, 1], axis: y,
          angle: {initial_deg: 30}}

springs:
  friction: {coordinate: hinge.angle, damping: 0.05}

sensors:
  height: {kind: position, target: bob, point: tip}
```

## Conventions

- **Units** are SI: m, kg, s, N, rad. A key that contains `_deg` (`_deg_s`, `_deg_s2`) takes degrees
  (per second, per second squared) instead; where a table shows two keys, use one of them. Numbers
  are plain: `0.12`, `-3`, `1e-3`; no units behind them, no expressions.
- **Frames** are right-handed. The world's z is up. `ground` is the fixed world; it may be named
  wherever a body may.
- **Names** are any UTF-8 text without white space, control characters, `.` and `/`. Each section
  has its own names: a body and a drive may both be called `boom`.
- **Maps of names** may also be written as lists whose entries have the key `name`.
- **The order** of sections and things does not matter for the meaning; it is kept in the results.
- **`null`** (or nothing) as a value is an error, except in [variants](#variants).
)";

constexpr std::string_view kJointTypes = R"(
| type | leaves | needs |
| --- | --- | --- |
| `revolute` | an angle about the axis | point, axis |
| `prismatic` | a displacement along the axis | point, axis |
| `cylindrical` | angle and displacement | point, axis |
| `spherical` | three rotations; axes only for `cone` and `twist` | point |
| `universal` | two rotations; the axis of a stays normal to that of b | point, `axis` and `second_axis`, or `axis_a` and `axis_b` |
| `planar` | sliding and turning in the plane of a normal to the axis | point, axis |
| `fixed` | nothing; keeps the written poses, or makes the frames parallel | nothing |
| `point_on_plane` | point b stays in the plane of a through point a, normal to the axis of a | points, axis |
| `point_on_line` | point b stays on the line of a through point a, along the axis of a | points, axis |
| `distance` | all but the distance of the two points (a massless link with two pins) | points |

With `at` and `axis`, the reader converts the point and the axis into the frames of both bodies by
their written poses. A `kind: point` body takes `spherical` and `distance`, and the points of
`point_on_plane` and `point_on_line`.
)";

constexpr std::string_view kVariants = R"(
## variants

A variant is a set of changes that a user chooses by name (`outrigger run FILE --variant NAME`). It
has the same keys as the file. A thing of the same name gets the given fields, each replaced as a
whole; other things are added; `settings`, `engine`, `hydraulics` and `outputs` are changed field by
field; other keys are replaced. `null` removes a field, a thing or a whole section, `remove` lists
things to remove:

```yaml
variants:
  heavy:
    title: the same with a heavy bob
    bodies: {bob: {mass: 20.0, inertia: [1.7, 1.7, 0.01]}}
  undamped:
    remove: {springs: [friction]}
  unlit:
    visuals: null
```

Several variants apply in the order in which they are chosen.
)";

constexpr std::string_view kErrors = R"(
## When a file is refused

All problems of a file are reported at once, in the order of its lines: file, line, key, value, what
is allowed, and the nearest valid name:

```
arm.yaml:12: bodies.boom.mass: -3 is not allowed: must be > 0 kg
arm.yaml:20: joints.foot.bodies: unknown body 'bom'; did you mean 'boom'?
```

Refused are also: duplicate keys and names, numbers that are not finite, inertia that no body can
have, axes of length zero, joints of a body with itself, tables whose x does not increase, two
drives of one coordinate or of coupled ones, includes that go in a circle, files (includes, meshes)
outside of the folder of the machine file without `--allow-outside`, functions without a finite value
where the run begins, tabs in the indentation, quotes that are not closed, control characters, text
that is not UTF-8, YAML tags, and whatever exceeds these limits:

| limit | value |
| --- | --- |
)";

/// "| a | b |", with | inside cells escaped.
std::string table_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) {
    row += ' ';
    for (const char c : cell) row += c == '|' ? std::string("\\|") : std::string(1, c);
    row += cell.empty() ? "|" : " |";
  }
  return row + "\n";
}

std::string table_of_fields(const ObjectDoc& doc) {
  std::string text = table_row({"key", "value", "unit", "allowed", "default", "meaning"}) +
                     "| --- | --- | --- | --- | --- | --- |\n";
  for (const FieldInfo& f : doc.fields) {
    const std::string key = f.degrees_key.empty() ? fmt::format("`{}`", f.key)
                                                  : fmt::format("`{}`, `{}`", f.key, f.degrees_key);
    const std::string shown_default = f.is_required ? "**required**" : f.default_value;
    text += table_row({key, f.type, f.unit, f.range, shown_default, f.meaning});
  }
  return text;
}

std::string limits_text() {
  return table_row({"bytes of a file", fmt::format("{} MiB", kMaxFileBytes >> 20)}) +
         table_row({"bytes with all includes", fmt::format("{} MiB", kMaxTotalBytes >> 20)}) +
         table_row({"values in a file", fmt::format("{}", kMaxNodes)}) +
         table_row({"values copied by YAML aliases", fmt::format("{}", kMaxAliasNodes)}) +
         table_row({"lists and maps inside each other", fmt::format("{}", kMaxNesting)}) +
         table_row({"files that include each other",
                    fmt::format("{} deep, {} in all", kMaxIncludeDepth, kMaxIncludedFiles)}) +
         table_row({"bytes of a name", fmt::format("{}", kMaxNameBytes)}) +
         table_row({"bytes of a formula", fmt::format("{}", kMaxFormulaBytes)}) +
         table_row({"size of a number", fmt::format("{}", kMaxMagnitude)}) +
         table_row({"problems reported at once", fmt::format("{}", kMaxShownProblems)});
}

}  // namespace

std::string object_text(const ObjectDoc& doc, int level) {
  return fmt::format("\n{} {}\n\n{}\n\n{}", std::string(static_cast<std::size_t>(level), '#'),
                     doc.title, doc.meaning, table_of_fields(doc));
}

std::string machine_format_markdown() {
  std::string text(kIntroduction);
  text += object_text(machine_schema().document(), 2);
  for (const SectionKind& section : sections()) {
    if (section.docs == nullptr) continue;
    const std::vector<ObjectDoc> docs = section.docs();
    text += object_text(docs.front(), 2);
    if (section.key == "joints") text += kJointTypes;
    for (std::size_t i = 1; i < docs.size(); ++i) text += object_text(docs[i], 3);
    if (section.key == "bodies") text += object_text(placement_doc(), 3);
  }
  text += object_text(include_schema().document(), 2);
  text += kVariants;
  text += kErrors;
  text += limits_text();
  return text;
}

}  // namespace outrigger::description
