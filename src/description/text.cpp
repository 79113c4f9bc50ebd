#include "description/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "description/limits.h"

namespace outrigger::description {
namespace {

constexpr std::size_t kMaxQuotedBytes = 60;
constexpr std::size_t kMaxListedNames = 12;
constexpr char32_t kBadCharacter = 0xFFFFFFFF;

/// Decodes one character and moves `i` behind it; kBadCharacter (and one byte on) when malformed,
/// overlong or a surrogate.
char32_t next_character(std::string_view text, std::size_t& i) {
  const auto byte = [&](std::size_t k) { return static_cast<std::uint8_t>(text[k]); };
  const std::uint8_t lead = byte(i);
  const std::size_t start = i++;
  if (lead < 0x80) return lead;
  const int extra = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  if (lead < 0xC2 || lead > 0xF4 || start + extra >= text.size()) return kBadCharacter;
  char32_t code = lead & (0x3F >> extra);
  for (int k = 1; k <= extra; ++k) {
    if ((byte(start + k) & 0xC0) != 0x80) return kBadCharacter;
    code = (code << 6) | (byte(start + k) & 0x3F);
  }
  constexpr char32_t kSmallest[] = {0x0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kSmallest[extra] || code > 0x10FFFF || surrogate) return kBadCharacter;
  i = start + extra + 1;
  return code;
}

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c <= 0x9F); }

bool is_white_space(char32_t c) {
  return c == ' ' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200B) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000 || c == 0xFEFF;
}

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    if (i >= kMaxQuotedBytes) return fmt::format("'{}...'", shown);
    const std::size_t start = i;
    const char32_t c = next_character(text, i);
    if (c == kBadCharacter || is_control(c)) {
      shown += '?';
    } else {
      shown += text.substr(start, i - start);
    }
  }
  return fmt::format("'{}'", shown);
}

namespace {

/// Calls visit(character, its bytes) for every character that is, or is not, a command.
template <class Visit>
void for_each_printed(std::string_view text, const Visit& visit) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t start = i;
    const char32_t c = next_character(text, i);
    const bool commands = c == kBadCharacter || (is_control(c) && c != '\n' && c != '\t');
    visit(commands, text.substr(start, i - start));
  }
}

}  // namespace

bool has_control_characters(std::string_view text) {
  bool any = false;
  for_each_printed(text, [&](bool commands, std::string_view) { any = any || commands; });
  return any;
}

std::string without_control_characters(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for_each_printed(text, [&](bool commands, std::string_view bytes) {
    if (commands)
      shown += '?';
    else
      shown += bytes;
  });
  return shown;
}

std::size_t find_invalid_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t start = i;
    if (next_character(text, i) == kBadCharacter) return start;
  }
  return std::string_view::npos;
}

std::string why_not_a_name(std::string_view text) {
  if (text.empty()) return "must not be empty";
  if (text.size() > kMaxNameBytes) return fmt::format("must not exceed {} bytes", kMaxNameBytes);
  for (std::size_t i = 0; i < text.size();) {
    const char32_t c = next_character(text, i);
    if (c == '.' || c == '/') return fmt::format("must not contain '{}'", static_cast<char>(c));
    if (is_white_space(c)) return "must not contain white space";
    if (c == kBadCharacter || is_control(c)) return "must not contain control characters";
  }
  return {};
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the table of prefix distances: of a's last two prefixes and the current one.
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      row[j] = std::min({last[j - 1] + (same ? 0 : 1), last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row.back();
}

std::string_view nearest_name(std::string_view text,
                              const std::vector<std::string_view>& candidates) {
  std::string_view best;
  if (text.size() > kMaxNameBytes) return best;
  std::size_t best_distance = text.size() / 2 + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t difference = candidate.size() > text.size() ? candidate.size() - text.size()
                                                                  : text.size() - candidate.size();
    if (difference >= best_distance) continue;
    const std::size_t distance = edit_distance(text, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string list_names(const std::vector<std::string_view>& names, std::size_t most) {
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(most, names.size()));
  return fmt::format("{}{}", fmt::join(names.begin(), end, ", "),
                     names.size() > most ? ", ..." : "");
}

std::string unknown_choice_text(std::string_view what, std::string_view choice,
                                const std::vector<std::string_view>& allowed) {
  const std::string_view nearest = nearest_name(choice, allowed);
  return fmt::format("unknown {} {}{} Allowed: {}", what, in_quotes(choice),
                     nearest.empty() ? "." : fmt::format("; did you mean '{}'?", nearest),
                     list_names(allowed, allowed.size()));
}

std::string suggestion(std::string_view name, const std::vector<std::string_view>& known) {
  const std::string_view nearest = nearest_name(name, known);
  if (!nearest.empty()) return fmt::format("; did you mean '{}'?", nearest);
  if (known.empty()) return "; there is none";
  return fmt::format("; known: {}", list_names(known, kMaxListedNames));
}

}  // namespace outrigger::description
