#include "soil/slump.h"

#include <algorithm>
#include <cmath>

#include "math/elementary.h"

namespace outrigger::soil {

int Slump::step(ColumnField& field, Ledger& ledger, const Closed& closed) {
  waiting_ = 0;
  if (field.active_count() == 0) return 0;
  const std::int64_t active = field.active_count();
  cursor_ = field.collect_active(cursor_, static_cast<std::size_t>(settings_.most), places_);
  waiting_ = active - static_cast<std::int64_t>(places_.size());
  int moved = 0;
  for (const ColumnPlace c : places_) {
    if (closed && closed(c)) continue;  // stays active
    moved += look_at(field, ledger, c) ? 1 : 0;
  }
  return moved;
}

bool Slump::look_at(ColumnField& field, Ledger& ledger, ColumnPlace c) {
  Column column = field.column(c);
  const auto rest = [&] {
    if (column.moving != 0) {
      column.moving = 0;
      field.set(c, column);
    }
    field.deactivate(c);
    return false;
  };
  if (column.loose == 0) return rest();
  const double a = field.cell();
  const double here = field.height(c);
  // The lower of the two neighbours along each axis; beyond the edge the ground goes on level.
  const auto lower = [&](ColumnPlace low, ColumnPlace high, ColumnPlace& to) {
    const double z_low = field.inside(low) ? field.height(low) : here;
    const double z_high = field.inside(high) ? field.height(high) : here;
    to = z_low <= z_high ? low : high;
    return std::max(0.0, here - std::min(z_low, z_high));
  };
  ColumnPlace to_x, to_y;
  const double s_x = lower({c.i - 1, c.j}, {c.i + 1, c.j}, to_x) / a;
  const double s_y = lower({c.i, c.j - 1}, {c.i, c.j + 1}, to_y) / a;
  const double s = std::sqrt(s_x * s_x + s_y * s_y);
  const Soil& soil = field.soil(column.loose_soil);
  const double stop = elementary::tan(column.moving != 0 ? soil.repose_angle : soil.start_angle);
  if (s <= stop) return rest();
  const double t = elementary::tan(soil.repose_angle - settings_.aim);

  const double w_x = s_x / (s_x + s_y), w_y = 1.0 - w_x;
  const double depth = settings_.share * (s - t) * s * a / (s_x * (1.0 + w_x) + s_y * (1.0 + w_y));
  const double density = 1.0 / (column.specific_volume * kVolumeUnit);
  auto mass = static_cast<Milligrams>(depth * field.area() * density * kMilligramsPerKilogram);
  mass = std::min(mass, column.loose);
  if (mass <= 0) return rest();

  const auto for_x = static_cast<Milligrams>(static_cast<double>(mass) * w_x);
  const std::uint16_t volume = column.specific_volume;
  const int kind = column.loose_soil;
  column.moving = 1;
  field.set(c, column);
  field.take_loose(c, mass);
  const auto give = [&](ColumnPlace to, Milligrams part) {
    if (part <= 0) return;
    if (const Milligrams renamed = field.add_loose(to, kind, part, volume); renamed > 0)
      ledger.add(Transfer::rename, kind, renamed);
    field.activate_around(to);
  };
  give(to_x, for_x);
  give(to_y, mass - for_x);
  ledger.add(Transfer::slump, kind, mass);
  field.activate_around(c);
  return true;
}

}  // namespace outrigger::soil
