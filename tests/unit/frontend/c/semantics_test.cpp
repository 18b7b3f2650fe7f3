// SPDX-License-Identifier: Apache-2.0
// Every program of tests/regress/c_semantics prints and returns the same in the interpreter as in
// gcc's code, for both data models, and its execution is free of undefined behaviour.
#include "kleene/ir/validate.h"

#include <algorithm>
#include <gmock/gmock.h>

#include "lower.h"

namespace kleene::frontend::c {
namespace {

struct Case {
  std::string file;
  DataModel model;
};

std::vector<Case> cases() {
  std::vector<Case> found;
  for (const auto& entry : std::filesystem::directory_iterator(KLEENE_C_SEMANTICS)) {
    if (entry.path().extension() != ".c") continue;
    found.push_back({entry.path().string(), DataModel::Ilp32});
    found.push_back({entry.path().string(), DataModel::Lp64});
  }
  std::ranges::sort(found, {}, [](const Case& c) { return std::pair(c.file, c.model); });
  return found;
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  return std::filesystem::path(info.param.file).stem().string()
         + (info.param.model == DataModel::Ilp32 ? "_ilp32" : "_lp64");
}

class SemanticsTest : public testing::TestWithParam<Case> {};

TEST_P(SemanticsTest, AgreesWithGcc) {
  TempDir folder;
  std::string binary = (folder.path() / "a.out").string();
  std::string width = GetParam().model == DataModel::Ilp32 ? "-m32" : "-m64";
  ProcessResult compiled =
      run_process({"gcc", "-std=gnu11", "-w", "-fwrapv", width, GetParam().file, "-o", binary});
  ASSERT_TRUE(compiled.succeeded()) << compiled.errors;
  ProcessResult native = run_process({binary});
  ASSERT_TRUE(native.failure.empty() && native.signal == 0);

  Options options;
  options.data_model = GetParam().model;
  Result<CProgram> program = read_c({GetParam().file}, options);
  ASSERT_TRUE(program.ok()) << render(program.error());
  EXPECT_THAT(ir::validate(program->program), testing::IsEmpty());
  EXPECT_THAT(program->program.missing_bodies, testing::IsEmpty());
  Execution ours = execute(program->program);
  EXPECT_EQ(ours.output, native.output);
  ASSERT_THAT(ours.result.ending, testing::AnyOf(ir::Ending::Returned, ir::Ending::Exited))
      << program->program.files.describe(ours.result.range);
  EXPECT_EQ(static_cast<int>(ours.result.status & 0xff), native.exit_code);
  EXPECT_FALSE(ours.result.indeterminate) << ours.result.indeterminate->text;
}

INSTANTIATE_TEST_SUITE_P(Programs, SemanticsTest, testing::ValuesIn(cases()), name_of);

} // namespace
} // namespace kleene::frontend::c
