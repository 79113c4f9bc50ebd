/// `outrigger certs`: certificates of a school, and where `--tls` finds those of this seat.
#pragma once

#include <string>
#include <vector>

#include "network/certificates.h"

namespace CLI {
class App;
}

namespace outrigger::app {

void add_certs_command(CLI::App& app, int& exit_code);

struct CertsOptions {
  std::string folder;  ///< empty: that of this person
  std::string school = "Outrigger school";
  std::vector<std::string> names, addresses;  ///< of the seat besides those found on this computer
  std::vector<std::string> domains;           ///< that the authority may vouch for as well
  std::string into;                           ///< folder for another seat; empty: of this one
  int days = 397;
  bool new_authority = false;
  bool show = false;
};
int certs(const CertsOptions& options);

/// What `--tls` shows to clients: files of the folder, that of this person when it is empty. Throws Error
/// when they are missing or cannot be used.
network::TlsIdentity read_identity(const std::string& folder);

}  // namespace outrigger::app
