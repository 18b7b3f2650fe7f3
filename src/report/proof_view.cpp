// SPDX-License-Identifier: Apache-2.0
#include "proof_view.h"

#include "kleene/ir/text.h"
#include "kleene/report/readable.h"

#include <algorithm>
#include <unordered_map>

#include "view.h"

namespace kleene::report {
namespace {

/// Per location: the edge behind it with a known place, if an edge leads back to it.
std::vector<const ir::Edge*> loop_heads(const ir::Procedure& p) {
  std::vector<std::vector<std::size_t>> outgoing = p.outgoing();
  std::vector<const ir::Edge*> heads(p.locations.size());
  // Depth first, with an explicit stack: an edge to a location that is still open closes a loop.
  enum class Mark : std::uint8_t { New, Open, Done };
  std::vector<Mark> marks(p.locations.size(), Mark::New);
  std::vector<std::pair<std::size_t, std::size_t>> stack{{p.entry.index(), 0}};
  marks[p.entry.index()] = Mark::Open;
  while (!stack.empty()) {
    auto& [at, next] = stack.back();
    if (next == outgoing[at].size()) {
      marks[at] = Mark::Done;
      stack.pop_back();
      continue;
    }
    std::size_t to = p.edges[outgoing[at][next++]].to.index();
    if (marks[to] == Mark::Open && !outgoing[to].empty())
      heads[to] = &p.edges[outgoing[to].front()];
    if (marks[to] != Mark::New) continue;
    marks[to] = Mark::Open;
    stack.emplace_back(to, 0);
  }
  return heads;
}

std::string formula_text(Term formula, const ir::Program& names) {
  formula = readable(*names.terms, formula);
  constexpr std::size_t limit = 2000;
  std::unordered_map<Term, std::size_t> sizes;
  std::size_t size = 0;
  for_each_subterm(formula, [&](Term t) {
    size = 1;
    for (std::size_t i = 0; i < t.arity(); ++i)
      size = std::min(limit + 1, size + sizes.at(t.arg(i)));
    sizes[t] = size;
  });
  if (size <= limit) return to_string(formula, names);
  return "(a formula of " + std::to_string(sizes.size()) + " parts)";
}

} // namespace

std::string stated_text(Term formula, const ir::Program& program, const ir::Program& names) {
  std::string all;
  for (VarId v : variables_of(formula))
    if (v >= evidence::parameter(program, 0))
      all += (all.empty() ? "for all " : ", ") + names.variable(v).display;
  return (all.empty() ? "" : all + ": ") + formula_text(formula, names);
}

namespace {

/// Is there more to it than that variables have values of their types?
bool says_something(Term formula, const ir::Program& names) {
  return !formula.null() && !readable(*names.terms, formula).is_true();
}

/// A fact and its parts.
ShownFact fact(std::string where,
               Term formula,
               SourcePlace place,
               const ir::Program& program,
               const ir::Program& names) {
  ShownFact result{std::move(where), stated_text(formula, program, names), std::move(place)};
  Term short_form = readable(*names.terms, formula);
  if (short_form.op() != Op::And || result.formula.starts_with("for all")) return result;
  for (Term part : short_form.args())
    result.conjuncts.push_back(formula_text(part, names));
  return result;
}

} // namespace

Proof to_shown(const ir::Program& original,
               const evidence::InductiveProof& proof,
               const std::string& checker,
               std::size_t questions) {
  ir::Program program = evidence::subject(original, proof);
  Proof shown;
  shown.checker = checker;
  shown.questions = questions;
  shown.induction = proof.k;
  ir::Program names = evidence::with_entry_copies(program, proof.parameters);
  for (std::size_t f = 0; f < proof.procedures.size(); ++f) {
    const ir::Procedure& p = program.procedures[f];
    const evidence::InductiveProof::Procedure& own = proof.procedures[f];
    if (own.invariants.empty()) continue;
    std::vector<const ir::Edge*> heads = loop_heads(p);
    for (std::size_t l = 0; l < heads.size(); ++l)
      if (heads[l] != nullptr && says_something(own.invariants[l], names))
        shown.facts.push_back(fact("loop in " + p.name,
                                   own.invariants[l],
                                   to_place(program.files, heads[l]->range),
                                   program,
                                   names));
    if (says_something(own.summary, names) && ir::ProcId(f) != program.entry)
      shown.facts.push_back(fact(
          "summary of " + p.name, own.summary, to_place(program.files, p.range), program, names));
  }
  return shown;
}

} // namespace kleene::report
