// SPDX-License-Identifier: Apache-2.0
// Which branches of a program inputs can take, and tests that take them.
#pragma once
#include "kleene/report/report.h"
#include "kleene/verify/all_checks.h"
#include "kleene/verify/test_suite.h"

namespace kleene::report {

struct ShownBranch {
  enum class Answer : std::uint8_t { Taken, Unreachable, Unknown };
  SourcePlace place;
  std::string function;
  std::string what; ///< holds there
  Answer answer = Answer::Unknown;
  std::string reason;             ///< why nobody knows
  std::vector<std::size_t> tests; ///< that take it, from 1
};
std::string_view name(ShownBranch::Answer answer);

struct ShownTest {
  std::vector<ShownInput> inputs;
  std::string ending; ///< of the program: `returned`
  std::string command_line;
  std::optional<std::string> standard_input;
  std::string harness;    ///< a C file; empty if there is none
  std::string not_native; ///< why it was not run as gcc compiles it
};

struct Coverage {
  std::vector<ShownBranch> branches;
  std::vector<ShownTest> tests;

  std::size_t count(ShownBranch::Answer answer) const;
};

Coverage coverage(const ir::Program& program,
                  const std::vector<transform::Branch>& branches,
                  const std::vector<verify::DecidedCheck>& decided,
                  const std::vector<verify::Test>& tests,
                  const std::string& objection);

std::string to_text(const Coverage& coverage);
/// The `branches` and `tests` of doc/json.md, in a document with what `report` says.
std::string to_json(const Coverage& coverage, const Report& report);

/// Files of a test suite, by name: `metadata.xml` and `testcase-N.xml` as in Test-Comp, `test-N.c`, a harness to
/// compile with the program, and for programs that read them `test-N.sh` and `test-N.stdin`.
std::map<std::string, std::string>
test_files(const Coverage& coverage, const Report& report, const std::string& entry);

} // namespace kleene::report
