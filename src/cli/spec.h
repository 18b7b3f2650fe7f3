// SPDX-License-Identifier: Apache-2.0
// CTL over labels: `EF f`, `EG f`, `AG f`, `AF f`, where f is made of label(NAME), !, &, |, true and
// false. END is where the program stays after it returned or halted; it carries the label END.
//
// A formula is decided by questions about other programs: EF f asks whether a place of f can be
// reached; EG f asks whether the program without the other places runs for ever, or, if f holds at END,
// ends. AG and AF are the negations of EF and EG of the negation.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/result.h"

#include <memory>
#include <string>
#include <string_view>

namespace kleene::cli {

enum class Path { EF, EG, AG, AF };

struct LabelFormula; ///< a formula about one place

struct Spec {
  Path path = Path::EF;
  std::shared_ptr<const LabelFormula> formula;
  std::string text;

  bool existential() const { return path == Path::EF || path == Path::EG; }
};

Result<Spec> parse_spec(std::string_view text);

/// A label that no program has, for the places that are asked for.
inline constexpr std::string_view goal_label = "the place asked for";

/// The program with `goal_label` at the places where the formula has this value, and no other targets
/// or labels. If END is such a place, so are the places just before it. The error says why END cannot
/// be told.
Result<ir::Program> with_goals(const ir::Program& program, const Spec& spec, bool value);
/// The program without the places where the formula has not this value. Nothing if it cannot start.
std::optional<ir::Program> restricted(const ir::Program& program, const Spec& spec, bool value);
/// The program with `goal_label` just before END.
Result<ir::Program> with_end_as_goal(const ir::Program& program);
bool holds_at_end(const Spec& spec);

} // namespace kleene::cli
