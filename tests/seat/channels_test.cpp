/// What crosses between threads arrives whole, newest first or in order, and never makes anyone wait.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "frames/latest_slot.h"
#include "frames/notice_queue.h"
#include "frames/operator_mailbox.h"

namespace outrigger::frames {
namespace {

TEST(LatestSlot, NothingBeforeTheFirstValue) {
  LatestSlot<int> slot;
  EXPECT_FALSE(slot.fetch());
}

TEST(LatestSlot, OnlyTheNewestCounts) {
  LatestSlot<int> slot;
  for (int i = 1; i <= 5; ++i) {
    slot.back() = i;
    slot.publish();
  }
  EXPECT_TRUE(slot.fetch());
  EXPECT_EQ(slot.front(), 5);
  EXPECT_FALSE(slot.fetch());
  EXPECT_EQ(slot.front(), 5);
}

TEST(LatestSlot, ValuesArriveWholeAndInOrder) {
  struct Value {
    std::vector<std::uint64_t> numbers = std::vector<std::uint64_t>(64, 0);
  };
  LatestSlot<Value> slot;
  constexpr std::uint64_t kLast = 20'000;
  std::thread writer([&] {
    for (std::uint64_t i = 1; i <= kLast; ++i) {
      for (auto& n : slot.back().numbers) n = i;
      slot.publish();
    }
  });
  std::uint64_t newest = 0;
  while (newest < kLast) {
    if (!slot.fetch()) continue;
    const auto& numbers = slot.front().numbers;
    for (auto n : numbers) ASSERT_EQ(n, numbers[0]);
    ASSERT_GT(numbers[0], newest);
    newest = numbers[0];
  }
  writer.join();
}

TEST(OperatorMailbox, NewestLeversAndAllCommandsInOrder) {
  OperatorMailbox box;
  std::vector<float> levers{9.0f};
  std::vector<Command> commands;
  box.take(levers, commands);
  EXPECT_EQ(levers, std::vector<float>{9.0f}) << "nobody moved a lever";
  box.post_levers({1.0f});
  box.post({Command::Kind::pause, 0.0});
  box.post_levers({2.0f});
  box.post({Command::Kind::time_scale, 0.5});
  box.take(levers, commands);
  EXPECT_EQ(levers, std::vector<float>{2.0f});
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_EQ(commands[0].kind, Command::Kind::pause);
  EXPECT_EQ(commands[1].kind, Command::Kind::time_scale);
  box.take(levers, commands);
  EXPECT_TRUE(commands.empty());
  EXPECT_EQ(levers, std::vector<float>{2.0f});
}

/// Law: a flood of commands never grows beyond a handful, and what is dropped would have had no
/// effect.
TEST(OperatorMailbox, CommandsThatLaterOnesMakePointlessAreDropped) {
  using Kind = Command::Kind;
  const auto left_of = [](const std::vector<Command>& posted) {
    OperatorMailbox box;
    for (const Command& c : posted) box.post(c);
    std::vector<float> levers;
    std::vector<Command> left;
    box.take(levers, left);
    std::vector<std::pair<Kind, double>> kinds;
    for (const Command& c : left) kinds.emplace_back(c.kind, c.value);
    return kinds;
  };
  using Left = std::vector<std::pair<Kind, double>>;
  EXPECT_EQ(left_of({{Kind::seek, 1.0}, {Kind::seek, 2.0}, {Kind::seek, 3.0}}),
            (Left{{Kind::seek, 3.0}}));
  EXPECT_EQ(left_of({{Kind::seek, 1.0}, {Kind::reset, 0.0}}), (Left{{Kind::reset, 0.0}}));
  // A seek means nothing to a live machine: it must not undo a reset.
  EXPECT_EQ(left_of({{Kind::reset, 0.0}, {Kind::seek, 1.0}}),
            (Left{{Kind::reset, 0.0}, {Kind::seek, 1.0}}));
  EXPECT_EQ(left_of({{Kind::pause, 0.0}, {Kind::single_step, 0.0}, {Kind::resume, 0.0}}),
            (Left{{Kind::resume, 0.0}}));
  EXPECT_EQ(left_of({{Kind::resume, 0.0}, {Kind::pause, 0.0}, {Kind::single_step, 0.0}}),
            (Left{{Kind::pause, 0.0}, {Kind::single_step, 0.0}}));
  EXPECT_EQ(left_of({{Kind::time_scale, 2.0}, {Kind::pause, 0.0}, {Kind::time_scale, 0.5}}),
            (Left{{Kind::pause, 0.0}, {Kind::time_scale, 0.5}}));

  OperatorMailbox flooded;
  for (int i = 0; i < 10'000; ++i) flooded.post({static_cast<Kind>(i % 6), static_cast<double>(i)});
  for (int i = 0; i < 10'000; ++i) flooded.post({Kind::single_step, 0.0});
  EXPECT_FALSE(flooded.post({Kind::single_step, 0.0}));
  EXPECT_TRUE(flooded.post({Kind::seek, 0.0}));
  std::vector<float> levers;
  std::vector<Command> left;
  flooded.take(levers, left);
  EXPECT_LE(left.size(), CommandQueue::kMaxCommands);
}

TEST(OperatorMailbox, ManyPostersOneTaker) {
  OperatorMailbox box;
  std::atomic<bool> done{false};
  std::atomic<int> posted{0};
  std::vector<std::thread> posters;
  for (int t = 0; t < 3; ++t)
    posters.emplace_back([&, t] {
      for (int i = 0; i < 2000; ++i) {
        box.post_levers({static_cast<float>(t), static_cast<float>(t)});
        if (box.post({Command::Kind::single_step, static_cast<double>(i)})) ++posted;
      }
    });
  std::thread waiter([&] {
    for (auto& p : posters) p.join();
    done = true;
  });
  int taken = 0;
  std::vector<float> levers{0.0f, 0.0f};
  std::vector<Command> commands;
  for (bool last = false; !last;) {
    last = done;
    box.take(levers, commands);
    ASSERT_EQ(levers[0], levers[1]);
    taken += static_cast<int>(commands.size());
  }
  waiter.join();
  EXPECT_EQ(taken, posted);
}

TEST(NoticeQueue, DropsWhatNobodyTakesAndKeepsPlacesForErrors) {
  constexpr std::size_t most = NoticeQueue::kMaxWaiting, kept = NoticeQueue::kKeptForErrors;
  NoticeQueue queue;
  for (std::size_t i = 0; i < most + 10; ++i)
    queue.post({Notice::Level::warning, 0.0, std::to_string(i)});
  EXPECT_EQ(queue.dropped(), kept + 10);
  for (std::size_t i = 0; i < most; ++i) queue.post({Notice::Level::error, 0.0, std::to_string(i)});
  EXPECT_EQ(queue.dropped(), most + 10);
  EXPECT_EQ(queue.take().size(), most);
  EXPECT_TRUE(queue.take().empty());
}

TEST(NoticeQueue, TheSameTextWaitsOnce) {
  NoticeQueue queue;
  for (int i = 0; i < 1000; ++i)
    EXPECT_TRUE(queue.post({Notice::Level::info, static_cast<double>(i), "back at the start"}));
  queue.post({Notice::Level::error, 0.0, "back at the start"});
  const std::vector<Notice> waiting = queue.take();
  ASSERT_EQ(waiting.size(), 2u);
  EXPECT_EQ(waiting[0].time, 999.0) << "of the newest";
  EXPECT_EQ(waiting[1].level, Notice::Level::error);
}

}  // namespace
}  // namespace outrigger::frames
