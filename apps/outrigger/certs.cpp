#include "outrigger/certs.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "base/error.h"
#include "outrigger/interruption.h"
#include "outrigger/numbers.h"
#include "outrigger/outputs.h"

namespace outrigger::app {

namespace {

namespace files = std::filesystem;

constexpr const char* kAuthority = "authority.pem";
constexpr const char* kAuthorityKey = "authority.key";
constexpr const char* kSeat = "seat.pem";
constexpr const char* kSeatKey = "seat.key";
constexpr int kSoonDays = 30;
constexpr std::uintmax_t kMostPemBytes = 1u << 20;

std::string folder_of_certs(const std::string& given) {
  if (!given.empty()) return given;
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  if (config != nullptr && *config == '/') return std::string(config) + "/outrigger/certs";
  if (home != nullptr && *home == '/') return std::string(home) + "/.config/outrigger/certs";
  throw Error("there is no home folder to keep certificates in; give a folder");
}

std::string read_pem(const std::string& path) {
  std::error_code unknown;
  if (files::file_size(path, unknown) > kMostPemBytes && !unknown)
    throw Error(fmt::format("{}: too large for a certificate or key", path));
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in || text.str().empty()) throw Error(fmt::format("'{}' cannot be read", path));
  return text.str();
}

/// Whole or not at all; keys can be read by their owner only.
void write_pem(const std::string& path, const std::string& text, bool secret) {
  const std::string fresh = path + ".new";
  ::unlink(fresh.c_str());
  const int file =
      ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, secret ? 0600 : 0644);
  bool good = file >= 0 &&
              ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
              ::fsync(file) == 0;
  if (file >= 0) good = ::close(file) == 0 && good;
  good = good && ::rename(fresh.c_str(), path.c_str()) == 0;
  if (!good) throw Error(fmt::format("'{}' cannot be written: {}", path, std::strerror(errno)));
}

void add_once(std::vector<std::string>& list, const std::string& value) {
  if (!value.empty() && std::find(list.begin(), list.end(), value) == list.end())
    list.push_back(value);
}

/// How devices of the same network call this computer.
network::CertifiedNames names_of_this_computer() {
  network::CertifiedNames found;
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0') {
    const std::string host = name.data();
    found.names.push_back(host);
    if (host.find('.') == std::string::npos) add_once(found.names, host + ".local");
  }
  add_once(found.names, "localhost");
  found.addresses = {"127.0.0.1", "::1"};
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return found;
  for (const ifaddrs* i = list; i != nullptr; i = i->ifa_next) {
    if (i->ifa_addr == nullptr || (i->ifa_flags & IFF_UP) == 0) continue;
    std::array<char, INET6_ADDRSTRLEN> text{};
    const int family = i->ifa_addr->sa_family;
    const void* address = nullptr;
    if (family == AF_INET)
      address = &reinterpret_cast<const sockaddr_in*>(i->ifa_addr)->sin_addr;
    else if (family == AF_INET6)
      address = &reinterpret_cast<const sockaddr_in6*>(i->ifa_addr)->sin6_addr;
    if (address != nullptr && inet_ntop(family, address, text.data(), text.size()) != nullptr)
      add_once(found.addresses, text.data());
  }
  freeifaddrs(list);
  return found;
}

std::string listed(const network::CertifiedNames& names) {
  return fmt::format("{}", fmt::join(names.names, ", ")) +
         (names.names.empty() || names.addresses.empty() ? "" : ", ") +
         fmt::format("{}", fmt::join(names.addresses, ", "));
}

int show_certs(const std::string& folder) {
  for (const char* name : {kAuthority, kSeat}) {
    const std::string file = folder + "/" + name;
    if (!files::exists(file)) {
      fmt::print("{}: not there\n", file);
      continue;
    }
    const network::CertificateFacts facts = network::read_certificate(read_pem(file), file);
    fmt::print("{}\n  {}, from {} to {}\n", file, facts.subject, network::date_of(facts.from),
               network::date_of(facts.until));
    const std::string names = listed(facts.names);
    if (!names.empty()) fmt::print("  for {}\n", names);
    fmt::print("  SHA-256 {}\n", facts.fingerprint);
  }
  read_identity(folder);
  return 0;
}

}  // namespace

network::TlsIdentity read_identity(const std::string& given) {
  const std::string folder = folder_of_certs(given);
  network::TlsIdentity identity;
  identity.certificate_file = folder + "/" + kSeat;
  identity.key_file = folder + "/" + kSeatKey;
  identity.authority_file = folder + "/" + kAuthority;
  if (!files::exists(identity.certificate_file))
    throw Error(fmt::format("there is no certificate {}; make it with `outrigger certs`",
                            identity.certificate_file));
  identity.seat = {read_pem(identity.certificate_file), read_pem(identity.key_file)};
  if (files::exists(identity.authority_file))
    identity.authority = read_pem(identity.authority_file);
  const auto now = static_cast<std::int64_t>(std::time(nullptr));
  network::check_identity(identity, now);
  const auto until =
      network::read_certificate(identity.seat.certificate, identity.certificate_file).until;
  if (until - now < kSoonDays * std::int64_t{86400})
    print_error_if_possible(
        fmt::format("  note: {} expires on {}; make a new one with `outrigger certs`\n",
                    identity.certificate_file, network::date_of(until)));
  return identity;
}

int certs(const CertsOptions& o) {
  const std::string folder = folder_of_certs(o.folder);
  if (o.show) return show_certs(folder);
  make_folder(folder);
  if (::chmod(folder.c_str(), 0700) != 0)
    throw Error(fmt::format("'{}' cannot be made private: {}", folder, std::strerror(errno)));
  const auto now = static_cast<std::int64_t>(std::time(nullptr));
  network::CertifiedNames names;
  if (o.into.empty()) names = names_of_this_computer();
  for (const std::string& name : o.names) add_once(names.names, name);
  for (const std::string& address : o.addresses) add_once(names.addresses, address);
  if (!o.into.empty() && names.names.empty() && names.addresses.empty())
    throw Error("--into makes a certificate for another seat: give its --name or --address");

  const std::string authority_file = folder + "/" + kAuthority;
  const std::string key_file = folder + "/" + kAuthorityKey;
  network::KeyPair authority;
  const bool make = o.new_authority || !files::exists(authority_file);
  if (make) {
    network::CertifiedNames permitted = names;
    for (const std::string& domain : o.domains) add_once(permitted.names, domain);
    authority = network::make_authority(o.school, permitted, now);
  } else {
    if (!o.domains.empty())
      throw Error("--domain is for a new authority: give --new-authority as well");
    if (!files::exists(key_file))
      throw Error(
          fmt::format("{} is not there: this folder has certificates of a seat only; run "
                      "this where the authority is, with --into",
                      key_file));
    authority = {read_pem(authority_file), read_pem(key_file)};
  }
  const network::KeyPair seat = network::make_seat_certificate(authority, names, {now, o.days});
  if (make) {
    write_pem(key_file, authority.key, true);
    write_pem(authority_file, authority.certificate, false);
  }
  const std::string place = o.into.empty() ? folder : o.into;
  make_folder(place);
  write_pem(place + "/" + kSeatKey, seat.key, true);
  write_pem(place + "/" + kSeat, seat.certificate, false);
  if (!o.into.empty()) write_pem(place + "/" + kAuthority, authority.certificate, false);

  const auto authority_facts = network::read_certificate(authority.certificate, authority_file);
  const auto facts = network::read_certificate(seat.certificate, place + "/" + kSeat);
  fmt::print("{} authority: {}, to {}\n  {}\n  SHA-256 {}\n", make ? "new" : "known",
             authority_facts.subject, network::date_of(authority_facts.until), authority_file,
             authority_facts.fingerprint);
  fmt::print("certificate of the seat, to {}\n  {}\n  for {}\n", network::date_of(facts.until),
             place + "/" + kSeat, listed(facts.names));
  if (o.into.empty())
    fmt::print(
        "next: outrigger seat --tls --listen 0.0.0.0\n"
        "      and on each device once: http://ADDRESS:PORT/, which explains what to install\n");
  else
    fmt::print("next: copy the three files of {} to ~/.config/outrigger/certs of that seat\n",
               place);
  return 0;
}

void add_certs_command(CLI::App& app, int& exit_code) {
  const auto o = std::make_shared<CertsOptions>();
  CLI::App* c = app.add_subcommand(
      "certs", "Make certificates, so that other devices open the seat by https (seat --tls)");
  c->add_option("--folder", o->folder, "Where they are kept (default: ~/.config/outrigger/certs)");
  c->add_option("--school", o->school, "Name of the authority, as devices show it")
      ->capture_default_str();
  c->add_option("--name", o->names, "Name of the seat besides those of this computer");
  c->add_option("--address", o->addresses, "Numeric address of the seat besides those it has");
  c->add_option("--domain", o->domains,
                "Domain that a new authority may vouch for, such as workshop.school.example");
  c->add_option("--into", o->into,
                "Make the certificate of another seat, into this folder; takes --name, --address");
  c->add_option("--days", o->days, "How long the seat's certificate holds")
      ->check(whole_from_to(1, network::kMostDays))
      ->capture_default_str();
  c->add_flag("--new-authority", o->new_authority,
              "Begin with a new authority; devices must install it again");
  c->add_flag("--show", o->show, "Show what is there, make nothing");
  c->callback([o, &exit_code] { exit_code = certs(*o); });
}

}  // namespace outrigger::app
