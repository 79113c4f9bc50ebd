#include "records/crypto.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "base/error.h"

namespace outrigger::records {

namespace {

void start() {
  static const int state = sodium_init();
  if (state < 0) throw Error("libsodium cannot be started");
}

std::string hex(const unsigned char* bytes, std::size_t size) {
  std::string text(2 * size + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes, size);
  text.pop_back();
  return text;
}

template <std::size_t kSize>
bool bytes_of(const std::string& text, std::array<unsigned char, kSize>& out) {
  std::size_t size = 0;
  return sodium_hex2bin(out.data(), out.size(), text.data(), text.size(), nullptr, &size,
                        nullptr) == 0 &&
         size == kSize && text.size() == 2 * kSize;
}

const unsigned char* bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

std::string sha256(std::string_view text) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> out;
  crypto_hash_sha256(out.data(), bytes(text), text.size());
  return hex(out.data(), out.size());
}

std::string sha256_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(fmt::format("'{}' cannot be read: {}", path, std::strerror(errno)));
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  std::vector<char> chunk(std::size_t{1} << 16);
  while (in.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || in.gcount() > 0)
    crypto_hash_sha256_update(&state, reinterpret_cast<const unsigned char*>(chunk.data()),
                              static_cast<unsigned long long>(in.gcount()));
  std::array<unsigned char, crypto_hash_sha256_BYTES> out;
  crypto_hash_sha256_final(&state, out.data());
  return hex(out.data(), out.size());
}

void check_password(const std::string& password) {
  static constexpr std::array<std::string_view, 24> kCommon{
      "password",   "passw0rd", "password1",  "password123", "12345678",  "123456789",
      "1234567890", "qwertyui", "qwertyuiop", "qwerty123",   "iloveyou",  "sunshine",
      "princess",   "football", "baseball",   "welcome1",    "abc12345",  "11111111",
      "00000000",   "88888888", "1q2w3e4r",   "trustno1",    "excavator", "outrigger"};
  if (password.size() < 8 || password.size() > 256)
    throw Error("the password must have 8 to 256 characters; 15 are better");
  std::string lower = password;
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::ranges::find(kCommon, lower) != kCommon.end())
    throw Error("this password is one of the most common ones: choose another");
}

std::string hash_password(const std::string& password) {
  start();
  check_password(password);
  std::array<char, crypto_pwhash_STRBYTES> out{};
  if (crypto_pwhash_str(out.data(), password.data(), password.size(),
                        crypto_pwhash_OPSLIMIT_INTERACTIVE,
                        crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
    throw Error("there is not the memory to hash a password (64 MB)");
  return out.data();
}

bool password_matches(const std::string& hash, const std::string& password) {
  start();
  std::array<char, crypto_pwhash_STRBYTES> stored{};
  if (hash.size() >= stored.size()) return false;
  std::ranges::copy(hash, stored.begin());
  return crypto_pwhash_str_verify(stored.data(), password.data(), password.size()) == 0;
}

KeyPair new_keys() {
  start();
  std::array<unsigned char, crypto_sign_PUBLICKEYBYTES> open;
  std::array<unsigned char, crypto_sign_SECRETKEYBYTES> secret;
  crypto_sign_keypair(open.data(), secret.data());
  return {hex(secret.data(), secret.size()), hex(open.data(), open.size())};
}

KeyPair school_keys(const std::string& path) {
  std::ifstream in(path);
  KeyPair keys;
  if (in >> keys.open >> keys.secret) {
    if (keys.open.size() != 2 * crypto_sign_PUBLICKEYBYTES ||
        keys.secret.size() != 2 * crypto_sign_SECRETKEYBYTES)
      throw Error(fmt::format("'{}' is no file of keys", path));
    return keys;
  }
  if (in.is_open()) throw Error(fmt::format("'{}' is no file of keys", path));
  keys = new_keys();
  const std::string text = keys.open + "\n" + keys.secret + "\n";
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool kept = file >= 0 &&
                    write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                    fsync(file) == 0;
  if (file >= 0) close(file);
  if (!kept)
    throw Error(fmt::format("the keys '{}' cannot be written: {}", path, std::strerror(errno)));
  return keys;
}

std::string sign(std::string_view text, const KeyPair& keys) {
  start();
  std::array<unsigned char, crypto_sign_SECRETKEYBYTES> secret;
  if (!bytes_of(keys.secret, secret)) throw Error("the secret key is none");
  std::array<unsigned char, crypto_sign_BYTES> out;
  crypto_sign_detached(out.data(), nullptr, bytes(text), text.size(), secret.data());
  return hex(out.data(), out.size());
}

bool signature_holds(std::string_view text, const std::string& signature,
                     const std::string& open_key) {
  start();
  std::array<unsigned char, crypto_sign_PUBLICKEYBYTES> open;
  std::array<unsigned char, crypto_sign_BYTES> signed_by;
  return bytes_of(open_key, open) && bytes_of(signature, signed_by) &&
         crypto_sign_verify_detached(signed_by.data(), bytes(text), text.size(), open.data()) == 0;
}

}  // namespace outrigger::records
