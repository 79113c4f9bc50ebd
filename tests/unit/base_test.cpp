#include <gtest/gtest.h>

#include <cstdio>
#include <limits>
#include <string>
#include <type_traits>

#include "base/assert.h"
#include "base/error.h"
#include "base/progress.h"

namespace outrigger {
namespace {

// --- assert.h -------------------------------------------------------------------------------

TEST(AssertDeathTest, PrintsExpressionFileLineAndMessage) {
  const int row = 7;
  EXPECT_DEATH(OUTRIGGER_ASSERT(row < 3, "row ", row, " of ", 3),
               "base_test\\.cpp:[0-9]+: assertion failed: row < 3: row 7 of 3");
}

TEST(AssertDeathTest, MessageIsOptional) {
  EXPECT_DEATH(OUTRIGGER_ASSERT(1 + 1 == 3), "assertion failed: 1 \\+ 1 == 3\n");
}

TEST(AssertDeathTest, DebugAssertIsOnOnlyWithoutNdebug) {
  EXPECT_DEBUG_DEATH(OUTRIGGER_DEBUG_ASSERT(false, "in debug builds"),
                     "assertion failed: false: in debug builds");
}

// A passing assertion evaluates its condition once and its message never.
TEST(Assert, PassingOneCostsOnlyTheCondition) {
  int conditions = 0;
  int messages = 0;
  OUTRIGGER_ASSERT(++conditions == 1, ++messages);
  EXPECT_EQ(conditions, 1);
  EXPECT_EQ(messages, 0);
}

// --- error.h --------------------------------------------------------------------------------

TEST(Error, CarriesItsText) {
  static_assert(std::is_base_of_v<std::runtime_error, Error>);
  try {
    throw Error("crane.yaml:12: mass -3 must be > 0 kg");
  } catch (const std::exception& error) {
    EXPECT_STREQ(error.what(), "crane.yaml:12: mass -3 must be > 0 kg");
  }
}

// --- progress.h -----------------------------------------------------------------------------

TEST(FormatDuration, SecondsMinutesHours) {
  EXPECT_EQ(format_duration(0.0), "0:00");
  EXPECT_EQ(format_duration(7.9), "0:07");
  EXPECT_EQ(format_duration(754.0), "12:34");
  EXPECT_EQ(format_duration(3723.0), "1:02:03");
  EXPECT_EQ(format_duration(360000.0), "100:00:00");
}

TEST(FormatDuration, UnknownIsNotANumber) {
  EXPECT_EQ(format_duration(-1.0), "-:--");
  EXPECT_EQ(format_duration(1e300), "-:--");
  EXPECT_EQ(format_duration(std::numeric_limits<double>::infinity()), "-:--");
  EXPECT_EQ(format_duration(std::numeric_limits<double>::quiet_NaN()), "-:--");
}

TEST(FormatProgress, ShowsPercentElapsedRemainingAndText) {
  EXPECT_EQ(format_progress({"backhoe", 0.5, 12.0, "12.3 x real time"}, 100),
            "backhoe [###############---------------]  50 %  0:12, 0:12 left  12.3 x real time");
}

TEST(FormatProgress, StartAndEnd) {
  EXPECT_EQ(format_progress({"run", 0.0, 1.0, ""}, 50),
            "run [---------------------]   0 %  0:01, -:-- left");
  EXPECT_EQ(format_progress({"run", 1.0, 61.0, ""}, 30), "run [############] 100 %  1:01");
}

// 100 % is a promise: it appears only when everything is done.
TEST(FormatProgress, RoundsDown) {
  EXPECT_EQ(format_progress({"", 0.99999, 10.0, ""}, 35), "[#########-]  99 %  0:10, 0:00 left");
}

TEST(FormatProgress, ClipsBadFractions) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(format_progress({"", nan, 1.0, ""}, 20), "  0 %  0:01, -:-- le");
  EXPECT_EQ(format_progress({"", -3.0, 1.0, ""}, 20), "  0 %  0:01, -:-- le");
  EXPECT_EQ(format_progress({"", 7.0, 1.0, ""}, 15), "100 %  0:01");
}

// Whatever the terminal's width, the line fits and never ends within a character.
TEST(FormatProgress, FitsEveryWidth) {
  for (int columns = 0; columns <= 120; ++columns) {
    const std::string line = format_progress({"größe", 0.42, 100.0, "δ 3 µm, ±½"}, columns);
    int characters = 0;
    for (char c : line) characters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    EXPECT_LE(characters, columns);
    // A cut within a character would leave its first byte alone at the end.
    if (!line.empty()) {
      EXPECT_LT(static_cast<unsigned char>(line.back()), 0xC0) << line;
    }
  }
}

/// A file to draw into, and what was drawn.
class DrawnText {
 public:
  DrawnText() : file_(std::tmpfile()) {}
  ~DrawnText() { std::fclose(file_); }
  DrawnText(const DrawnText&) = delete;
  DrawnText& operator=(const DrawnText&) = delete;

  std::FILE* file() { return file_; }
  std::string text() {
    std::string result;
    std::rewind(file_);
    for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) {
      result += static_cast<char>(c);
    }
    return result;
  }

 private:
  std::FILE* file_;
};

TEST(ProgressBar, SilentWhenNotATerminal) {
  DrawnText drawn;
  {
    ProgressBar bar("run", ProgressBar::Show::on_terminal, drawn.file());
    bar.update(0.5);
    bar.finish();
  }
  EXPECT_EQ(drawn.text(), "");
}

TEST(ProgressBar, ForcedOneDrawsTheFirstUpdateAndTheEnd) {
  DrawnText drawn;
  {
    ProgressBar bar("run", ProgressBar::Show::always, drawn.file());
    bar.update(0.5, "half");
    bar.finish("done");
  }
  const std::string text = drawn.text();
  EXPECT_NE(text.find(" 50 %"), std::string::npos) << text;
  EXPECT_NE(text.find("half\x1b[K\r"), std::string::npos) << text;
  EXPECT_NE(text.find("100 %"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("done\x1b[K\n")) << text;
}

TEST(ProgressBar, AbandonedOneEndsItsLine) {
  DrawnText drawn;
  { ProgressBar("run", ProgressBar::Show::always, drawn.file()).update(0.25); }
  EXPECT_TRUE(drawn.text().ends_with("\x1b[K\n")) << drawn.text();
}

// A million calls draw a handful of lines and make their text only for those.
TEST(ProgressBar, CheapToCallOften) {
  DrawnText drawn;
  int texts = 0;
  {
    ProgressBar bar("run", ProgressBar::Show::always, drawn.file());
    for (int i = 0; i < 1000000; ++i) {
      bar.update(i * 1e-6, [&] { return std::to_string(++texts); });
    }
  }
  EXPECT_GE(texts, 1);
  EXPECT_LT(texts, 100000);
}

}  // namespace
}  // namespace outrigger
