// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/file.h"
#include "kleene/ir/text.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "file_names.h"
#include "file_runs.h"
#include "file_threads.h"

namespace kleene::evidence {

std::string location_name(const ir::Procedure& procedure, ir::LocId location) {
  const std::string& name = procedure.locations[location.index()].name;
  return name.empty() ? fmt::format("L{}", location.index()) : name;
}

namespace {

class Writer {
public:
  explicit Writer(const Problem& problem)
      : problem_(problem), program_(problem.program), names_(with_entry_copies(problem.program)) {}

  std::string run(const Evidence& evidence, const std::string& spec) {
    line("{}", evidence_header);
    for (std::size_t i = 0; i < program_.files.size(); ++i)
      line("# about {}", one_line(program_.files.name(FileId(i))));
    if (!spec.empty()) line("spec {}", spec);
    line("property {}", name(problem_.property));
    if (problem_.events().targets) targets();
    line("integers {}", problem_.integers == IntegerModel::Machine ? "machine" : "math");
    line("evidence {}", kind_of(evidence).name);
    std::visit([&](const auto& e) { write(e); }, evidence);
    line("end");
    return std::move(out_);
  }

private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }
  static std::string one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
  }

  void targets() {
    for (const std::string& f : problem_.targets.functions)
      line("target call {}", one_line(f));
    if (problem_.targets.assertions) line("target assertion");
    for (const std::string& l : problem_.targets.labels)
      line("target label {}", one_line(l));
    for (Property check : problem_.targets.checks)
      line("target check {}", name(check));
  }

  /// The text of a formula; subterms that occur more than once are defined before it.
  std::string formula(Term root) {
    std::unordered_map<Term, std::size_t> uses;
    for_each_subterm(root, [&](Term t) {
      for (std::size_t i = 0; i < t.arity(); ++i)
        ++uses[t.arg(i)];
    });
    constexpr std::size_t small = 3;
    std::unordered_map<Term, Term> shown;
    for_each_subterm(root, [&](Term t) {
      auto known = parts_by_term_.find(t);
      if (known != parts_by_term_.end()) {
        shown[t] = known->second;
        return;
      }
      std::vector<Term> args;
      bool compound = t.arity() >= small;
      for (std::size_t i = 0; i < t.arity(); ++i) {
        args.push_back(shown.at(t.arg(i)));
        compound |= t.arg(i).arity() > 0;
      }
      Term text = program_.terms->rebuild(t, args);
      bool named = t != root && uses[t] > 1 && compound && !t.type().is_memory();
      shown[t] = named ? part(t, text) : text;
    });
    return ir::print(shown.at(root), names_);
  }

  Term part(Term t, Term text) {
    std::string name = fmt::format("part${}", parts_by_term_.size() + 1);
    line("let {} {} = {}", name, to_string(t.type()), ir::print(text, names_));
    VarId id = names_.add_variable({.name = name, .type = t.type()});
    return parts_by_term_[t] = program_.terms->variable(id, t.type());
  }

  void place(const ir::Procedure& p, ir::LocId l) {
    for (const ir::Edge& e : p.edges)
      if (e.from == l && e.range.known()) {
        line("# {}", one_line(program_.files.describe(e.range)));
        return;
      }
  }

  /// `word PROCEDURE LOCATION formula`; formulas come last on a line.
  void fact(std::string_view word, std::size_t f, ir::LocId l, Term t) {
    const ir::Procedure& p = program_.procedures[f];
    std::string text = formula(t);
    place(p, l);
    line("{} {} {} {}", word, p.name, location_name(p, l), text);
  }

  void write_inputs(std::string_view word, const std::vector<Input>& inputs) {
    for (const Input& i : inputs)
      line("{} {}  # {}{} {}",
           word,
           to_string(i.value),
           i.kind == ir::InputKind::Edge ? "choice of an edge" : to_string(i.type) + " ",
           one_line(i.origin),
           one_line(program_.files.describe(i.range)));
  }

  void write_run(const Execution& e) {
    line("steps {}", e.steps);
    write_inputs("input", e.inputs);
    for (const HeapContents& contents : e.heap)
      for (auto [first, end] : nonzero_parts(contents.bytes))
        line("memory {} {} {}  # {}",
             contents.number,
             first,
             hexadecimal(std::string_view(contents.bytes).substr(first, end - first)),
             one_line(program_.files.describe(contents.range)));
  }

  /// With the ranks of each place, if there are any.
  void write_proof(const InductiveProof& proof,
                   const std::vector<std::vector<std::vector<Term>>>& ranks = {}) {
    line("null {}", proof.sparse ? "unstated" : "false");
    line("induction {}", proof.k);
    if (proof.live_objects) line("{}", live_objects_line);
    if (proof.known_objects) line("{}", known_objects_line);
    if (!proof.parameters.empty()) names_ = with_entry_copies(program_, proof.parameters);
    for (std::size_t i = 0; i < proof.parameters.size(); ++i)
      line("parameter {} {}",
           names_.variable(parameter(program_, i)).name,
           to_string(proof.parameters[i]));
    for (Term t : proof.instances)
      write_typed("instance", t);
    for (std::size_t f = 0; f < proof.procedures.size(); ++f) {
      const InductiveProof::Procedure& p = proof.procedures[f];
      if (p.invariants.empty()) continue;
      line("procedure {}", program_.procedures[f].name);
      for (std::size_t l = 0; l < p.invariants.size(); ++l)
        if (!p.invariants[l].null()) {
          fact("at", f, ir::LocId(l), p.invariants[l]);
          if (!ranks.empty()) write_rank(ranks[f][l]);
        }
      if (!p.summary.null()) {
        std::string text = formula(p.summary);
        line("summary {} {}", program_.procedures[f].name, text);
      }
    }
    write_order(proof.order);
  }

  void write_rank(const std::vector<Term>& rank) {
    for (Term t : rank)
      write_typed("rank", t);
  }

  void write_order(const std::vector<std::size_t>& order) {
    if (order.empty()) return;
    std::string text;
    for (std::size_t i : order)
      text += fmt::format(" {}", i);
    line("order{}", text);
  }

  void write_states(const std::vector<std::vector<Term>>& states) {
    for (std::size_t f = 0; f < states.size(); ++f)
      for (std::size_t l = 0; l < states[f].size(); ++l)
        if (!states[f][l].null()) fact("in", f, ir::LocId(l), states[f][l]);
  }

  void write(const Execution& e) { write_run(e); }
  void write(const InductiveProof& proof) { write_proof(proof); }
  void write(const TerminationProof& proof) { write_proof(proof.invariants, proof.ranks); }
  void write(const BoundedProof& proof) {
    line("rounds {}", proof.rounds);
    line("depth {}", proof.depth);
  }
  void write(const AllRuns& runs) {
    line("runs {}", runs.max_runs);
    line("steps {}", runs.max_steps);
  }
  void write(const RankedProof& proof) {
    write_proof(proof.invariants);
    for (const RankedProof::Layer& layer : proof.layers)
      fact("layer", layer.procedure.index(), layer.location, layer.states);
  }
  void write(const Lasso& lasso) {
    line("steps {}", lasso.stem_steps);
    write_inputs("input", lasso.stem);
    line("loop-steps {}", lasso.loop_steps);
    write_inputs("loop-input", lasso.loop);
  }
  void write_stem(const Execution& stem, ir::ProcId f, ir::LocId l) {
    line("steps {}", stem.steps);
    write_inputs("input", stem.inputs);
    const ir::Procedure& p = program_.procedure(f);
    line("reaches {} {}", p.name, location_name(p, l));
  }
  void write_typed(std::string_view word, Term t) {
    std::string text = formula(t);
    line("{} {} {}", word, to_string(t.type()), text);
  }
  void write_choices(const std::vector<Choice>& choices) {
    for (const Choice& choice : choices) {
      line("choice {} {}", program_.procedure(choice.procedure).name, choice.edge);
      for (Term t : choice.values)
        write_typed("choose", t);
    }
  }
  void write_layers(std::string_view word, const std::vector<MustLayer>& layers) {
    for (const MustLayer& layer : layers) {
      fact(word, layer.procedure.index(), layer.location, layer.states);
      write_rank(layer.rank);
    }
  }
  void write(const MustReach& reach) {
    write_stem(reach.stem, reach.procedure, reach.location);
    write_layers("leads", reach.layers);
    write_layers("returns", reach.calls);
    for (std::size_t f = 0; f < reach.summaries.size(); ++f)
      if (!reach.summaries[f].null()) {
        std::string text = formula(reach.summaries[f]);
        line("summary {} {}", program_.procedures[f].name, text);
      }
    write_choices(reach.choices);
  }
  void write(const RecurrentSet& set) {
    write_stem(set.stem, set.procedure, set.location);
    write_states(set.states);
    write_choices(set.choices);
    if (!set.calls.procedures.empty()) write_proof(set.calls);
  }
  void write_layers(const LayeredReach& reach) {
    for (const LayeredReach::Layer& layer : reach.layers)
      fact("layer", layer.procedure.index(), layer.location, layer.pairs);
    write_order(reach.order);
  }
  void write(const Activations& runs) { out_ += write_lines(runs, program_); }
  void write(const LayeredRecurrence& recurrence) {
    write_layers(recurrence.calls);
    write_states(recurrence.states);
  }

  void port(std::string_view word, const Port& p) {
    fact(word, p.procedure.index(), p.location, p.states);
  }
  const std::string& variable_name(VarId v) const { return program_.variable(v).name; }
  void write_way(std::string_view word, const Way& way) {
    line("{}", word);
    for (std::size_t i = 0; i < way.items.size();) {
      const Way::Item& first = way.items[i];
      if (first.leap != Way::no_leap) {
        line("over {}", first.leap + 1);
        ++i;
        continue;
      }
      std::string edges;
      for (; i < way.items.size() && way.items[i].leap == Way::no_leap
             && way.items[i].procedure == first.procedure;
           ++i)
        edges += fmt::format(" {}", way.items[i].edge);
      line("take {}{}", program_.procedure(first.procedure).name, edges);
    }
    for (Term t : way.choices)
      write_typed("choose", t);
  }
  void write(const Leap& leap) {
    line("leap {}", leap.theorem == Leap::Theorem::Forward ? "forward" : "backward");
    for (const Port& p : leap.region)
      port("region", p);
    port("entry", leap.entry);
    port("exit", leap.exit);
    for (const Leap::Bound& b : leap.bounds)
      for (const auto& [word, t] : {std::pair("least", b.low), std::pair("most", b.high)}) {
        std::string text = formula(t);
        line("{} {} {}", word, variable_name(b.variable), text);
      }
    for (VarId v : leap.hidden)
      line("hide {}", variable_name(v));
    for (const Way& w : leap.steps)
      write_way("step", w);
  }
  void write(const LeapChain& chain) {
    for (const Leap& leap : chain.leaps)
      write(leap);
    for (const LeapChain::Reached& r : chain.reached) {
      port("reached", r.port);
      if (r.leap != Way::no_leap) line("by-leap {}", r.leap + 1);
      for (const Way& w : r.ways)
        write_way("by-way", w);
    }
    for (const auto& [v, value] : chain.values)
      line("value {} {}", variable_name(v), to_string(value));
    write_way("way", chain.way);
    if (chain.round) {
      port("round", chain.round->port);
      write_way("round-way", chain.round->way);
    }
    if (!chain.execution) return;
    write_run(*chain.execution);
  }
  void write(const Schedule& schedule) {
    out_ += write_lines(schedule.slices);
    write_inputs("input", schedule.inputs);
  }
  void write(const InterleavingProof& proof) {
    Result<ir::Unfolding> unfolding = ir::unfold_threads(
        program_,
        {.targets = problem_.targets, .depth = proof.depth, .deep = ir::DeepCalls::Forget});
    KL_INVARIANT(unfolding.ok(), "a proof should be about a program that was unfolded");
    std::size_t first = unfolding->program.variables.size();
    std::size_t bits = 0;
    for (const InterleavingProof::Thread& thread : proof.threads)
      bits += thread.place.size();
    line("unfolded {} {}", proof.depth, bits);
    names_ = *with_places(*unfolding, bits);
    for (const InterleavingProof::Thread& thread : proof.threads) {
      line("thread");
      std::string places;
      for (VarId bit : thread.place)
        places += fmt::format(" {}", bit.index() - first);
      line("place{}", places);
      for (std::size_t p = 0; p < thread.active.size(); ++p) {
        if (thread.numbers[p]) line("waits {} {}", p, *thread.numbers[p]);
        if (thread.active[p].null()) continue;
        std::string text = formula(thread.active[p]);
        line("active {} {}", p, text);
      }
    }
    std::vector<std::size_t> order;
    for (VarId v : proof.order)
      order.push_back(v.index());
    write_order(order);
  }
  void write(const StackProof& proof) { out_ += write_lines(proof, program_); }
  void write(const ControlFlow&) {}

  const Problem& problem_;
  const ir::Program& program_;
  ir::Program names_;
  std::unordered_map<Term, Term> parts_by_term_;
  std::string out_;
};

} // namespace

std::string
write_evidence(const Problem& problem, const Evidence& evidence, const std::string& spec) {
  const auto* proof = std::get_if<InductiveProof>(&evidence);
  if (proof == nullptr || (!proof->live_objects && !proof->known_objects))
    return Writer(problem).run(evidence, spec);
  ir::Program program = subject(problem.program, *proof);
  return Writer(problem.about(program)).run(evidence, spec);
}

} // namespace kleene::evidence
