/// Assets over HTTP at /assets/<name>: names of content, so that caches keep them for ever. Compressed once,
/// when they are first asked for by a client that reads gzip.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "frames/asset.h"
#include "network/static_files.h"

namespace outrigger::network {

class AssetShelf {
 public:
  static constexpr std::string_view kFolder = "/assets/";
  /// Assets of this size are compressed: smaller ones gain nothing, larger ones would take too long.
  static constexpr std::size_t kLeastCompressed = 1024, kMostCompressed = 8u << 20;

  /// `assets` may be null; otherwise they must outlive the shelf.
  explicit AssetShelf(const frames::Assets* assets);

  /// The target names an asset by its form: 16 hexadecimal digits. Other names below /assets/ belong to
  /// the files of the viewer.
  static bool is_asset(std::string_view target);
  HttpReply get(std::string_view target, std::string_view if_none_match,
                std::string_view accept_encoding) const;

 private:
  std::map<std::string, const frames::Asset*, std::less<>> assets_;
  mutable std::map<std::string, std::shared_ptr<const std::string>, std::less<>> compressed_;
};

}  // namespace outrigger::network
