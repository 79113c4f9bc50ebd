/// A program that is killed at any moment of writing leaves a database that opens and has every acknowledged
/// grade.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/random.h"
#include "records/school.h"

namespace outrigger::records {
namespace {

/// Adds attempts without end; says the number of each when the records have it.
[[noreturn]] void write_until_killed(const std::string& path, int first, int acknowledged) {
  School school(path);
  for (int i = first;; ++i) {
    school.add_attempt({std::to_string(i), "s.py", "a", "b", "c", "v", "2026"},
                       {70.0, true, "good", "session", "r", std::string(3000, 'x'), ""}, {});
    if (write(acknowledged, &i, sizeof i) != sizeof i) _exit(1);
  }
}

void kill_again_and_again(int times) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("outrigger_kill_" + std::to_string(getpid()));
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "school.db").string();
  Random random(11);
  int last = 0;
  for (int round = 0; round < times; ++round) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      close(ends[0]);
      write_until_killed(path, last + 1, ends[1]);
    }
    close(ends[1]);
    int number = 0;
    // At least one, so that rounds advance; then at any moment.
    if (read(ends[0], &number, sizeof number) == sizeof number) last = number;
    usleep(static_cast<unsigned>(random.uniform(0.0, 20'000.0)));
    kill(child, SIGKILL);
    while (read(ends[0], &number, sizeof number) == sizeof number) last = number;
    close(ends[0]);
    waitpid(child, nullptr, 0);
    School school(path);
    const std::size_t kept = school.attempts().size();
    ASSERT_GE(kept, static_cast<std::size_t>(last)) << "an acknowledged grade is lost in round " << round;
    ASSERT_LE(kept, static_cast<std::size_t>(last) + 1);
    last = static_cast<int>(kept);
  }
  EXPECT_GE(last, times);
  std::filesystem::remove_all(folder);
}

TEST(Kill, FiftyTimesNothingAcknowledgedIsLost) { kill_again_and_again(50); }
TEST(Kill, LongThousandTimesNothingAcknowledgedIsLost) { kill_again_and_again(1000); }

}  // namespace
}  // namespace outrigger::records
