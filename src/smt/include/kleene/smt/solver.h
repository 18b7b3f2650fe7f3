// SPDX-License-Identifier: Apache-2.0
// Solvers behind one interface: a script of independent questions in, one answer each out. `Unknown`
// is an answer like the others, and callers must be able to live with it.
#pragma once
#include "kleene/support/budget.h"

#include <string>
#include <vector>

namespace kleene::smt {

enum class Answer { Sat, Unsat, Unknown };

/// Questions with common declarations and definitions.
struct Script {
  std::string logic = "ALL";
  std::string preamble; ///< commands before the first question
  static constexpr std::size_t no_block = static_cast<std::size_t>(-1);
  struct Question {
    std::string title;            ///< one line, for people
    std::string commands;         ///< declarations and assertions
    std::size_t block = no_block; ///< commands that go before its own
  };
  std::vector<std::string> blocks; ///< commands that several questions have in common
  std::vector<Question> questions;

  /// SMT-LIB 2 text that any solver reads: each question between push and pop, ended by check-sat.
  std::string text() const;
  /// One question alone.
  std::string text(const Question& question) const;
};

class Solver {
public:
  virtual ~Solver() = default;
  Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  virtual std::string name() const = 0;
  /// One answer per question, in their order.
  virtual std::vector<Answer> check(const Script& script, Budget& budget) = 0;
};

/// cvc5 as a process: it reads the script from a pipe and is gone when `check` returns. Questions that
/// it does not answer in their turn are asked again, each of a process of its own: alone, a solver can
/// simplify more. After the first `Sat` nothing more is asked, because nobody needs to know.
class Cvc5 : public Solver {
public:
  explicit Cvc5(double seconds_per_question = 10, double seconds_in_all = 300)
      : per_question_(seconds_per_question), in_all_(seconds_in_all) {}

  std::string name() const override { return "cvc5"; }
  std::vector<Answer> check(const Script& script, Budget& budget) override;
  /// What went wrong with the last call, if anything did.
  const std::string& problem() const { return problem_; }

private:
  /// Fills in the answers that one process gives to one text.
  void run(const std::string& text, bool incremental, std::vector<Answer>& answers, Budget& budget);

  double per_question_;
  double in_all_;
  double seconds_used_ = 0;
  std::string problem_;
};

} // namespace kleene::smt
