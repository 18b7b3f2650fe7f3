// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/ltl.h"

#include "kleene/evidence/admission.h"
#include "kleene/transform/ltl_product.h"
#include "kleene/witness/c_expression.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

namespace kleene::verify {
namespace {

using ltl::AtomMeaning;

Diagnostic usage(std::string message) {
  return Diagnostic::error(ErrorKind::Usage, std::move(message));
}

bool has_label(const ir::Program& program, const std::string& label) {
  return label == ltl::end_label || has_target(program, {{}, false, {label}});
}

/// What stands in the brackets of `word(...)`.
std::optional<std::string> argument_of(std::string_view atom, std::string_view word) {
  if (!atom.starts_with(word) || !atom.substr(word.size()).starts_with('(')) return std::nullopt;
  return std::string(atom.substr(word.size() + 1, atom.size() - word.size() - 2));
}

/// A condition over global variables: in C, or the name of a Boolean.
Result<Term> condition_of(const ir::Program& program, const std::string& text) {
  for (VarId g : program.globals) {
    const ir::Variable& v = program.variable(g);
    if (v.type.is_bool() && v.display == text) return program.terms->variable(g, v.type);
  }
  // Behind the end of the text no local variable can be seen.
  FileId file = program.procedure(program.entry).range.file;
  constexpr unsigned last = std::numeric_limits<unsigned>::max();
  Result<Term> condition =
      witness::parse_c(witness::Scope(program, program.entry, file, {last, 1}), text);
  if (!condition)
    return usage(fmt::format("--ltl: `{}` is no condition over global variables of the program: {}",
                             text,
                             condition.error().message));
  return condition;
}

Result<ltl::Atoms> meaning_of(const ltl::Formula& formula, const ir::Program& program) {
  ltl::Atoms atoms;
  for (const std::string& text : ltl::atoms_of(formula)) {
    AtomMeaning meaning;
    if (auto label = argument_of(text, "label")) {
      if (!has_label(program, *label))
        return usage(fmt::format("--ltl: the program has no label {}", *label));
      meaning = {AtomMeaning::Kind::Label, *label, {}};
    } else if (auto function = argument_of(text, "in")) {
      if (!program.find_procedure(*function))
        return usage(fmt::format("--ltl: the program has no function {}", *function));
      meaning = {AtomMeaning::Kind::Function, *function, {}};
    } else {
      Result<Term> condition = condition_of(program, text);
      if (!condition) return condition.error();
      meaning = {AtomMeaning::Kind::Condition, {}, *condition};
    }
    atoms.emplace(text, std::move(meaning));
  }
  return atoms;
}

bool is_marked(const ir::Location& location) {
  return std::ranges::find(location.marks, ir::SourceMark::Kind::Statement, &ir::SourceMark::kind)
         != location.marks.end();
}

/// Whether every way through a procedure that goes on for ever comes to statements again and again.
bool statements_go_on(const ir::Procedure& p) {
  std::vector<std::size_t> waiting(p.locations.size(), 0); // edges from locations without statement
  auto counts = [&](const ir::Edge& e) {
    return !is_marked(p.locations[e.from.index()]) && !is_marked(p.locations[e.to.index()]);
  };
  for (const ir::Edge& e : p.edges)
    if (counts(e)) ++waiting[e.to.index()];
  std::vector<std::size_t> ready;
  for (std::size_t l = 0; l < waiting.size(); ++l)
    if (waiting[l] == 0) ready.push_back(l);
  for (std::size_t i = 0; i < ready.size(); ++i)
    for (const ir::Edge& e : p.edges)
      if (e.from.index() == ready[i] && counts(e) && --waiting[e.to.index()] == 0)
        ready.push_back(e.to.index());
  return ready.size() == waiting.size();
}

bool counts_statements(const ir::Program& program) {
  return std::ranges::any_of(
             program.procedures,
             [](const ir::Procedure& p) { return std::ranges::any_of(p.locations, is_marked); })
         && std::ranges::all_of(program.procedures, statements_go_on);
}

} // namespace

std::string ltl_spec(const std::string& text) {
  return "LTL " + text;
}

Result<LtlQuestion>
ltl_question(const ir::Program& program, const std::string& text, const std::string& entry) {
  if (program.concurrent())
    return Diagnostic::error(ErrorKind::Unsupported, "--ltl for concurrent programs");
  Result<ltl::Formula> formula = ltl::parse(text);
  if (!formula) return formula.error();
  Result<ltl::Atoms> atoms = meaning_of(*formula, program);
  if (!atoms) return atoms.error();
  bool boolean = evidence::is_boolean(program);
  auto positions = ltl::Positions::Changes;
  if (ltl::has_next(*formula)) {
    if (!boolean || !counts_statements(program))
      return usage("--ltl: X is for Boolean programs, where it is one statement; in other programs "
                   "it would depend on how they are translated");
    positions = ltl::Positions::Statements;
  }
  auto acceptance = boolean ? ltl::Acceptance::Places : ltl::Acceptance::Fuel;
  auto claim = std::make_shared<evidence::LtlClaim>(
      evidence::LtlClaim{program, *formula, std::move(*atoms), positions, acceptance});
  LtlQuestion result{
      transform::ltl_product(program,
                             {ltl::positive(*formula, true), claim->atoms, positions, acceptance})
          .program,
      {},
      claim};
  result.goal.property = Property::Termination;
  if (boolean) result.goal.targets.labels = {ltl::accepting_label};
  result.goal.asked = text;
  result.goal.entry = entry;
  result.goal.spec = ltl_spec(text);
  return result;
}

} // namespace kleene::verify
