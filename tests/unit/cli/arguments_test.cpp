// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <gmock/gmock.h>

#include "arguments.h"

namespace kleene::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

auto parse(std::vector<const char*> words) {
  words.insert(words.begin(), "kleene");
  return parse_arguments(static_cast<int>(words.size()), words.data());
}

Arguments arguments(const std::vector<const char*>& words) {
  auto parsed = parse(words);
  if (auto* error = std::get_if<UsageError>(&parsed)) ADD_FAILURE() << error->message;
  return std::holds_alternative<Arguments>(parsed) ? std::get<Arguments>(parsed) : Arguments();
}

UsageError error(const std::vector<const char*>& words) {
  auto parsed = parse(words);
  EXPECT_TRUE(std::holds_alternative<UsageError>(parsed));
  return std::holds_alternative<UsageError>(parsed) ? std::get<UsageError>(parsed) : UsageError();
}

TEST(Arguments, InputOptionsAreTheSameForEveryCommand) {
  for (const char* command : {"check", "run", "show"}) {
    Arguments a = arguments({command,
                             "-I",
                             "one",
                             "-Itwo",
                             "-D",
                             "A",
                             "-DB=2",
                             "-include",
                             "pre.h",
                             "-std=c99",
                             "--data-model",
                             "ILP32",
                             "--integers",
                             "math",
                             "--missing-bodies=pure",
                             "a.c",
                             "b.c"});
    EXPECT_THAT(a.input.files, ElementsAre("a.c", "b.c")) << command;
    EXPECT_THAT(a.input.include_dirs, ElementsAre("one", "two"));
    EXPECT_THAT(a.input.defines, ElementsAre("A", "B=2"));
    EXPECT_THAT(a.input.forced_includes, ElementsAre("pre.h"));
    EXPECT_EQ(a.input.standard, "c99");
    EXPECT_EQ(a.input.pointer_bits, 32U);
    EXPECT_EQ(a.input.integers, IntegerModel::Math);
    EXPECT_EQ(a.input.pure_missing_bodies, true);
  }
}

TEST(Arguments, OptionsMayFollowTheFile) {
  Arguments a = arguments({"check",
                           "a.c",
                           "--property",
                           "no-overflow",
                           "--json=-",
                           "--time-limit",
                           "2.5",
                           "--memory-limit",
                           "100",
                           "--label",
                           "L",
                           "--engine",
                           "fuzz",
                           "--harness",
                           "h.c"});
  EXPECT_THAT(a.input.files, ElementsAre("a.c"));
  EXPECT_EQ(a.check.property, "no-overflow");
  EXPECT_EQ(a.json, "-");
  EXPECT_EQ(a.seconds, 2.5);
  EXPECT_EQ(a.memory_bytes, std::size_t(100) << 20);
  EXPECT_EQ(a.check.label, "L");
  EXPECT_EQ(a.check.harness, "h.c");
}

TEST(Arguments, InputsMayBeNegativeAndHexadecimal) {
  EXPECT_THAT(arguments({"run", "a.c", "--input", "-5,3, 0x10 ,-9223372036854775808"}).run.inputs,
              ElementsAre(Integer(-5), Integer(3), Integer(16), Integer(INT64_MIN)));
  EXPECT_THAT(arguments({"run", "--input=-1", "a.c"}).run.inputs, ElementsAre(Integer(-1)));
  EXPECT_TRUE(arguments({"run", "a.c"}).run.inputs.empty());
  EXPECT_THAT(error({"run", "a.c", "--input", "1,x"}).message, HasSubstr("'x'"));
  error({"run", "a.c", "--input", "1,,2"});
}

TEST(Arguments, WrongOnesAreRefused) {
  error({});
  error({"frobnicate"});
  error({"check"});
  error({"check", "a.c", "--no-such-option"});
  error({"check", "a.c", "--data-model", "LP32"});
  error({"check", "a.c", "--integers", "real"});
  error({"check", "a.c", "--time-limit", "-1"});
  error({"check", "a.c", "--time-limit", "soon"});
  error({"check", "a.c", "--memory-limit", "0"});
  error({"show", "a.c", "--as", "png"});
  error({"run", "a.c", "--steps", "-3"});
  EXPECT_THAT(error({"check", "a.c", "--engine", "magic"}).message, HasSubstr("magic"));
}

TEST(Arguments, AWrongCommandLineStillKnowsItsJson) {
  EXPECT_EQ(error({"check", "--json", "-", "--bad"}).json, "-");
  EXPECT_EQ(error({"check", "--bad", "--json=f.json"}).json, "f.json");
  EXPECT_TRUE(error({"check", "--bad"}).is_check);
  EXPECT_FALSE(error({"run", "--bad"}).is_check);
}

TEST(Arguments, HelpVersionAndEnginesAreTexts) {
  auto text = [](const std::vector<const char*>& words) {
    auto parsed = parse(words);
    EXPECT_TRUE(std::holds_alternative<TextRequest>(parsed));
    return std::holds_alternative<TextRequest>(parsed) ? std::get<TextRequest>(parsed).text : "";
  };
  EXPECT_THAT(text({"--version"}),
              testing::MatchesRegex("kleene [0-9]+\\.[0-9]+\\.[0-9]+( \\([0-9a-f]+\\))?\n"));
  EXPECT_THAT(text({"--help"}), HasSubstr("Exit codes"));
  EXPECT_THAT(text({"check", "--help"}), HasSubstr("--property"));
  EXPECT_THAT(text({"run", "--help"}), HasSubstr("--trace"));
  EXPECT_THAT(text({"--list-engines"}), HasSubstr("fuzz"));
  EXPECT_THAT(text({"check", "--list-engines"}), HasSubstr("fuzz"));
}

} // namespace
} // namespace kleene::cli
