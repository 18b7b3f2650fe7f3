// SPDX-License-Identifier: Apache-2.0
#include "kleene/bits/model.h"

#include "kleene/support/process.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

namespace kleene::bits {

Model find_model(const Cnf& question, double seconds, Budget& budget) {
  constexpr int exit_satisfiable = 10;
  constexpr int exit_unsatisfiable = 20;
  Model result;
  TempDir folder;
  std::filesystem::path cnf = folder.path() / "question.cnf";
  std::filesystem::path model = folder.path() / "model";
  std::ofstream(cnf, std::ios::binary) << question.text;
  ProcessOptions options;
  // Processor time is what counts; the machine may be busy.
  options.seconds = 5 * seconds + 1;
  if (auto left = budget.seconds_left())
    options.seconds = std::max(0.1, std::min(options.seconds, *left));
  options.budget = &budget;
  std::string limit = fmt::format("-cpu-lim={}", static_cast<int>(std::ceil(seconds)));
  ProcessResult run =
      run_process({"minisat", "-verb=0", limit, cnf.string(), model.string()}, options);
  if (!run.failure.empty() || run.timed_out) return result;
  if (run.exit_code == exit_unsatisfiable) result.satisfiable = false;
  if (run.exit_code != exit_satisfiable) return result;
  std::ifstream file(model);
  std::string word;
  file >> word;
  if (word != "SAT") return result;
  result.values.resize(question.variables + 1);
  for (long literal = 0; file >> literal && literal != 0;)
    if (auto at = static_cast<std::size_t>(std::labs(literal)); at < result.values.size())
      result.values[at] = literal > 0;
  result.satisfiable = true;
  return result;
}

} // namespace kleene::bits
