// SPDX-License-Identifier: Apache-2.0
// Tests of a program: inputs, and the branches that its run on them takes. Runs that rest on a value or an address that
// nobody knows are no tests.
#pragma once
#include "kleene/evidence/execution.h"
#include "kleene/evidence/native.h"
#include "kleene/transform/branch_sites.h"
#include "kleene/verify/all_checks.h"

#include <map>

namespace kleene::verify {

struct Test {
  evidence::Replay replay;       ///< the run of the program, to its end if possible
  std::set<std::size_t> takes;   ///< branches, by their numbers
  evidence::NativeReplay native; ///< what gcc's code did
};

class TestSuite {
public:
  /// Keeps references. The question is about the program as it is, without targets.
  TestSuite(const evidence::Problem& problem,
            const std::vector<transform::Branch>& branches,
            Budget& budget);

  /// Runs the program on boundary values and pseudo-random ones, within the budget, and keeps what takes a new branch.
  void sample(Budget& budget);
  /// The execution as a test; the branches that it takes, none if it is no test. Zeros are its inputs behind those of
  /// the execution.
  std::set<std::size_t> add(const evidence::Execution& execution);
  /// Tests that gcc's code contradicts are removed, and so are those that others make superfluous. The first
  /// objection is returned.
  std::string confirm(const evidence::NativeProgram& program);

  const std::vector<Test>& tests() const { return tests_; }
  std::set<std::size_t> taken() const;

private:
  class Sampler;
  std::optional<Test> run(ir::InputSource& inputs) const;
  void drop_superfluous();

  const evidence::Problem& problem_;
  Budget& budget_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> numbers_; ///< by procedure and edge
  ir::Interpreter interpreter_;
  std::vector<Test> tests_;
};

/// For each branch: can it be taken? Executions become tests of the suite; what it takes already is not asked about.
/// `options.ask` has executions told with their evidence.
Result<DecidedChecks> decide_branches(const ir::Program& program,
                                      const std::vector<transform::Branch>& branches,
                                      TestSuite& suite,
                                      CheckingOptions options);

} // namespace kleene::verify
