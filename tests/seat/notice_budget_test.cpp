/// People get a few lines per second, errors in any case, and learn how many they did not get.
#include "network/notice_budget.h"

#include <gtest/gtest.h>

#include <string>

namespace outrigger::network {
namespace {

using frames::Notice;

std::vector<Notice> numbered(Notice::Level level, int count) {
  std::vector<Notice> notices;
  for (int i = 0; i < count; ++i) notices.push_back({level, 0.1 * i, std::to_string(i)});
  return notices;
}

TEST(NoticeBudget, AFewPerSecondPassInTheirOrder) {
  NoticeBudget budget;
  std::size_t passed = 0;
  // Twenty looks in a second, each with many.
  for (int look = 0; look < 20; ++look)
    passed += budget.admit(numbered(Notice::Level::warning, 256), 100.0 + 0.05 * look).size();
  EXPECT_EQ(passed, NoticeBudget::kPerSecond);
  // The next second has room again, and says what was missed.
  const std::vector<Notice> next = budget.admit(numbered(Notice::Level::warning, 1), 101.01);
  ASSERT_EQ(next.size(), 2u);
  EXPECT_EQ(next[0].text, "4920 more notices were left out");
  EXPECT_EQ(next[1].text, "0");
}

TEST(NoticeBudget, ErrorsHaveRoomOfTheirOwn) {
  NoticeBudget budget;
  budget.admit(numbered(Notice::Level::info, 256), 5.0);
  const auto errors = budget.admit(numbered(Notice::Level::error, 3), 5.1);
  EXPECT_EQ(errors.size(), 3u);
}

TEST(NoticeBudget, TheSameTextPassesOnceASecondAndIsNotReportedAsMissing) {
  NoticeBudget budget;
  const Notice start{Notice::Level::info, 0.0, "back at the start"};
  std::size_t passed = 0;
  for (int i = 0; i < 40; ++i) passed += budget.admit({start, start}, 7.0 + 0.05 * i).size();
  EXPECT_EQ(passed, 2u);
  EXPECT_EQ(budget.left_out(), 78u);
}

}  // namespace
}  // namespace outrigger::network
