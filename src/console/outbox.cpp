#include "console/outbox.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <fstream>

#include "base/error.h"

namespace outrigger::console {

namespace {

constexpr std::chrono::seconds kPeriod{5};
constexpr int kAtOnce = 50;
constexpr double kStoreTimeout = 10.0;  ///< [s]

}  // namespace

std::string base64(const std::string& bytes) {
  constexpr const char* kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t block = 0;
    for (std::size_t k = 0; k < 3; ++k)
      block = block << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      out += i + k > bytes.size() ? '=' : kDigits[block >> (18 - 6 * k) & 63];
  }
  return out;
}

Outbox::Outbox(const std::string& database, const std::string& url, const std::string& login)
    : school_(database, "outbox"), store_(network::http_address(url)) {
  while (store_.path.ends_with('/')) store_.path.pop_back();
  if (!login.empty()) {
    std::ifstream in(login);
    std::string line;
    if (!std::getline(in, line) || line.find(':') == std::string::npos)
      throw Error(fmt::format("'{}': expected one line, name:password", login));
    authorization_ = "Basic " + base64(line);
  }
  thread_ = std::thread([this] { run(); });
}

Outbox::~Outbox() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void Outbox::run() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    lock.unlock();
    int sent = -1;
    try {
      do sent = send();
      while (sent == kAtOnce);
    } catch (const Error& e) {
      std::fprintf(stderr, "statements: %s\n", e.what());
    }
    lock.lock();
    wake_.wait_for(lock, kPeriod, [this] { return ending_; });
  }
}

int Outbox::send() {
  const std::lock_guard one_at_a_time(sending_);
  const std::vector<records::Statement> waiting = classroom_.unsent(kAtOnce);
  if (waiting.empty()) return 0;
  std::string body = "[";
  for (const records::Statement& s : waiting) body += (body.size() > 1 ? "," : "") + s.text;
  body += "]";
  std::vector<std::pair<std::string, std::string>> headers{{"X-Experience-API-Version", "2.0.0"}};
  if (!authorization_.empty()) headers.emplace_back("Authorization", authorization_);
  const network::HttpAnswer answer =
      network::http_post(store_, store_.path + "/statements", body, headers, kStoreTimeout);
  // 409: the store has statements of these ids already, which differ in nothing that we wrote.
  if (answer.status == 200 || answer.status == 204 || answer.status == 409) {
    classroom_.mark_sent(waiting);
    last_problem_.clear();
    return static_cast<int>(waiting.size());
  }
  const std::string problem =
      answer.status == 0 ? answer.problem : fmt::format("{} {:.200}", answer.status, answer.body);
  if (problem != last_problem_)
    std::fprintf(stderr, "statements: the record store did not take them: %s; trying on\n",
                 problem.c_str());
  last_problem_ = problem;
  return -1;
}

}  // namespace outrigger::console
