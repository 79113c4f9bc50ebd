/// Texts for people: quoting what a file says, and guessing what its author meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace outrigger::description {

/// The text in single quotes; long texts are cut, control characters shown as '?'.
std::string in_quotes(std::string_view text);

/// Whether the text has characters that command a terminal: control characters but line breaks and
/// tabs, and bytes that are not UTF-8.
bool has_control_characters(std::string_view text);

/// The text with these shown as '?': what comes from a file and is printed as it is goes through here.
std::string without_control_characters(std::string_view text);

/// Byte offset of the first byte that is not valid UTF-8, or npos.
std::size_t find_invalid_utf8(std::string_view text);

/// Why the text cannot be a name ("must not contain '.'"), or empty when it can. Names are UTF-8
/// without control characters, white space, '.' and '/'.
std::string why_not_a_name(std::string_view text);

/// Number of insertions, deletions, replacements and swaps of neighbours that turn a into b, each
/// byte changed once at most.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `text`, the first of several; empty when none is similar.
std::string_view nearest_name(std::string_view text,
                              const std::vector<std::string_view>& candidates);

/// "a, b, c", at most `most` of them.
std::string list_names(const std::vector<std::string_view>& names, std::size_t most);

/// "unknown key 'mas'; did you mean 'mass'? Allowed: mass, centre", for a few fixed choices.
std::string unknown_choice_text(std::string_view what, std::string_view choice,
                                const std::vector<std::string_view>& allowed);

/// "; did you mean 'boom'?", or "; known: boom, stick" when none is similar, or "; there is none".
std::string suggestion(std::string_view name, const std::vector<std::string_view>& known);

}  // namespace outrigger::description
