/// One HTTP request to another program, waited for: how seats reach the console and the console a learning
/// record store.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace outrigger::network {

/// http://host:port/path; no other scheme, no name and password in it.
struct HttpAddress {
  std::string host;
  std::uint16_t port = 80;
  std::string path = "/";
};
/// Throws Error that shows what is expected.
HttpAddress http_address(const std::string& url);

struct HttpAnswer {
  int status = 0;  ///< 0: nobody answered
  std::string body;
  std::string problem;        ///< why not
  std::string local_address;  ///< of this computer, as the other side reaches it
};

/// Never throws for what the network does.
HttpAnswer http_post(const HttpAddress& to, const std::string& path, const std::string& body,
                     const std::vector<std::pair<std::string, std::string>>& headers,
                     double timeout);

}  // namespace outrigger::network
