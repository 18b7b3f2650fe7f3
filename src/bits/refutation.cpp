// SPDX-License-Identifier: Apache-2.0
#include "kleene/bits/refutation.h"

#include "kleene/support/work.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "cadical.h"

namespace kleene::bits {
namespace {

/// A longer refutation is not read.
constexpr std::uintmax_t longest_refutation = std::uintmax_t(1) << 30;

void check(const Cnf& question, const SatLimits& limits, Budget& budget, SatResult& result) {
  constexpr double bytes_per_second = 10e6;
  double before = budget.seconds_used();
  Budget part = budget.slice(limits.checker_seconds);
  work::add(static_cast<double>(question.text.size() + result.refutation.size())
            / bytes_per_second);
  std::string why;
  int verdict = check_refutation(
      question.text, result.refutation, [&] { return part.exhausted(); }, why);
  result.checker_seconds = budget.seconds_used() - before;
  budget.check();
  result.answer = verdict == 0   ? SatAnswer::Refuted
                  : verdict == 2 ? SatAnswer::Unchecked
                                 : SatAnswer::Unknown;
  if (verdict == 1) result.problem = fmt::format("the refutation by CaDiCaL is wrong: {}", why);
}

} // namespace

SatResult solve(const Cnf& question, const SatLimits& limits, Budget& budget) {
  SatResult result;
  TempDir folder;
  std::filesystem::path cnf = folder.path() / "question.cnf";
  std::filesystem::path proof = folder.path() / "refutation.drat";
  {
    std::ofstream file(cnf, std::ios::binary);
    file << question.text;
    file.close();
    if (!file) {
      result.problem = "the question could not be written";
      return result;
    }
  }
  double before = budget.seconds_used();
  ProcessResult run = run_cadical(cnf, {proof.string()}, limits.seconds, budget);
  result.solver_seconds = budget.seconds_used() - before;
  if (!run.failure.empty()) {
    result.problem = run.failure;
  } else if (run.timed_out) {
    result.problem = "CaDiCaL ran out of time";
  } else if (run.exit_code == exit_satisfiable) {
    result.answer = SatAnswer::Satisfiable;
  } else if (run.exit_code == exit_unsatisfiable) {
    std::error_code error;
    std::uintmax_t size = std::filesystem::file_size(proof, error);
    result.answer = SatAnswer::Unchecked;
    if (error || size > longest_refutation) return result;
    std::ifstream file(proof, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    result.refutation = text.str();
    check(question, limits, budget, result);
  } else {
    result.problem =
        fmt::format("CaDiCaL ended with {}", run.signal != 0 ? run.signal : run.exit_code);
  }
  return result;
}

} // namespace kleene::bits
