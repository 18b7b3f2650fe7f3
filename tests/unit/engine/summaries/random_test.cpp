// SPDX-License-Identifier: Apache-2.0
// Random recursive programs: the engines against the explicit reference.
#include "kleene/domain/boolean_scope.h"
#include "kleene/engine/summaries/analysis.h"
#include "kleene/frontend/boolean/boolean_frontend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "explicit_reference.h"
#include "random_boolean.h"

namespace kleene::engine::summaries {
namespace {

/// KLEENE_RANDOM_PROGRAMS: how many; 200 unless set.
std::uint64_t count() {
  const char* text = std::getenv("KLEENE_RANDOM_PROGRAMS");
  return text == nullptr ? 200 : std::strtoull(text, nullptr, 10);
}

reference::Property property(const PlaceSet& places, const ir::Program& program) {
  return [&places, &program](ir::ProcId p, const ir::Location* location) {
    if (location == nullptr) return places.end;
    const auto& all = program.procedure(p).locations;
    return bool(places.locations[p.index()][std::size_t(location - all.data())]);
  };
}

/// Places with a label, or END.
PlaceSet labelled(const ir::Program& program, const std::string& label, bool end) {
  PlaceSet result = PlaceSet::nowhere(program);
  for (std::size_t p = 0; p < program.procedures.size(); ++p)
    for (std::size_t l = 0; l < program.procedures[p].locations.size(); ++l) {
      const auto& labels = program.procedures[p].locations[l].labels;
      result.locations[p][l] = std::ranges::find(labels, label) != labels.end();
    }
  result.end = end;
  return result;
}

TEST(RandomPrograms, BothDirectionsAgreeWithTheReference) {
  for (std::uint64_t seed = 1; seed <= count(); ++seed) {
    std::string text = reference::random_boolean_program(seed);
    auto read = frontend::boolean::read_boolean_text("random.bp", text, {});
    ASSERT_TRUE(read.ok()) << text;
    const ir::Program& program = read->program;
    ASSERT_EQ(domain::obstacle_to_boolean(program), std::nullopt);
    reference::ExplicitReference truth(program);
    PlaceSet targets = PlaceSet::targets(program, frontend::boolean::default_targets());
    PlaceSet end = labelled(program, "", true);
    PlaceSet not_l0 = labelled(program, "L0", false).complement();
    for (Direction direction : {Direction::Forward, Direction::Backward}) {
      SCOPED_TRACE((direction == Direction::Forward ? "forward, seed " : "backward, seed ")
                   + std::to_string(seed) + "\n" + text);
      auto ef = [&](const PlaceSet& goal) {
        Budget budget;
        return reaches(program, goal, direction, budget, silent_observer());
      };
      auto eg = [&](const PlaceSet& allowed) {
        Budget budget;
        return stays(program, allowed, direction, budget, silent_observer());
      };
      ASSERT_EQ(ef(targets), truth.reaches(property(targets, program)));
      ASSERT_EQ(ef(end), truth.reaches(property(end, program)));
      ASSERT_EQ(eg(end.complement()), truth.runs_for_ever());
      ASSERT_EQ(eg(not_l0), truth.stays(property(not_l0, program)));
      ASSERT_EQ(eg(targets.complement()), truth.stays(property(targets.complement(), program)));
    }
  }
}

} // namespace
} // namespace kleene::engine::summaries
