// SPDX-License-Identifier: Apache-2.0
// The program that remembers which objects are valid, on random programs with memory: what it takes for valid
// is valid, and it reaches every failing check that the original reaches. And the judge, which shows the latter
// for each program anew, is not content with programs that have too few executions.
#include "kleene/evidence/object_program.h"
#include "kleene/ir/interpreter.h"
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"
#include "kleene/transform/check_sites.h"
#include "kleene/transform/live_objects.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "machine_reference.h"
#include "object_check.h"
#include "random_memory.h"

namespace kleene::transform {
namespace {

const ir::TargetSelection checks{{}, false, {}, {Property::ValidDeref, Property::ValidFree}};
const ir::TargetSelection errors{{"mistake"}, false, {}};

struct Access {
  Term address;
  Integer bytes = 0;
};

Access some_access(const ir::Statement& statement) {
  Access found;
  for (Term t : ir::evaluated_terms(statement))
    for_each_subterm(t, [&](Term s) {
      if (s.op() == Op::Load) found = {s.arg(1), s.type().bytes()};
      if (s.op() == Op::Store) found = {s.arg(1), s.arg(2).type().bytes()};
    });
  return found;
}

/// Before each access it is asked whether its bytes, or bytes beside them, are valid.
ir::Program with_questions(ir::Program program, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  TermManager& terms = *program.terms;
  Type pointer = program.pointer_type();
  Term table = program.var(program.allocation);
  for (ir::Procedure& p : program.procedures)
    for (std::size_t e = 0, edges = p.edges.size(); e < edges; ++e) {
      Access access = some_access(p.edges[e].statement);
      bool guard = std::holds_alternative<ir::Assume>(p.edges[e].statement);
      if (access.address.null() || guard || random() % 3 == 0) continue;
      Term address = access.address;
      if (random() % 4 == 0) {
        Integer beside = random() % 2 == 0 ? Integer(random() % 16) : max_value(pointer);
        address = terms.binary(Op::PtrAdd, address, terms.constant(pointer, beside));
      }
      Term length = terms.constant(pointer, access.bytes);
      ir::LocId middle = p.add_location();
      ir::LocId from = std::exchange(p.edges[e].from, middle);
      p.add_edge(
          from,
          middle,
          ir::Assume{terms.valid(table, address, length), ir::AssumeKind::InvalidDereference});
    }
  return program;
}

/// `knowing` with an error where something is taken for valid that is not.
ir::Program with_mistakes_as_errors(const ir::Program& asking, ir::Program knowing) {
  TermManager& terms = *knowing.terms;
  for (std::size_t p = 0; p < asking.procedures.size(); ++p) {
    ir::Procedure& procedure = knowing.procedures[p];
    ir::LocId error = procedure.add_location();
    procedure.locations[error.index()].target = ir::Target{ir::TargetKind::Call, "mistake"};
    for (std::size_t e = 0; e < asking.procedures[p].edges.size(); ++e) {
      const auto* before = std::get_if<ir::Assume>(&asking.procedures[p].edges[e].statement);
      const auto* after = std::get_if<ir::Assume>(&procedure.edges[e].statement);
      if (before == nullptr || after == nullptr || before->condition == after->condition) continue;
      Term mistake = terms.conj(before->condition, terms.negate(after->condition));
      procedure.add_edge(procedure.edges[e].from, error, ir::Assume{mistake});
    }
  }
  return knowing;
}

std::uint64_t count() {
  return std::getenv("KLEENE_LONG") != nullptr ? 1'000 : 40;
}

TEST(ObjectProgram, TakesNothingForValidThatIsNot) {
  std::size_t failing = 0;
  std::size_t passing = 0;
  std::size_t compared = 0;
  std::size_t tables = 0;
  for (std::uint64_t seed = 1; seed <= count(); ++seed) {
    ir::Program asking =
        with_check_sites(with_questions(random_memory_program(seed), seed), checks, {})
            .transformed.program;
    if (!evidence::has_object_program(asking)) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + ir::print(asking));
    ir::Program knowing = evidence::object_program(asking);
    ASSERT_EQ(ir::validate(knowing), std::vector<std::string>{});
    bool table = has_live_objects(knowing);
    ir::Program suspicious = with_mistakes_as_errors(asking, knowing);
    ASSERT_EQ(ir::validate(suspicious), std::vector<std::string>{});
    tables += table ? 1 : 0;
    std::set<VarId> with_table;
    if (table) with_table.insert(live_objects(knowing));
    reference::MachineReference a(asking, {}, 400);
    reference::MachineReference b(suspicious, with_table, 3'000);
    if (a.too_large() || b.too_large()) continue;
    ++compared;
    ASSERT_EQ(a.objection(), "");
    ASSERT_EQ(b.objection(), "");
    EXPECT_FALSE(b.reaches(errors)) << ir::print(suspicious);
    if (a.reaches(checks)) {
      ++failing;
      EXPECT_TRUE(b.reaches(checks));
    } else {
      passing += b.reaches(checks) ? 0 : 1;
    }
  }
  EXPECT_GT(compared, count() / 10);
  EXPECT_GT(failing, 5U);
  EXPECT_GT(passing, 5U) << "where nothing fails, it should often be known";
  EXPECT_GT(tables, 5U);
}

/// What the judge says about a program that remembers objects; empty if nothing.
std::string objection(const ir::Program& asking, const ir::Program& knowing) {
  smt::Cvc5 solver;
  Budget budget;
  evidence::Judgement judgement;
  try {
    evidence::answer(evidence::object_questions({asking, Property::UnreachCall, checks}, knowing),
                     solver,
                     budget,
                     "the program",
                     judgement);
  } catch (const evidence::NotCheckable& why) {
    return why.what();
  }
  return judgement.objection;
}

ir::Program asking_program(std::uint64_t seed) {
  return with_check_sites(with_questions(random_memory_program(seed), seed), checks, {})
      .transformed.program;
}

TEST(ObjectProgram, TheJudgeFollowsEveryExecution) {
  std::size_t checked = 0;
  for (std::uint64_t seed = 1; seed <= count() / 4; ++seed) {
    ir::Program asking = asking_program(seed);
    if (!evidence::has_object_program(asking)) continue;
    ++checked;
    EXPECT_EQ(objection(asking, evidence::object_program(asking)), "") << ir::print(asking);
  }
  EXPECT_GT(checked, count() / 20);
}

/// An object of the heap that is made again and again, one of the stack, and checks.
ir::Program two_objects() {
  Result<ir::Program> program = ir::parse(R"(
global table: allocation;
global m: memory;
global n: u64 = ?;
proc main() {
  local p: u64; local q: u64;
  start -> made:  alloc p := n in m named "heap";
  made -> both:   alloc q := 8:u64 in m stack named "stack";
  both -> bad:    assume !valid(table, ptradd(p, 2), 4:u64);
  both -> fine:   assume valid(table, ptradd(p, 2), 4:u64);
  fine -> bad:    assume !valid(table, q, 4:u64);
  fine -> used:   assume valid(table, q, 4:u64);
  used -> freed:  free p;
  freed -> start: assume n < 9;
  freed -> exit:  assume !(n < 9);
  location bad target check `valid-deref` "invalid dereference";
})",
                                          "objects.ir");
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : render(program.error()));
  return program.ok() ? std::move(program).value() : ir::Program();
}

/// What the judge says if the program that remembers the two objects is changed.
std::string objection_after(const std::function<void(ir::Program&)>& change) {
  ir::Program asking = two_objects();
  ir::Program knowing = evidence::object_program(asking);
  change(knowing);
  return objection(asking, knowing);
}

/// The new statements of a kind.
template <class S>
std::vector<S*> new_statements(ir::Program& knowing) {
  constexpr std::size_t old_edges = 9;
  std::vector<S*> result;
  std::vector<ir::Edge>& edges = knowing.procedures.front().edges;
  for (std::size_t e = old_edges; e < edges.size(); ++e)
    if (auto* statement = std::get_if<S>(&edges[e].statement)) result.push_back(statement);
  return result;
}

TEST(ObjectProgram, TheJudgeAcceptsTheOneThatIsMade) {
  EXPECT_TRUE(evidence::has_object_program(two_objects()));
  EXPECT_EQ(objection_after([](ir::Program&) {}), "");
}

TEST(ObjectProgram, TheJudgeSeesWhatIsRememberedWrongly) {
  ir::Program knowing = evidence::object_program(two_objects());
  std::size_t assignments = new_statements<ir::Assign>(knowing).size();
  ASSERT_GE(assignments, 4U);
  // The last ones are those of the end of a life: of the heap object, and of the one on the stack.
  std::size_t noticed = 0;
  for (std::size_t n = 0; n < assignments; ++n)
    for (std::size_t i = 0; i < new_statements<ir::Assign>(knowing)[n]->targets.size(); ++i) {
      bool size = false;
      std::string said = objection_after([&](ir::Program& p) {
        ir::Assign& note = *new_statements<ir::Assign>(p)[n];
        const ir::Variable& v = p.variable(note.targets[i]);
        Term& value = note.values[i];
        size = v.name.starts_with("size");
        if (value.is_false() || value.op() == Op::And)
          value = p.var(note.targets[i]);
        else if (v.type == p.pointer_type())
          value = p.terms->binary(Op::Add, value, p.terms->constant(v.type, 1));
        else if (v.type.is_memory())
          value =
              p.terms->store(value.arg(0), value.arg(1), p.terms->constant(p.pointer_type(), 1000));
      });
      noticed += said.empty() ? 0 : 1;
      EXPECT_FALSE(size && said.empty()) << "assignment " << n;
    }
  EXPECT_GE(noticed, 8U);
}

TEST(ObjectProgram, TheJudgeSeesExecutionsThatAreMissing) {
  auto never = [](std::size_t edge) {
    return [edge](ir::Program& p) {
      std::get<ir::Assume>(p.procedures.front().edges[edge].statement).condition =
          p.terms->truth(false);
    };
  };
  EXPECT_NE(objection_after(never(2)), "") << "a check that never fails";
  EXPECT_NE(objection_after(never(4)), "") << "a check that never fails";
  EXPECT_NE(objection_after(never(7)), "") << "a branch that is never taken";
  EXPECT_NE(objection_after([](ir::Program& p) {
              p.procedures.front().edges[2].to = p.procedures.front().exit;
            }),
            "");
  EXPECT_NE(
      objection_after([](ir::Program& p) { p.procedures.front().locations[3].target.reset(); }),
      "");
  ir::Program knowing = evidence::object_program(two_objects());
  for (std::size_t n = 0; n < new_statements<ir::Assume>(knowing).size(); ++n)
    EXPECT_NE(objection_after([&](ir::Program& p) {
                ir::Assume& assumed = *new_statements<ir::Assume>(p)[n];
                Term n_is_small = p.terms->lt(p.var(*p.find_variable("n")),
                                              p.terms->constant(p.pointer_type(), 100));
                assumed.condition = p.terms->conj(assumed.condition, n_is_small);
              }),
              "");
}

} // namespace
} // namespace kleene::transform
