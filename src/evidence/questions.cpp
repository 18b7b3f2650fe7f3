// SPDX-License-Identifier: Apache-2.0
#include "questions.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::evidence {

void Obligations::exclude(const std::string& title, Term bad) {
  bad = formula_.named("bad", bad);
  if (bad.is_false()) return;
  auto [found, is_new] = by_title_.try_emplace(title, groups_.size());
  if (is_new) groups_.push_back({title, {}});
  groups_[found->second].bad.push_back(bad);
}

void Obligations::ask(smt::Script& script) const {
  if (groups_.empty()) return;
  std::size_t block = script.blocks.size();
  script.blocks.push_back(formula_.commands());
  for (const Group& group : groups_) {
    std::string title = group.title;
    std::ranges::replace(title, '\n', ' ');
    script.questions.push_back(
        {std::move(title),
         fmt::format("(assert {})\n", formula_.text(formula_.terms().disj(group.bad))),
         block});
  }
}

std::vector<Term> Obligations::all() const {
  std::vector<Term> result;
  for (const Group& group : groups_)
    result.insert(result.end(), group.bad.begin(), group.bad.end());
  return result;
}

void answer(const smt::Script& script,
            smt::Solver& solver,
            Budget& budget,
            std::string_view what,
            Judgement& judgement) {
  judgement.questions = script.questions.size();
  judgement.script = script.text();
  std::vector<smt::Answer> answers = solver.check(script, budget);
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (answers[i] != smt::Answer::Unsat) {
      bool refuted = answers[i] == smt::Answer::Sat;
      judgement.objection =
          fmt::format("{} {} ({})",
                      solver.name(),
                      refuted ? fmt::format("refutes {}", what) : "gives no answer",
                      script.questions[i].title);
      return;
    }
}

} // namespace kleene::evidence
