/// The files of a folder for HTTP: nothing outside it, types by name, caches told to ask again.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace outrigger::network {

struct HttpReply {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;
  std::string etag;  ///< empty: not to be cached
};

class StaticFiles {
 public:
  /// Files larger than this are refused.
  static constexpr std::uintmax_t kMaxFileBytes = 64u << 20;

  explicit StaticFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The reply to GET; 304 without a body when `if_none_match` names the present version.
  HttpReply get(std::string_view target, std::string_view if_none_match) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace outrigger::network
