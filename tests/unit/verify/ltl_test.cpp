// SPDX-License-Identifier: Apache-2.0
// Linear temporal logic on random recursive Boolean programs. What is said to be violated has been judged by the
// meaning of the operators alone; what is said to hold is held against executions that the interpreter makes.
#include "kleene/engine/summaries/summaries.h"
#include "kleene/frontend/boolean/boolean_frontend.h"
#include "kleene/ir/interpreter.h"
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"
#include "kleene/ltl/word.h"
#include "kleene/support/observer.h"
#include "kleene/verify/judging.h"
#include "kleene/verify/ltl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

#include "machine_reference.h"
#include "random_boolean.h"
#include "random_formula.h"

namespace kleene::verify {
namespace {

ir::Program read(const std::string& text, bool statements = false) {
  frontend::boolean::Options options;
  options.mark_statements = statements;
  auto result = frontend::boolean::read_boolean_text("random.bp", text, options);
  EXPECT_TRUE(result.ok()) << text;
  return std::move(result->program);
}

/// Judged, or why there is no answer.
std::string verdict(const LtlQuestion& asked) {
  Budget budget;
  Question question{{asked.program, asked.goal.property, asked.goal.targets}, Language::Boolean};
  question.spec = asked.goal.spec;
  question.ltl = asked.claim;
  engine::Answer answer =
      engine::summaries::engine.solve(question.problem, budget, silent_observer());
  Judged judged = judge_answer(question, std::move(answer), budget, silent_observer());
  if (const auto* none = std::get_if<NoAnswer>(&judged)) return none->reason;
  return std::get<Accepted>(judged).holds() ? "true" : "false";
}

std::string verdict(const std::string& text, const std::string& formula) {
  Result<ltl::Formula> parsed = ltl::parse(formula);
  EXPECT_TRUE(parsed.ok()) << formula;
  ir::Program program = read(text, ltl::has_next(*parsed));
  Result<LtlQuestion> asked = ltl_question(program, formula, "main");
  return asked ? verdict(*asked) : asked.error().message;
}

/// A random execution, and where a whole configuration of it comes back.
class RandomRun : public ir::InputSource, public ir::Tracer {
public:
  RandomRun(const ir::Program& program, std::uint64_t seed, bool statements)
      : program_(program), random_(seed), statements_(statements) {
    frames_.push_back({program.entry, program.procedure(program.entry).entry, {}});
    ir::RunOptions options;
    options.max_steps = 300;
    note();
    ending_ = ir::Interpreter(program).run(*this, options, this).ending;
  }

  std::optional<Integer> next(const ir::InputRequest& request) override {
    return Integer(random_() % (request.kind == ir::InputKind::Edge ? request.choices : 2));
  }

  void step(const Step& step) override {
    const auto* call = std::get_if<ir::Call>(&step.edge->statement);
    if (std::holds_alternative<ir::Halt>(step.edge->statement)) return;
    bool enters = call != nullptr && !step.returned;
    if (enters)
      frames_.push_back({call->callee, program_.procedure(call->callee).entry, {}});
    else if (call != nullptr)
      frames_.pop_back();
    if (!enters) frames_.back().location = step.edge->to;
    for (auto [variable, value] : step.written)
      (program_.variable(variable).owner.valid() ? frames_.back().values : globals_)[variable] =
          value;
    note();
  }

  /// Nothing: the execution was cut off or blocked.
  std::optional<ltl::Word> word() const {
    bool ended = ending_ == ir::Ending::Returned || ending_ == ir::Ending::Exited
                 || ending_ == ir::Ending::Aborted || ending_ == ir::Ending::AssertionFailed;
    if (ended) return ltl::Word{letters_, {{"label(END)"}}};
    if (!again_ || again_->first == again_->second) return std::nullopt;
    auto at = [&](std::size_t i) { return letters_.begin() + static_cast<std::ptrdiff_t>(i); };
    return ltl::Word{{letters_.begin(), at(again_->first)},
                     {at(again_->first), at(again_->second)}};
  }

private:
  struct Frame {
    ir::ProcId procedure;
    ir::LocId location;
    std::map<VarId, Integer> values;
    auto operator<=>(const Frame&) const = default;
  };

  void note() {
    const Frame& top = frames_.back();
    const ir::Procedure& p = program_.procedure(top.procedure);
    const ir::Location& l = p.locations[top.location.index()];
    if (!again_) {
      auto [seen, fresh] = seen_.try_emplace({frames_, globals_}, letters_.size());
      if (!fresh) again_ = {seen->second, letters_.size()};
    }
    if (statements_ && l.marks.empty()) return;
    ltl::Letter letter{"in(" + p.name + ")"};
    for (const std::string& label : l.labels)
      letter.insert("label(" + label + ")");
    letters_.push_back(std::move(letter));
  }

  const ir::Program& program_;
  std::mt19937_64 random_;
  bool statements_;
  std::vector<Frame> frames_;
  std::map<VarId, Integer> globals_;
  std::vector<ltl::Letter> letters_;
  std::map<std::pair<std::vector<Frame>, std::map<VarId, Integer>>, std::size_t> seen_;
  std::optional<std::pair<std::size_t, std::size_t>> again_;
  ir::Ending ending_ = ir::Ending::StepLimit;
};

/// With the labels A and B anywhere.
ir::Program labelled(std::uint64_t seed, bool statements) {
  reference::RandomShape small{1, 2, 1, 1, 1, 3, 2};
  ir::Program program = read(reference::random_boolean_program(seed, small), statements);
  std::mt19937_64 random(seed);
  for (const char* label : {"A", "B"})
    for (ir::Procedure& p : program.procedures)
      for (ir::Location& l : p.locations)
        if (random() % 4 == 0 || (&p == &program.procedures[0] && &l == &p.locations[0]))
          l.labels.emplace_back(label);
  return program;
}

/// The same for the program with the automaton, by tabulation.
bool has_accepting_execution(const LtlQuestion& asked) {
  std::set<std::pair<ir::ProcId, ir::LocId>> accepting;
  for (std::size_t p = 0; p < asked.program.procedures.size(); ++p)
    for (std::size_t l = 0; l < asked.program.procedures[p].locations.size(); ++l)
      if (asked.goal.targets.selects(asked.program.procedures[p].locations[l]))
        accepting.emplace(p, l);
  reference::MachineReference truth(asked.program, {}, 3'000);
  return truth.too_large() || truth.recurs(accepting);
}

void compare(std::uint64_t seed, std::map<std::string, int>& answers) {
  std::mt19937_64 random(seed);
  bool next = seed % 3 == 0;
  ir::Program program = labelled(seed, next);
  const std::vector<std::string> atoms{"label(A)", "label(B)", "label(END)", "in(main)"};
  ltl::Formula formula = ltl::random_formula(random, atoms, 3, next);
  if (!ltl::has_next(formula)) next = false;
  std::string text = ltl::to_string(formula);
  SCOPED_TRACE("seed " + std::to_string(seed) + ": " + text + "\n" + ir::print(program));
  Result<LtlQuestion> asked = ltl_question(program, text, "main");
  ASSERT_TRUE(asked.ok()) << asked.error().message;
  ASSERT_EQ(ir::validate(asked->program), std::vector<std::string>{});
  std::string answer = verdict(*asked);
  ASSERT_TRUE(answer == "true" || answer == "false") << answer;
  ++answers[answer];
  if (answer == "false") {
    ASSERT_TRUE(has_accepting_execution(*asked));
    return;
  }
  for (std::uint64_t run = 0; run < 60; ++run)
    if (auto word = RandomRun(program, run, next).word()) {
      ASSERT_TRUE(ltl::holds(formula, *word));
      ++answers["executions"];
    }
}

TEST(Ltl, RandomProgramsAgreeWithTheirExecutions) {
  const std::uint64_t count = std::getenv("KLEENE_LONG") != nullptr ? 5'000 : 200;
  std::map<std::string, int> answers;
  for (std::uint64_t seed = 1; seed <= count && !HasFatalFailure(); ++seed)
    compare(seed, answers);
  EXPECT_GT(answers["true"], static_cast<int>(count / 10));
  EXPECT_GT(answers["false"], static_cast<int>(count / 10));
  EXPECT_GT(answers["executions"], static_cast<int>(count));
}

const char* const server = R"(
decl busy;
void main() begin
  while (*) do
    if (*) then REQ: busy := T; call(); fi
  od
end
void call() begin
  if (*) then call(); fi
  ACK: busy := F;
end
)";

TEST(Ltl, RecursivePrograms) {
  EXPECT_EQ(verdict(server, "G (label(REQ) -> F label(ACK))"), "false"); // calls without end
  EXPECT_EQ(verdict(server, "G (label(REQ) -> F (label(ACK) || G in(call)))"), "true");
  EXPECT_EQ(verdict(server, "G F label(ACK)"), "false");
  EXPECT_EQ(verdict(server, "G (label(END) -> G label(END))"), "true");
  EXPECT_EQ(verdict(server, "F label(END)"), "false");
  EXPECT_EQ(verdict(server, "G F label(END) -> G (busy -> F !busy)"), "false"); // busy at first
  EXPECT_EQ(verdict(server, "G F label(END) -> G (label(REQ) -> F !busy)"), "true");
  EXPECT_EQ(verdict(server, "!in(call) W label(REQ)"), "true");
}

TEST(Ltl, NextIsOneStatement) {
  const char* program = "void main() begin A: skip; B: skip; if (T) then C: skip; fi D: skip; end";
  EXPECT_EQ(verdict(program, "label(A) && X label(B)"), "true");
  EXPECT_EQ(verdict(program, "X label(A)"), "false");
  EXPECT_EQ(verdict(program, "X X (!label(C) && X (label(C) && X (label(D) && X label(END))))"),
            "true");
  EXPECT_EQ(verdict(program, "G (label(B) -> X label(C))"), "false");
}

TEST(Ltl, BlockedExecutionsAreDropped) {
  const char* program = "void main() begin A: skip; assume(F); B: skip; end";
  EXPECT_EQ(verdict(program, "F label(B)"), "true");
  EXPECT_EQ(verdict(program, "!label(A)"), "true");
}

TEST(Ltl, WhatTheProgramDoesNotHaveIsAMistake) {
  const char* program = "decl x; void main() begin decl y; A: y := x; end";
  EXPECT_EQ(verdict(program, "F label(C)"), "--ltl: the program has no label C");
  EXPECT_EQ(verdict(program, "F in(f)"), "--ltl: the program has no function f");
  EXPECT_NE(verdict(program, "F y").find("`y`"), std::string::npos);
}

TEST(Ltl, AnotherProductIsNotAccepted) {
  ir::Program program = read(server);
  Result<LtlQuestion> asked = ltl_question(program, "G F label(ACK)", "main");
  Result<LtlQuestion> other = ltl_question(program, "G !label(ACK)", "main");
  ASSERT_TRUE(asked.ok() && other.ok());
  EXPECT_EQ(verdict(*asked), "false");
  LtlQuestion mixed{asked->program, asked->goal, other->claim};
  EXPECT_NE(verdict(mixed).find("not the one that the formula leads to"), std::string::npos);
}

} // namespace
} // namespace kleene::verify
