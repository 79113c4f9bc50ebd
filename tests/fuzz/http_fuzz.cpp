/// Any bytes as requests of a client, whole or in pieces, through the code that serves sockets: every
/// answer is HTTP, and no file outside the folder is ever sent. The first byte says in how many
/// pieces the rest arrives.
// needs: network frames base
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/assert.h"
#include "network/one_connection.h"

namespace {

using namespace outrigger;

constexpr std::string_view kSecret = "this is not for the network";

/// A folder of the viewer with something beside it that must not be seen.
const std::filesystem::path& served_folder() {
  static const std::filesystem::path folder = [] {
    const std::filesystem::path root =
        std::filesystem::temp_directory_path() / "outrigger_http_fuzz";
    std::filesystem::create_directories(root / "dist/assets");
    std::ofstream(root / "dist/index.html") << "<h1>seat</h1>";
    std::ofstream(root / "dist/assets/viewer.js") << std::string(2000, 'x');
    std::ofstream(root / "secret.txt") << kSecret;
    return root / "dist";
  }();
  return folder;
}

/// "HTTP/1.1 nnn" of every answer in a row, as far as their lengths can be followed.
void check_answers(std::string_view replies) {
  while (!replies.empty()) {
    OUTRIGGER_ASSERT(replies.starts_with("HTTP/1.1 "));
    const std::string_view status = replies.substr(9, 3);
    OUTRIGGER_ASSERT(
        std::all_of(status.begin(), status.end(), [](char c) { return c >= '0' && c <= '9'; }));
    const std::size_t head_end = replies.find("\r\n\r\n");
    OUTRIGGER_ASSERT(head_end != std::string_view::npos);
    const std::string_view head = replies.substr(0, head_end + 2);
    if (status == "101") return;
    OUTRIGGER_ASSERT(head.find("\r\nContent-Security-Policy: ") != std::string_view::npos);
    const std::size_t next = replies.find("HTTP/1.1 ", head_end + 4);
    if (next == std::string_view::npos) return;
    replies.remove_prefix(next);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  frames::OperatorMailbox mailbox;
  frames::LatestSlot<frames::Frame> frames;
  frames::NoticeQueue notices;
  network::ServerSettings settings;
  settings.files = served_folder();
  settings.operator_key = "0123456789abcdef";
  std::string replies;
  {
    network::OneConnection connection(settings, {}, {mailbox, frames, notices});
    std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t piece = std::max<std::size_t>(1, rest.size() / (1u + data[0] % 8u) + 1);
    while (!rest.empty()) {
      replies += connection.send(rest.substr(0, piece));
      rest.remove_prefix(std::min(piece, rest.size()));
    }
    replies += connection.end();
    OUTRIGGER_ASSERT(connection.counters().connections <= 1);
  }
  OUTRIGGER_ASSERT(replies.find(kSecret) == std::string::npos);
  check_answers(replies);
  return 0;
}
