/// One list of fields gives hash, bytes, comparison and size: nothing is lost or invented on the way.
#include "base/fields.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/field_coverage.h"

namespace outrigger {
namespace {

struct Inner {
  double a = 1.5;
  bool on = true;
  double b[2] = {2.5, 3.5};

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("a", s.a), visit("on", s.on), visit("b", s.b);
  }
};

struct Outer {
  std::int64_t count = -7;
  std::vector<double> fixed{1.0, 2.0, 3.0};
  std::vector<Inner> list{Inner{}, Inner{}};
  double follows = 9.0;
  Inner inner;

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("count", s.count), visit("fixed", s.fixed);
    visit.sizes("list", s.list), visit("list", s.list);
    visit("follows", s.follows, kDerived), visit("inner", s.inner);
  }
};

struct Forgetful {
  double kept = 0.0, forgotten = 0.0;
  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("kept", s.kept);
  }
};

std::uint64_t hash_of(const Outer& o) {
  Hash h;
  visit_fields(o, FieldHasher(h));
  return h.value();
}

std::string bytes_of(const Outer& o) { return visit_fields<FieldWriter>(o).out; }

TEST(Fields, BytesGiveTheSameValueBack) {
  Outer from;
  from.list.resize(5);
  from.list[4].b[1] = -0.0;
  Outer to;
  const std::string bytes = bytes_of(from);
  FieldReader again(bytes);
  Outer::fields(to, again);
  EXPECT_TRUE(again.at_end());
  EXPECT_EQ(bytes_of(to), bytes);
  EXPECT_EQ(hash_of(to), hash_of(from));
}

TEST(Fields, EveryNumberCounts) {
  const Outer plain;
  const std::size_t count = visit_fields<FieldNames>(plain).numbers.size();
  ASSERT_EQ(count, 1u + 3 + 2 * 4 + 1 + 4);
  for (std::size_t k = 0; k < count; ++k) {
    Outer other;
    std::size_t at = 0;
    for_each_number(other, [&](auto& number) {
      if (at++ != k) return;
      if constexpr (std::is_same_v<std::decay_t<decltype(number)>, bool>) {
        number = !number;
      } else {
        number += 1;
      }
    });
    EXPECT_NE(bytes_of(other), bytes_of(plain)) << k;
    const NamedNumber n = visit_fields<FieldNames>(other).numbers[k];
    EXPECT_EQ(hash_of(other) == hash_of(plain), n.use == FieldUse::derived) << n.name;
  }
}

TEST(Fields, NamesSayWhere) {
  const auto numbers = visit_fields<FieldNames>(Outer{}).numbers;
  EXPECT_EQ(numbers[0].name, "count");
  EXPECT_EQ(numbers[0].value, -7.0);
  EXPECT_EQ(numbers[1].name, "fixed");
  EXPECT_EQ(numbers[3].name, "fixed[2]");
  EXPECT_EQ(numbers.back().name, "inner.b[1]");
}

TEST(Fields, DamagedBytesAreNoticedAndAskForNoMemory) {
  const std::string bytes = bytes_of(Outer{});
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    Outer to;
    FieldReader reader(std::string_view(bytes).substr(0, length));
    Outer::fields(to, reader);
    EXPECT_FALSE(reader.at_end()) << length;
  }
  std::string huge = bytes;
  huge.replace(5 * 8, 8, std::string(8, '\x7f'));  // the length of the list
  Outer to;
  FieldReader reader(huge);
  Outer::fields(to, reader);
  EXPECT_FALSE(reader.good());
  EXPECT_LE(to.list.size(), 100u);
}

TEST(Fields, NumbersThatAreNotFiniteAreSeen) {
  Outer o;
  EXPECT_TRUE(visit_fields<FiniteFields>(o).good);
  o.list[1].b[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(visit_fields<FiniteFields>(o).good);
}

TEST(Fields, CoverageFindsWhatAListLeavesOut) {
  EXPECT_TRUE(testing::field_gaps(Outer{}).empty());
  EXPECT_TRUE(testing::field_gaps(Inner{}).empty());
  const auto gaps = testing::field_gaps(Forgetful{});
  ASSERT_EQ(gaps.size(), 1u);
  EXPECT_EQ(gaps[0].first, 8u);
}

}  // namespace
}  // namespace outrigger
