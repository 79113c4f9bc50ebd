/// What was acknowledged is there; grades are added and never changed; texts of people stay texts; personal data
/// can be given out and is gone when it is deleted.
#include "records/school.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "records/crypto.h"
#include "records/csv.h"
#include "records/schema.h"

namespace outrigger::records {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Records : public ::testing::Test {
 protected:
  Records() : folder_(std::filesystem::temp_directory_path() / ("outrigger_records_" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~Records() override { std::filesystem::remove_all(folder_); }
  std::string path() const { return (folder_ / "school.db").string(); }
  /// Every byte of the database and its journal.
  std::string all_bytes() const {
    std::string all;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      std::ifstream in(entry.path(), std::ios::binary);
      std::stringstream text;
      text << in.rdbuf();
      all += text.str();
    }
    return all;
  }
  template <class Act>
  std::string problem(const Act& act) {
    try {
      act();
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }
  std::filesystem::path folder_;
};

AttemptEntry attempt(const std::string& id) { return {id, "s.py", "a", "b", "c", "v", "2026-01-01T00:00:00Z"}; }
ScoreEntry score(double total) { return {total, total >= 60, "good", "session", "r", "{}", ""}; }

TEST_F(Records, StayWhenTheProgramIsGone) {
  { School(path()).add_person("Ann", "1", "A"); }
  School school(path());
  ASSERT_EQ(school.persons().size(), 1u);
  EXPECT_EQ(school.find_person("1").name, "Ann");
  EXPECT_EQ(school.find_person("Ann").classes, std::vector<std::string>{"A"});
}

TEST_F(Records, TwoPersonsOfOneNameNeedNumbers) {
  School school(path());
  school.add_person("Ann", "");
  EXPECT_THAT(problem([&] { school.add_person("Ann", ""); }), HasSubstr("give this one a number"));
  school.add_person("Ann", "2");
  EXPECT_THAT(problem([&] { school.find_person("Ann"); }), HasSubstr("2 persons are called 'Ann'"));
  EXPECT_THAT(problem([&] { school.add_person("Bob", "2"); }), HasSubstr("number '2' already"));
}

TEST_F(Records, AnAttemptThatIsSentTwiceCountsOnce) {
  School school(path());
  const Person ann = school.find_person(std::to_string((school.add_person("Ann", "1"), 1)));
  EXPECT_TRUE(school.add_attempt(attempt("x"), score(70), ann));
  EXPECT_FALSE(school.add_attempt(attempt("x"), score(99), ann));
  EXPECT_EQ(school.scores("x").size(), 1u);
  EXPECT_EQ(school.attempts(ann).at(0).score.total, 70.0);
}

TEST_F(Records, ScoresAreAddedAndNeverChanged) {
  School school(path());
  school.add_attempt(attempt("x"), score(70), {});
  school.add_score("x", score(55));
  ASSERT_EQ(school.scores("x").size(), 2u);
  EXPECT_EQ(school.scores("x")[0].total, 70.0);
  EXPECT_EQ(school.attempts().at(0).score.total, 55.0);
  Database direct(path());
  EXPECT_THAT(problem([&] { direct.run("UPDATE score SET total = 100"); }), HasSubstr("never changed"));
}

TEST_F(Records, TextsOfPeopleAreTexts) {
  School school(path());
  const std::string name = "Robert'); DROP TABLE person;-- <script>";
  school.add_person(name, "7");
  school.add_note(school.find_person("7"), "<b>\"';--");
  EXPECT_EQ(school.persons().at(0).name, name);
  EXPECT_THAT(school.export_person(school.find_person("7")), HasSubstr("<b>"));
}

TEST_F(Records, DeletedPersonsLeaveNoByte) {
  School school(path());
  school.add_person("Zacharias Unmistakable", "77123");
  const Person person = school.find_person("77123");
  school.add_attempt(attempt("x"), score(70), person);
  school.add_note(person, "Unforgettable remark");
  EXPECT_THAT(all_bytes(), HasSubstr("Unmistakable"));
  school.delete_person(person);
  EXPECT_THAT(all_bytes(), Not(HasSubstr("Unmistakable")));
  EXPECT_THAT(all_bytes(), Not(HasSubstr("Unforgettable")));
  EXPECT_THAT(all_bytes(), Not(HasSubstr("77123")));
  EXPECT_EQ(school.attempts().at(0).person, "");
}

TEST_F(Records, CsvComesInWholeOrNotAtAll) {
  School school(path());
  const ImportResult r = school.import_csv("\xef\xbb\xbfName;Number;Class\r\n\"Smith; Ann\";1;A\nBob;2;A\n", "p.csv");
  EXPECT_EQ(r.added, 2);
  EXPECT_EQ(school.find_person("1").name, "Smith; Ann");
  EXPECT_EQ(school.import_csv("name,number\nBob,2\n", "p.csv").known, 1);
  EXPECT_THAT(problem([&] { school.import_csv("name,number\nEve,3\nEve,2\n", "p.csv"); }),
              HasSubstr("p.csv: row 3: the number '2' is that of 'Bob'; nothing was imported"));
  EXPECT_THAT(problem([&] { school.import_csv("nom,number\nEve,3\n", "p.csv"); }),
              HasSubstr("p.csv:1: unknown column 'nom'; allowed: name, number, class"));
  EXPECT_THAT(problem([&] { school.import_csv("name\n\"Eve\n", "p.csv"); }), HasSubstr("p.csv:2: a quote is not closed"));
  EXPECT_EQ(school.persons().size(), 2u);
}

TEST_F(Records, CsvComesBackAsItWas) {
  const std::vector<CsvRow> rows{{"a,b", "c\"d", "e\nf"}, {"", "x", "1.5"}};
  EXPECT_EQ(read_csv(csv_text(rows), "t"), rows);
  EXPECT_EQ(csv_text({{"=1+1", "-5", "@x"}}), "'=1+1,-5,'@x\r\n");
}

TEST_F(Records, ANewerDatabaseIsLeftAlone) {
  { School school(path()); }
  {
    Database database(path());
    database.script("PRAGMA user_version=99");
  }
  EXPECT_THAT(problem([&] { School school(path()); }), HasSubstr("of version 99, which a newer Outrigger wrote"));
  Database database(path());
  EXPECT_EQ(number_of(database.run("PRAGMA user_version")[0][0]), 99);
}

TEST_F(Records, OtherFilesAreNoDatabases) {
  std::ofstream(path()) << std::string(5000, 'x');
  EXPECT_THAT(problem([&] { School school(path()); }), HasSubstr("not a database"));
}

TEST_F(Records, PasswordsAreHashedAndChecked) {
  School school(path());
  school.set_account("teacher", "instructor", "correct horse battery");
  EXPECT_EQ(school.log_in("teacher", "correct horse battery"), "instructor");
  EXPECT_EQ(school.log_in("teacher", "correct horse batterz"), "");
  EXPECT_EQ(school.log_in("nobody", "no account has this one"), "");
  EXPECT_THAT(all_bytes(), Not(HasSubstr("correct horse")));
  EXPECT_THAT(all_bytes(), HasSubstr("$argon2id$"));
  EXPECT_THAT(problem([&] { school.set_account("x", "instructor", "short"); }), HasSubstr("8 to 256"));
  EXPECT_THAT(problem([&] { school.set_account("x", "instructor", "Password123"); }), HasSubstr("most common"));
  EXPECT_THAT(problem([&] { school.set_account("x", "root", "long enough pass"); }), HasSubstr("instructor, viewer"));
}

TEST_F(Records, BackupsAreWhole) {
  School school(path());
  school.add_person("Ann", "1");
  const std::string copy = (folder_ / "copy.db").string();
  school.back_up(copy);
  EXPECT_EQ(School(copy).persons().size(), 1u);
  EXPECT_THAT(problem([&] { school.back_up(copy); }), HasSubstr("there already"));
}

TEST_F(Records, WhatWasDoneIsLogged) {
  School school(path(), "teacher");
  school.add_person("Ann", "1");
  EXPECT_THAT(school.audit().at(0), HasSubstr("teacher: added person 1"));
}

TEST(Crypto, KnownAnswers) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");  // FIPS 180
}

TEST(Crypto, OneFlippedBitIsFound) {
  const KeyPair keys = new_keys();
  const std::string text = "grade: good";
  const std::string signature = sign(text, keys);
  EXPECT_TRUE(signature_holds(text, signature, keys.open));
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] = static_cast<char>(other[i] ^ 1);
    EXPECT_FALSE(signature_holds(other, signature, keys.open));
  }
  std::string forged = signature;
  forged[5] = forged[5] == '0' ? '1' : '0';
  EXPECT_FALSE(signature_holds(text, forged, keys.open));
  EXPECT_FALSE(signature_holds(text, signature, new_keys().open));
  EXPECT_FALSE(signature_holds(text, "", ""));
}

}  // namespace
}  // namespace outrigger::records
