/// Hashes, passwords and signatures, by libsodium.
///
///   passwords    Argon2id with its interactive limits (64 MiB), as RFC 9106 advises for log-ins
///   signatures   Ed25519 (RFC 8032)
#pragma once

#include <string>
#include <string_view>

namespace outrigger::records {

/// SHA-256 in hexadecimal.
std::string sha256(std::string_view bytes);
/// Of a file. Throws Error.
std::string sha256_of_file(const std::string& path);

/// At least 8 characters and none of the most common ones; any characters. Throws Error that says so.
void check_password(const std::string& password);
std::string hash_password(const std::string& password);
bool password_matches(const std::string& hash, const std::string& password);

struct KeyPair {
  std::string secret, open;  ///< in hexadecimal
};
KeyPair new_keys();
/// The keys in a file of this computer, made where there is none, readable by its owner only. Throws Error.
KeyPair school_keys(const std::string& path);
/// In hexadecimal. Throws Error for a key that is none.
std::string sign(std::string_view text, const KeyPair& keys);
bool signature_holds(std::string_view text, const std::string& signature,
                     const std::string& open_key);

}  // namespace outrigger::records
