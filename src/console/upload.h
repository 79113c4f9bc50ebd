/// Files that seats send piece by piece: attempts and recordings, by names that are ids and nothing else, kept
/// when all of it has come and its hash is right.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace outrigger::console {

struct Piece {
  std::string name;  ///< 32 hexadecimal digits and .attempt.jsonl or .recording.jsonl
  std::uint64_t offset = 0, size = 0;
  std::string sha;  ///< of the whole file
};

/// Is this the name of an attempt's or a recording's file?
bool is_kept_name(const std::string& name);
/// A file name without folders, of a document: letters, digits, space, - _ . ( ), not hidden.
bool is_document_name(const std::string& name);

class UploadFolder {
 public:
  static constexpr std::uint64_t kMostBytes = std::uint64_t{2} << 30;

  explicit UploadFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  struct Result {
    std::uint64_t received = 0;  ///< how much of the file is here
    bool whole = false;
  };
  /// Throws Error for wrong names, sizes and hashes. A piece that does not follow what is here changes
  /// nothing: the result says where to go on.
  Result take(const Piece& piece, const std::string& bytes);
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }

 private:
  std::filesystem::path folder_;
};

}  // namespace outrigger::console
