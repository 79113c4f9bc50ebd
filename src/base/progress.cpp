#include "base/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace outrigger {
namespace {

constexpr auto kDrawingInterval = std::chrono::milliseconds(100);
constexpr int kWidestBar = 30;
constexpr int kNarrowestBar = 5;
constexpr int kDefaultColumns = 80;

bool continues_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

int character_count(std::string_view text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_code_point(c); }));
}

/// The first `columns` characters, never half of one.
std::string_view cut(std::string_view text, int columns) {
  int count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!continues_code_point(text[i]) && ++count > columns) return text.substr(0, i);
  }
  return text;
}

int terminal_columns(std::FILE* stream) {
  winsize size{};
  const bool known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kDefaultColumns;
}

}  // namespace

std::string format_duration(double seconds) {
  // A million hours: beyond it, a number tells nothing (and would not fit an integer).
  if (!(seconds >= 0.0 && seconds < 3.6e9)) return "-:--";
  const long long total = static_cast<long long>(seconds);
  const long long hours = total / 3600;
  const long long minutes = total / 60 % 60;
  char text[32];
  if (hours > 0) {
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", hours, minutes, total % 60);
  } else {
    std::snprintf(text, sizeof text, "%lld:%02lld", minutes, total % 60);
  }
  return text;
}

std::string format_progress(const ProgressLine& line, int columns) {
  const double fraction = line.fraction > 0.0 ? std::min(line.fraction, 1.0) : 0.0;
  const double remaining = fraction > 0.0 ? line.elapsed * (1.0 - fraction) / fraction
                                          : std::numeric_limits<double>::infinity();

  // What stands right of the bar. 100 % only when all is done, hence floor.
  char percent[16];
  std::snprintf(percent, sizeof percent, "%3d %%", static_cast<int>(std::floor(fraction * 100.0)));
  std::string tail = std::string(percent) + "  " + format_duration(line.elapsed);
  if (fraction < 1.0) tail += ", " + format_duration(remaining) + " left";
  if (!line.text.empty()) tail += "  " + std::string(line.text);

  // The bar takes what is free between title and tail: "title [bar] tail".
  std::string result(line.title);
  if (!result.empty()) result += ' ';
  const int free = columns - character_count(result) - character_count(tail) - 3;
  const int width = std::min(free, kWidestBar);
  if (width >= kNarrowestBar) {
    const int filled = static_cast<int>(std::floor(fraction * width));
    result += '[' + std::string(static_cast<std::size_t>(filled), '#') +
              std::string(static_cast<std::size_t>(width - filled), '-') + "] ";
  }
  return std::string(cut(result + tail, columns));
}

ProgressBar::ProgressBar(std::string title, Show show, std::FILE* stream)
    : title_(std::move(title)),
      stream_(stream),
      shown_(show == Show::always || (show == Show::on_terminal && isatty(fileno(stream)) != 0)),
      always_(show == Show::always),
      start_(Clock::now()),
      next_drawing_(always_ ? start_ : start_ + kDrawingInterval) {}

ProgressBar::~ProgressBar() {
  if (!line_open_) return;
  std::fputc('\n', stream_);
  std::fflush(stream_);
}

void ProgressBar::finish(std::string_view text) {
  if (!shown_ || !(line_open_ || always_)) return;
  draw(1.0, text);
  std::fputc('\n', stream_);
  std::fflush(stream_);
  line_open_ = false;
  shown_ = false;
}

void ProgressBar::draw(double fraction, std::string_view text) {
  const Clock::time_point now = Clock::now();
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  // One column stays free: a full last column would wrap the line on some terminals.
  const std::string line =
      format_progress({title_, fraction, elapsed, text}, terminal_columns(stream_) - 1);
  // Back to the first column, the line, and clear what an older, longer line left.
  std::fprintf(stream_, "\r%s\x1b[K", line.c_str());
  std::fflush(stream_);
  line_open_ = true;
  next_drawing_ = now + kDrawingInterval;
}

}  // namespace outrigger
