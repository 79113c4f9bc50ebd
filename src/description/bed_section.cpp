/// beds: what holds loose soil and lets it out again.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "description/placement.h"
#include "description/sections.h"
#include "description/words.h"

namespace outrigger::description {
namespace {

constexpr double kMostColumns = 16384;

struct BedText : Bed {
  std::optional<PointText> given_from, given_to;
};

const ObjectSchema<BedText>& bed_schema() {
  using T = BedText;
  const auto height = [](const char* key, std::optional<double> Bed::*member, const char* which) {
    return field<T>(key, member, {"m", between(0, 20)},
                    fmt::format("height of the {} wall above the floor", which))
        .default_is("as high as `to`");
  };
  static const ObjectSchema<T> schema{
      "beds",
      "A box open at the top that holds loose soil: the bed of a truck or wagon, a skip. Its floor "
      "is level and its walls stand along x and y of its body. Soil that falls into it heaps up, "
      "slides when the body leans, weighs on the machine, and leaves over the walls or through the "
      "gate. Needs a site with `soils`; elsewhere it stays empty.",
      {
          field<T>("body", &Bed::body, {}, "that carries it").type_is("name of a body").required(),
          field<T>("from", &T::given_from, {"m"},
                   "rear right corner of the floor, inside: smallest x and y")
              .required(),
          field<T>("to", &T::given_to, {"m"},
                   "front left corner at the top of the walls, inside: largest x and y")
              .required(),
          height("front", &Bed::front, "front"),
          height("rear", &Bed::rear, "rear"),
          height("left", &Bed::left, "left"),
          height("right", &Bed::right, "right"),
          field<T>("cell", &Bed::cell, {"m", between(0.05, 0.5)},
                   "side of a column of soil; adjusted a little so that whole columns fit"),
          field<T>("gate", &Bed::gate, {}, "wall that opens"),
          field<T>("gate_coordinate", &Bed::gate_coordinate, {}, "how far the gate is open")
              .type_is("name of a coordinate")
              .default_is("none: the gate stays shut"),
          field<T>(
              "gate_opens", &Bed::gate_opens, {"m or rad"},
              "value of the coordinate above which soil passes the gate as if it were not there")
              .or_degrees(),
      }};
  return schema;
}

/// What soil/bed.h refuses, in the words of the file; empty: nothing.
std::string why_no_bed(const Bed& bed) {
  const Vec3 size = bed.to - bed.from;
  for (int k = 0; k < 2; ++k)
    if (!(size[k] >= bed.cell && size[k] <= 1000.0))
      return fmt::format(
          "'to' must lie beyond 'from' by at least a cell ({:g} m) and at most 1000 m along {}; it "
          "does by "
          "{:g} m",
          bed.cell, k == 0 ? "x" : "y", size[k]);
  if (!(size.z() >= 0.0 && size.z() <= 20.0))
    return fmt::format("'to' must lie 0 to 20 m above 'from'; it does by {:g} m", size.z());
  const double columns =
      std::floor(size.x() / bed.cell + 0.5) * std::floor(size.y() / bed.cell + 0.5);
  if (columns > kMostColumns)
    return fmt::format("{:.0f} columns are too many, allowed are {:.0f}: take a larger 'cell'",
                       columns, kMostColumns);
  return {};
}

void finish_bed(Reading& r, const Node& node, const ObjectKeys& keys, MachineBuilder& builder,
                BedText& bed) {
  if (!builder.check_body(r, {node, "body"}, bed.body, false)) return;
  const auto place = [&](const char* key, const std::optional<PointText>& given, Vec3& point) {
    if (!given) return false;
    const auto p = builder.resolve_point(r, {node, key}, bed.body, *given);
    if (p) point = *p;
    return p.has_value();
  };
  if (!place("from", bed.given_from, bed.from) || !place("to", bed.given_to, bed.to)) return;
  if (const std::string why = why_no_bed(bed); !why.empty()) {
    r.problem(node, why);
    return;
  }
  const bool has_gate = bed.gate != BedGate::none;
  if (has_gate == bed.gate_coordinate.empty()) {
    r.problem(node, has_gate ? "missing key 'gate_coordinate': what opens the gate"
                             : "missing key 'gate': the wall that 'gate_coordinate' opens");
    return;
  }
  if (has_gate) {
    const Coordinate* c =
        builder.resolve_coordinate(r, {node, "gate_coordinate"}, bed.gate_coordinate);
    if (c != nullptr) refuse_degrees_of_lengths(r, keys.in_degrees, *c);
  }
  builder.add(r, node, builder.named<Bed>(), static_cast<const Bed&>(bed));
}

}  // namespace

void read_beds(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, bed_schema(), [&](BedText& bed, const Node& node, const ObjectKeys& keys) {
    finish_bed(r, node, keys, builder, bed);
  });
}

WrittenKeys written_keys(const Bed& bed, const WriteContext&) {
  BedText text;
  static_cast<Bed&>(text) = bed;
  text.given_from = PointText{bed.from, {}};
  text.given_to = PointText{bed.to, {}};
  return write_object(bed_schema(), text);
}

std::vector<ObjectDoc> bed_docs() { return {bed_schema().document()}; }

}  // namespace outrigger::description
