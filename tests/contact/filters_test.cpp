/// Which shapes are looked at: kept in proportion to shapes, joints and rules, the answers must be those
/// of the matrix of all pairs that the rules describe.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <set>

#include "base/random.h"
#include "contact/shape_scene.h"

namespace outrigger::contact {
namespace {

std::string name_of(const char* kind, std::uint64_t number) {
  return fmt::format("{}{}", kind, number);
}

/// The rules, pair by pair, in the order of the file.
std::vector<std::uint8_t> matrix(const description::Machine& m, const description::Site& site) {
  std::vector<const description::ContactShape*> shapes;
  for (const auto& s : m.shapes) shapes.push_back(&s);
  for (const auto& s : site.shapes) shapes.push_back(&s);
  std::set<std::pair<std::string, std::string>> joined;
  for (const auto& j : m.joints) {
    joined.insert({j.body_a, j.body_b});
    joined.insert({j.body_b, j.body_a});
  }
  std::vector<std::uint8_t> touch;
  for (const auto* a : shapes) {
    for (const auto* b : shapes) {
      bool may = joined.count({a->body, b->body}) == 0;
      const auto apply = [&](const description::ContactPair& rule) {
        if ((a->group == rule.group_a && b->group == rule.group_b) ||
            (a->group == rule.group_b && b->group == rule.group_a))
          may = rule.touch;
      };
      for (const auto& rule : m.contact_pairs) apply(rule);
      for (const auto& rule : site.contact_pairs) apply(rule);
      touch.push_back(may && a->body != b->body);
    }
  }
  return touch;
}

TEST(ShapeFilters, AnswerAsTheMatrixOfAllPairs) {
  Random random(81);
  int allowed = 0, refused = 0;
  for (int scene = 0; scene < 200; ++scene) {
    description::Machine m;
    description::Site site;
    const std::uint64_t bodies = 1 + random.integer(8), groups = 1 + random.integer(6);
    const auto add = [&](auto& shapes, const std::string& body) {
      description::ContactShape s;
      s.name = name_of("s", shapes.size());
      s.body = body;
      s.group = name_of("g", random.integer(groups));
      s.radius = 0.1;
      shapes.push_back(s);
    };
    const std::uint64_t count = 2 + random.integer(20);
    for (std::uint64_t i = 0; i < count; ++i) add(m.shapes, name_of("b", random.integer(bodies)));
    for (std::uint64_t i = random.integer(4); i > 0; --i) add(site.shapes, "ground");
    for (std::uint64_t i = random.integer(8); i > 0; --i) {
      description::Joint j;
      j.body_a = random.integer(5) == 0 ? "ground" : name_of("b", random.integer(bodies));
      j.body_b = name_of("b", random.integer(bodies));
      m.joints.push_back(j);
    }
    const auto any_group = [&] { return m.shapes[random.integer(m.shapes.size())].group; };
    for (std::uint64_t i = random.integer(8); i > 0; --i) {
      description::ContactPair rule;
      rule.group_a = any_group();
      rule.group_b = any_group();
      rule.touch = random.integer(2) == 0;
      (random.integer(3) == 0 ? site.contact_pairs : m.contact_pairs).push_back(rule);
    }
    const ShapeScene made(m, &site);
    const std::vector<std::uint8_t> expected = matrix(m, site);
    const auto n = static_cast<std::int32_t>(made.shapes().size());
    for (std::int32_t a = 0; a < n; ++a) {
      for (std::int32_t b = 0; b < n; ++b) {
        const bool may = expected[static_cast<std::size_t>(a * n + b)] != 0;
        ASSERT_EQ(made.may_touch(a, b), may) << scene << ": " << a << ", " << b;
        (may ? allowed : refused) += 1;
      }
    }
  }
  EXPECT_GT(allowed, 5000);
  EXPECT_GT(refused, 5000);
}

}  // namespace
}  // namespace outrigger::contact
