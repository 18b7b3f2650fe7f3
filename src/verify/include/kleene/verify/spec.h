// SPDX-License-Identifier: Apache-2.0
// CTL over labels: `EF f`, `EG f`, `AG f`, `AF f`, where f is made of label(NAME), !, &, |, true and
// false. END is where the program stays after it returned or halted; it carries the label END.
//
// A formula is decided by questions about other programs: EF f asks whether a place of f can be
// reached; EG f asks whether the program without the other places runs for ever, or, if f holds at END,
// ends. AG and AF are the negations of EF and EG of the negation. Evidence is about these programs.
#pragma once
#include "kleene/support/result.h"
#include "kleene/verify/goal.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kleene::verify {

enum class Path { EF, EG, AG, AF };

struct LabelFormula; ///< a formula about one place

struct Spec {
  Path path = Path::EF;
  std::shared_ptr<const LabelFormula> formula;
  std::string text;

  bool existential() const { return path == Path::EF || path == Path::EG; }
};

Result<Spec> parse_spec(std::string_view text);

/// The same formula, perhaps with other blanks.
bool same_formula(std::string_view a, std::string_view b);

/// What is asked about a program that the formula is turned into.
struct SpecQuestion {
  ir::Program program;
  Goal goal;
};

/// The questions in the order to ask them. There is an execution as the formula's path quantifier wants
/// it (for AG and AF: one that violates the formula) iff one of the properties is violated. Requires: no
/// threads. The error says why END cannot be told.
Result<std::vector<SpecQuestion>>
questions_of(const ir::Program& program, const Spec& spec, const std::string& entry);

/// The truth of the formula if there is such an execution, or none.
inline bool truth(const Spec& spec, bool found) {
  return found == spec.existential();
}

} // namespace kleene::verify
