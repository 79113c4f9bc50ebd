/// Certificates of a school: an authority of its own, which the school's devices trust once, and the
/// certificates that it gives to the seats. X.509 v3 (RFC 5280), keys on the curve P-256, signed with
/// ECDSA and SHA-256, all by OpenSSL.
///
/// The authority may only vouch for what is in a school: private and link-local addresses, this
/// computer, the domains local, lan, internal and home.arpa, and what it was made for (name
/// constraints, RFC 5280 section 4.2.1.10). Whoever steals its key cannot pass for a bank.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace outrigger::network {

/// A certificate and its private key, both as PEM.
struct KeyPair {
  std::string certificate;
  std::string key;
};

/// What a certificate is made for.
struct CertifiedNames {
  std::vector<std::string> names;      ///< of hosts, such as seat3.local
  std::vector<std::string> addresses;  ///< numeric, IPv4 or IPv6
};

/// Certificates hold from a day before they are made, because clocks differ. Times are Unix times [s].
struct Validity {
  std::int64_t now = 0;
  int days =
      397;  ///< 1 to 825: devices of some makers refuse certificates of seats that hold longer
};
inline constexpr int kMostDays = 825;
inline constexpr int kAuthorityDays = 3650;

/// An authority. `permitted` are names, domains and addresses besides the usual ones.
/// Throws Error when the school's name or a name cannot stand in a certificate.
KeyPair make_authority(const std::string& school, const CertifiedNames& permitted,
                       std::int64_t now);

/// A seat's certificate. Throws Error when a name or an address is wrong, or is not one that the
/// authority may vouch for.
KeyPair make_seat_certificate(const KeyPair& authority, const CertifiedNames& names,
                              const Validity& validity);

struct CertificateFacts {
  std::string subject;      ///< common name
  CertifiedNames names;     ///< subjectAltName
  std::int64_t from = 0;    ///< Unix time [s]
  std::int64_t until = 0;   ///< Unix time [s]
  std::string fingerprint;  ///< SHA-256 of the certificate: "AB:CD:..."
};
/// `where` is named in errors, as a file is. Throws Error when it is no certificate.
CertificateFacts read_certificate(const std::string& pem, const std::string& where);

/// What a server shows to its clients.
struct TlsIdentity {
  KeyPair seat;
  std::string authority;  ///< certificate of the authority, PEM; empty: not known
  /// Files that errors name.
  std::string certificate_file = "certificate", key_file = "key", authority_file = "authority";
};
/// Throws Error that says what is wrong and what to do: no certificate, no key, key of another
/// certificate, expired, not yet valid, not from this authority.
void check_identity(const TlsIdentity& identity, std::int64_t now);

/// "2027-03-31" of a Unix time, UTC.
std::string date_of(std::int64_t time);

}  // namespace outrigger::network
