// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/explain.h"

#include <algorithm>
#include <tuple>

#include "proof_view.h"
#include "view.h"

namespace kleene::report {
namespace {

/// Ranks are computed without wrapping, so conversions that keep every value need not be read.
std::string without_widening(Term t, std::string text) {
  bool keeps_values = true;
  for_each_subterm(t, [&](Term part) {
    if (part.op() == Op::Cast && part.type() == Type::machine(64, true))
      keeps_values &= part.arg(0).type().is_machine() && part.arg(0).type().width() < 64;
  });
  constexpr std::string_view cast = "(i64)";
  while (keeps_values && text.find(cast) != std::string::npos)
    text.erase(text.find(cast), cast.size());
  return text;
}

/// The formulas of each kind of evidence, kind by kind and then in the order of the source.
class Facts {
public:
  explicit Facts(const ir::Program& program)
      : program_(program), names_(evidence::with_entry_copies(program)) {}

  void add(const evidence::InductiveProof& proof) {
    program_ = evidence::subject(program_, proof);
    names_ = evidence::with_entry_copies(program_, proof.parameters);
    if (proof.sparse) requirements("Requirements: what holds when a procedure is called", proof);
    invariants("Invariants", proof, false);
    summaries("Summaries: what holds when a procedure returns", proof);
  }
  void add(const evidence::RankedProof& proof) { add(proof.invariants); }
  void add(const evidence::TerminationProof& proof) {
    add(proof.invariants);
    for (std::size_t f = 0; f < proof.ranks.size(); ++f)
      for (std::size_t l = 0; l < proof.ranks[f].size(); ++l)
        rank(ir::ProcId(f), ir::LocId(l), proof.ranks[f][l]);
  }
  void add(const evidence::RecurrentSet& set) {
    states("Recurrent set: from each of these states the program can go on to another", set.states);
    invariants("Calls on the way do not end before they return", set.calls, true);
    summaries("What they return", set.calls);
  }
  void add(const evidence::LayeredReach& reach) {
    for (const evidence::LayeredReach::Layer& layer : reach.layers)
      fact("Layers: each follows from the ones before it",
           layer.procedure,
           layer.location,
           layer.pairs);
  }
  void add(const evidence::MustReach& reach) {
    for (const evidence::MustLayer& layer : reach.layers)
      fact("From each of these states the program can go on to the target",
           layer.procedure,
           layer.location,
           layer.states);
    for (const evidence::MustLayer& layer : reach.calls)
      fact("Calls on the way return", layer.procedure, layer.location, layer.states);
  }
  void add(const evidence::LayeredRecurrence& recurrence) {
    states("Recurrent set: from each of these states the program can go on to another",
           recurrence.states);
    add(recurrence.calls);
  }
  void add(const evidence::LeapChain& chain) {
    for (const evidence::Leap& leap : chain.leaps) {
      std::string title = leap.theorem == evidence::Leap::Theorem::Forward ? "Leap, theorem 2: "
                                                                           : "Leap, theorem 1: ";
      auto ports = [&](const std::string& what, const evidence::Port& p) {
        fact(title + what, p.procedure, p.location, p.states);
      };
      ports("enters where", leap.entry);
      for (const evidence::Port& p : leap.region)
        ports("stays where", p);
      ports("leaves where", leap.exit);
    }
    for (const evidence::LeapChain::Reached& r : chain.reached)
      fact("All these states are reached", r.port.procedure, r.port.location, r.port.states);
    if (chain.round)
      fact("Infinite loop: returns to states with",
           chain.round->port.procedure,
           chain.round->port.location,
           chain.round->port.states);
  }
  /// Executions and numbers: the report shows all of them anyway.
  void add(const auto&) {}

  std::vector<ExplainedFact> take() { return std::move(facts_); }

private:
  void invariants(const std::string& kind, const evidence::InductiveProof& proof, bool of_calls) {
    std::vector<std::vector<Term>> formulas;
    for (std::size_t f = 0; f < proof.procedures.size(); ++f) {
      formulas.push_back(proof.procedures[f].invariants);
      const ir::Procedure& p = program_.procedures[f];
      bool loop = std::ranges::any_of(p.edges, [&](const ir::Edge& e) { return e.to == p.entry; });
      if (proof.sparse && !of_calls && !loop && !formulas[f].empty()
          && ir::ProcId(f) != program_.entry)
        formulas[f][p.entry.index()] = Term();
    }
    if (of_calls && !formulas.empty()) formulas[program_.entry.index()].clear();
    states(kind, formulas);
  }

  void requirements(const std::string& kind, const evidence::InductiveProof& proof) {
    for (std::size_t f = 0; f < proof.procedures.size(); ++f) {
      const ir::Procedure& p = program_.procedures[f];
      const std::vector<Term>& said = proof.procedures[f].invariants;
      if (said.empty() || p.library || ir::ProcId(f) == program_.entry) continue;
      Term required = said[p.entry.index()];
      if (required.null() || required.is_true() || required.is_false()) continue;
      facts_.push_back({kind,
                        p.name,
                        stated_text(required, program_, names_),
                        to_place(program_.files, p.range)});
    }
  }

  /// One formula for each source line: that of the first statement there.
  void states(const std::string& kind, const std::vector<std::vector<Term>>& formulas) {
    auto first = static_cast<std::ptrdiff_t>(facts_.size());
    for (std::size_t f = 0; f < formulas.size(); ++f)
      for (std::size_t l = 0; l < formulas[f].size(); ++l)
        fact(kind, ir::ProcId(f), ir::LocId(l), formulas[f][l]);
    std::stable_sort(facts_.begin() + first, facts_.end(), [](const auto& a, const auto& b) {
      return std::tie(a.place.file, a.place.line, a.place.column)
             < std::tie(b.place.file, b.place.line, b.place.column);
    });
    auto same_line = [](const auto& a, const auto& b) {
      return a.procedure == b.procedure && a.place.line == b.place.line;
    };
    facts_.erase(std::unique(facts_.begin() + first, facts_.end(), same_line), facts_.end());
  }

  void summaries(const std::string& kind, const evidence::InductiveProof& proof) {
    for (std::size_t f = 0; f < proof.procedures.size(); ++f) {
      const ir::Procedure& p = program_.procedures[f];
      Term summary = proof.procedures[f].summary;
      if (summary.null() || summary.is_true() || ir::ProcId(f) == program_.entry) continue;
      facts_.push_back({kind,
                        p.name,
                        stated_text(summary, program_, names_),
                        to_place(program_.files, p.range)});
    }
  }

  /// Where nothing is said there is nothing to show; what holds at exits the summaries say.
  void fact(const std::string& kind, ir::ProcId f, ir::LocId l, Term formula) {
    if (formula.null() || formula.is_true() || formula.is_false()) return;
    const ir::Procedure& p = program_.procedure(f);
    if (p.library || l == p.exit) return;
    facts_.push_back({kind, p.name, stated_text(formula, program_, names_), place(p, l)});
  }

  /// The components that change, first the one that counts most.
  void rank(ir::ProcId f, ir::LocId l, const std::vector<Term>& components) {
    const ir::Procedure& p = program_.procedure(f);
    if (p.library || l == p.exit) return;
    std::string text;
    for (Term t : components) {
      if (t.is_constant()) continue;
      std::string part = without_widening(t, stated_text(t, program_, names_));
      text += (text.empty() ? "" : ", then ") + part;
    }
    if (text.empty()) return;
    facts_.push_back(
        {"Ranking functions: each iteration or call decreases the first that it changes",
         p.name,
         text,
         place(p, l)});
  }

  /// The statement behind a location, or the head of the procedure at its entry.
  SourcePlace place(const ir::Procedure& p, ir::LocId l) const {
    for (const ir::Edge& edge : p.edges)
      if (edge.from == l && edge.range.known()) return to_place(program_.files, edge.range);
    return l == p.entry ? to_place(program_.files, p.range) : SourcePlace{};
  }

  ir::Program program_;
  ir::Program names_;
  std::vector<ExplainedFact> facts_;
};

} // namespace

void ExplainingObserver::predicate(std::string_view procedure, std::string_view text) {
  auto known = std::ranges::find(explained_.predicates, procedure, &PredicatesOf::procedure);
  if (known == explained_.predicates.end())
    known = explained_.predicates.insert(known, {std::string(procedure), {}});
  known->predicates.emplace_back(text);
}

std::vector<ExplainedFact> facts_of(const ir::Program& program,
                                    const evidence::Evidence& evidence) {
  Facts facts(program);
  std::visit([&](const auto& e) { facts.add(e); }, evidence);
  return facts.take();
}

Explained ExplainingObserver::explained(const evidence::Problem& problem,
                                        const std::optional<evidence::Evidence>& evidence) const {
  Explained result = explained_;
  if (evidence) result.facts = facts_of(problem.program, *evidence);
  return result;
}

} // namespace kleene::report
