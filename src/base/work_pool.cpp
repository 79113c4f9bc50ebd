#include "base/work_pool.h"

#include "base/assert.h"

namespace outrigger {

WorkPool::WorkPool(int threads) {
  OUTRIGGER_ASSERT(threads >= 1);
  for (int i = 1; i < threads; ++i) threads_.emplace_back([this, i] { serve(i); });
}

WorkPool::~WorkPool() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread& t : threads_) t.join();
}

void WorkPool::run(std::size_t count, const std::function<void(std::size_t, int)>& work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    count_ = count;
    next_ = 0;
    problem_ = nullptr;
    busy_ = static_cast<int>(threads_.size());
    ++round_;
  }
  wake_.notify_all();
  work_through(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
  work_ = nullptr;
  if (problem_) std::rethrow_exception(problem_);
}

void WorkPool::serve(int thread) {
  std::uint64_t seen = 0;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return stop_ || round_ != seen; });
      if (stop_) return;
      seen = round_;
    }
    work_through(thread);
    const std::lock_guard lock(mutex_);
    if (--busy_ == 0) done_.notify_one();
  }
}

void WorkPool::work_through(int thread) {
  try {
    for (std::size_t i = next_++; i < count_; i = next_++) (*work_)(i, thread);
  } catch (...) {
    next_ = count_;  // the others stop after their piece
    const std::lock_guard lock(mutex_);
    if (!problem_) problem_ = std::current_exception();
  }
}

}  // namespace outrigger
