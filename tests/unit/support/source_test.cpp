// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/source.h"

#include <gtest/gtest.h>

namespace kleene {
namespace {

TEST(SourceFiles, PointsCountFromOne) {
  SourceFiles files;
  FileId f = files.add("t", "ab\ncd\n");
  EXPECT_EQ(files.point(f, 0), (SourcePoint{1, 1}));
  EXPECT_EQ(files.point(f, 2), (SourcePoint{1, 3}));
  EXPECT_EQ(files.point(f, 3), (SourcePoint{2, 1}));
  EXPECT_EQ(files.line(f, 2), "cd");
  EXPECT_EQ(files.line(f, 4), std::nullopt);
}

TEST(SourceFiles, CarriageReturnIsNotPartOfTheLine) {
  SourceFiles files;
  FileId f = files.add("t", "ab\r\ncd");
  EXPECT_EQ(files.line(f, 1), "ab");
  EXPECT_EQ(files.line(f, 2), "cd");
}

TEST(ReadFile, SaysWhyItCannot) {
  EXPECT_FALSE(read_file("/nonexistent/x").text);
  EXPECT_EQ(read_file("/").error, "is a directory");
}

} // namespace
} // namespace kleene
