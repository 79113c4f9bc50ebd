/// Laws: at the start no link is inside the hull, whatever the anchor's yaw (its shackle may touch); an anchor that is
/// gets no verdict; a link that leaves hands its pull to the next one.
#include "anchor/haul.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace outrigger::anchor {
namespace {

Study study_with(const std::vector<description::ChangedValue>& changes) {
  return read_study_text("outrigger_anchor: 1\n", "s.yaml", changes);
}

TEST(Haul, ChainBeginsFreeOfTheHull) {
  for (const char* yaw : {"0", "40", "130", "180"}) {
    Haul haul(study_with({{"start.yaw_deg", yaw}}));
    haul.begin();
    haul.step();
    int links = 0;
    for (const contact::ContactReading& c : haul.world().contacts()) {
      const bool a_hull = c.shape_a == "bow", b_hull = c.shape_b == "bow";
      const std::string& other = a_hull ? c.shape_b : c.shape_a;
      if (a_hull != b_hull && other.front() == 'l') ++links;
    }
    EXPECT_EQ(links, 0) << yaw;
  }
}

TEST(Haul, AnAnchorThatBeginsInsideTheHullIsTold) {
  Haul haul(study_with({{"start.yaw_deg", "240"}, {"run.time", "0.3"}}));
  haul.begin();
  while (haul.step()) {
  }
  const HaulResult result = haul.finish();
  EXPECT_EQ(result.verdict, Verdict::unfinished);
  EXPECT_NE(result.reason.find("begins inside the hull"), std::string::npos) << result.reason;
  EXPECT_NE(result.reason.find("start.below"), std::string::npos) << result.reason;
}

TEST(Haul, LongALinkThatLeavesHandsItsPullOver) {
  Haul haul(study_with({{"run.time", "4.5"}}));
  haul.begin();
  double most = 0.0;
  int links = 0;
  while (haul.step()) {
    if (haul.now().time > 3.3) most = std::max(most, haul.now().tension);
    links = haul.now().links;
  }
  EXPECT_LT(links, 21);
  EXPECT_LT(most, haul.scene().windlass_pull);
}

}  // namespace
}  // namespace outrigger::anchor
