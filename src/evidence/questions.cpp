// SPDX-License-Identifier: Apache-2.0
#include "questions.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "propagation.h"

namespace kleene::evidence {

void QuestionList::add(const QuestionList& more) {
  auto append = [](smt::Script& script, const smt::Script& other) {
    std::size_t first = script.blocks.size();
    script.blocks.insert(script.blocks.end(), other.blocks.begin(), other.blocks.end());
    for (smt::Script::Question question : other.questions) {
      if (question.block != smt::Script::no_block) question.block += first;
      script.questions.push_back(std::move(question));
    }
  };
  append(all, more.all);
  append(open, more.open);
}

void Obligations::exclude(const std::string& title, Term bad) {
  bad = formula_.named("bad", bad);
  if (bad.is_false()) return;
  auto [found, is_new] = by_title_.try_emplace(title, groups_.size());
  if (is_new) groups_.push_back({title, {}});
  groups_[found->second].bad.push_back(bad);
}

void Obligations::ask(QuestionList& questions) const {
  if (groups_.empty()) return;
  // Steps of narrowing for each question: about a second.
  constexpr std::uint64_t patience = 5'000'000;
  std::optional<Propagation> intervals;
  if (Propagation::suits(formula_)) intervals.emplace(formula_);
  auto settled = [&](const Group& group) {
    std::uint64_t steps = patience;
    return intervals && std::ranges::all_of(group.bad, [&](Term bad) {
             return intervals->refutes(bad, steps);
           });
  };
  auto add = [&](smt::Script& script, const Group& group, bool first) {
    if (first) script.blocks.push_back(formula_.commands());
    std::string title = group.title;
    std::ranges::replace(title, '\n', ' ');
    script.questions.push_back(
        {std::move(title),
         fmt::format("(assert {})\n", formula_.text(formula_.terms().disj(group.bad))),
         script.blocks.size() - 1});
  };
  bool first = true;
  bool first_open = true;
  for (const Group& group : groups_) {
    add(questions.all, group, std::exchange(first, false));
    if (!settled(group)) add(questions.open, group, std::exchange(first_open, false));
  }
}

std::vector<Term> Obligations::all() const {
  std::vector<Term> result;
  for (const Group& group : groups_)
    result.insert(result.end(), group.bad.begin(), group.bad.end());
  return result;
}

void answer(const QuestionList& questions,
            smt::Solver& solver,
            Budget& budget,
            std::string_view what,
            Judgement& judgement) {
  judgement.questions = questions.all.questions.size();
  judgement.script = questions.all.text();
  if (questions.open.questions.empty()) return;
  std::vector<smt::Answer> answers = solver.check(questions.open, budget);
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (answers[i] != smt::Answer::Unsat) {
      bool refuted = answers[i] == smt::Answer::Sat;
      judgement.objection =
          fmt::format("{} {} ({})",
                      solver.name(),
                      refuted ? fmt::format("refutes {}", what) : "gives no answer",
                      questions.open.questions[i].title);
      return;
    }
}

} // namespace kleene::evidence
