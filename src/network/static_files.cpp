#include "network/static_files.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "base/assert.h"
#include "base/hash.h"

namespace outrigger::network {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kTypes{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".wasm", "application/wasm"},
    {".glb", "model/gltf-binary"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".txt", "text/plain; charset=utf-8"},
}};

std::string_view type_of(const fs::path& path) {
  const std::string extension = path.extension().string();
  for (const auto& [ending, type] : kTypes)
    if (extension == ending) return type;
  return "application/octet-stream";
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// The path of a target relative to the folder, or nothing when it is not one of ours.
std::optional<std::string> relative_path(std::string_view target) {
  target = target.substr(0, target.find_first_of("?#"));
  if (!target.starts_with('/')) return std::nullopt;
  target.remove_prefix(1);
  std::string path;
  for (std::size_t i = 0; i < target.size(); ++i) {
    char c = target[i];
    if (c == '%') {
      if (i + 2 >= target.size()) return std::nullopt;
      const int high = hex_digit(target[i + 1]), low = hex_digit(target[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(16 * high + low);
      i += 2;
    }
    if (c == '\0' || c == '\\' || static_cast<unsigned char>(c) < 0x20) return std::nullopt;
    path.push_back(c);
  }
  for (const fs::path& part : fs::path(path))
    if (part == ".." || part == "." || part.is_absolute()) return std::nullopt;
  if (path.empty() || path.ends_with('/')) path += "index.html";
  return path;
}

HttpReply text_reply(int status, std::string text) {
  HttpReply reply;
  reply.status = status;
  reply.body = std::make_shared<const std::string>(std::move(text));
  return reply;
}

HttpReply not_found() { return text_reply(404, "There is no such page.\n"); }

HttpReply no_viewer() {
  HttpReply reply =
      text_reply(503,
                 "<!doctype html><meta charset=utf-8><title>Outrigger</title>"
                 "<h1>The viewer is missing</h1>"
                 "<p>The simulator is running, but the files of the viewer are not in "
                 "<code>web/dist</code>. They are part of the repository; restore them with "
                 "<code>git checkout web/dist</code>, or build them in <code>web/</code> with "
                 "<code>npm ci &amp;&amp; npm run build</code>, then reload this page.</p>");
  reply.type = "text/html; charset=utf-8";
  return reply;
}

bool is_text(std::string_view type) {
  return type.starts_with("text/") || type == "application/json" || type == "image/svg+xml" ||
         type == "application/wasm";
}

}  // namespace

bool etag_among(std::string_view header, std::string_view etag) {
  while (!header.empty()) {
    std::string_view one = header.substr(0, header.find(','));
    header.remove_prefix(std::min(header.size(), one.size() + 1));
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == etag) return true;
  }
  return false;
}

bool accepts_gzip(std::string_view accept_encoding) {
  bool any = false;
  while (!accept_encoding.empty()) {
    const std::string_view one = accept_encoding.substr(0, accept_encoding.find(','));
    accept_encoding.remove_prefix(std::min(accept_encoding.size(), one.size() + 1));
    std::string text;
    for (const char c : one)
      if (c != ' ' && c != '\t')
        text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const std::size_t mark = text.find(";q=");
    const bool wanted =
        mark == std::string::npos || std::strtod(text.c_str() + mark + 3, nullptr) > 0.0;
    const std::string name = text.substr(0, text.find(';'));
    if (name == "gzip" || name == "x-gzip") return wanted;
    if (name == "*") any = wanted;
  }
  return any;
}

std::string gzip(std::string_view bytes) {
  z_stream stream{};
  // 15 + 16: the largest window, with the header of gzip.
  int result =
      deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  OUTRIGGER_ASSERT(result == Z_OK);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  // zlib reads here, but its type does not say so.
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  result = deflate(&stream, Z_FINISH);
  OUTRIGGER_ASSERT(result == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

const StaticFiles::File* StaticFiles::file(const fs::path& path) {
  std::error_code error;
  File now;
  now.size = fs::file_size(path, error);
  if (error || now.size > kMaxFileBytes) return nullptr;
  now.changed = fs::last_write_time(path, error);
  if (error) return nullptr;
  const auto known = kept_.find(path);
  if (known != kept_.end() && known->second.size == now.size &&
      known->second.changed == now.changed)
    return &known->second;

  std::ifstream in(path, std::ios::binary);
  std::string bytes;
  bytes.assign(std::istreambuf_iterator<char>(in), {});
  if (!in.is_open() || in.bad() || bytes.size() > kMaxFileBytes) return nullptr;
  now.size = bytes.size();
  Hash hash;
  hash.add_bytes(bytes.data(), bytes.size());
  now.etag = fmt::format("{:016x}", hash.value());
  if (is_text(type_of(path)) && now.size >= kLeastCompressed && now.size <= kMostCompressed) {
    std::string compressed = gzip(bytes);
    if (compressed.size() < bytes.size())
      now.compressed = std::make_shared<const std::string>(std::move(compressed));
  }
  now.bytes = std::make_shared<const std::string>(std::move(bytes));

  const std::uintmax_t room = 2 * now.size;
  if (kept_bytes_ + room > kMaxKeptBytes) {
    kept_.clear();
    kept_bytes_ = 0;
  }
  kept_bytes_ += room;
  return &(kept_[path] = std::move(now));
}

HttpReply StaticFiles::get(std::string_view target, std::string_view if_none_match,
                           std::string_view accept_encoding) {
  const auto relative = relative_path(target);
  if (!relative) return text_reply(400, "The address is not valid.\n");

  // Links inside the folder must not lead out of it.
  std::error_code error;
  const fs::path root = fs::canonical(folder_, error);
  if (error) return no_viewer();
  const fs::path path = fs::canonical(root / *relative, error);
  const bool missing = error || !fs::is_regular_file(path, error);
  if (missing) return *relative == "index.html" ? no_viewer() : not_found();
  const auto [root_end, ignored] =
      std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  if (root_end != root.end()) return not_found();

  const File* const found = file(path);
  if (found == nullptr) return not_found();
  HttpReply reply;
  reply.type = type_of(path);
  reply.varies = found->compressed != nullptr;
  const bool compressed = reply.varies && accepts_gzip(accept_encoding);
  // Each form has a name of its own.
  reply.etag = fmt::format("\"{}{}\"", found->etag, compressed ? "-gzip" : "");
  if (etag_among(if_none_match, reply.etag)) {
    reply.status = 304;
    return reply;
  }
  reply.body = compressed ? found->compressed : found->bytes;
  if (compressed) reply.encoding = "gzip";
  return reply;
}

}  // namespace outrigger::network
