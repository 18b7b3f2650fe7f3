// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "message.h"

namespace kleene::verify {
namespace {

TEST(Message, AnswersComeBackAsTheyWere) {
  Told told{true,
            "no-overflow",
            "main 7",
            true,
            "words",
            "{}",
            "[]",
            "kleene evidence 1\n",
            "- entry",
            {"a", "b"},
            {{"check.sh", "exit 0"}}};
  std::optional<Outcome> read = decode(encode(told));
  ASSERT_TRUE(read && std::holds_alternative<Told>(*read));
  EXPECT_EQ(std::get<Told>(*read), told);
  told = {};
  read = decode(encode(told));
  ASSERT_TRUE(read && std::holds_alternative<Told>(*read));
  EXPECT_EQ(std::get<Told>(*read), told);
}

TEST(Message, BytesThatAreNoTextStay) {
  Told told;
  told.explanation = std::string("\xff\0\xc3(", 4);
  std::optional<Outcome> read = decode(encode(told));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(std::get<Told>(*read).explanation, told.explanation);
}

TEST(Message, ReasonsAndHintsComeBack) {
  std::optional<Outcome> read = decode(encode(NoAnswer{"true", "invariants"}));
  ASSERT_TRUE(read && std::holds_alternative<NoAnswer>(*read)) << "a reason is no verdict";
  EXPECT_EQ(std::get<NoAnswer>(*read).reason, "true");
  EXPECT_EQ(std::get<NoAnswer>(*read).hints, "invariants");
}

TEST(Message, ErrorsKeepTheirKind) {
  Diagnostic error = Diagnostic::error(ErrorKind::Unsupported, "no room");
  error.file = "a.c";
  std::optional<Outcome> read = decode(encode(error));
  ASSERT_TRUE(read && std::holds_alternative<Diagnostic>(*read));
  EXPECT_EQ(std::get<Diagnostic>(*read).kind, ErrorKind::Unsupported);
  EXPECT_EQ(std::get<Diagnostic>(*read).message, "no room");
  EXPECT_EQ(std::get<Diagnostic>(*read).file, "a.c");
}

TEST(Message, WhatIsCutOffOrForeignIsNoMessage) {
  std::string whole = encode(Told{false, "", "", false, "words", "", "", "", "", {"w"}});
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(decode(whole.substr(0, length))) << length;
  EXPECT_FALSE(decode(whole + "x"));
  EXPECT_FALSE(decode("true"));
  std::string other = whole;
  other.replace(other.find("answer"), 6, "rumour");
  EXPECT_FALSE(decode(other)) << "only an answer is an answer";
}

} // namespace
} // namespace kleene::verify
