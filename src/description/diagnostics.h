/// Collects what is wrong with a machine file, so that its author sees all of it at once.
#pragma once

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

  /// Throws Error with the first kMaxShownProblems problems, ordered by line within each file:
  ///   arm.yaml:12: bodies.boom.mass: -3 is not allowed: must be > 0 kg
  void throw_if_any() const;

 private:
  struct Problem {
    std::size_t file = 0;
    int line = 0;
    std::string text;
  };

  std::size_t file_index(std::string_view file);

  std::vector<std::string> files_;  ///< in the order of their first problem
  std::vector<Problem> problems_;
  std::size_t suggestions_ = 0;
  std::size_t dropped_ = 0;  ///< problems beyond what is worth keeping
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

  /// Reports a problem at the current path.
  void problem(int line, std::string_view text);
  void problem(const Node& node, std::string_view text) { problem(node.line, text); }

  /// Reports a problem at a key of the object at the current path, which may lack it.
  void problem_at(const Node& object, std::string_view key, std::string_view text);

  /// "unknown body 'bom'; did you mean 'boom'?". `names()` returns the known names; `owner` may say
  /// whose name it is (" of body 'arm'").
  template <class Names>
  std::string unknown_name(std::string_view what, std::string_view name, Names names,
                           std::string_view owner = {}) {
    std::string text = "unknown " + std::string(what) + " " + in_quotes(name) + std::string(owner);
    if (diagnostics_.may_suggest()) text += suggestion(name, names());
    return text;
  }

  Location location(const Node& node) const { return {file_, node.line}; }
  const std::string& file() const { return file_; }
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  std::string file_;
  std::string origin_;
  std::string path_;
  Diagnostics& diagnostics_;
};

}  // namespace outrigger::description
