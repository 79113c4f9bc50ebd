#include "network/asset_shelf.h"

#include <fmt/format.h>

#include <algorithm>

namespace outrigger::network {

namespace {
constexpr std::size_t kNameDigits = 16;

std::string_view name_of(std::string_view target) {
  target = target.substr(0, target.find_first_of("?#"));
  return target.substr(std::min(target.size(), AssetShelf::kFolder.size()));
}
}  // namespace

AssetShelf::AssetShelf(const frames::Assets* assets) {
  if (assets == nullptr) return;
  for (const frames::Asset& a : *assets) assets_.emplace(a.name, &a);
}

bool AssetShelf::is_asset(std::string_view target) {
  if (!target.starts_with(kFolder)) return false;
  const std::string_view name = name_of(target);
  return name.size() == kNameDigits && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

HttpReply AssetShelf::get(std::string_view target, std::string_view if_none_match,
                          std::string_view accept_encoding) const {
  HttpReply reply;
  const auto found = assets_.find(name_of(target));
  if (found == assets_.end()) {
    reply.status = 404;
    reply.body = std::make_shared<const std::string>("There is no such asset.\n");
    return reply;
  }
  const frames::Asset& asset = *found->second;
  reply.type = asset.type;
  reply.lasting = true;
  const std::size_t size = asset.bytes->size();
  reply.varies = size >= kLeastCompressed && size <= kMostCompressed;
  const bool compressed = reply.varies && accepts_gzip(accept_encoding);
  reply.etag = fmt::format("\"{}{}\"", asset.name, compressed ? "-gzip" : "");
  if (etag_among(if_none_match, reply.etag)) {
    reply.status = 304;
    return reply;
  }
  reply.body = asset.bytes;
  if (!compressed) return reply;
  auto& small = compressed_[asset.name];
  if (small == nullptr) small = std::make_shared<const std::string>(gzip(*asset.bytes));
  reply.body = small;
  reply.encoding = "gzip";
  return reply;
}

}  // namespace outrigger::network
