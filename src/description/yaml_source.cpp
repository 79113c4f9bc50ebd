#include "description/yaml_source.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <istream>
#include <streambuf>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "description/limits.h"
#include "description/text.h"

namespace outrigger::description {
namespace {

int line_of(std::string_view text, std::size_t offset) {
  return 1 + static_cast<int>(std::count(text.begin(),
                                         text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

bool is_binary(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
}

void refuse_what_is_not_text(std::string_view text) {
  const auto binary = std::find_if(text.begin(), text.end(), is_binary);
  if (binary != text.end()) {
    const auto offset = static_cast<std::size_t>(binary - text.begin());
    throw SourceError(line_of(text, offset), fmt::format("not a text file: byte 0x{:02x}",
                                                         static_cast<unsigned char>(*binary)));
  }
  const std::size_t invalid = find_invalid_utf8(text);
  if (invalid != std::string_view::npos) {
    throw SourceError(line_of(text, invalid), "not UTF-8 text");
  }
}

void refuse_tab_indentation(std::string_view text) {
  int line = 0;
  for (std::size_t start = 0; start < text.size();) {
    ++line;
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view content = text.substr(start, end - start);
    const std::size_t indent = std::min(content.find_first_not_of(" \t"), content.size());
    const bool blank = indent == content.size() || content[indent] == '#';
    if (!blank && content.substr(0, indent).find('\t') != std::string_view::npos) {
      throw SourceError(line, "tab in the indentation: use spaces");
    }
    start = end + 1;
  }
}

std::string normalise_line_ends(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    result += text[i] == '\r' ? '\n' : text[i];
  }
  return result;
}

/// Lets yaml-cpp read the text without another copy.
class TextBuffer : public std::streambuf {
 public:
  explicit TextBuffer(std::string& text) {
    setg(text.data(), text.data(), text.data() + text.size());
  }
};

/// Builds the tree from the parser's events.
class TreeBuilder : public YAML::EventHandler {
 public:
  Node take_root() { return std::move(root_); }
  /// Where the last quoted text begins; a null mark when there is none.
  const YAML::Mark& last_quoted() const { return last_quoted_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (has_document_) throw SourceError(mark.line + 1, "only one YAML document is allowed");
    has_document_ = true;
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    complete(make(Node::Kind::null, mark), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end())
      throw SourceError(mark.line + 1, "an alias must not contain itself");
    Node copy = copy_counted(found->second, mark.line + 1);
    copy.line = mark.line + 1;
    complete(std::move(copy), YAML::NullAnchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_tag(mark, tag);
    if (has_control_characters(value))
      throw SourceError(
          mark.line + 1,
          fmt::format("{} has control characters, which texts and names must not have",
                      in_quotes(value)));
    if (tag == "!") last_quoted_ = mark;
    Node node = make(Node::Kind::scalar, mark);
    node.text = value;
    node.quoted = tag == "!";
    complete(std::move(node), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    refuse_tag(mark, tag);
    open(make(Node::Kind::list, mark), anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    refuse_tag(mark, tag);
    open(make(Node::Kind::map, mark), anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A list or map whose end has not come yet.
  struct Open {
    Node node;
    YAML::anchor_t anchor;
    bool has_key = false;
    std::string key;
    int key_line = 0;
  };

  Node make(Node::Kind kind, const YAML::Mark& mark) {
    if (++nodes_ > kMaxNodes) {
      throw SourceError(mark.line + 1, fmt::format("more than {} values in one file", kMaxNodes));
    }
    Node node;
    node.kind = kind;
    node.line = mark.line + 1;
    return node;
  }

  void refuse_tag(const YAML::Mark& mark, const std::string& tag) const {
    if (tag.empty() || tag == "?" || tag == "!") return;
    throw SourceError(mark.line + 1,
                      fmt::format("YAML tags are not used here: {}", in_quotes(tag)));
  }

  void open(Node node, YAML::anchor_t anchor) {
    if (open_.size() == kMaxNesting) {
      throw SourceError(node.line, fmt::format("nested deeper than {} levels", kMaxNesting));
    }
    open_.push_back({std::move(node), anchor, false, {}, 0});
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    if (done.node.is_map()) merge_keys(done.node);
    complete(std::move(done.node), done.anchor);
  }

  /// `<<: *base` and `<<: [*first, *second]`: members of other maps that this one lacks. Its own keys
  /// win, then the first of several maps.
  static void merge_keys(Node& map) {
    const auto is_merge = [](const Node& item) { return item.key == "<<"; };
    if (std::none_of(map.items.begin(), map.items.end(), is_merge)) return;
    std::vector<Node> own, merged;
    for (Node& item : map.items) (is_merge(item) ? merged : own).push_back(std::move(item));
    std::unordered_set<std::string> present;
    for (const Node& item : own) present.insert(item.key);
    for (Node& merge : merged) {
      std::vector<Node> sources;
      if (merge.is_list()) {
        sources = std::move(merge.items);
      } else {
        sources.push_back(std::move(merge));
      }
      for (Node& source : sources) {
        if (!source.is_map())
          throw SourceError(source.line, fmt::format("the merge key << takes a map, or a list of "
                                                     "maps, found {}",
                                                     kind_name(source)));
        for (Node& item : source.items)
          if (present.insert(item.key).second) own.push_back(std::move(item));
      }
    }
    map.items = std::move(own);
  }

  /// Hangs a finished node into its parent, or keeps it as the key of the next one.
  void complete(Node node, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) anchors_[anchor] = copy_counted(node, node.line);
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.is_map() && !parent.has_key) {
      if (!node.is_scalar()) {
        throw SourceError(node.line, fmt::format("a key must be text, found {}", kind_name(node)));
      }
      parent.has_key = true;
      parent.key = std::move(node.text);
      parent.key_line = node.line;
      return;
    }
    if (parent.has_key) {
      node.key = std::move(parent.key);
      node.line = parent.key_line;
      parent.has_key = false;
    }
    parent.node.items.push_back(std::move(node));
  }

  Node copy_counted(const Node& node, int line) {
    copied_ += count_nodes(node);
    if (copied_ > kMaxAliasNodes) {
      throw SourceError(
          line, fmt::format("anchors and aliases copy more than {} values", kMaxAliasNodes));
    }
    return node;
  }

  Node root_;
  YAML::Mark last_quoted_ = YAML::Mark::null_mark();
  bool has_document_ = false;
  std::vector<Open> open_;
  std::unordered_map<YAML::anchor_t, Node> anchors_;
  std::size_t nodes_ = 0;
  std::size_t copied_ = 0;
};

/// The parser takes the end of the file for the end of a quoted text: everything after a forgotten quote
/// would be part of it. Only the last one can be open.
void refuse_open_quote(std::string_view text, const YAML::Mark& mark) {
  if (mark.is_null() || mark.pos < 0) return;
  auto i = static_cast<std::size_t>(mark.pos);
  // Behind an anchor; other texts without quotes are blocks, which end by their indentation.
  if (i < text.size() && text[i] == '&') i = text.find_first_of("'\"|>", i);
  if (i >= text.size() || (text[i] != '\'' && text[i] != '"')) return;
  const char quote = text[i];
  for (++i; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      // Two single quotes stand for one.
      if (quote == '"' || i + 1 >= text.size() || text[i + 1] != quote) return;
      ++i;
    }
  }
  throw SourceError(
      mark.line + 1,
      fmt::format("a text begins here with {} and does not end: close the quote", quote));
}

Node parse_document(std::string& text) {
  TextBuffer buffer(text);
  std::istream stream(&buffer);
  TreeBuilder builder;
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& e) {
    throw SourceError(std::max(e.mark.line, 0) + 1, fmt::format("not valid YAML: {}", e.msg));
  }
  refuse_open_quote(text, builder.last_quoted());
  return builder.take_root();
}

}  // namespace

Node parse_yaml(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.size() > kMaxFileBytes) {
    throw SourceError(0, fmt::format("larger than {} MiB", kMaxFileBytes >> 20));
  }
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::string clean = normalise_line_ends(text);
  refuse_what_is_not_text(clean);
  refuse_tab_indentation(clean);
  Node root = parse_document(clean);
  if (root.is_null()) throw SourceError(0, "the file is empty");
  return root;
}

}  // namespace outrigger::description
