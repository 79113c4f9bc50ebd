#include "network/certificates.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <memory>
#include <string_view>

#include "base/assert.h"
#include "base/error.h"

namespace outrigger::network {

namespace {

constexpr std::int64_t kDaySeconds = 86400;

template <class T, void (*Free)(T*)>
struct Freed {
  void operator()(T* p) const { Free(p); }
};
using CertificatePtr = std::unique_ptr<X509, Freed<X509, X509_free>>;
using PrivateKeyPtr = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY, EVP_PKEY_free>>;
using ExtensionPtr = std::unique_ptr<X509_EXTENSION, Freed<X509_EXTENSION, X509_EXTENSION_free>>;
using StorePtr = std::unique_ptr<X509_STORE, Freed<X509_STORE, X509_STORE_free>>;
using StoreContextPtr = std::unique_ptr<X509_STORE_CTX, Freed<X509_STORE_CTX, X509_STORE_CTX_free>>;
using BignumPtr = std::unique_ptr<BIGNUM, Freed<BIGNUM, BN_free>>;
using AltNamesPtr = std::unique_ptr<GENERAL_NAMES, Freed<GENERAL_NAMES, GENERAL_NAMES_free>>;
struct FreeBio {
  void operator()(BIO* b) const { BIO_free_all(b); }
};
using BioPtr = std::unique_ptr<BIO, FreeBio>;

/// Out of memory or a library that cannot do its work; nothing that a person did.
void must_work(bool worked, const char* what) {
  if (worked) return;
  const char* reason = ERR_reason_error_string(ERR_get_error());
  throw Error(
      fmt::format("certificates: {} failed: {}", what, reason ? reason : "no reason given"));
}

bool is_host_name(std::string_view name) {
  if (name.empty() || name.size() > 253 || name.front() == '.' || name.back() == '.') return false;
  std::size_t length = 0;
  char before = '.';
  for (const char c : name) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (c == '.' ? before == '.' || before == '-' : !letter && (c != '-' || before == '.'))
      return false;
    length = c == '.' ? 0 : length + 1;
    if (length > 63) return false;
    before = c;
  }
  return before != '-';
}

enum class AddressKind { none, v4, v6 };
AddressKind kind_of_address(const std::string& text) {
  std::array<unsigned char, 16> bytes{};
  if (inet_pton(AF_INET, text.c_str(), bytes.data()) == 1) return AddressKind::v4;
  if (inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1) return AddressKind::v6;
  return AddressKind::none;
}

void check_names(const CertifiedNames& names) {
  for (const std::string& name : names.names)
    if (!is_host_name(name))
      throw Error(fmt::format("'{}' is no name of a computer: letters, digits, '-' and '.'", name));
  for (const std::string& address : names.addresses)
    if (kind_of_address(address) == AddressKind::none)
      throw Error(fmt::format("'{}' is no numeric address such as 192.168.1.20", address));
}

std::string text_of(const BioPtr& bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &data);
  return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

PrivateKeyPtr new_key() {
  PrivateKeyPtr key(EVP_EC_gen("P-256"));
  must_work(key != nullptr, "making a key");
  return key;
}

KeyPair to_pem(X509* certificate, EVP_PKEY* key) {
  const BioPtr first(BIO_new(BIO_s_mem())), second(BIO_new(BIO_s_mem()));
  must_work(
      first && second && PEM_write_bio_X509(first.get(), certificate) == 1 &&
          PEM_write_bio_PrivateKey(second.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1,
      "writing a certificate");
  return {text_of(first), text_of(second)};
}

CertificatePtr parse_certificate(const std::string& pem, const std::string& where) {
  const BioPtr bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  CertificatePtr result(bio ? PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr) : nullptr);
  ERR_clear_error();
  if (!result) throw Error(fmt::format("{}: there is no certificate (PEM) in it", where));
  return result;
}

/// Asks for no password: there is nobody to answer.
int no_password(char*, int, int, void*) { return -1; }

PrivateKeyPtr parse_key(const std::string& pem, const std::string& where) {
  const BioPtr bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  PrivateKeyPtr result(bio ? PEM_read_bio_PrivateKey(bio.get(), nullptr, no_password, nullptr)
                           : nullptr);
  ERR_clear_error();
  if (!result)
    throw Error(fmt::format("{}: there is no private key (PEM, without a password) in it", where));
  return result;
}

void set_name(X509_NAME* name, const char* field, const std::string& value) {
  must_work(X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8,
                                       reinterpret_cast<const unsigned char*>(value.data()),
                                       static_cast<int>(value.size()), -1, 0) == 1,
            "writing a name");
}

void add_extension(X509* certificate, X509* issuer, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  const ExtensionPtr extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str()));
  must_work(extension && X509_add_ext(certificate, extension.get(), -1) == 1,
            "writing an extension");
}

CertificatePtr new_certificate(EVP_PKEY* key, const Validity& validity) {
  CertificatePtr c(X509_new());
  const BignumPtr number(BN_new());
  // 159 bits: positive, and at most 20 bytes long.
  must_work(c && number && BN_rand(number.get(), 159, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1 &&
                BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(c.get())) != nullptr &&
                X509_set_version(c.get(), 2) == 1 && X509_set_pubkey(c.get(), key) == 1 &&
                ASN1_TIME_set(X509_getm_notBefore(c.get()),
                              static_cast<std::time_t>(validity.now - kDaySeconds)) != nullptr &&
                ASN1_TIME_set(X509_getm_notAfter(c.get()),
                              static_cast<std::time_t>(validity.now +
                                                       validity.days * kDaySeconds)) != nullptr,
            "making a certificate");
  return c;
}

/// Why `certificate` is not one that a device which trusts `authority` accepts from a server at the
/// time `now`; 0: it is.
int fault_of(X509* certificate, X509* authority, std::int64_t now) {
  const StorePtr store(X509_STORE_new());
  const StoreContextPtr context(X509_STORE_CTX_new());
  must_work(store && context && X509_STORE_add_cert(store.get(), authority) == 1 &&
                X509_STORE_CTX_init(context.get(), store.get(), certificate, nullptr) == 1,
            "checking a certificate");
  X509_STORE_CTX_set_time(context.get(), 0, static_cast<std::time_t>(now));
  X509_STORE_CTX_set_purpose(context.get(), X509_PURPOSE_SSL_SERVER);
  const int fault = X509_verify_cert(context.get()) == 1
                        ? 0
                        : std::max(1, X509_STORE_CTX_get_error(context.get()));
  ERR_clear_error();
  return fault;
}

std::string alternatives(const CertifiedNames& names) {
  std::string text;
  for (const std::string& name : names.names) text += (text.empty() ? "DNS:" : ",DNS:") + name;
  for (const std::string& address : names.addresses)
    text += (text.empty() ? "IP:" : ",IP:") + address;
  return text;
}

std::string constraints(const CertifiedNames& permitted) {
  std::string text = "critical";
  for (const char* domain : {"localhost", "local", "lan", "internal", "home.arpa"})
    text += fmt::format(",permitted;DNS:{}", domain);
  for (const std::string& name : permitted.names) text += fmt::format(",permitted;DNS:{}", name);
  for (const char* network :
       {"10.0.0.0/255.0.0.0", "172.16.0.0/255.240.0.0", "192.168.0.0/255.255.0.0",
        "169.254.0.0/255.255.0.0", "127.0.0.0/255.0.0.0",
        "0:0:0:0:0:0:0:1/FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF",
        "FC00:0:0:0:0:0:0:0/FE00:0:0:0:0:0:0:0", "FE80:0:0:0:0:0:0:0/FFC0:0:0:0:0:0:0:0"})
    text += fmt::format(",permitted;IP:{}", network);
  for (const std::string& address : permitted.addresses)
    text += fmt::format(",permitted;IP:{}/{}", address,
                        kind_of_address(address) == AddressKind::v4
                            ? "255.255.255.255"
                            : "FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF");
  return text;
}

std::int64_t time_of(const ASN1_TIME* time) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return 0;
  return static_cast<std::int64_t>(timegm(&parts));
}

}  // namespace

KeyPair make_authority(const std::string& school, const CertifiedNames& permitted,
                       std::int64_t now) {
  check_names(permitted);
  if (school.empty() || school.size() > 64 ||
      std::any_of(school.begin(), school.end(),
                  [](unsigned char c) { return std::iscntrl(c) != 0; }))
    throw Error("the name of the school must have 1 to 64 bytes and no control characters");
  const PrivateKeyPtr key = new_key();
  const CertificatePtr c = new_certificate(key.get(), {now, kAuthorityDays});
  set_name(X509_get_subject_name(c.get()), "CN", school);
  set_name(X509_get_subject_name(c.get()), "O", "Outrigger seats");
  must_work(X509_set_issuer_name(c.get(), X509_get_subject_name(c.get())) == 1,
            "naming the issuer");
  add_extension(c.get(), c.get(), NID_basic_constraints, "critical,CA:TRUE,pathlen:0");
  add_extension(c.get(), c.get(), NID_key_usage, "critical,keyCertSign,cRLSign");
  add_extension(c.get(), c.get(), NID_subject_key_identifier, "hash");
  add_extension(c.get(), c.get(), NID_name_constraints, constraints(permitted));
  must_work(X509_sign(c.get(), key.get(), EVP_sha256()) > 0, "signing");
  return to_pem(c.get(), key.get());
}

KeyPair make_seat_certificate(const KeyPair& authority, const CertifiedNames& names,
                              const Validity& validity) {
  check_names(names);
  if (names.names.empty() && names.addresses.empty())
    throw Error("a certificate needs a name or an address");
  if (validity.days < 1 || validity.days > kMostDays)
    throw Error(fmt::format("a certificate holds 1 to {} days, not {}", kMostDays, validity.days));
  const CertificatePtr issuer = parse_certificate(authority.certificate, "the authority");
  const PrivateKeyPtr issuer_key = parse_key(authority.key, "the key of the authority");
  if (X509_check_private_key(issuer.get(), issuer_key.get()) != 1) {
    ERR_clear_error();
    throw Error("the key of the authority belongs to another certificate");
  }
  const PrivateKeyPtr key = new_key();
  const CertificatePtr c = new_certificate(key.get(), validity);
  const std::string subject =
      (names.names.empty() ? names.addresses.front() : names.names.front()).substr(0, 64);
  set_name(X509_get_subject_name(c.get()), "CN", subject);
  must_work(X509_set_issuer_name(c.get(), X509_get_subject_name(issuer.get())) == 1,
            "naming the issuer");
  add_extension(c.get(), issuer.get(), NID_basic_constraints, "critical,CA:FALSE");
  add_extension(c.get(), issuer.get(), NID_key_usage, "critical,digitalSignature");
  add_extension(c.get(), issuer.get(), NID_ext_key_usage, "serverAuth");
  add_extension(c.get(), issuer.get(), NID_subject_key_identifier, "hash");
  add_extension(c.get(), issuer.get(), NID_authority_key_identifier, "keyid:always");
  add_extension(c.get(), issuer.get(), NID_subject_alt_name, alternatives(names));
  must_work(X509_sign(c.get(), issuer_key.get(), EVP_sha256()) > 0, "signing");
  const int fault = fault_of(c.get(), issuer.get(), validity.now);
  if (fault == X509_V_ERR_PERMITTED_VIOLATION)
    throw Error(
        fmt::format("the authority may not vouch for all of these names: {}. It was made for "
                    "others; make a new "
                    "one with --new-authority and install it on the devices again",
                    alternatives(names)));
  if (fault == X509_V_ERR_CERT_HAS_EXPIRED)
    throw Error(
        "the authority has expired; make a new one with --new-authority and install it on the "
        "devices again");
  if (fault != 0)
    throw Error(fmt::format("devices would not accept this certificate: {}",
                            X509_verify_cert_error_string(fault)));
  return to_pem(c.get(), key.get());
}

CertificateFacts read_certificate(const std::string& pem, const std::string& where) {
  const CertificatePtr c = parse_certificate(pem, where);
  CertificateFacts facts;
  std::array<char, 256> name{};
  if (X509_NAME_get_text_by_NID(X509_get_subject_name(c.get()), NID_commonName, name.data(),
                                static_cast<int>(name.size())) > 0)
    facts.subject = name.data();
  facts.from = time_of(X509_get0_notBefore(c.get()));
  facts.until = time_of(X509_get0_notAfter(c.get()));
  const AltNamesPtr others(static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(c.get(), NID_subject_alt_name, nullptr, nullptr)));
  for (int i = 0; others && i < sk_GENERAL_NAME_num(others.get()); ++i) {
    const GENERAL_NAME* other = sk_GENERAL_NAME_value(others.get(), i);
    if (other->type == GEN_DNS) {
      facts.names.names.emplace_back(
          reinterpret_cast<const char*>(ASN1_STRING_get0_data(other->d.dNSName)),
          static_cast<std::size_t>(ASN1_STRING_length(other->d.dNSName)));
    } else if (other->type == GEN_IPADD) {
      std::array<char, INET6_ADDRSTRLEN> text{};
      const int family = ASN1_STRING_length(other->d.iPAddress) == 4 ? AF_INET : AF_INET6;
      if (ASN1_STRING_length(other->d.iPAddress) % 12 == 4 &&
          inet_ntop(family, ASN1_STRING_get0_data(other->d.iPAddress), text.data(), text.size()))
        facts.names.addresses.emplace_back(text.data());
    }
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  must_work(X509_digest(c.get(), EVP_sha256(), digest.data(), &size) == 1, "a fingerprint");
  for (unsigned i = 0; i < size; ++i)
    facts.fingerprint += fmt::format("{}{:02X}", i == 0 ? "" : ":", digest[i]);
  ERR_clear_error();
  return facts;
}

void check_identity(const TlsIdentity& identity, std::int64_t now) {
  const CertificateFacts facts =
      read_certificate(identity.seat.certificate, identity.certificate_file);
  const CertificatePtr c = parse_certificate(identity.seat.certificate, identity.certificate_file);
  const PrivateKeyPtr key = parse_key(identity.seat.key, identity.key_file);
  const bool fits = X509_check_private_key(c.get(), key.get()) == 1;
  ERR_clear_error();
  if (!fits)
    throw Error(
        fmt::format("{}: this key belongs to another certificate than {}; copy both from the same "
                    "place, or make new ones with `outrigger certs`",
                    identity.key_file, identity.certificate_file));
  if (now > facts.until)
    throw Error(
        fmt::format("{}: the certificate of '{}' expired on {}; make a new one with `outrigger "
                    "certs` (devices that trust the school need nothing new)",
                    identity.certificate_file, facts.subject, date_of(facts.until)));
  if (now < facts.from)
    throw Error(
        fmt::format("{}: the certificate of '{}' holds from {} on; is the clock of this "
                    "computer right?",
                    identity.certificate_file, facts.subject, date_of(facts.from)));
  if (identity.authority.empty()) return;
  const CertificatePtr authority = parse_certificate(identity.authority, identity.authority_file);
  const int fault = fault_of(c.get(), authority.get(), now);
  if (fault == X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY ||
      fault == X509_V_ERR_CERT_SIGNATURE_FAILURE || fault == X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT)
    throw Error(
        fmt::format("{}: the certificate is not from the authority in {}; make a new one "
                    "with `outrigger certs`",
                    identity.certificate_file, identity.authority_file));
  if (fault != 0)
    throw Error(fmt::format("{}: devices would not accept it: {}", identity.certificate_file,
                            X509_verify_cert_error_string(fault)));
}

std::string date_of(std::int64_t time) {
  const auto seconds = static_cast<std::time_t>(time);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

}  // namespace outrigger::network
