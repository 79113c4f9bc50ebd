/// Edits and node heights written into the tiles.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "terrain/ground.h"

namespace outrigger::terrain {

using Area = GroundEdit::Area;
using Operation = GroundEdit::Operation;

namespace {

constexpr std::int64_t kMostCells = 1'500'000;  ///< of one edit
constexpr std::size_t kMostTiles = 12'000;      ///< of a ground; about 13 KB each
constexpr double kSame = 1e-9;                  ///< heights that are one [m]
constexpr double kFarthestBank = 200.0;         ///< [m]

struct Rect {
  double x0, x1, y0, y1;
};

/// Where an edit acts: inside or how far away.
class EditArea {
 public:
  explicit EditArea(const GroundEdit& e) : edit_(e) {
    switch (e.area) {
      case Area::rectangle:
        box_ = {e.rectangle[0], e.rectangle[1], e.rectangle[2], e.rectangle[3]};
        break;
      case Area::circle:
        box_ = {e.centre[0] - e.radius, e.centre[0] + e.radius, e.centre[1] - e.radius,
                e.centre[1] + e.radius};
        break;
      case Area::polygon:
        box_ = {e.polygon[0][0], e.polygon[0][0], e.polygon[0][1], e.polygon[0][1]};
        for (const auto& [x, y] : e.polygon)
          box_ = {std::min(box_.x0, x), std::max(box_.x1, x), std::min(box_.y0, y),
                  std::max(box_.y1, y)};
        break;
    }
  }
  const Rect& box() const { return box_; }

  /// 0 inside.
  double away(double x, double y) const {
    switch (edit_.area) {
      case Area::rectangle: {
        const double dx = std::max({box_.x0 - x, 0.0, x - box_.x1});
        const double dy = std::max({box_.y0 - y, 0.0, y - box_.y1});
        return std::sqrt(dx * dx + dy * dy);
      }
      case Area::circle: {
        const double dx = x - edit_.centre[0], dy = y - edit_.centre[1];
        return std::max(0.0, std::sqrt(dx * dx + dy * dy) - edit_.radius);
      }
      case Area::polygon:
        break;
    }
    bool inside = false;
    double nearest = 1e300;
    const auto& corners = edit_.polygon;
    for (std::size_t k = 0, last = corners.size() - 1; k < corners.size(); last = k++) {
      const auto& [ax, ay] = corners[last];
      const auto& [bx, by] = corners[k];
      if ((ay > y) != (by > y) && x < ax + (bx - ax) * (y - ay) / (by - ay)) inside = !inside;
      const double ex = bx - ax, ey = by - ay, length = ex * ex + ey * ey;
      const double along =
          length > 0.0 ? std::clamp(((x - ax) * ex + (y - ay) * ey) / length, 0.0, 1.0) : 0.0;
      const double dx = x - ax - along * ex, dy = y - ay - along * ey;
      nearest = std::min(nearest, dx * dx + dy * dy);
    }
    return inside ? 0.0 : std::sqrt(nearest);
  }

  /// The plane that heights are set to.
  double target(double x, double y) const {
    if (edit_.operation != Operation::plane) return edit_.value;
    return edit_.value + edit_.slope_x * (x - 0.5 * (box_.x0 + box_.x1)) +
           edit_.slope_y * (y - 0.5 * (box_.y0 + box_.y1));
  }

  /// A height after the edit, with its banks.
  double height(double x, double y, double now) const {
    const double distance = away(x, y);
    if (edit_.operation == Operation::keep || (distance > 0.0 && edit_.bank <= 0.0)) return now;
    const double fall = distance > 0.0 ? distance / edit_.bank : 0.0;
    if (edit_.operation == Operation::raise)
      return now + (edit_.value < 0.0 ? std::min(0.0, edit_.value + fall)
                                      : std::max(0.0, edit_.value - fall));
    if (!(distance > 0.0)) return target(x, y);
    // Embankments fall, cuttings rise, until they meet the ground that is there.
    const double edge = target(std::clamp(x, box_.x0, box_.x1), std::clamp(y, box_.y0, box_.y1));
    return edge >= now ? std::max(now, edge - fall) : std::min(now, edge + fall);
  }

 private:
  const GroundEdit& edit_;
  Rect box_{};
};

}  // namespace

class GroundWork {
 public:
  GroundWork(Ground& ground) : g_(ground) {}

  GroundChange reach_of(const GroundEdit& e) {
    const EditArea area(e);
    const double grown = (e.bank > 0.0 ? bank_width(e, area) : 0.0) + 2.0 * g_.fine_;
    const Rect& box = area.box();
    return {box.x0 - grown, box.x1 + grown, box.y0 - grown, box.y1 + grown, 0};
  }

  GroundChange edit(const GroundEdit& e, int surface) {
    const EditArea area(e);
    const Rect& box = area.box();
    const Rect field{g_.fine_x_, g_.fine_x_ + g_.cells_x_ * g_.fine_, g_.fine_y_,
                     g_.fine_y_ + g_.cells_y_ * g_.fine_};
    if (!(box.x0 >= field.x0 && box.x1 <= field.x1 && box.y0 >= field.y0 && box.y1 <= field.y1))
      throw Error(fmt::format(
          "ground edit: x {:g} to {:g} m, y {:g} to {:g} m reaches beyond the ground that can be "
          "changed, x {:g} to {:g} m and y {:g} to {:g} m",
          box.x0, box.x1, box.y0, box.y1, field.x0, field.x1, field.y0, field.y1));
    const double grown = e.bank > 0.0 ? bank_width(e, area) : 0.0;
    // The outermost nodes and cells stay, so that the ground beyond the edge goes on as it is.
    const auto index = [&](double from, int cells) {
      return std::clamp(static_cast<int>(std::floor(std::clamp(from / g_.fine_, -1.0, 1e9))), 2,
                        std::max(2, cells - 3));
    };
    Range range;
    range.i0 = index(box.x0 - grown - g_.fine_x_, g_.cells_x_);
    range.i1 = index(box.x1 + grown - g_.fine_x_, g_.cells_x_);
    range.j0 = index(box.y0 - grown - g_.fine_y_, g_.cells_y_);
    range.j1 = index(box.y1 + grown - g_.fine_y_, g_.cells_y_);
    const std::int64_t cells = static_cast<std::int64_t>(range.i1 - range.i0 + 1) *
                               static_cast<std::int64_t>(range.j1 - range.j0 + 1);
    const std::size_t tiles =
        g_.tiles_.size() + static_cast<std::size_t>((range.i1 / kCells - range.i0 / kCells + 3) *
                                                    (range.j1 / kCells - range.j0 / kCells + 3));
    if (cells > kMostCells || tiles > kMostTiles)
      throw Error(fmt::format(
          "ground edit: too large: {} fine cells of {:g} m with its banks; allowed are {} at once "
          "and {} tiles of {} x {} cells in all",
          cells, g_.fine_, kMostCells, kMostTiles, kCells, kCells));
    // Heights and surfaces of a throw halfway would be lost: from here on nothing throws but memory.
    g_.make_tiles_around(range.i0 - 1, range.i1 + 2, range.j0 - 1, range.j1 + 2);
    if (e.operation != Operation::keep) {
      if (e.bank > 0.0)
        shape_nodes(area, range);
      else
        shape_cells(e, area, range);
    }
    if (surface >= 0) paint(area, range, static_cast<std::uint8_t>(surface));
    g_.finish(range.i0, range.i1 + 1, range.j0, range.j1 + 1);
    if (count_ == 0)
      throw Error(
          fmt::format("ground edit: nothing changes: the area has no fine cell of {:g} m with its "
                      "middle inside, "
                      "or is as wanted already",
                      g_.fine_));
    GroundChange change;
    change.cells = count_;
    change.x_min = g_.fine_x_ + (range.i0 - 2) * g_.fine_;
    change.x_max = g_.fine_x_ + (range.i1 + 3) * g_.fine_;
    change.y_min = g_.fine_y_ + (range.j0 - 2) * g_.fine_;
    change.y_max = g_.fine_y_ + (range.j1 + 3) * g_.fine_;
    return change;
  }

  GroundChange reach_of(std::span<const Ground::NodeHeight> nodes) const {
    if (nodes.empty()) return {};
    const Range r = range_of(nodes);
    return {x(r.i0 - 2), x(r.i1 + 2), y(r.j0 - 2), y(r.j1 + 2),
            static_cast<std::int64_t>(nodes.size())};
  }

  GroundChange set_nodes(std::span<const Ground::NodeHeight> nodes) {
    if (nodes.empty()) return {};
    for (const Ground::NodeHeight& n : nodes)
      if (n.i < 2 || n.j < 2 || n.i > g_.cells_x_ - 2 || n.j > g_.cells_y_ - 2 ||
          !(std::abs(n.height) <= 1e4))
        throw Error(
            fmt::format("node ({}, {}) of the ground cannot be at {} m", n.i, n.j, n.height));
    for (const Ground::NodeHeight& n : nodes) {
      g_.make_tiles_around(n.i - 1, n.i + 1, n.j - 1, n.j + 1);
      set_height(n.i, n.j, n.height);
      for (int j = n.j - 1; j <= n.j; ++j)
        for (int i = n.i - 1; i <= n.i; ++i) {
          GroundTile& t = g_.writable(i / kCells, j / kCells);
          const std::size_t cell = GroundTile::cell(i % kCells, j % kCells);
          if (!t.own_corners.empty()) forget_own(t, cell);
          if (n.surface >= 0) t.surface[cell] = static_cast<std::uint8_t>(n.surface);
        }
    }
    const Range r = range_of(nodes);
    g_.finish(r.i0, r.i1, r.j0, r.j1);
    return reach_of(nodes);
  }

 private:
  static constexpr int kCells = GroundTile::kCells;
  struct Range {
    int i0, i1, j0, j1;  ///< cells
  };
  static Range range_of(std::span<const Ground::NodeHeight> nodes) {
    Range r{nodes[0].i, nodes[0].i, nodes[0].j, nodes[0].j};
    for (const Ground::NodeHeight& n : nodes)
      r = {std::min(r.i0, n.i), std::max(r.i1, n.i), std::min(r.j0, n.j), std::max(r.j1, n.j)};
    return r;
  }
  double x(int i) const { return g_.fine_x_ + i * g_.fine_; }
  double y(int j) const { return g_.fine_y_ + j * g_.fine_; }

  /// How far banks reach at most.
  double bank_width(const GroundEdit& e, const EditArea& area) const {
    double most = std::abs(e.value);
    if (e.operation != Operation::raise) {
      // Heights that are there, and those of the plane's corners.
      const Rect& b = area.box();
      double low = 1e300, high = -1e300, from = 1e300, to = -1e300;
      for (const double px : {b.x0, b.x1})
        for (const double py : {b.y0, b.y1}) {
          from = std::min(from, area.target(px, py));
          to = std::max(to, area.target(px, py));
        }
      // What is there around is not known before the width is: twice, the second time with the first.
      double width = 0.0;
      for (int pass = 0; pass < 2; ++pass) {
        constexpr int kLooks = 32;
        for (int j = 0; j <= kLooks; ++j)
          for (int i = 0; i <= kLooks; ++i) {
            const double h = g_.height(b.x0 - width + (b.x1 - b.x0 + 2.0 * width) * i / kLooks,
                                       b.y0 - width + (b.y1 - b.y0 + 2.0 * width) * j / kLooks);
            low = std::min(low, h);
            high = std::max(high, h);
          }
        most = std::max(to - low, high - from);
        width = std::min(kFarthestBank, std::max(0.0, most) * e.bank);
      }
      most *= 1.25;
    }
    return std::min(kFarthestBank, std::max(0.0, most) * e.bank) + g_.fine_;
  }

  void set_height(int i, int j, double height) {
    for (int row = (j - 1) / kCells; row <= j / kCells; ++row)
      for (int column = (i - 1) / kCells; column <= i / kCells; ++column) {
        GroundTile& t = g_.writable(column, row);
        const std::size_t n = GroundTile::node(i - column * kCells, j - row * kCells);
        t.nodes[n].height = height;
        t.changed.set(n);
      }
  }

  static void forget_own(GroundTile& t, std::size_t cell) {
    const std::uint16_t place = t.own[cell];
    if (place == 0) return;
    t.own[cell] = 0;
    t.own_corners.erase(t.own_corners.begin() + (place - 1));
    for (std::uint16_t& other : t.own)
      if (other > place) --other;
  }

  /// Vertical sides: whole cells, with corners of their own.
  void shape_cells(const GroundEdit& e, const EditArea& area, const Range& range) {
    for (int j = range.j0; j <= range.j1; ++j)
      for (int i = range.i0; i <= range.i1; ++i) {
        if (area.away(x(i) + 0.5 * g_.fine_, y(j) + 0.5 * g_.fine_) > 0.0) continue;
        GroundTile& t = g_.writable(i / kCells, j / kCells);
        const auto now = t.corners(i % kCells, j % kCells);
        std::array<GroundNode, 4> next{};
        bool same = true;
        for (int k = 0; k < 4; ++k) {
          const auto c = static_cast<std::size_t>(k);
          next[c] = *now[c];
          if (e.operation == Operation::raise) {
            next[c].height += e.value;
          } else {
            const bool plane = e.operation == Operation::plane;
            next[c] = {area.target(x(i + k % 2), y(j + k / 2)), plane ? e.slope_x : 0.0,
                       plane ? e.slope_y : 0.0, 0.0};
          }
          same = same && next[c] == *now[c];
        }
        if (same) continue;
        ++count_;
        std::uint16_t& place = t.own[GroundTile::cell(i % kCells, j % kCells)];
        if (place == 0) {
          t.own_corners.push_back(next);
          place = static_cast<std::uint16_t>(t.own_corners.size());
        } else {
          t.own_corners[place - std::size_t{1}] = next;
        }
      }
  }

  /// Sides with a slope: nodes, and the corners of cells that keep their own.
  void shape_nodes(const EditArea& area, const Range& range) {
    const auto new_height = [&](int i, int j, double now) { return area.height(x(i), y(j), now); };
    for (int j = range.j0; j <= range.j1 + 1; ++j)
      for (int i = range.i0; i <= range.i1 + 1; ++i) {
        const double now = g_.node(i, j).height, next = new_height(i, j, now);
        if (std::abs(next - now) <= 0.0) continue;
        old_.push_back({i, j, next});
        ++count_;
      }
    for (int j = range.j0; j <= range.j1; ++j)
      for (int i = range.i0; i <= range.i1; ++i) {
        const GroundTile* seen = g_.tile(i / kCells, j / kCells);
        const std::size_t cell = GroundTile::cell(i % kCells, j % kCells);
        if (seen->own[cell] == 0) continue;
        GroundTile& t = g_.writable(i / kCells, j / kCells);
        auto& own = t.own_corners[t.own[cell] - std::size_t{1}];
        std::array<double, 4> next{};
        bool same = true;
        for (int k = 0; k < 4; ++k) {
          const auto c = static_cast<std::size_t>(k);
          next[c] = new_height(i + k % 2, j + k / 2, own[c].height);
          same = same && std::abs(next[c] - own[c].height) <= 0.0;
        }
        if (same) continue;
        ++count_;
        const double per = 1.0 / g_.fine_;
        for (int k = 0; k < 4; ++k) {
          const auto c = static_cast<std::size_t>(k);
          own[c] = {next[c], per * (next[c | 1] - next[c & 2]), per * (next[c | 2] - next[c & 1]),
                    0.0};
        }
      }
    for (const Ground::NodeHeight& n : old_) set_height(n.i, n.j, n.height);
    // Cells whose corners are those of the nodes again need none of their own.
    for (int j = range.j0; j <= range.j1; ++j)
      for (int i = range.i0; i <= range.i1; ++i) {
        GroundTile& t = g_.writable(i / kCells, j / kCells);
        const std::size_t cell = GroundTile::cell(i % kCells, j % kCells);
        if (t.own[cell] == 0) continue;
        const auto& own = t.own_corners[t.own[cell] - std::size_t{1}];
        bool same = true;
        for (int k = 0; k < 4; ++k)
          same = same && std::abs(own[static_cast<std::size_t>(k)].height -
                                  g_.node(i + k % 2, j + k / 2).height) <= kSame;
        if (same) forget_own(t, cell);
      }
  }

  void paint(const EditArea& area, const Range& range, std::uint8_t surface) {
    for (int j = range.j0; j <= range.j1; ++j)
      for (int i = range.i0; i <= range.i1; ++i) {
        if (area.away(x(i) + 0.5 * g_.fine_, y(j) + 0.5 * g_.fine_) > 0.0) continue;
        GroundTile& t = g_.writable(i / kCells, j / kCells);
        std::uint8_t& at = t.surface[GroundTile::cell(i % kCells, j % kCells)];
        if (at == surface) continue;
        at = surface;
        ++count_;
      }
  }

  Ground& g_;
  std::int64_t count_ = 0;
  std::vector<Ground::NodeHeight> old_;
};

GroundChange Ground::edit(const GroundEdit& e) {
  check(e);
  int surface = -1;
  if (!e.surface.empty()) {
    std::string known;
    for (std::size_t i = 0; i < surfaces().size(); ++i) {
      if (surfaces()[i].name == e.surface) surface = static_cast<int>(i);
      known += (known.empty() ? "" : ", ") + surfaces()[i].name;
    }
    if (surface < 0)
      throw Error(
          fmt::format("ground edit: there is no surface '{}'; the site has {}", e.surface, known));
  }
  const GroundState before = state();
  try {
    return GroundWork(*this).edit(e, surface);
  } catch (...) {
    restore(before);
    throw;
  }
}

GroundChange Ground::reach_of(const GroundEdit& edit) { return GroundWork(*this).reach_of(edit); }

GroundChange Ground::reach_of(std::span<const NodeHeight> nodes) {
  return GroundWork(*this).reach_of(nodes);
}

GroundChange Ground::set_nodes(std::span<const NodeHeight> nodes) {
  return GroundWork(*this).set_nodes(nodes);
}

}  // namespace outrigger::terrain
