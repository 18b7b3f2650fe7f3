// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/process.h"

#include <gtest/gtest.h>

#include <fstream>

#include "key.h"

namespace kleene::batch {
namespace {

class Key : public testing::Test {
protected:
  void write(const char* name, const std::string& text) {
    std::filesystem::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name) << text;
  }
  std::string key() {
    std::string file = folder_.path() / "p.c";
    return Keys(options_).of({.files = {file}, .arguments = {"--property", "p", file}});
  }

  TempDir folder_;
  Options options_;
};

TEST_F(Key, ChangesWithWhateverCounts) {
  write("p.c", "# include \"a.h\"\nint main(void);\n");
  write("a.h", "#include <b.h>\n");
  write("dir/b.h", "1\n");
  options_.check.more = {"-I", folder_.path() / "dir"};
  std::string first = key();
  EXPECT_EQ(key(), first);
  write("dir/b.h", "2\n");
  std::string second = key();
  EXPECT_NE(second, first);
  options_.check.seconds = 61;
  EXPECT_NE(key(), second);
  options_.check.seconds = 60;
  EXPECT_EQ(key(), second);
  options_.version = "another";
  EXPECT_NE(key(), second);
}

TEST_F(Key, IsNeverTheSameWhereNobodyKnowsTheFiles) {
  write("p.c", "#include HEADER\n");
  EXPECT_NE(key(), key());
}

} // namespace
} // namespace kleene::batch
