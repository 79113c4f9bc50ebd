/// A progress bar on the terminal for jobs that take seconds to hours.
///
///   ProgressBar bar("backhoe");
///   while (...) {
///     world.step(input);
///     bar.update(time / duration, [&] { return fmt::format("{:.1f} x real time", factor); });
///   }
///   bar.finish("12.3 x real time");
///
///   backhoe [##########----------]  50 %  0:12, 0:12 left  12.3 x real time
///
/// Silent unless stderr is a terminal, so that logs and pipes stay clean. `update` reads a clock
/// and draws at most ten times a second: call it every step (but not in a kernel).
#pragma once

#include <chrono>
#include <concepts>
#include <cstdio>
#include <string>
#include <string_view>

namespace outrigger {

/// "0:07", "12:34", "1:02:03"; "-:--" when not finite or negative. Rounds down to seconds.
std::string format_duration(double seconds);

/// What one drawing of the bar shows.
struct ProgressLine {
  std::string_view title;
  double fraction = 0.0;  ///< done, 0..1; outside is clipped, NaN counts as 0
  double elapsed = 0.0;   ///< [s], ≥ 0
  std::string_view text;  ///< free, for example the real-time factor
};

/// The line as text without line end, at most `columns` characters (UTF-8 code points) wide. The
/// bar shrinks first, then disappears; then the end of the line is cut.
std::string format_progress(const ProgressLine& line, int columns);

class ProgressBar {
 public:
  enum class Show { on_terminal, always, never };

  explicit ProgressBar(std::string title, Show show = Show::on_terminal,
                       std::FILE* stream = stderr);
  ~ProgressBar();  ///< leaves an unfinished bar as it stands and ends its line
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Shows that `fraction` (0..1) is done.
  void update(double fraction, std::string_view text = {}) {
    if (due()) draw(fraction, text);
  }

  /// The same, with the text made only when it will be drawn.
  template <std::invocable MakeText>
  void update(double fraction, MakeText&& make_text) {
    if (due()) draw(fraction, make_text());
  }

  /// Shows the full bar and ends the line. A job too short to have been drawn stays silent.
  void finish(std::string_view text = {});

 private:
  using Clock = std::chrono::steady_clock;

  bool due() const { return shown_ && Clock::now() >= next_drawing_; }
  void draw(double fraction, std::string_view text);

  std::string title_;
  std::FILE* stream_;
  bool shown_;
  bool always_;
  bool line_open_ = false;
  Clock::time_point start_;
  Clock::time_point next_drawing_;
};

}  // namespace outrigger
