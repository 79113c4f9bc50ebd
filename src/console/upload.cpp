#include "console/upload.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "records/crypto.h"

namespace outrigger::console {

namespace fs = std::filesystem;

bool is_kept_name(const std::string& name) {
  constexpr std::size_t kId = 32;
  if (name.size() <= kId) return false;
  for (std::size_t i = 0; i < kId; ++i)
    if (!((name[i] >= '0' && name[i] <= '9') || (name[i] >= 'a' && name[i] <= 'f'))) return false;
  const std::string ending = name.substr(kId);
  return ending == ".attempt.jsonl" || ending == ".recording.jsonl";
}

bool is_document_name(const std::string& name) {
  if (name.empty() || name.size() > 120 || name[0] == '.') return false;
  for (const char c : name) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!plain && std::strchr(" -_.()", c) == nullptr) return false;
  }
  return true;
}

namespace {

/// On the disk when it returns.
void append(const fs::path& path, std::uint64_t offset, const std::string& bytes) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const auto fail = [&] {
    const std::string why = std::strerror(errno);
    if (file >= 0) close(file);
    throw Error(fmt::format("'{}' cannot be written: {}", path.string(), why));
  };
  if (file < 0) fail();
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n =
        pwrite(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (n <= 0) fail();
    done += static_cast<std::size_t>(n);
  }
  if (fsync(file) != 0) fail();
  close(file);
}

}  // namespace

UploadFolder::Result UploadFolder::take(const Piece& piece, const std::string& bytes) {
  if (!is_kept_name(piece.name)) throw Error("this is no name of an attempt or a recording");
  if (piece.size > kMostBytes) throw Error("the file is too large");
  if (piece.offset > piece.size || bytes.size() > piece.size - piece.offset)
    throw Error("the piece is longer than its file");
  std::error_code problem;
  fs::create_directories(folder_, problem);
  if (fs::is_regular_file(path(piece.name))) {
    if (records::sha256_of_file(path(piece.name).string()) == piece.sha) return {piece.size, true};
    throw Error("another file of this name is here; it stays as it is");
  }
  const fs::path part = folder_ / (piece.name + ".part");
  const std::uint64_t here = fs::exists(part) ? fs::file_size(part) : 0;
  if (here > piece.size) {
    fs::remove(part, problem);
    return {0, false};
  }
  if (piece.offset != here) return {here, false};
  append(part, piece.offset, bytes);
  if (piece.offset + bytes.size() < piece.size) return {piece.offset + bytes.size(), false};
  if (records::sha256_of_file(part.string()) != piece.sha) {
    fs::remove(part, problem);
    throw Error("the file that came has another hash; send it again");
  }
  fs::rename(part, path(piece.name));
  return {piece.size, true};
}

}  // namespace outrigger::console
