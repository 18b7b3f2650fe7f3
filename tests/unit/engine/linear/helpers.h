// SPDX-License-Identifier: Apache-2.0
// Checks a Linear Program given as text, evidence included.
#pragma once
#include "kleene/engine/linear/linear.h"
#include "kleene/frontend/linear/linear_frontend.h"

#include <gtest/gtest.h>

namespace kleene::engine::linear::test {

inline ir::Program read(const std::string& text) {
  auto program = frontend::linear::read_linear("test.lin", text);
  if (!program) {
    ADD_FAILURE() << render(program.error());
    return {};
  }
  return std::move(program).value();
}

inline evidence::Problem problem(const ir::Program& program) {
  evidence::Problem p{program};
  p.integers = IntegerModel::Math;
  p.targets.assertions = true;
  p.targets.labels = {"ERROR"};
  return p;
}

/// `true`, `false` or `unknown`, as the command would say it; a failing judge is `objection: …`.
inline std::string
verdict(const ir::Program& program, double seconds = 60, const Engine& tried = engine) {
  evidence::Problem p = problem(program);
  Budget budget(std::chrono::duration<double>(seconds), std::nullopt);
  try {
    Answer candidate = tried.solve(p, budget, silent_observer());
    if (const auto* violated = std::get_if<evidence::Execution>(&candidate)) {
      evidence::Replay replay = evidence::replay(p, *violated, budget);
      return replay.accepted() ? "false" : "objection: " + replay.objection;
    }
    if (const auto* proved = std::get_if<evidence::InductiveProof>(&candidate)) {
      smt::Cvc5 solver;
      evidence::Judgement judgement = evidence::judge(p, *proved, solver, budget);
      return judgement.accepted() ? "true" : "objection: " + judgement.objection;
    }
  } catch (const ResourceOut&) {
  }
  return "unknown";
}

inline std::string verdict(const std::string& text, const Engine& tried = engine) {
  return verdict(read(text), 60, tried);
}

} // namespace kleene::engine::linear::test
