// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/diagnostic.h"

#include <gtest/gtest.h>

namespace kleene {
namespace {

TEST(Diagnostic, ShowsTheLineAndACaretBelowTheRange) {
  SourceFiles files;
  FileId f = files.add("a.c", "int x;\nint y = z + 1;\n");
  Diagnostic d = Diagnostic::at(files, {f, {2, 9}, {2, 10}}, ErrorKind::Parse, "no z here");
  std::string text = render(d);
  EXPECT_EQ(text,
            "a.c:2:9: error: no z here\n"
            "     2 | int y = z + 1;\n"
            "       |         ^\n");
}

TEST(Diagnostic, MarksTheWholeRangeOnOneLine) {
  SourceFiles files;
  FileId f = files.add("a.c", "abc def ghi");
  std::string text = render(Diagnostic::at(files, {f, {1, 5}, {1, 8}}, ErrorKind::Parse, "m"));
  EXPECT_NE(text.find("|     ^~~\n"), std::string::npos) << text;
}

TEST(Diagnostic, CutsLongLinesAroundTheCaret) {
  SourceFiles files;
  std::string line(1000, 'a');
  line[700] = 'X';
  FileId f = files.add("a.c", line);
  std::string text = render(Diagnostic::at(files, {f, {1, 701}, {1, 702}}, ErrorKind::Parse, "m"));
  EXPECT_LT(text.size(), 400U);
  std::size_t source = text.find('X');
  std::size_t caret = text.find('^');
  ASSERT_NE(source, std::string::npos);
  auto column = [&](std::size_t at) { return at - text.rfind('\n', at); };
  EXPECT_EQ(column(source), column(caret));
}

TEST(Diagnostic, SurvivesPlacesOutsideTheText) {
  SourceFiles files;
  FileId f = files.add("a.c", "x");
  EXPECT_NE(
      render(Diagnostic::at(files, {f, {1, 99}, {1, 120}}, ErrorKind::Parse, "m")).find("a.c:1:99"),
      std::string::npos);
  EXPECT_NE(
      render(Diagnostic::at(files, {f, {9, 1}, {9, 1}}, ErrorKind::Parse, "m")).find("a.c:9:1"),
      std::string::npos);
}

TEST(Diagnostic, BinaryBytesAreNotPrintedRaw) {
  SourceFiles files;
  FileId f = files.add("a.c", std::string("a\x01\x1b[31mb", 9));
  EXPECT_EQ(render(Diagnostic::at(files, {f, {1, 1}, {1, 2}}, ErrorKind::Parse, "m")).find('\x1b'),
            std::string::npos);
}

} // namespace
} // namespace kleene
