/// Collects what is wrong with a machine file, so that its author sees all of it at once.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "description/description.h"
#include "description/node.h"
#include "description/text.h"

namespace outrigger::description {

/// All problems found in a file and in those it includes.
class Diagnostics {
 public:
  /// `file` and `line` say where, `path` which key ("bodies.boom.mass", may be empty).
  void add(std::string_view file, int line, std::string_view path, std::string_view text);

  bool any() const { return !problems_.empty(); }
  std::size_t count() const { return problems_.size() + dropped_; }

  /// True when further problems are only counted; their texts need not be composed.
  bool is_full() const;

  /// Searching similar names takes time: true for the first kMaxSuggestions calls.
  bool may_suggest();

  /// A thing of this name is written but has a problem of its own, so that it may be missing where
  /// others refer to it: that is not worth a second problem.
  void note_broken(const std::string& name) { broken_.insert(name); }
  bool is_broken(std::string_view name) const { return broken_.contains(std::string(name)); }

  /// Throws Error with the first kMaxShownProblems problems, ordered by line within each file:
  ///   arm.yaml:12: bodies.boom.mass: -3 is not allowed: must be > 0 kg
  /// The same unknown name in several places is one problem, with the other lines behind it.
  void throw_if_any() const;

 private:
  struct Problem {
    std::size_t file = 0;
    int line = 0;
    std::string text;
    std::string cause;  ///< equal for follow-ups of one mistake; empty: stands alone
  };

  std::size_t file_index(std::string_view file);

  std::vector<std::string> files_;  ///< in the order of their first problem
  std::vector<Problem> problems_;
  std::size_t suggestions_ = 0;
  std::size_t dropped_ = 0;  ///< problems beyond what is worth keeping
  std::set<std::string> broken_;
};

/// Where the reader is in one file: its name and the path of keys from the root.
class Reading {
 public:
  /// `origin` is put behind each problem, for example "(included from crane.yaml:4)".
  Reading(std::string file, Diagnostics& diagnostics, std::string origin = {})
      : file_(std::move(file)), origin_(std::move(origin)), diagnostics_(diagnostics) {}

  /// Appends a key or an index to the path until it goes out of scope.
  class Scope {
   public:
    ~Scope() { path_.resize(length_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    friend class Reading;
    Scope(std::string& path, std::size_t length) : path_(path), length_(length) {}
    std::string& path_;
    std::size_t length_;
  };
  [[nodiscard]] Scope enter(std::string_view key);
  [[nodiscard]] Scope enter(std::size_t index);

  /// Reports a problem at the current path. An empty text is none: its cause was reported before.
  void problem(int line, std::string_view text);
  void problem(const Node& node, std::string_view text) { problem(node.line, text); }

  /// Reports a problem at a key of the object at the current path, which may lack it.
  void problem_at(const Node& object, std::string_view key, std::string_view text);

  /// "unknown body 'bom'; did you mean 'boom'?". `names()` returns the known names; `owner` may say
  /// whose name it is (" of body 'arm'"). Empty where the name is written but broken.
  template <class Names>
  std::string unknown_name(std::string_view what, std::string_view name, Names names,
                           std::string_view owner = {}) {
    if (diagnostics_.is_broken(name)) return {};
    std::string text = "unknown " + std::string(what) + " " + in_quotes(name) + std::string(owner);
    if (diagnostics_.may_suggest()) text += suggestion(name, names());
    return text;
  }

  /// An unknown key of the object at the current path is probably meant to be `key`: a problem there
  /// that says "missing key 'key'" would be the same mistake again and is left out.
  void note_misspelled(std::string_view key) {
    misspelled_.insert(path_ + '\n' + std::string(key));
  }

  Location location(const Node& node) const { return {file_, node.line}; }
  const std::string& file() const { return file_; }

  /// Files that this one names must lie in this folder or below it. Without it they may be anywhere.
  void confine(std::optional<std::filesystem::path> folder) { folder_ = std::move(folder); }
  const std::optional<std::filesystem::path>& folder() const { return folder_; }
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  bool is_misspelled(std::string_view text) const;

  std::string file_;
  std::string origin_;
  std::string path_;
  std::optional<std::filesystem::path> folder_;
  std::set<std::string> misspelled_;  ///< path and key
  Diagnostics& diagnostics_;
};

}  // namespace outrigger::description
