// SPDX-License-Identifier: Apache-2.0
// Formulas are turned into questions about other programs. On random recursive Boolean programs with labels anywhere,
// the explicit reference answers these questions, and the formula itself about the program as it was.
#include "kleene/frontend/boolean/boolean_frontend.h"
#include "kleene/ir/text.h"
#include "kleene/verify/spec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "explicit_reference.h"
#include "random_boolean.h"

namespace kleene::verify {
namespace {

using Labels = std::vector<std::string>;

bool has(const Labels& labels, const std::string& label) {
  return std::ranges::find(labels, label) != labels.end();
}

struct Case {
  std::string formula;
  bool (*holds)(const Labels&);
};

const std::vector<Case>& cases() {
  static const std::vector<Case> list{
      {"label(A)", [](const Labels& l) { return has(l, "A"); }},
      {"!label(A)", [](const Labels& l) { return !has(l, "A"); }},
      {"label(END)", [](const Labels& l) { return has(l, "END"); }},
      {"!label(END)", [](const Labels& l) { return !has(l, "END"); }},
      {"label(A) | label(END)", [](const Labels& l) { return has(l, "A") || has(l, "END"); }},
      {"!label(A) & !label(END)", [](const Labels& l) { return !has(l, "A") && !has(l, "END"); }},
  };
  return list;
}

/// Is there an execution as the questions ask for it?
bool found(const std::vector<SpecQuestion>& questions) {
  return std::ranges::any_of(questions, [](const SpecQuestion& q) {
    reference::ExplicitReference reference(q.program);
    return q.goal.property == evidence::Property::Termination ? reference.runs_for_ever()
                                                              : reference.reaches(q.goal.targets);
  });
}

bool truth(const ir::Program& program, Path path, const Case& c) {
  reference::ExplicitReference reference(program);
  auto here = [&](ir::ProcId, const ir::Location* l) {
    return c.holds(l == nullptr ? Labels{"END"} : l->labels);
  };
  auto elsewhere = [&](ir::ProcId f, const ir::Location* l) { return !here(f, l); };
  switch (path) {
  case Path::EF:
    return reference.reaches(here);
  case Path::EG:
    return reference.stays(here);
  case Path::AG:
    return !reference.reaches(elsewhere);
  case Path::AF:
    return !reference.stays(elsewhere);
  }
  return false;
}

void compare(const ir::Program& program, const std::string& what) {
  for (const Case& c : cases())
    for (auto [name, path] : {std::pair("EF ", Path::EF),
                              std::pair("EG ", Path::EG),
                              std::pair("AG ", Path::AG),
                              std::pair("AF ", Path::AF)}) {
      Result<Spec> spec = parse_spec(name + c.formula);
      ASSERT_TRUE(spec.ok());
      Result<std::vector<SpecQuestion>> questions = questions_of(program, *spec, "main");
      ASSERT_TRUE(questions.ok()) << render(questions.error());
      bool answer = verify::truth(*spec, found(*questions));
      EXPECT_EQ(answer, truth(program, path, c)) << spec->text << "\n" << what;
    }
}

TEST(Spec, RandomRecursiveProgramsAgreeWithTheReference) {
  reference::RandomShape small;
  small.globals = 1;
  small.parameters = 1;
  small.locals = 1;
  small.returns = 1;
  small.statements = 3;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    Result<frontend::boolean::BooleanProgram> read = frontend::boolean::read_boolean_text(
        "random.bp", reference::random_boolean_program(seed, small), {});
    ASSERT_TRUE(read.ok()) << render(read.error());
    ir::Program program = std::move(read->program);
    std::mt19937_64 random(seed);
    for (ir::Procedure& p : program.procedures)
      for (ir::Location& l : p.locations) {
        if (random() % 4 == 0) l.labels.emplace_back("A");
        if (random() % 6 == 0) l.labels.emplace_back("END");
      }
    compare(program, "seed " + std::to_string(seed) + "\n" + ir::print(program));
  }
}

TEST(Spec, ACallThatDoesNotReturnIsInsideWhatItCalls) {
  // f never returns, so nobody arrives behind the call, whatever is asked of that place.
  Result<ir::Program> program = ir::parse(R"(
proc main() {
  start -> behind: call f();
  behind -> exit: skip;
  location behind label END, A;
}
proc f() {
  start -> again: call f();
  again -> exit: skip;
  location again label END, A;
})",
                                          "test.ir");
  ASSERT_TRUE(program.ok());
  compare(*program, "");
  Result<std::vector<SpecQuestion>> questions =
      questions_of(*program, *parse_spec("EG !label(END)"), "main");
  ASSERT_TRUE(questions.ok());
  EXPECT_TRUE(found(*questions));
}

} // namespace
} // namespace kleene::verify
