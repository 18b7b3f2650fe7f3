// SPDX-License-Identifier: Apache-2.0
#include "kleene/domain/boolean_scope.h"
#include "kleene/frontend/boolean/boolean_frontend.h"
#include "kleene/transform/guard_slicing.h"

#include <gtest/gtest.h>

#include "explicit_reference.h"
#include "random_boolean.h"

namespace kleene::transform {
namespace {

ir::Program read(const std::string& text) {
  auto result = frontend::boolean::read_boolean_text("t.bp", text, {});
  EXPECT_TRUE(result.ok()) << text;
  return std::move(result->program);
}

std::vector<ir::Program> easier(const ir::Program& program) {
  std::vector<ir::Program> result;
  for (Transformed& easier : easier_programs(program, frontend::boolean::default_targets()))
    result.push_back(std::move(easier.program));
  return result;
}

/// The one that keeps what the near guards depend on.
std::optional<ir::Program> weakened(const ir::Program& program) {
  std::vector<ir::Program> all = easier(program);
  return all.empty() ? std::nullopt : std::optional(all.back());
}

bool reaches(const ir::Program& program) {
  return reference::ExplicitReference(program).reaches(frontend::boolean::default_targets());
}

TEST(GuardSlicing, OnlyTheLockIsLeft) {
  ir::Program program = read("decl lock, data, copy;"
                             "void main() begin lock := F; copy := data;"
                             "  while (data) do take(); data := *; give(); od end "
                             "void take() begin assert(!lock); lock := T; end "
                             "void give() begin assert(lock); lock := F; end");
  std::optional<ir::Program> easier = weakened(program);
  ASSERT_TRUE(easier.has_value());
  domain::BooleanScope before(program);
  domain::BooleanScope after(*easier);
  VarId lock = *program.find_variable("lock");
  VarId data = *program.find_variable("data");
  EXPECT_TRUE(before.matters(lock) && before.matters(data));
  EXPECT_TRUE(after.matters(lock));
  EXPECT_FALSE(after.matters(data));
  EXPECT_FALSE(reaches(*easier));
}

/// What a lock is made from stays, through calls and results, and what a mixed guard says about it.
TEST(GuardSlicing, ValuesBehindTheLockAreKept) {
  ir::Program program = read("decl lock, data;"
                             "bool same(x) begin return x; end "
                             "void main() begin decl source; source := F; lock := same(source);"
                             "  if (data) then skip; fi assume(data & !lock);"
                             "  if (lock) then ERROR: skip; fi end");
  std::optional<ir::Program> easier = weakened(program);
  ASSERT_TRUE(easier.has_value());
  domain::BooleanScope after(*easier);
  EXPECT_TRUE(after.matters(*program.find_variable("lock")));
  EXPECT_FALSE(after.matters(*program.find_variable("data")));
  EXPECT_FALSE(reaches(*easier));
}

/// The last guard may be in a caller of the procedure with the target.
TEST(GuardSlicing, GuardsOfCallersAreNear) {
  ir::Program program = read("decl a, b;"
                             "void fail() begin ERROR: skip; end "
                             "void main() begin a := F; if (b) then skip; fi"
                             "  if (a) then fail(); fi end");
  std::optional<ir::Program> easier = weakened(program);
  ASSERT_TRUE(easier.has_value());
  EXPECT_FALSE(reaches(*easier));
}

TEST(GuardSlicing, NothingIsDoneWhereAllGuardsAreNear) {
  EXPECT_FALSE(
      weakened(read("decl a; void main() begin a := F; while (!a) do a := *; assert(a); od end")));
}

/// The value of `lock` depends on `data`, but what matters about it does not.
TEST(GuardSlicing, DataThatFlowIntoTheLockAreArbitrary) {
  ir::Program program = read("decl lock, data, more;"
                             "void set(v) begin lock := v & lock; end "
                             "void main() begin lock := F; data := *; more := data;"
                             "  if (more) then data := !data; fi set(data | more);"
                             "  if (lock) then ERROR: skip; fi end");
  std::vector<ir::Program> all = easier(program);
  ASSERT_EQ(all.size(), 1U);
  domain::BooleanScope after(all.front());
  EXPECT_TRUE(after.matters(*program.find_variable("lock")));
  EXPECT_FALSE(after.matters(*program.find_variable("data")));
  EXPECT_FALSE(after.matters(*program.find_variable("more")));
  EXPECT_FALSE(reaches(all.front()));
}

/// A kept variable gets its value from a return, which is kept with it, and from hidden ones in every
/// combination.
TEST(GuardSlicing, ArbitraryValuesAreAllTried) {
  ir::Program program = read("decl a, b, x, y;"
                             "bool both() begin return a & b; end "
                             "void main() begin a := F; b := F; x := both(); y := a | b;"
                             "  if (x & !y) then ERROR: skip; fi end");
  std::vector<ir::Program> all = easier(program);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_FALSE(reaches(program));
  EXPECT_TRUE(reaches(all.front()));
}

/// Nothing that is reached gets lost; often a proof is left, and sometimes it is not.
TEST(GuardSlicing, RandomProgramsKeepTheirExecutions) {
  int proved = 0;
  int lost = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    std::string text = reference::random_boolean_program(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    ir::Program program = read(text);
    bool exactly = reaches(program);
    for (const ir::Program& other : easier(program)) {
      bool more = reaches(other);
      ASSERT_TRUE(more || !exactly);
      proved += more ? 0 : 1;
      lost += more && !exactly ? 1 : 0;
    }
  }
  EXPECT_GT(proved, 0);
  EXPECT_GT(lost, 0);
}

} // namespace
} // namespace kleene::transform
