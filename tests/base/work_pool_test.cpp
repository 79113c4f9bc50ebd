/// Law: every piece is done once and its results are there when run() returns, whatever the threads; an
/// exception of a piece comes out, and the pool goes on working afterwards.
#include "base/work_pool.h"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

namespace outrigger {
namespace {

TEST(WorkPool, DoesEveryPieceOnceInEveryRound) {
  for (const int threads : {1, 2, 4}) {
    WorkPool pool(threads);
    EXPECT_EQ(pool.thread_count(), threads);
    // Plain numbers: one thread writes them, the caller reads them after run().
    std::vector<int> done(1000, 0);
    std::vector<std::size_t> scratch(static_cast<std::size_t>(threads), 0);
    for (int round = 1; round <= 40; ++round) {
      pool.run(done.size(), [&](std::size_t piece, int thread) {
        ++done[piece];
        ++scratch[static_cast<std::size_t>(thread)];
      });
      ASSERT_EQ(done, std::vector<int>(done.size(), round)) << threads;
    }
    EXPECT_EQ(std::accumulate(scratch.begin(), scratch.end(), std::size_t{0}), 40 * done.size());
  }
}

TEST(WorkPool, FewerPiecesThanThreads) {
  WorkPool pool(4);
  for (const std::size_t count : {0, 1, 2, 3}) {
    std::vector<int> done(4, 0);
    for (int round = 0; round < 20; ++round)
      pool.run(count, [&](std::size_t piece, int) { ++done[piece]; });
    for (std::size_t i = 0; i < done.size(); ++i) EXPECT_EQ(done[i], i < count ? 20 : 0);
  }
}

TEST(WorkPool, OneExceptionComesOutAndThePoolGoesOn) {
  for (const int threads : {1, 3}) {
    WorkPool pool(threads);
    for (int round = 0; round < 20; ++round) {
      const auto fail = [](std::size_t piece, int) {
        if (piece % 7 == 3) throw std::runtime_error("piece");
      };
      EXPECT_THROW(pool.run(100, fail), std::runtime_error);
      std::vector<int> done(100, 0);
      pool.run(done.size(), [&](std::size_t piece, int) { done[piece] = 1; });
      EXPECT_EQ(done, std::vector<int>(100, 1));
    }
  }
}

}  // namespace
}  // namespace outrigger
