/// Sends statements that wait in the records to a learning record store (xAPI, HTTP), again and again until it
/// has them; they survive restarts because they wait in the database. A thread and a connection of its own.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "network/http_post.h"
#include "records/classroom.h"

namespace outrigger::console {

class Outbox {
 public:
  /// `url`: of the store, to which /statements is added; `login`: file with name:password, or empty. Throws Error.
  Outbox(const std::string& database, const std::string& url, const std::string& login);
  ~Outbox();
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  /// Once, now: how many the store took; -1: it did not answer, or refused.
  int send();

 private:
  void run();

  records::School school_;
  records::Classroom classroom_{school_};
  network::HttpAddress store_;
  std::string authorization_, last_problem_;
  std::mutex sending_, mutex_;
  std::condition_variable wake_;
  bool ending_ = false;
  std::thread thread_;
};

/// RFC 4648.
std::string base64(const std::string& bytes);

}  // namespace outrigger::console
