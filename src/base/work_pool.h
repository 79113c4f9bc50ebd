/// Threads that share out independent pieces of work.
///
/// Which thread does which piece is left to chance; results must go to places that belong to the
/// piece, and each thread gets its own scratch by its number. Then one thread or many give the same
/// bits.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace outrigger {

class WorkPool {
 public:
  /// `threads` ≥ 1 counts the calling thread, which works too; 1 starts none.
  explicit WorkPool(int threads);
  ~WorkPool();
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  int thread_count() const { return static_cast<int>(threads_.size()) + 1; }

  /// Calls work(piece, thread) for every piece below `count` and returns when all are done; `thread`
  /// is below thread_count(). The first exception is thrown again here after the others have stopped.
  /// Not to be called from within work.
  void run(std::size_t count, const std::function<void(std::size_t piece, int thread)>& work);

 private:
  void serve(int thread);
  void work_through(int thread);

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  const std::function<void(std::size_t, int)>* work_ = nullptr;
  std::size_t count_ = 0;
  std::atomic<std::size_t> next_{0};
  int busy_ = 0;
  std::uint64_t round_ = 0;
  bool stop_ = false;
  std::exception_ptr problem_;
};

}  // namespace outrigger
