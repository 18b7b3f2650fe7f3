// SPDX-License-Identifier: Apache-2.0
// A forward may-analysis: the state at a location is the set of variables that may be indeterminate
// there. Variables are independent of each other, so they are treated 64 at a time, one word per
// location. What a call leaves in its results depends on the callee: the procedures are repeated
// until the sets of results that may be indeterminate no longer grow.
#include "definite_assignment.h"

#include "kleene/ir/steering.h"

#include <algorithm>
#include <unordered_map>

namespace kleene::ir {
namespace {

using Word = std::uint64_t;

bool scalar(const Program& program, VarId v) {
  Type type = program.variable(v).type;
  return type.is_bool() || type.is_integer();
}

/// What an edge does to the variables, independent of their values.
struct Effects {
  std::vector<std::pair<std::size_t, VarId>> reads;  ///< edge, variable
  std::vector<std::pair<std::size_t, VarId>> writes; ///< determinate afterwards
  std::vector<std::pair<std::size_t, VarId>> losses; ///< by an unknown Havoc
  struct Result {
    std::size_t edge;
    VarId variable;
    ProcId callee;
    std::size_t index;
  };
  std::vector<Result> results;
};

/// What the analysis asks for.
struct Question {
  const std::vector<bool>* steering = nullptr; ///< if given, only reads that can steer count
  bool zero = false;                           ///< what comes to life without a value is zero
};

Effects effects_of(const Program& program, const Procedure& procedure, const Question& question) {
  Effects effects;
  for (std::size_t e = 0; e < procedure.edges.size(); ++e) {
    const Statement& statement = procedure.edges[e].statement;
    for (Term t : question.steering != nullptr
                      ? steering_terms(program, statement, *question.steering)
                      : evaluated_terms(statement))
      for (VarId v : variables_of(t))
        if (scalar(program, v)) effects.reads.emplace_back(e, v);
    if (const auto* call = std::get_if<Call>(&statement)) {
      for (std::size_t i = 0; i < call->results.size(); ++i)
        effects.results.push_back({e, call->results[i], call->callee, i});
      continue;
    }
    const auto* havoc = std::get_if<Havoc>(&statement);
    bool unknown = havoc != nullptr && havoc->choice == Choice::Unknown
                   && !(question.zero && havoc->uninitialised);
    for (VarId v : written_variables(statement))
      if (scalar(program, v)) (unknown ? effects.losses : effects.writes).emplace_back(e, v);
  }
  return effects;
}

class Analysis {
public:
  Analysis(const Program& program, const Question& question)
      : program_(program), question_(question) {
    result_.marked.resize(program.variables.size());
    result_.reads.resize(program.procedures.size());
    for (const Procedure& p : program.procedures) {
      effects_.push_back(effects_of(program, p, question));
      lost_results_.emplace_back(p.returns.size());
    }
  }

  DefiniteAssignment run() {
    std::vector<bool> pending(program_.procedures.size(), true);
    while (std::ranges::find(pending, true) != pending.end()) {
      std::vector<bool> changed(pending.size());
      for (std::size_t p = 0; p < pending.size(); ++p)
        if (pending[p]) changed[p] = analyse(ProcId(p));
      for (std::size_t p = 0; p < pending.size(); ++p)
        pending[p] = std::ranges::any_of(effects_[p].results,
                                         [&](const auto& r) { return changed[r.callee.index()]; });
    }
    mark_globals();
    return std::move(result_);
  }

private:
  bool lost(const Effects::Result& r) const { return lost_results_[r.callee.index()][r.index]; }

  bool counts_as_global(VarId v) const {
    return !program_.variable(v).owner.valid()
           && (question_.steering == nullptr || (*question_.steering)[v.index()]);
  }

  void mark_globals() {
    for (const Effects& effects : effects_) {
      for (auto [e, v] : effects.losses)
        if (counts_as_global(v)) result_.marked[v.index()] = true;
      for (const auto& r : effects.results)
        if (counts_as_global(r.variable) && lost(r)) result_.marked[r.variable.index()] = true;
    }
  }

  /// True if the set of results that may be indeterminate grew.
  bool analyse(ProcId id) {
    const Procedure& procedure = program_.procedure(id);
    std::vector<VarId> tracked;
    for (const auto* list : {&procedure.returns, &procedure.parameters, &procedure.locals})
      for (VarId v : *list)
        if (scalar(program_, v)) tracked.push_back(v);
    result_.reads[id.index()].assign(procedure.edges.size(), {});
    outgoing_ = procedure.outgoing();
    bool grew = false;
    for (std::size_t first = 0; first < tracked.size(); first += 64) {
      std::size_t count = std::min<std::size_t>(64, tracked.size() - first);
      grew |= analyse_block(id, std::span(tracked).subspan(first, count));
    }
    for (auto& list : result_.reads[id.index()]) {
      std::ranges::sort(list);
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return grew;
  }

  bool analyse_block(ProcId id, std::span<const VarId> variables) {
    const Procedure& procedure = program_.procedure(id);
    const Effects& effects = effects_[id.index()];
    std::unordered_map<std::size_t, Word> bits;
    for (std::size_t i = 0; i < variables.size(); ++i)
      bits[variables[i].index()] = Word(1) << i;
    auto bit = [&](VarId v) {
      auto found = bits.find(v.index());
      return found == bits.end() ? Word(0) : found->second;
    };
    std::vector<Word> cleared(procedure.edges.size());
    std::vector<Word> set(procedure.edges.size());
    for (auto [e, v] : effects.writes)
      cleared[e] |= bit(v);
    for (auto [e, v] : effects.losses)
      set[e] |= bit(v);
    for (const auto& r : effects.results)
      (lost(r) ? set : cleared)[r.edge] |= bit(r.variable);

    Word at_entry = 0;
    for (VarId v : variables)
      if (!question_.zero
          && std::ranges::find(procedure.parameters, v) == procedure.parameters.end())
        at_entry |= bit(v);
    std::vector<Word> state = propagate(procedure, at_entry, cleared, set);

    for (auto [e, v] : effects.reads)
      if ((state[procedure.edges[e].from.index()] & bit(v)) != 0) {
        result_.reads[id.index()][e].push_back(v);
        result_.marked[v.index()] = true;
      }
    bool grew = false;
    for (std::size_t i = 0; i < procedure.returns.size(); ++i)
      if ((state[procedure.exit.index()] & bit(procedure.returns[i])) != 0) {
        result_.marked[procedure.returns[i].index()] = true;
        grew |= !lost_results_[id.index()][i];
        lost_results_[id.index()][i] = true;
      }
    return grew;
  }

  std::vector<Word> propagate(const Procedure& procedure,
                              Word at_entry,
                              const std::vector<Word>& cleared,
                              const std::vector<Word>& set) const {
    std::vector<Word> state(procedure.locations.size());
    std::vector<bool> reached(procedure.locations.size());
    std::vector<std::size_t> work{procedure.entry.index()};
    state[procedure.entry.index()] = at_entry;
    reached[procedure.entry.index()] = true;
    while (!work.empty()) {
      std::size_t location = work.back();
      work.pop_back();
      for (std::size_t e : outgoing_[location]) {
        std::size_t to = procedure.edges[e].to.index();
        Word after = (state[location] & ~cleared[e]) | set[e];
        if (reached[to] && (after & ~state[to]) == 0) continue;
        reached[to] = true;
        state[to] |= after;
        work.push_back(to);
      }
    }
    return state;
  }

  const Program& program_;
  Question question_;
  std::vector<Effects> effects_;
  std::vector<std::vector<bool>> lost_results_; ///< by procedure and index of the return
  std::vector<std::vector<std::size_t>> outgoing_;
  DefiniteAssignment result_;
};

} // namespace

bool DefiniteAssignment::must_ask(ProcId procedure,
                                  std::size_t edge,
                                  VarId variable,
                                  const Program& program) const {
  if (!marked[variable.index()]) return false;
  if (!program.variable(variable).owner.valid()) return true;
  return std::ranges::binary_search(reads[procedure.index()][edge], variable);
}

DefiniteAssignment definite_assignment(const Program& program, const Reading& reading) {
  std::vector<bool> steering;
  Question question{.zero = reading.zero_uninitialised};
  if (reading.notice == Notice::SteeringReads) {
    steering = steering_variables(program);
    question.steering = &steering;
  }
  DefiniteAssignment result = Analysis(program, question).run();
  if (question.zero) result.read_early = Analysis(program, {}).run().marked;
  return result;
}

} // namespace kleene::ir
