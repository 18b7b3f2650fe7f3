// SPDX-License-Identifier: Apache-2.0
// Programs written by others, where the folder with them is at hand.
#include "kleene/frontend/boolean/boolean_frontend.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace kleene::frontend::boolean {
namespace {

const std::filesystem::path folder = std::filesystem::path(KLEENE_SHARED) / "benchmarks/boolean";

TEST(BooleanBenchmarks, AllAreReadOrRefused) {
  std::ifstream table(folder / "EXPECTED.tsv");
  if (!table) GTEST_SKIP() << "no benchmarks in " << folder;
  std::string line;
  std::getline(table, line);
  while (std::getline(table, line)) {
    std::istringstream fields(line);
    std::string file;
    std::string kind;
    fields >> file >> kind;
    Result<BooleanProgram> result = read_boolean(folder / file, {});
    if (!result) { // only assignments to the locals of all other threads are not covered
      EXPECT_EQ(kind, "conc") << file;
      EXPECT_EQ(result.error().kind, ErrorKind::Unsupported) << render(result.error());
      EXPECT_NE(result.error().message.find("all other threads"), std::string::npos) << file;
    } else if (kind == "conc") {
      EXPECT_TRUE(result->program.concurrent()) << file;
    }
  }
}

} // namespace
} // namespace kleene::frontend::boolean
