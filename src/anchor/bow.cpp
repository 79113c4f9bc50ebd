#include "anchor/bow.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "math/elementary.h"

namespace outrigger::anchor {

namespace {

constexpr double kPi = std::numbers::pi;

double mix(double a, double b, double t) { return a + (b - a) * t; }

}  // namespace

BowForm::BowForm(const HullForm& hull, const HawsePipe& hawse, const Bolster& bolster)
    : hull_(hull), hawse_(hawse), bolster_(bolster) {
  const double length = hawse.axis.norm();
  if (!(length > 1e-9)) throw Error("hawse.axis: must not be zero");
  axis_ = hawse.axis / length;
  const Vec3& o = hawse.opening;
  if (!(o.z() > hull.bottom && o.z() < hull.deck_height))
    throw Error(fmt::format(
        "hawse.opening: height {:g} m is not between hull.bottom and the deck ({:g}..{:g} m)",
        o.z(), hull.bottom, hull.deck_height));
  if (!(o.x() < stem(o.z()) - 0.1))
    throw Error(
        fmt::format("hawse.opening: x = {:g} m is ahead of the stem, which is at {:g} m there",
                    o.x(), stem(o.z())));
  opening_ = {o.x(), plain_half_breadth(o.x(), o.z()), o.z()};
  if (!(axis_.dot(normal(o.x(), o.z())) > 0.2))
    throw Error("hawse.axis: must lead out of the shell, at more than 12 degrees to it");
  if (!(axis_.z() < -0.1))
    throw Error("hawse.axis: must lead downwards from the deck to the opening");
  deck_ = opening_ + axis_ * ((hull.deck_height - opening_.z()) / axis_.z());
  if (!(deck_.y() > hawse.deck_lip_radius &&
        deck_.y() + 1.3 * hawse.deck_lip_radius < plain_half_breadth(deck_.x(), hull.deck_height)))
    throw Error(
        fmt::format("hawse: the pipe comes out of the deck at x = {:g}, y = {:g} m, too near its "
                    "edge or the centre plane",
                    deck_.x(), deck_.y()));
  e1_ = Vec3::UnitZ().cross(axis_).normalized();
  e2_ = axis_.cross(e1_);
  if (!(pipe_length() > hawse.lip_inside + hawse.deck_lip_inside + 0.1))
    throw Error(fmt::format("hawse: a pipe of {:g} m is too short for both lips", pipe_length()));
  const double foot =
      bolster.kind == Bolster::Kind::none ? hawse.lip_radius : bolster.radius - bolster.bar;
  if (!(std::min(foot, hawse.lip_radius) > hawse.radius))
    throw Error(
        fmt::format("bolster: its inner foot at {:g} m from the axis must be outside of the pipe's "
                    "radius {:g} m",
                    foot, hawse.radius));
}

double BowForm::plain_half_breadth(double x, double z) const {
  const double top = hull_.knuckle ? std::min(z, *hull_.knuckle) : z;
  const double t = std::clamp(top / hull_.deck_height, 0.0, 1.15);
  const double s =
      std::clamp((stem(z) - x) / mix(hull_.length_waterline, hull_.length_deck, t), 0.0, 1.0);
  if (s <= 0.0) return 0.0;
  const double y = hull_.half_breadth * elementary::pow(s * (2.0 - s), mix(hull_.fullness_waterline,
                                                                           hull_.fullness_deck, t));
  // The stem stays sharp above a knuckle.
  return y + (z - top) * hull_.knuckle_flare * std::min(1.0, 10.0 * s);
}

double BowForm::half_breadth(double x, double z) const { return plain_half_breadth(x, z); }

Vec3 BowForm::normal(double x, double z) const {
  constexpr double kStep = 1e-5;
  const double dx =
      (plain_half_breadth(x + kStep, z) - plain_half_breadth(x - kStep, z)) / (2.0 * kStep);
  const double dz =
      (plain_half_breadth(x, z + kStep) - plain_half_breadth(x, z - kStep)) / (2.0 * kStep);
  return Vec3(-dx, 1.0, -dz).normalized();
}

double BowForm::angle(const Vec3& point) const {
  const Vec3 d = point - opening_;
  const double a = elementary::atan2(d.dot(e2_), d.dot(e1_));
  return a < 0.0 ? a + 2.0 * kPi : a;
}

Vec3 BowForm::radial(double angle) const {
  const auto sc = elementary::sincos(angle);
  return sc.cosine * e1_ + sc.sine * e2_;
}

/// Newton from the tangent plane, which the shell near an opening hardly leaves.
double BowForm::meet_shell(const Vec3& start) const {
  double t = -(start - opening_).dot(shell_normal()) / axis_.dot(shell_normal());
  for (int i = 0; i < 30; ++i) {
    const Vec3 p = start + t * axis_;
    const double gap = p.y() - plain_half_breadth(p.x(), p.z());
    const Vec3 n = normal(p.x(), p.z());
    const double step = gap * n.y() / axis_.dot(n);
    t -= step;
    if (std::abs(step) < 1e-12) break;
  }
  return t;
}

double BowForm::recess(double radius) const {
  if (hawse_.pocket_depth <= 0.0) return 0.0;
  const double wall = hawse_.pocket_depth;  // at 45 degrees
  return -hawse_.pocket_depth * std::clamp((hawse_.pocket_radius + wall - radius) / wall, 0.0, 1.0);
}

Vec3 BowForm::at(double angle, double radius, double height) const {
  const Vec3 start = opening_ + radius * radial(angle);
  const Vec3 p = start + meet_shell(start) * axis_;
  return p + (height + recess(radius)) * normal(p.x(), p.z());
}

double BowForm::foot_radius() const {
  return bolster_.kind == Bolster::Kind::none ? hawse_.lip_radius : bolster_.radius + bolster_.bar;
}

BowForm::Section BowForm::lip_section(double angle, int bar_steps, int lip_steps) const {
  Section s;
  const auto add = [&](const Vec3& p, BowPart part) {
    s.points.push_back(p);
    s.parts.push_back(part);
  };
  double inner = hawse_.lip_radius;
  if (bolster_.kind == Bolster::Kind::ring) {
    for (int k = 0; k <= bar_steps; ++k) {
      const auto sc = elementary::sincos(kPi * k / bar_steps);
      add(at(angle, bolster_.radius + bolster_.bar * sc.cosine, bolster_.bar * sc.sine),
          BowPart::bolster);
    }
    inner = bolster_.radius - bolster_.bar;
  } else if (bolster_.kind == Bolster::Kind::plate) {
    const double out = bolster_.radius + bolster_.bar;
    inner = bolster_.radius - bolster_.bar;
    // The edges are chamfered, so that nothing lies above itself.
    const double chamfer = std::min(bolster_.height, 0.25 * bolster_.bar);
    add(at(angle, out), BowPart::bolster);
    add(at(angle, out - chamfer, bolster_.height), BowPart::bolster);
    add(at(angle, inner + chamfer, bolster_.height), BowPart::bolster);
    add(at(angle, inner), BowPart::bolster);
  } else {
    add(at(angle, inner), BowPart::lip);
  }
  inner = std::min(inner, hawse_.lip_radius);
  const Vec3 p2 = at(angle, inner), p1 = at(angle, hawse_.radius);
  const Vec3 p0 = p1 - hawse_.lip_inside * axis_;
  for (int k = 1; k <= lip_steps; ++k) {
    const double t = static_cast<double>(k) / lip_steps, u = 1.0 - t;
    add(u * u * p2 + 2.0 * u * t * p1 + t * t * p0, BowPart::lip);
  }
  return s;
}

std::vector<Vec3> BowForm::deck_section(double angle, int lip_steps) const {
  const auto on_deck = [&](double radius) -> Vec3 {
    const Vec3 start = opening_ + radius * radial(angle);
    return start + (hull_.deck_height - start.z()) / axis_.z() * axis_;
  };
  const Vec3 p2 = on_deck(hawse_.deck_lip_radius), p1 = on_deck(hawse_.radius);
  const Vec3 p0 = p1 + hawse_.deck_lip_inside * axis_;
  std::vector<Vec3> points;
  for (int k = 0; k <= lip_steps; ++k) {
    const double t = static_cast<double>(k) / lip_steps, u = 1.0 - t;
    points.push_back(u * u * p0 + 2.0 * u * t * p1 + t * t * p2);
  }
  // In the plane to the bit: the deck is flat.
  points.back().z() = hull_.deck_height;
  return points;
}

namespace {

using Ring = std::vector<std::int32_t>;

/// Vertices and faces on their way into a mesh.
class Builder {
 public:
  std::int32_t add(const Vec3& p) {
    vertices.push_back(p);
    return static_cast<std::int32_t>(vertices.size()) - 1;
  }
  void face(std::int32_t a, std::int32_t b, std::int32_t c, BowPart part) {
    faces.push_back({a, b, c});
    parts.push_back(static_cast<std::uint16_t>(part));
  }
  /// Between two rings of as many nodes.
  void strip(const Ring& a, const Ring& b, BowPart part) {
    const std::size_t n = a.size();
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t l = (k + 1) % n;
      face(a[k], a[l], b[k], part);
      face(a[l], b[l], b[k], part);
    }
  }
  /// Between two rings of any numbers of nodes, by their angles, which rise from the first node to the last.
  template <class Angle>
  void zip(Ring a, Ring b, const Angle& angle, BowPart part) {
    const auto from_smallest = [&](Ring& r) {
      const auto first = std::min_element(r.begin(), r.end(), [&](auto x, auto y) {
        return angle(vertices[at(x)]) < angle(vertices[at(y)]);
      });
      std::rotate(r.begin(), first, r.end());
    };
    from_smallest(a);
    from_smallest(b);
    const auto angle_of = [&](const Ring& r, std::size_t k) {
      return k < r.size() ? angle(vertices[at(r[k])])
                          : angle(vertices[at(r[k - r.size()])]) + 2.0 * kPi;
    };
    std::size_t i = 0, j = 0;
    while (i < a.size() || j < b.size()) {
      const bool move_a =
          j >= b.size() || (i < a.size() && angle_of(a, i + 1) <= angle_of(b, j + 1));
      const std::int32_t ai = a[i % a.size()], bj = b[j % b.size()];
      if (move_a)
        face(ai, a[++i % a.size()], bj, part);
      else
        face(ai, b[++j % b.size()], bj, part);
    }
  }
  /// A flat, star-shaped cap.
  void fan(const Ring& loop, BowPart part) {
    Vec3 middle = Vec3::Zero();
    double weight = 0.0;
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const Vec3 &p = vertices[at(loop[k])], &q = vertices[at(loop[(k + 1) % loop.size()])];
      const double w = (q - p).norm();
      middle += w * 0.5 * (p + q);
      weight += w;
    }
    const std::int32_t c = add(middle / weight);
    for (std::size_t k = 0; k < loop.size(); ++k)
      face(loop[k], loop[(k + 1) % loop.size()], c, part);
  }
  static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

  std::vector<Vec3> vertices;
  std::vector<geometry::Triangle> faces;
  std::vector<std::uint16_t> parts;
};

/// Lines of a grid: fine between two of the marks.
std::vector<double> grid_lines(double low, double fine_low, double fine_high, double high,
                               double cell, double fine) {
  std::vector<double> lines{low};
  const auto to = [&](double end, double size) {
    const double begin = lines.back();
    const int n = std::max(1, static_cast<int>(std::ceil((end - begin) / size - 1e-9)));
    for (int k = 1; k <= n; ++k) lines.push_back(k == n ? end : mix(begin, end, double(k) / n));
  };
  to(fine_low, cell);
  to(fine_high, fine);
  to(high, cell);
  return lines;
}

int line_at(const std::vector<double>& lines, double value) {
  return static_cast<int>(std::min_element(lines.begin(), lines.end(),
                                           [&](double a, double b) {
                                             return std::abs(a - value) < std::abs(b - value);
                                           }) -
                          lines.begin());
}

}  // namespace

geometry::Mesh bow_mesh(const BowForm& form) {
  const HullForm& hull = form.hull();
  const Vec3& o = form.opening();
  const double rim = form.foot_radius() + form.hawse().pocket_depth +
                     (form.hawse().pocket_depth > 0.0 ? form.hawse().pocket_radius : 0.0);
  // The shell grid: x from the stem (negative aft) and z; fine in a rectangle around the opening.
  const double along = o.x() - form.stem(o.z());
  const double slant = form.axis().dot(form.shell_normal());
  const double need = 1.25 * rim / slant;
  const double half = std::max(hull.fine_radius, need);
  const double x_low = along - half, x_high = std::min(along + half, -0.3);
  const double z_low = std::max(o.z() - half, hull.bottom + 0.2),
               z_high = std::min(o.z() + half, hull.deck_height - 0.2);
  if (x_high - along < need || o.z() - z_low < 1.1 * rim || z_high - o.z() < 1.1 * rim ||
      x_low < -hull.aft + 0.3)
    throw Error(
        fmt::format("hawse.opening: the opening with its bolster (radius {:g} m) does not fit "
                    "between stem, deck and the ends of the model (hull.bottom, hull.aft)",
                    rim));
  const std::vector<double> xs =
      grid_lines(-hull.aft, x_low, x_high, 0.0, hull.cell, hull.cell_fine);
  const std::vector<double> zs =
      grid_lines(hull.bottom, z_low, z_high, hull.deck_height, hull.cell, hull.cell_fine);
  const int columns = static_cast<int>(xs.size()), rows = static_cast<int>(zs.size());
  const int i0 = line_at(xs, x_low), i1 = line_at(xs, x_high), j0 = line_at(zs, z_low),
            j1 = line_at(zs, z_high);

  Builder b;
  std::vector<std::int32_t> grid(static_cast<std::size_t>(columns * rows), -1);
  const auto node = [&](int i, int j) -> std::int32_t& {
    return grid[static_cast<std::size_t>(j * columns + i)];
  };
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) {
      if (i > i0 && i < i1 && j > j0 && j < j1) continue;
      const double z = zs[static_cast<std::size_t>(j)];
      const double x = form.stem(z) + xs[static_cast<std::size_t>(i)];
      node(i, j) = b.add({x, i == columns - 1 ? 0.0 : form.half_breadth(x, z), z});
    }
  for (int j = 0; j + 1 < rows; ++j)
    for (int i = 0; i + 1 < columns; ++i) {
      if (i >= i0 && i < i1 && j >= j0 && j < j1) continue;
      b.face(node(i, j), node(i, j + 1), node(i + 1, j + 1), BowPart::shell);
      b.face(node(i, j), node(i + 1, j + 1), node(i + 1, j), BowPart::shell);
    }

  // Rings from the rectangle inwards; seen from outside they go round as z turns to x.
  Ring border;
  for (int i = i0; i < i1; ++i) border.push_back(node(i, j1));
  for (int j = j1; j > j0; --j) border.push_back(node(i1, j));
  for (int i = i1; i > i0; --i) border.push_back(node(i, j0));
  for (int j = j0; j < j1; ++j) border.push_back(node(i0, j));
  const double cell = hull.cell_fine;
  const double ring_radius = rim + std::min(1.5 * cell, 0.1 * rim);
  const int rings = std::max(2, static_cast<int>(std::ceil((half - ring_radius) / cell)));
  std::vector<Vec3> inner;
  for (const std::int32_t v : border)
    inner.push_back(form.at(form.angle(b.vertices[Builder::at(v)]), ring_radius));
  Ring outer = border;
  for (int k = 1; k <= rings; ++k) {
    const double t = static_cast<double>(k) / rings;
    Ring next;
    for (std::size_t n = 0; n < border.size(); ++n) {
      const Vec3 p = b.vertices[Builder::at(border[n])] * (1.0 - t) + inner[n] * t;
      next.push_back(
          b.add(k == rings ? inner[n] : Vec3(p.x(), form.half_breadth(p.x(), p.z()), p.z())));
    }
    b.strip(outer, next, BowPart::shell);
    outer = std::move(next);
  }

  // The pocket's wall, bolster, lip, pipe and the deck's lip, as many nodes around as cells of the outer foot.
  const int around =
      std::max(48, static_cast<int>(std::ceil(2.0 * kPi * form.hawse().radius / cell)));
  const int bar_steps = std::max(8, static_cast<int>(std::ceil(kPi * form.bolster().bar / cell)));
  const int lip_steps = std::max(8, static_cast<int>(std::ceil(0.6 / cell)));
  std::vector<BowForm::Section> sections;
  std::vector<std::vector<Vec3>> decks;
  for (int k = 0; k < around; ++k) {
    const double angle = 2.0 * kPi * (k + 0.5) / around;
    BowForm::Section s = form.lip_section(angle, bar_steps, lip_steps);
    if (form.hawse().pocket_depth > 0.0) {
      const double floor = form.hawse().pocket_radius;
      const Vec3 edge = form.at(angle, floor + form.hawse().pocket_depth),
                 foot = form.at(angle, floor);
      s.points.insert(s.points.begin(), {edge, foot});
      s.parts.insert(s.parts.begin(), {BowPart::shell, BowPart::shell});
    }
    sections.push_back(std::move(s));
    decks.push_back(form.deck_section(angle, lip_steps));
  }
  const auto angle_of = [&](const Vec3& p) { return form.angle(p); };
  const auto add_ring = [&](const auto& place) {
    Ring next;
    for (int k = 0; k < around; ++k) next.push_back(b.add(place(static_cast<std::size_t>(k))));
    return next;
  };
  const std::size_t count = sections.front().points.size();
  for (std::size_t n = 0; n < count; ++n) {
    Ring next = add_ring([&](std::size_t k) { return sections[k].points[n]; });
    if (n == 0)
      b.zip(outer, next, angle_of, BowPart::shell);
    else
      b.strip(outer, next, sections.front().parts[n]);
    outer = std::move(next);
  }
  const int pipe_rings =
      std::max(24, static_cast<int>(std::ceil(form.pipe_length() / std::max(cell, 0.04))));
  for (int n = 1; n <= pipe_rings; ++n) {
    const double t = static_cast<double>(n) / pipe_rings;
    Ring next = add_ring([&](std::size_t k) -> Vec3 {
      return sections[k].points.back() * (1.0 - t) + decks[k].front() * t;
    });
    b.strip(outer, next, BowPart::pipe);
    outer = std::move(next);
  }
  for (std::size_t n = 1; n < decks.front().size(); ++n) {
    Ring next = add_ring([&](std::size_t k) { return decks[k][n]; });
    b.strip(outer, next, BowPart::deck);
    outer = std::move(next);
  }

  // Deck, and the flat ends of the model.
  const int last_i = columns - 1, last_j = rows - 1;
  const std::int32_t low = b.add({form.stem(hull.bottom) - hull.aft, 0.0, hull.bottom});
  const std::int32_t high = b.add({form.stem(hull.deck_height) - hull.aft, 0.0, hull.deck_height});
  // Straight edges of the deck in short pieces, so that its triangles do not cut through the opening.
  const auto between = [&](std::int32_t from, std::int32_t to) {
    const Vec3 p = b.vertices[Builder::at(from)], q = b.vertices[Builder::at(to)];
    const int n = std::max(1, static_cast<int>(std::ceil((q - p).norm() / hull.cell)));
    Ring nodes;
    for (int k = 1; k < n; ++k) nodes.push_back(b.add(p + (q - p) * (static_cast<double>(k) / n)));
    return nodes;
  };
  const Ring side = between(node(0, last_j), high), middle = between(high, node(last_i, last_j));
  const auto append = [](Ring& to, const Ring& from, bool backwards) {
    if (backwards)
      to.insert(to.end(), from.rbegin(), from.rend());
    else
      to.insert(to.end(), from.begin(), from.end());
  };
  Ring deck, bottom, centre, aft;
  for (int i = 0; i < columns; ++i) deck.push_back(node(i, last_j));
  // Along the shell forwards, back along the centre line, and out again.
  append(deck, middle, true);
  deck.push_back(high);
  append(deck, side, true);
  b.zip(outer, deck, angle_of, BowPart::deck);
  for (int i = 0; i < columns; ++i) bottom.push_back(node(i, 0));
  bottom.push_back(low);
  for (int j = 0; j < rows; ++j) centre.push_back(node(last_i, j));
  append(centre, middle, true);
  centre.push_back(high);
  centre.push_back(low);
  for (int j = last_j; j >= 0; --j) aft.push_back(node(0, j));
  aft.push_back(low);
  aft.push_back(high);
  append(aft, side, true);
  for (const Ring* loop : {&bottom, &centre, &aft}) b.fan(*loop, BowPart::cap);
  return geometry::Mesh(std::move(b.vertices), std::move(b.faces), std::move(b.parts));
}

std::optional<geometry::Mesh> bulb_mesh(const HullForm& hull) {
  if (hull.bulb_length <= 0.0) return std::nullopt;
  constexpr int kAround = 32, kRings = 16;
  const double root = -2.0;
  Builder b;
  Ring previous;
  const Vec3 centre(hull.stem_rake * -hull.bulb_depth, 0.0, -hull.bulb_depth);
  const auto ring = [&](double x, double radius) {
    Ring r;
    for (int k = 0; k < kAround; ++k) {
      const auto sc = elementary::sincos(2.0 * kPi * k / kAround);
      r.push_back(b.add(centre + Vec3(x, radius * sc.cosine, radius * sc.sine)));
    }
    return r;
  };
  const std::int32_t back = b.add(centre + Vec3(root, 0.0, 0.0));
  previous = ring(root, hull.bulb_radius);
  for (std::size_t k = 0; k < kAround; ++k)
    b.face(back, previous[(k + 1) % kAround], previous[k], BowPart::shell);
  for (int n = 0; n < kRings; ++n) {
    const auto sc = elementary::sincos(0.5 * kPi * n / kRings);
    Ring next = ring(hull.bulb_length * sc.sine, hull.bulb_radius * sc.cosine);
    b.strip(previous, next, BowPart::shell);
    previous = std::move(next);
  }
  const std::int32_t tip = b.add(centre + Vec3(hull.bulb_length, 0.0, 0.0));
  for (std::size_t k = 0; k < kAround; ++k)
    b.face(previous[k], previous[(k + 1) % kAround], tip, BowPart::shell);
  return geometry::Mesh(std::move(b.vertices), std::move(b.faces));
}

}  // namespace outrigger::anchor
