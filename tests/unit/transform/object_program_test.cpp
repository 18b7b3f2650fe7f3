// SPDX-License-Identifier: Apache-2.0
// The program that remembers which objects are valid, on random programs with memory: what it takes for valid
// is valid, and it reaches every failing check that the original reaches.
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

} // namespace
} // namespace kleene::transform
