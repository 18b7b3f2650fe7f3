// SPDX-License-Identifier: Apache-2.0
// Every transformation on random programs: the explicit reference says the same about both programs, or
// what the transformation promises, and the interpreter takes the same steps in both.
#include "kleene/evidence/inductive.h"
#include "kleene/ir/interpreter.h"
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"
#include "kleene/transform/branch_sites.h"
#include "kleene/transform/check_sites.h"
#include "kleene/transform/ctl.h"
#include "kleene/transform/follow.h"
#include "kleene/transform/live_objects.h"
#include "kleene/transform/promote.h"
#include "kleene/transform/regions.h"
#include "kleene/transform/zeroed.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "machine_reference.h"
#include "random_memory.h"
#include "random_small.h"
#include "small_reference.h"

namespace kleene::transform {
namespace {

std::uint64_t count() {
  return std::getenv("KLEENE_LONG") != nullptr ? 3'000 : 80;
}

const ir::TargetSelection errors{{"reach_error"}, false, {}};

/// One transformation, or several in a row as the front end has them.
struct Way {
  std::string name;
  std::function<Transformed(const ir::Program&)> apply;
  bool executable = true; ///< by the interpreter
  bool has_table = false; ///< its last variable is a memory with a byte for every address
  /// So many more programs are run than are compared state by state: runs find what happens rarely.
  std::uint64_t more_runs = 1;
};

void PrintTo(const Way& way, std::ostream* out) {
  *out << way.name;
}

Transformed front_end(const ir::Program& program) {
  Promoted promoted = promote_objects(program);
  Split split = split_regions(promoted.program);
  return {std::move(split.program), split.back.then(promoted.back)};
}

/// Some location of the program that is neither a target nor an exit, and a condition on its globals.
struct Spot {
  ir::ProcId procedure;
  ir::LocId location;
  Term condition;
};

Spot some_spot(const ir::Program& program, std::mt19937_64& random) {
  while (true) {
    ir::ProcId p(random() % program.procedures.size());
    const ir::Procedure& procedure = program.procedure(p);
    ir::LocId l(random() % procedure.locations.size());
    if (l == procedure.exit || procedure.locations[l.index()].target) continue;
    Term condition = program.terms->truth(true);
    for (VarId g : program.globals)
      if (Type type = program.variable(g).type; type.is_machine() && random() % 2 == 0)
        condition = program.terms->eq(program.terms->variable(g, type),
                                      program.terms->constant(type, Integer(random() % 2)));
    return {p, l, condition};
  }
}

/// A way through the program with three segments, and things to avoid on it.
Course some_course(const ir::Program& program, bool avoids) {
  std::mt19937_64 random(program.variables.size() + program.procedures[0].edges.size());
  Course course;
  course.segments = course.cycle = 3;
  for (std::size_t i = 0; i < 9; ++i) {
    Spot spot = some_spot(program, random);
    Waymark mark{spot.procedure, spot.location, 0, i % 3, avoids && i == 8, spot.condition};
    if (random() % 2 == 0) {
      const std::vector<ir::Edge>& edges = program.procedure(spot.procedure).edges;
      mark.location.reset();
      mark.edge = random() % edges.size();
    }
    course.marks.push_back(mark);
  }
  return course;
}

Transformed with_claims(const ir::Program& program) {
  std::mt19937_64 random(program.variables.size());
  std::map<std::pair<ir::ProcId, ir::LocId>, Claim> claims;
  for (int i = 0; i < 4; ++i) {
    Spot spot = some_spot(program, random);
    Term defined = i % 2 == 0 ? program.terms->truth(true) : some_spot(program, random).condition;
    claims.try_emplace({spot.procedure, spot.location},
                       Claim{spot.procedure, spot.location, defined, spot.condition});
  }
  std::vector<Claim> list;
  for (const auto& [place, claim] : claims)
    list.push_back(claim);
  return assert_claims(program, list, "refuted");
}

/// All that is decided counts as a branch of the source.
Transformed branches_as_targets(const ir::Program& p) {
  ir::Program placed = p;
  FileId file = placed.files.add("random.c", "");
  for (ir::Procedure& procedure : placed.procedures)
    for (ir::Edge& edge : procedure.edges)
      edge.range = {file, {1, 1}, {1, 2}};
  return with_branch_sites(placed, branches_of(placed)).transformed;
}

std::vector<Way> ways() {
  auto watched = [](const ir::Program& p) -> Transformed {
    return follow_counting_rounds(p, some_course(p, false));
  };
  return {
      {"promote",
       [](const ir::Program& p) -> Transformed { return promote_objects(p); },
       true,
       false,
       10},
      {"regions",
       [](const ir::Program& p) -> Transformed { return split_regions(p); },
       true,
       false,
       3},
      {"front_end", front_end, true, false, 3},
      {"branch_sites", branches_as_targets},
      {"zeroed", zeroed},
      {"live_objects", with_live_objects, false, true},
      {"follow_counting_rounds", watched},
      {"assert_claims", with_claims},
      {"restrict_to_everything",
       [](const ir::Program& p) { return restrict_to(p, [](const auto&) { return true; }); }},
  };
}

/// A state without what is new, and without memory.
using Projection = std::tuple<ir::ProcId, ir::LocId, std::map<VarId, Integer>>;

std::set<Projection> projected(const reference::MachineReference& truth, const Back& back) {
  std::set<Projection> result;
  for (const reference::MachineState& s : truth.states()) {
    if (!back.procedure(s.procedure) || !back.location(s.procedure, s.location)) continue;
    std::map<VarId, Integer> values = s.values;
    std::erase_if(values, [&](const auto& v) { return !back.variable(v.first); });
    result.emplace(s.procedure, s.location, std::move(values));
  }
  return result;
}

/// An edge of the original that a run takes, whether it returns, and what is written there.
using Taken = std::tuple<std::size_t, std::size_t, bool, std::map<VarId, Integer>>;

class Path : public ir::Tracer {
public:
  Path(const ir::Program& program, const Back& back) : program_(program), back_(back) {}
  void step(const Step& step) override {
    const ir::Procedure& p = program_.procedure(step.procedure);
    auto edge = static_cast<std::size_t>(step.edge - p.edges.data());
    if (!back_.procedure(step.procedure) || !back_.edge(step.procedure, edge)) return;
    std::map<VarId, Integer> written;
    for (auto [v, value] : step.written)
      if (back_.variable(v)) written.emplace(v, value);
    edges_.emplace_back(step.procedure.index(), edge, step.returned, std::move(written));
  }
  const std::vector<Taken>& edges() const { return edges_; }

private:
  const ir::Program& program_;
  const Back& back_;
  std::vector<Taken> edges_;
};

struct Run {
  ir::RunResult result;
  std::size_t consumed = 0;
  std::vector<Taken> edges;
};

constexpr std::size_t most_steps = 300;

Run run(const ir::Program& program,
        const Back& back,
        std::uint64_t seed,
        const ir::TargetSelection& targets = errors) {
  std::mt19937_64 random(seed);
  std::vector<Integer> inputs;
  for (int i = 0; i < 60; ++i)
    inputs.push_back(static_cast<Integer>(random() % 4));
  ir::InputList source(inputs);
  ir::RunOptions options;
  options.max_steps = 20 * most_steps;
  options.max_depth = 500;
  options.targets = targets;
  Path path(program, back);
  Run result;
  result.result =
      ir::Interpreter(program, {.zero_uninitialised = true}).run(source, options, &path);
  result.consumed = source.consumed();
  result.edges = path.edges();
  return result;
}

/// A run that one of the two does not finish is compared as far as both went.
bool finished(const Run& run) {
  return run.result.ending != ir::Ending::StepLimit
         && run.result.ending != ir::Ending::StackOverflow;
}

void compare_runs(const ir::Program& before, const Transformed& after, std::uint64_t seed) {
  Run a = run(before, after.back, seed);
  Run b = run(after.program, after.back, seed);
  ASSERT_FALSE(b.result.foreign.has_value());
  if (finished(a) && finished(b)) {
    ASSERT_EQ(a.result.ending, b.result.ending);
    ASSERT_EQ(a.result.status, b.result.status);
    ASSERT_EQ(a.result.location, b.result.location);
    ASSERT_EQ(a.consumed, b.consumed);
    ASSERT_EQ(a.edges, b.edges);
    return;
  }
  std::size_t both = std::min({a.edges.size(), b.edges.size(), most_steps});
  a.edges.resize(both);
  b.edges.resize(both);
  ASSERT_EQ(a.edges, b.edges);
}

void keeps_numbers(const ir::Program& before, const Transformed& after) {
  ASSERT_EQ(after.back.procedures(), before.procedures.size());
  ASSERT_EQ(after.back.variables(), before.variables.size());
  for (std::size_t v = 0; v < before.variables.size(); ++v)
    ASSERT_EQ(after.program.variables[v].name, before.variables[v].name);
  for (std::size_t p = 0; p < before.procedures.size(); ++p) {
    ASSERT_EQ(after.program.procedures[p].name, before.procedures[p].name);
    for (std::size_t l = 0; l < before.procedures[p].locations.size(); ++l)
      ASSERT_EQ(after.program.procedures[p].locations[l].name,
                before.procedures[p].locations[l].name);
    ASSERT_GE(after.program.procedures[p].edges.size(), before.procedures[p].edges.size());
  }
}

class Transformation : public ::testing::TestWithParam<Way> {};

TEST_P(Transformation, ChangesNothingThatCanBeSeen) {
  const Way& way = GetParam();
  std::size_t compared = 0;
  std::size_t reached = 0;
  std::size_t infinite = 0;
  for (std::uint64_t seed = 1; seed <= way.more_runs * count(); ++seed) {
    ir::Program before = random_memory_program(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + ir::print(before));
    ASSERT_EQ(ir::validate(before), std::vector<std::string>{});
    Transformed after = way.apply(before);
    ASSERT_EQ(ir::validate(after.program), std::vector<std::string>{});
    ASSERT_NO_FATAL_FAILURE(keeps_numbers(before, after));
    for (std::uint64_t input = 0; way.executable && input < 4; ++input)
      ASSERT_NO_FATAL_FAILURE(compare_runs(before, after, 4 * seed + input));
    if (seed > count()) continue;
    std::set<VarId> tables;
    if (way.has_table) tables.insert(VarId(after.program.variables.size() - 1));
    reference::MachineReference a(before, {}, 500);
    if (a.too_large()) continue;
    reference::MachineReference b(after.program, tables, 3'000);
    if (b.too_large()) continue;
    ++compared;
    ASSERT_EQ(a.objection(), "");
    ASSERT_EQ(b.objection(), "");
    ASSERT_EQ(a.reaches(errors), b.reaches(errors));
    ASSERT_EQ(a.runs_for_ever(), b.runs_for_ever());
    ASSERT_EQ(a.ends(), b.ends());
    for (std::size_t p = 0; p < before.procedures.size(); ++p)
      for (std::size_t l = seed % 3; l < before.procedures[p].locations.size(); l += 3)
        ASSERT_EQ(a.recurs({{ir::ProcId(p), ir::LocId(l)}}),
                  b.recurs({{ir::ProcId(p), ir::LocId(l)}}))
            << p << ' ' << l;
    ASSERT_EQ(projected(a, after.back), projected(b, after.back));
    reached += a.reaches(errors) ? 1 : 0;
    infinite += a.runs_for_ever() ? 1 : 0;
  }
  EXPECT_GT(compared, count() / 8) << "few programs are small enough";
  EXPECT_GT(reached, compared / 20);
  EXPECT_LT(reached, compared);
  EXPECT_GT(infinite, compared / 20);
  EXPECT_LT(infinite, compared);
}

INSTANTIATE_TEST_SUITE_P(Random, Transformation, ::testing::ValuesIn(ways()), [](const auto& info) {
  return info.param.name;
});

/// Does the run end at a target that stands for what the original does wrong?
void compare_with_checks(const Run& original, const Run& checked) {
  ASSERT_FALSE(checked.result.undefined.has_value());
  bool wrong = original.result.undefined.has_value() || original.result.overflow.has_value();
  bool found = checked.result.ending == ir::Ending::TargetReached;
  ASSERT_EQ(found, wrong);
  if (!wrong) {
    ASSERT_EQ(original.result.ending, checked.result.ending);
    ASSERT_EQ(original.edges, checked.edges);
    return;
  }
  ASSERT_LE(checked.edges.size(), original.edges.size());
  for (std::size_t i = 0; i < checked.edges.size(); ++i)
    ASSERT_EQ(original.edges[i], checked.edges[i]) << i;
}

TEST(CheckSites, RunsComeToATargetExactlyWhereTheProgramGoesWrong) {
  ir::TargetSelection nothing{{}, false, {}};
  ir::TargetSelection asked = nothing;
  asked.checks = {
      Property::NoOverflow, Property::ValidDeref, Property::ValidFree, Property::DefBehavior};
  std::size_t compared = 0;
  std::size_t wrong = 0;
  for (std::uint64_t seed = 1; seed <= 4 * count(); ++seed) {
    ir::Program before = random_memory_program(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + ir::print(before));
    Transformed after = with_check_sites(before, asked).transformed;
    ASSERT_EQ(ir::validate(after.program), std::vector<std::string>{});
    ASSERT_NO_FATAL_FAILURE(keeps_numbers(before, after));
    for (std::uint64_t input = 0; input < 4; ++input) {
      const auto original = run(before, after.back, 4 * seed + input, nothing);
      const auto checked = run(after.program, after.back, 4 * seed + input, asked);
      if (!finished(original)) continue;
      ASSERT_NO_FATAL_FAILURE(compare_with_checks(original, checked));
      ++compared;
      wrong += checked.result.ending == ir::Ending::TargetReached ? 1 : 0;
    }
  }
  EXPECT_GT(compared, count());
  EXPECT_GT(wrong, compared / 50);
  EXPECT_LT(wrong, compared);
}

/// Goes along with a run of the original: which segments of a course it passes.
class Monitor : public ir::Tracer {
public:
  Monitor(const ir::Program& program, const Course& course) : program_(program), course_(course) {
    arrive(program.entry, program.procedure(program.entry).entry);
  }
  void step(const Step& step) override {
    for (auto [v, value] : step.written)
      if (!program_.variable(v).owner.valid()) globals_[v] = value;
    const auto* call = std::get_if<ir::Call>(&step.edge->statement);
    if (call != nullptr && !step.returned)
      return arrive(call->callee, program_.procedure(call->callee).entry);
    const ir::Procedure& p = program_.procedure(step.procedure);
    auto edge = static_cast<std::size_t>(step.edge - p.edges.data());
    pass([&](const Waymark& m) {
      return !m.location && m.procedure == step.procedure && m.edge == edge;
    });
    arrive(step.procedure, step.edge->to);
  }
  bool passed() const { return !dropped_ && segment_ == course_.segments; }

private:
  void arrive(ir::ProcId p, ir::LocId l) {
    if (errors.selects(program_.procedure(p).locations[l.index()])) return;
    pass([&](const Waymark& m) { return m.procedure == p && m.location == l; });
  }
  template <class Here>
  void pass(Here&& here) {
    bool forward = false;
    for (const Waymark& m : course_.marks) {
      if (!here(m) || m.segment != segment_ || !holds(m.condition)) continue;
      dropped_ |= m.avoid;
      forward |= !m.avoid;
    }
    if (forward) ++segment_;
  }
  /// A constant, or a global that is equal to one.
  bool holds(Term condition) {
    if (condition.is_constant()) return condition.is_true();
    Term variable = condition.arg(condition.arg(0).is_variable() ? 0 : 1);
    Term constant = condition.arg(condition.arg(0).is_variable() ? 1 : 0);
    return globals_[variable.variable()] == constant.value();
  }

  const ir::Program& program_;
  const Course& course_;
  std::map<VarId, Integer> globals_; ///< zero at first
  std::size_t segment_ = 0;
  bool dropped_ = false;
};

/// A target is reached by those executions that pass everything on the way there, and by no others.
TEST(Follow, TargetsAreReachedByExecutionsThatPassTheCourse) {
  std::size_t reached = 0;
  std::size_t dropped = 0;
  for (std::uint64_t seed = 1; seed <= 4 * count(); ++seed) {
    ir::Program program = random_small_ir(seed);
    Course course = some_course(program, true);
    course.segments = course.cycle = 1 + seed % 3;
    std::erase_if(course.marks, [&](const Waymark& m) { return m.segment >= course.segments; });
    Followed followed = follow(program, errors, course);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + ir::print(followed.program));
    ASSERT_EQ(ir::validate(followed.program), std::vector<std::string>{});
    for (std::uint64_t input = 0; input < 8; ++input) {
      Monitor monitor(program, course);
      std::mt19937_64 random(8 * seed + input);
      std::vector<Integer> inputs;
      for (int i = 0; i < 60; ++i)
        inputs.push_back(static_cast<Integer>(random() % 4));
      ir::RunOptions options;
      options.max_steps = most_steps;
      options.targets = errors;
      ir::InputList a(inputs);
      ir::RunResult before =
          ir::Interpreter(program, {.zero_uninitialised = true}).run(a, options, &monitor);
      if (before.ending == ir::Ending::StepLimit) continue;
      options.max_steps = 20 * most_steps;
      ir::InputList b(inputs);
      ir::RunResult after =
          ir::Interpreter(followed.program, {.zero_uninitialised = true}).run(b, options);
      bool expected = before.ending == ir::Ending::TargetReached && monitor.passed();
      ASSERT_EQ(after.ending == ir::Ending::TargetReached, expected);
      reached += expected ? 1 : 0;
      dropped += before.ending == ir::Ending::TargetReached && !expected ? 1 : 0;
    }
  }
  EXPECT_GT(reached, 10U);
  EXPECT_GT(dropped, 10U);
}

/// Two references that share nothing.
TEST(MachineReference, AgreesWithTheOneForSmallPrograms) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= count(); ++seed) {
    reference::SmallProgram small = reference::random_small_program(seed, 2);
    std::optional<reference::SmallTruth> truth = reference::truth_about(small, 5'000);
    if (!truth) continue;
    ir::Program program = random_small_ir(seed);
    reference::MachineReference machine(program);
    if (machine.too_large()) continue;
    SCOPED_TRACE("seed " + std::to_string(seed));
    ++compared;
    ASSERT_EQ(machine.reaches(errors), truth->reaches_error);
    ASSERT_EQ(machine.runs_for_ever(), truth->runs_for_ever);
  }
  EXPECT_GT(compared, count() / 2);
}

/// Objects do become variables in these programs, and memories are split.
TEST(RandomMemory, HasWhatTransformationsLookFor) {
  std::size_t cells = 0;
  std::size_t regions = 0;
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    ir::Program program = random_memory_program(seed);
    cells += promote_objects(program).cells;
    regions += split_regions(program).summary.regions.size();
  }
  EXPECT_GT(cells, 80U);
  EXPECT_GT(regions, 160U);
}

/// The judge has code of its own for the program that a proof about live objects speaks of.
TEST(LiveObjects, JudgeAndEnginesSpeakOfTheSameProgram) {
  evidence::InductiveProof proof;
  proof.live_objects = true;
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    ir::Program program = random_memory_program(seed);
    EXPECT_EQ(ir::print(evidence::subject(program, proof)),
              ir::print(with_live_objects(program).program));
  }
}

} // namespace
} // namespace kleene::transform
