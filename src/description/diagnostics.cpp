#include "description/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "description/limits.h"

namespace outrigger::description {
namespace {

/// Enough to find the first ones by line; a hopeless file must not fill the memory.
constexpr std::size_t kMaxKeptProblems = 1000;
constexpr std::size_t kMaxSuggestions = 100;

/// Keys may be anything; a message stays on its line.
std::string without_control_characters(std::string_view path) {
  std::string shown(path);
  for (char& c : shown) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) c = '?';
  }
  return shown;
}

}  // namespace

void Diagnostics::add(std::string_view file, int line, std::string_view path,
                      std::string_view text) {
  if (is_full()) {
    ++dropped_;
    return;
  }
  const std::string where = line > 0 ? fmt::format("{}:{}", file, line) : std::string(file);
  problems_.push_back(
      {file_index(file), line,
       path.empty() ? fmt::format("{}: {}", where, text)
                    : fmt::format("{}: {}: {}", where, without_control_characters(path), text)});
}

bool Diagnostics::is_full() const { return problems_.size() >= kMaxKeptProblems; }

bool Diagnostics::may_suggest() { return !is_full() && suggestions_++ < kMaxSuggestions; }

std::size_t Diagnostics::file_index(std::string_view file) {
  const auto found = std::find(files_.begin(), files_.end(), file);
  if (found != files_.end()) return static_cast<std::size_t>(found - files_.begin());
  files_.emplace_back(file);
  return files_.size() - 1;
}

void Diagnostics::throw_if_any() const {
  if (!any()) return;
  std::vector<const Problem*> ordered;
  for (const Problem& p : problems_) ordered.push_back(&p);
  std::stable_sort(ordered.begin(), ordered.end(), [](const Problem* a, const Problem* b) {
    return a->file != b->file ? a->file < b->file : a->line < b->line;
  });

  std::string message;
  const std::size_t shown = std::min(ordered.size(), kMaxShownProblems);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) message += '\n';
    message += ordered[i]->text;
  }
  const std::size_t rest = ordered.size() - shown + dropped_;
  if (rest > 0) message += fmt::format("\n... and {} more", rest);
  throw Error(message);
}

Reading::Scope Reading::enter(std::string_view key) {
  const std::size_t length = path_.size();
  if (!path_.empty()) path_ += '.';
  path_ += key.substr(0, kMaxNameBytes);
  return Scope(path_, length);
}

Reading::Scope Reading::enter(std::size_t index) {
  const std::size_t length = path_.size();
  path_ += fmt::format("[{}]", index);
  return Scope(path_, length);
}

void Reading::problem(int line, std::string_view text) {
  if (origin_.empty()) {
    diagnostics_.add(file_, line, path_, text);
  } else {
    diagnostics_.add(file_, line, path_, fmt::format("{} {}", text, origin_));
  }
}

void Reading::problem_at(const Node& object, std::string_view key, std::string_view text) {
  const Scope scope = enter(key);
  const Node* member = object.find(key);
  problem(member != nullptr ? *member : object, text);
}

}  // namespace outrigger::description
