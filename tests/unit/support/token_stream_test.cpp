// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/token_stream.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace kleene {
namespace {

std::size_t lower_case(std::string_view text) {
  return length_while(text, [](char c) { return c >= 'a' && c <= 'z'; });
}

constexpr std::array<std::string_view, 4> symbols{"<=>", "<=", "<", "/"};
const LexicalRules rules{.word = lower_case, .number = digits_length, .symbols = symbols};

/// The kinds and texts, one after the other.
std::string read(std::string_view text, const LexicalRules& how = rules) {
  TokenStream stream(text, how);
  std::string result;
  for (Lexeme l = stream.next(); l.kind != Lexeme::Kind::End; l = stream.next()) {
    EXPECT_EQ(text.substr(l.begin, l.end - l.begin), l.text);
    result += std::string("wnsoc").at(static_cast<std::size_t>(l.kind)) + std::string(l.text) + ' ';
    if (l.kind == Lexeme::Kind::OpenComment) break;
    if (l.kind == Lexeme::Kind::Other) stream.move_to(l.end + 1);
  }
  return result;
}

TEST(TokenStream, TakesWordsNumbersAndTheLongestSymbol) {
  EXPECT_EQ(read("ab12<=><=<x"), "wab n12 s<=> s<= s< wx ");
  EXPECT_EQ(read(" \t\r\n"), "");
  EXPECT_EQ(read(""), "");
}

TEST(TokenStream, LeavesWhatItDoesNotKnowToTheLanguage) {
  EXPECT_EQ(read("a\"b\f"), "wa o wb o ");
}

TEST(TokenStream, SkipsComments) {
  EXPECT_EQ(read("a // b\nc // d"), "wa wc ");
  EXPECT_EQ(read("a /* b \n **/ c /**/"), "wa wc ");
  EXPECT_EQ(read("a /* b /"), "wa c/* ");
  EXPECT_EQ(read("/*/"), "c/* ");
  LexicalRules lines = rules;
  lines.block_comments = false;
  EXPECT_EQ(read("a /* b", lines), "wa s/ o wb ");
}

TEST(TokenStream, PlacesAreThoseOfTheFile) {
  SourceFiles files;
  FileId file = files.add("f", "a\n  bc\n");
  TokenStream stream(files.text(file), rules);
  stream.next();
  Lexeme second = stream.next();
  SourceRange range = source_range(files, file, second.begin, second.end);
  EXPECT_EQ(range.begin, (SourcePoint{2, 3}));
  EXPECT_EQ(range.end, (SourcePoint{2, 5}));
  Lexeme end = stream.next();
  EXPECT_EQ(end.kind, Lexeme::Kind::End);
  EXPECT_EQ(end.begin, 7U);
  stream.move_to(1000);
  EXPECT_TRUE(stream.done());
  EXPECT_EQ(stream.at(), '\0');
}

} // namespace
} // namespace kleene
