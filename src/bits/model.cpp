// SPDX-License-Identifier: Apache-2.0
#include "kleene/bits/model.h"

#include "kleene/support/work.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "cadical.h"

namespace kleene::bits {

namespace {

/// The literals up to a zero; other words, as marks of lines, are no literals.
void take_values(std::istream& text, Model& model) {
  for (std::string word; text >> word && word != "0";) {
    long literal = std::strtol(word.c_str(), nullptr, 10);
    if (auto at = static_cast<std::size_t>(std::labs(literal)); at < model.values.size())
      model.values[at] = literal > 0;
  }
}

ProcessResult run_minisat(const std::filesystem::path& cnf,
                          const std::filesystem::path& model,
                          double seconds,
                          Budget& budget) {
  ProcessOptions options;
  // Processor time is what counts; the machine may be busy.
  options.seconds = 5 * seconds + 1;
  if (auto left = budget.seconds_left())
    options.seconds = std::max(0.1, std::min(options.seconds, *left));
  options.budget = &budget;
  std::string limit = fmt::format("-cpu-lim={}", static_cast<int>(std::ceil(seconds)));
  return run_process({"minisat", "-verb=0", limit, cnf.string(), model.string()}, options);
}

} // namespace

Model find_model(const Cnf& question, double seconds, Budget& budget) {
  Model result;
  TempDir folder;
  std::filesystem::path cnf = folder.path() / "question.cnf";
  std::filesystem::path model = folder.path() / "model";
  std::ofstream(cnf, std::ios::binary) << question.text;
  // MiniSat knows limits of time only.
  bool in_time = !work::counted();
  ProcessResult run = in_time ? run_minisat(cnf, model, seconds, budget)
                              : run_cadical(cnf, {"-w", model.string()}, seconds, budget);
  if (!run.failure.empty() || run.timed_out) return result;
  if (run.exit_code == exit_unsatisfiable) result.satisfiable = false;
  if (run.exit_code != exit_satisfiable) return result;
  std::ifstream file(model);
  std::string word;
  if (!in_time) file >> word; // the mark of the line
  file >> word;
  if (word != (in_time ? "SAT" : "SATISFIABLE")) return result;
  result.values.resize(question.variables + 1);
  take_values(file, result);
  result.satisfiable = true;
  return result;
}

} // namespace kleene::bits
