/// Laws: the bow is one closed surface without crossings, whatever its parameters; its shell lies on the
/// form; seat and chain begin where plane geometry says.
#include "anchor/bow.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "anchor/anchor_parts.h"
#include "anchor/chain_path.h"
#include "base/error.h"
#include "geometry/mass_properties.h"
#include "geometry/mesh_check.h"

namespace outrigger::anchor {
namespace {

void expect_good(const geometry::Mesh& mesh) {
  EXPECT_TRUE(mesh.closed()) << mesh.border_count();
  EXPECT_GT(geometry::signed_volume(mesh), 0.0);
  for (const auto& f : geometry::check_mesh(mesh).findings)
    EXPECT_FALSE(f.serious) << f.text << " " << f.places.front().what << " at "
                            << f.places.front().position.transpose();
}

TEST(Bow, IsOneClosedSurfaceForManyForms) {
  for (const auto kind : {Bolster::Kind::ring, Bolster::Kind::plate, Bolster::Kind::none})
    for (const double cell : {0.12, 0.06}) {
      HullForm hull;
      hull.cell_fine = cell;
      Bolster bolster;
      bolster.kind = kind;
      const BowForm form(hull, {}, bolster);
      SCOPED_TRACE(static_cast<int>(kind));
      expect_good(bow_mesh(form));
    }
  HullForm hull;
  hull.knuckle = 6.9;
  HawsePipe hawse;
  hawse.pocket_depth = 0.2;
  hawse.pocket_radius = 1.0;
  expect_good(bow_mesh(BowForm(hull, hawse, {})));
}

TEST(Bow, ShellLiesOnTheForm) {
  const BowForm form({}, {}, {});
  const geometry::Mesh mesh = bow_mesh(form);
  int checked = 0;
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    if (mesh.material(f) != static_cast<std::uint16_t>(BowPart::shell)) continue;
    for (const std::int32_t v : mesh.face(f)) {
      const Vec3& p = mesh.vertex(v);
      const double y = form.half_breadth(p.x(), p.z());
      ASSERT_NEAR(p.y(), y, 1e-9 + 1e-3 * (y < 0.3));
      ++checked;
    }
  }
  EXPECT_GT(checked, 1000);
}

// Figures of the data sheet: opening, pipe, angle between axis and shell normal, seat.
TEST(Bow, SeatIsThatOfTheDataSheet) {
  const BowForm form({}, {}, {});
  EXPECT_NEAR(form.opening().y(), 4.646, 2e-3);
  EXPECT_NEAR(form.pipe_length(), 3.773, 3e-3);
  EXPECT_LT((form.deck_opening() - Vec3(-5.021, 2.957, 7.4)).norm(), 3e-3);
  EXPECT_NEAR(std::acos(form.axis().dot(form.shell_normal())) * 180.0 / std::numbers::pi, 43.52,
              0.1);
  AnchorForm anchor;
  const Seat seat = expected_seat(anchor_parts(anchor), anchor, form);
  EXPECT_NEAR(seat.fluke_angle * 180.0 / std::numbers::pi, 31.9, 0.3);
  EXPECT_NEAR(seat.shell_angle * 180.0 / std::numbers::pi, 14.6, 0.3);
  EXPECT_LT((seat.trunnion - Vec3(-3.822, 4.848, 3.818)).norm(), 0.01);
}

TEST(Bow, RefusesWhatDoesNotFit) {
  HawsePipe inward;
  inward.axis = -inward.axis;
  EXPECT_THROW(BowForm({}, inward, {}), Error);
  HawsePipe ahead;
  ahead.opening.x() = 2.0;
  EXPECT_THROW(BowForm({}, ahead, {}), Error);
  Bolster narrow;
  narrow.radius = 0.3;
  EXPECT_THROW(BowForm({}, {}, narrow), Error);
}

TEST(Anchor, LengthsGoWithTheCubeRootOfTheMass) {
  AnchorForm small, large;
  large.mass = 8.0 * small.mass;
  const AnchorParts a = anchor_parts(small), b = anchor_parts(large);
  EXPECT_NEAR(b.tip / a.tip, 2.0, 1e-12);
  EXPECT_NEAR(b.head_moments.x() / a.head_moments.x(), 32.0, 1e-9);
  EXPECT_NEAR(a.mass(), small.mass, 1e-9);
  AnchorForm spek = small;
  spek.kind = AnchorForm::Kind::spek;
  EXPECT_EQ(anchor_parts(spek).head_centre.x(), 0.0);
}

// The string is taut: every hinge one pitch from the next, and nothing inside the lip.
TEST(Chain, FollowsTheLipWithEvenPitch) {
  const BowForm form({}, {}, {});
  const auto path = chain_path(form, Vec3::UnitZ(), 0.06, 1.0, 30.0);
  const double pitch = 0.248, first = 0.2976;
  const auto hinges = walk(path, Vec3::UnitZ(), form.opening().z() - 1.0, first, pitch);
  ASSERT_GT(hinges.size(), 20u);
  EXPECT_NEAR((hinges[1] - hinges[0]).norm(), first, 1e-9);
  for (std::size_t k = 2; k < hinges.size(); ++k)
    EXPECT_NEAR((hinges[k] - hinges[k - 1]).norm(), pitch, 1e-9);
  EXPECT_GT((hinges.back() - form.deck_opening()).dot(-form.axis()), 0.7);
}

}  // namespace
}  // namespace outrigger::anchor
