/// The files of a folder for HTTP: nothing outside it, types by name, caches told to ask again, texts
/// compressed for clients that can read that. Files are kept in memory, compressed once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace outrigger::network {

struct HttpReply {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::shared_ptr<const std::string> body = std::make_shared<const std::string>();
  std::string etag;      ///< empty: not to be cached
  std::string encoding;  ///< Content-Encoding; empty: none
  bool varies = false;   ///< by Accept-Encoding
  bool lasting = false;  ///< never changes under its name
};

/// Accept-Encoding allows gzip.
bool accepts_gzip(std::string_view accept_encoding);
/// One of the names in an If-None-Match header.
bool etag_among(std::string_view header, std::string_view etag);
/// The bytes of a gzip file.
std::string gzip(std::string_view bytes);

class StaticFiles {
 public:
  /// Files larger than this are refused.
  static constexpr std::uintmax_t kMaxFileBytes = 64u << 20;
  /// Texts of this size are compressed: smaller ones gain nothing, larger ones would take too long.
  static constexpr std::uintmax_t kLeastCompressed = 1024, kMostCompressed = 8u << 20;
  /// Kept in memory at most; beyond, all are forgotten.
  static constexpr std::uintmax_t kMaxKeptBytes = 128u << 20;

  explicit StaticFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The reply to GET; 304 without a body when `if_none_match` names the present version.
  HttpReply get(std::string_view target, std::string_view if_none_match,
                std::string_view accept_encoding = {});

 private:
  struct File {
    std::filesystem::file_time_type changed;
    std::uintmax_t size = 0;
    std::shared_ptr<const std::string> bytes;
    std::shared_ptr<const std::string> compressed;  ///< null: not worth it
    std::string etag;                               ///< without quotes
  };
  /// From memory, or from the disk when it has changed there; null when it cannot be read.
  const File* file(const std::filesystem::path& path);

  std::filesystem::path folder_;
  std::map<std::filesystem::path, File> kept_;
  std::uintmax_t kept_bytes_ = 0;
};

}  // namespace outrigger::network
