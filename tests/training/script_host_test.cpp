/// Scripts that hang, crash, flood or pry fail by themselves: told in words, and the program goes on.
#include "training/script_host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/error.h"

namespace outrigger::training {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class Scripts : public ::testing::Test {
 protected:
  Scripts() {
    folder_ =
        std::filesystem::temp_directory_path() / ("outrigger_scripts_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~Scripts() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& practice, const std::string& top = "") {
    const std::string file = (folder_ / "session.py").string();
    std::ofstream(file) << top << "\ndef initialize():\n    return {}\n\ndef practice(state):\n"
                        << practice;
    return file;
  }
  std::string load_problem(const std::string& file) {
    ScriptHost host({std::chrono::milliseconds(1500), std::chrono::milliseconds(500)});
    try {
      host.load({file, "", 0, {}});
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }
  /// What is said of a script whose practice(state) has this body.
  std::string failure_of(const std::string& body) {
    ScriptHost host({std::chrono::milliseconds(5000), std::chrono::milliseconds(700)});
    host.load({write(body), "", 0, {}});
    host.tell(
        R"({"do":"begin","names":["x","y","z","heading","roll","pitch","speed"],"fences":[],"surfaces":[]})");
    EXPECT_TRUE(host.offer(state(10)));
    std::string answer;
    for (int i = 0; i < 1000; ++i) {
      if (const std::string why = host.failure(); !why.empty()) return why;
      if (host.take(answer)) return "answered: " + answer;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return "nothing";
  }
  static std::string state(int tick) {
    return R"({"do":"state","tick":)" + std::to_string(tick) +
           R"(,"time":0.05,"left":null,"completion":0,"goal":"","values":[1,2,3,4,5,6,7],"fences":[],"events":[]})";
  }
  std::filesystem::path folder_;
};

TEST_F(Scripts, AnswersAreStamped) {
  EXPECT_THAT(failure_of("    return 42, 'warning', f'x is {state.position[0]}'\n"),
              AllOf(HasSubstr("answered"), HasSubstr(R"("tick": 10)"), HasSubstr("x is 1"),
                    HasSubstr("42")));
}

TEST_F(Scripts, AnEndlessLoopIsStopped) {
  EXPECT_THAT(failure_of("    while True: pass\n"), HasSubstr("gave no answer within 0.7 s"));
}

TEST_F(Scripts, AMemoryHogIsToldItsLimit) {
  EXPECT_THAT(failure_of("    return len(bytearray(2 << 30)), 'none', ''\n"), HasSubstr("512 MB"));
}

TEST_F(Scripts, LeavingIsNoticed) {
  EXPECT_THAT(failure_of("    import os\n    os._exit(3)\n"), HasSubstr("exit code 3"));
}

TEST_F(Scripts, ACrashInCIsNoticed) {
  EXPECT_THAT(failure_of("    import ctypes\n    ctypes.string_at(0)\n"),
              HasSubstr("crashed (signal 11"));
}

TEST_F(Scripts, AFloodIsStopped) {
  EXPECT_THAT(failure_of("    print('x' * 10_000_000)\n"), HasSubstr("printed more than 256 KB"));
}

TEST_F(Scripts, ForgedAnswersAreNoAnswers) {
  EXPECT_THAT(failure_of("    import os\n    os.write(3, b'[1,2]\\n')\n    return 1\n"),
              HasSubstr("not what was asked for"));
  EXPECT_THAT(failure_of("    import os\n    os.write(3, b'[' * 300000)\n    while True: pass\n"),
              HasSubstr("the script was stopped"));
}

TEST_F(Scripts, MistakesNameFileAndLine) {
  EXPECT_THAT(failure_of("    return state.speeed\n"),
              AllOf(HasSubstr("session.py:6"), HasSubstr("speeed")));
  EXPECT_THAT(failure_of("    return 1, 'fine', ''\n"),
              HasSubstr("allowed: none, warning, passed, failed"));
}

TEST_F(Scripts, FilesProgramsAndTheNetworkAreOutOfReach) {
  const std::string answer = failure_of(
      "    import os, socket\n"
      "    said = []\n"
      "    for name, act in (('read', lambda: open('/etc/hostname')), ('write', lambda: "
      "open(__file__, 'a')),\n"
      "                      ('socket', socket.socket), ('fork', os.fork), ('kill', lambda: "
      "os.kill(os.getppid(), 0))):\n"
      "        try:\n"
      "            act()\n"
      "            said.append(name)\n"
      "        except OSError:\n"
      "            pass\n"
      "    return 0, 'none', 'reached: ' + ' '.join(said)\n");
  EXPECT_THAT(answer, HasSubstr(R"("reached: ")"))
      << "`outrigger doctor` says what this kernel lacks";
}

TEST_F(Scripts, AnImportThatHangsIsStopped) {
  EXPECT_THAT(load_problem(write("    return 1\n", "import time\nwhile True: time.sleep(1)")),
              HasSubstr("gave no answer within 1.5 s"));
}

TEST_F(Scripts, WrongKeysNameTheirLine) {
  const std::string file = (folder_ / "wrong.py").string();
  std::ofstream(file) << "def initialize():\n    return {\n        'Available_Tim': 3,\n    }\n";
  EXPECT_THAT(load_problem(file), AllOf(HasSubstr("wrong.py:3: unknown key 'Available_Tim'"),
                                        HasSubstr("did you mean 'Available_Time'?")));
  std::ofstream(file)
      << "def initialize():\n    return {\n        'Available_Time': 'long',\n    }\n";
  EXPECT_THAT(
      load_problem(file),
      HasSubstr("wrong.py:3: Available_Time is 'long'; allowed: a number from 1 to 7200 [s]"));
}

TEST_F(Scripts, NothingIsStuckWhenAHungScriptIsLeft) {
  ScriptHost host({std::chrono::milliseconds(5000), std::chrono::milliseconds(300)});
  host.load({write("    while True: pass\n"), "", 0, {}});
  EXPECT_TRUE(host.offer(state(1)));
  EXPECT_FALSE(host.offer(state(2)));  // busy: left out, not waited for
}

}  // namespace
}  // namespace outrigger::training
