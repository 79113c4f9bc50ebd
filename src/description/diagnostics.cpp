#include "description/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "description/limits.h"

namespace outrigger::description {
namespace {

/// Enough to find the first ones by line; a hopeless file must not fill the memory.
constexpr std::size_t kMaxKeptProblems = 1000;
constexpr std::size_t kMaxSuggestions = 100;

/// Keys may be anything; a message stays on its line.
std::string on_one_line(std::string_view path) {
  std::string shown = without_control_characters(path);
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c == '\n' || c == '\t'; }, '?');
  return shown;
}

/// What is the same for all places where one mistake shows: a name that is not there, a missing pose.
std::string cause_of(std::string_view text) {
  const std::string_view kNoPose = "is in world coordinates, but body ";
  const std::size_t end = text.find(';');
  if (text.starts_with("unknown ") && !text.starts_with("unknown key"))
    return std::string(text.substr(0, end));
  if (text.starts_with(kNoPose)) return std::string(text);
  return {};
}

}  // namespace

void Diagnostics::add(std::string_view file, int line, std::string_view path,
                      std::string_view text) {
  if (is_full()) {
    ++dropped_;
    return;
  }
  const std::string where = line > 0 ? fmt::format("{}:{}", file, line) : std::string(file);
  problems_.push_back({file_index(file), line,
                       path.empty() ? fmt::format("{}: {}", where, text)
                                    : fmt::format("{}: {}: {}", where, on_one_line(path), text),
                       cause_of(text)});
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

  // Follow-ups of one mistake stand behind its first place.
  std::map<std::pair<std::size_t, std::string>, std::vector<int>> lines;
  std::erase_if(ordered, [&](const Problem* p) {
    if (p->cause.empty()) return false;
    auto& found = lines[{p->file, p->cause}];
    found.push_back(p->line);
    return found.size() > 1;
  });
  const auto follow_ups = [&](const Problem& p) -> std::string {
    if (p.cause.empty()) return {};
    std::vector<int> more = lines[{p.file, p.cause}];
    more.erase(more.begin());
    more.erase(std::unique(more.begin(), more.end()), more.end());
    std::erase(more, p.line);
    if (more.empty()) return {};
    const std::size_t rest = more.size() > 5 ? more.size() - 5 : 0;
    more.resize(more.size() - rest);
    return fmt::format(" (also in line{} {}{})", more.size() + rest > 1 ? "s" : "",
                       fmt::join(more, ", "), rest > 0 ? fmt::format(" and {} more", rest) : "");
  };

  std::string message;
  const std::size_t shown = std::min(ordered.size(), kMaxShownProblems);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) message += '\n';
    message += ordered[i]->text + follow_ups(*ordered[i]);
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

/// Whether a problem says that a key is missing which is there, misspelled.
bool Reading::is_misspelled(std::string_view text) const {
  constexpr std::string_view kMissing = "missing key";
  if (!text.starts_with(kMissing)) return false;
  const std::string at = path_ + '\n';
  for (auto i = misspelled_.lower_bound(at); i != misspelled_.end() && i->starts_with(at); ++i)
    if (text.find(in_quotes(i->substr(at.size()))) != std::string_view::npos) return true;
  return false;
}

void Reading::problem(int line, std::string_view text) {
  if (text.empty() || is_misspelled(text)) return;
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
