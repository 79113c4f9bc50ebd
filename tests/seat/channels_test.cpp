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

TEST(OperatorMailbox, RefusesCommandsThatNobodyTakes) {
  OperatorMailbox box;
  for (std::size_t i = 0; i < OperatorMailbox::kMaxCommands; ++i)
    EXPECT_TRUE(box.post({Command::Kind::reset, 0.0}));
  EXPECT_FALSE(box.post({Command::Kind::reset, 0.0}));
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

TEST(NoticeQueue, DropsWhatNobodyTakes) {
  NoticeQueue queue;
  for (std::size_t i = 0; i < NoticeQueue::kMaxWaiting + 10; ++i) queue.post({});
  EXPECT_EQ(queue.dropped(), 10u);
  EXPECT_EQ(queue.take().size(), NoticeQueue::kMaxWaiting);
  EXPECT_TRUE(queue.take().empty());
}

}  // namespace
}  // namespace outrigger::frames
