#include "soil/slump.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/elementary.h"

namespace outrigger::soil {

Slump::Slump(const SlumpSettings& settings)
    : settings_(settings), aim_tangent_(elementary::tan(settings.aim)) {
  places_.reserve(static_cast<std::size_t>(std::max(0, settings_.most)));
}

int Slump::step(ColumnField& field, Ledger& ledger, const Closed& closed) {
  waiting_ = 0;
  if (field.active_count() == 0) return 0;
  const std::int64_t active = field.active_count();
  cursor_ = field.collect_active(cursor_, static_cast<std::size_t>(settings_.most), places_);
  waiting_ = active - static_cast<std::int64_t>(places_.size());
  look_up(field);
  int moved = 0;
  const bool some_closed = static_cast<bool>(closed);
  for (const ColumnPlace c : places_) {
    if (some_closed && closed(c)) continue;  // stays active
    moved += look_at(field, ledger, c) ? 1 : 0;
  }
  home_ = nullptr;
  return moved;
}

void Slump::look_up(const ColumnField& field) {
  // tan(repose - aim) by the tangents of both.
  const double aim = aim_tangent_, a = field.cell();
  drops_.clear();
  for (int kind = 0; kind < field.soil_count(); ++kind) {
    const double repose = field.repose_tangent(kind), start = field.start_tangent(kind);
    drops_.push_back({start * a, repose * a, (repose - aim) / (1.0 + repose * aim) * a});
  }
}

/// The column goes on being looked at. The block that we are in has active columns, and is known to have.
inline void Slump::wake(ColumnField& field, ColumnField::Block& block, int column, ColumnPlace c) {
  const auto k = static_cast<std::size_t>(column);
  if (block.active[k]) return;
  block.active.set(k);
  ++field.active_count_;
  if (&block == home_) return;
  const ColumnField::Place p = field.locate(c);
  field.directories_[p.directory]->active.set(static_cast<std::size_t>(p.block));
}

inline void Slump::give(ColumnField& field, Ledger& ledger, const Side& to, const Column& from,
                        Milligrams mass) {
  ColumnField::Block& block =
      to.block == home_ ? *home_ : field.write(to.place, field.locate(to.place));
  Column& column = block.columns[static_cast<std::size_t>(to.column)];
  const int loser = mass > column.loose ? column.loose_soil : from.loose_soil;
  const Milligrams renamed = field.mix(column, from.loose_soil, mass, from.specific_volume);
  if (renamed > 0) ledger.add(Transfer::rename, loser, renamed);
  wake(field, block, to.column, to.place);
}

/// A neighbour that may be in another block, or nowhere.
Slump::Side Slump::look_across(const ColumnField& field, ColumnPlace c, double here) {
  Side side{c, nullptr, 0, here};  // beyond the edge the ground goes on level
  if (!field.inside(c)) return side;
  const ColumnField::Place p = field.locate(c);
  side.block = field.find(p);
  side.column = p.column;
  side.height = side.block != nullptr ? field.surface_of(*side.block, p.column)
                                      : field.height(c);  // nobody has touched it
  return side;
}

bool Slump::look_at(ColumnField& field, Ledger& ledger, ColumnPlace c) {
  // Whatever comes of it is written: it moves, or it is no longer active.
  const auto block_i = static_cast<unsigned>(c.i) / kBlock;
  const auto block_j = static_cast<unsigned>(c.j) / kBlock;
  if (home_ == nullptr || block_i != home_i_ || block_j != home_j_) {
    home_i_ = block_i, home_j_ = block_j;
    home_ = &field.write(c, field.locate(c));
  }
  ColumnField::Block& home = *home_;
  const int i = c.i % kBlock, j = c.j % kBlock, at = j * kBlock + i;
  Column& column = home.columns[static_cast<std::size_t>(at)];
  const auto rest = [&] {
    column.moving = 0;
    home.active.reset(static_cast<std::size_t>(at));
    --field.active_count_;
    if (!home.active.any()) {
      const ColumnField::Place p = field.locate(c);
      field.directories_[p.directory]->active.reset(static_cast<std::size_t>(p.block));
      home_ = nullptr;  // its mark has to be set again
    }
    return false;
  };
  if (column.loose == 0) return rest();

  const double here = field.surface_of(home, at);
  const auto look = [&](ColumnPlace n, int step, bool across) {
    if (across) return look_across(field, n, here);
    return Side{n, &home, at + step, field.surface_of(home, at + step)};
  };
  const Side west = look({c.i - 1, c.j}, -1, i == 0);
  const Side east = look({c.i + 1, c.j}, 1, i + 1 == kBlock || c.i + 1 == field.columns());
  const Side south = look({c.i, c.j - 1}, -kBlock, j == 0);
  const Side north = look({c.i, c.j + 1}, kBlock, j + 1 == kBlock || c.j + 1 == field.rows());
  const Side& to_x = west.height <= east.height ? west : east;
  const Side& to_y = south.height <= north.height ? south : north;
  // Drops a s: s_x, s_y and s times the cell.
  const double d_x = std::max(0.0, here - std::min(west.height, east.height));
  const double d_y = std::max(0.0, here - std::min(south.height, north.height));
  const double dd = d_x * d_x + d_y * d_y;
  const Drops& drops = drops_[column.loose_soil];
  const double stop = column.moving != 0 ? drops.repose : drops.start;
  if (dd <= stop * stop) return rest();

  // δ = κ (s - t) s a/(s_x (1 + w_x) + s_y (1 + w_y)), with s_x + s_y = S: the bracket is (S² + s²)/S.
  const double d = std::sqrt(dd), sum = d_x + d_y;
  const double per_mass = column.specific_volume * field.shared_->height_unit;  // [m/mg]
  const double down = settings_.share * (d - drops.aim) * d * sum;
  const auto most = static_cast<Milligrams>(down / ((sum * sum + dd) * per_mass));
  const Milligrams mass = std::min(most, column.loose);
  if (mass <= 0) return rest();

  // Rounded, not cut off: the last milligram goes down the steeper way, never along a bank and back.
  const auto for_x = static_cast<Milligrams>(static_cast<double>(mass) * (d_x / sum) + 0.5);
  const Column from = column;
  column.moving = 1;
  column.loose -= mass;
  if (column.loose == 0) column.specific_volume = 0, column.loose_soil = 0;
  if (for_x > 0) give(field, ledger, to_x, from, for_x);
  if (mass > for_x) give(field, ledger, to_y, from, mass - for_x);
  ledger.add(Transfer::slump, from.loose_soil, mass);
  // It is lower now: what stands on a higher neighbour may slide towards it.
  const double now = here - static_cast<double>(mass) * per_mass;
  const auto look_again = [&](const Side& s) {
    const auto k = static_cast<std::size_t>(s.column);
    if (s.block == nullptr || s.block->active[k] || !(s.height > now)) return;
    if (s.block->columns[k].loose == 0) return;
    wake(field, s.block == &home ? home : field.write(s.place, field.locate(s.place)), s.column,
         s.place);
  };
  look_again(west), look_again(east), look_again(south), look_again(north);
  return true;
}

}  // namespace outrigger::soil
