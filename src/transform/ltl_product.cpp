// SPDX-License-Identifier: Apache-2.0
#include "kleene/transform/ltl_product.h"

#include "kleene/ltl/automaton.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace kleene::transform {
namespace {

using ltl::Acceptance;
using ltl::AtomMeaning;
using Kind = ltl::AtomMeaning::Kind;

/// Where the positions are: places of the original, per procedure.
class PositionPlaces {
public:
  PositionPlaces(const ir::Program& program, const LtlQuestion& question)
      : program_(program), question_(question), places_(program.procedures.size()) {
    if (question.positions == ltl::Positions::Statements)
      statements();
    else
      changes();
  }

  const std::set<std::size_t>& of(std::size_t procedure) const { return places_[procedure]; }

private:
  void add(ir::ProcId p, ir::LocId l) { places_[p.index()].insert(l.index()); }
  void add_entry(ir::ProcId p) { add(p, program_.procedure(p).entry); }

  void statements() {
    for (std::size_t p = 0; p < program_.procedures.size(); ++p)
      for (std::size_t l = 0; l < program_.procedures[p].locations.size(); ++l)
        if (std::ranges::any_of(program_.procedures[p].locations[l].marks, [](const auto& mark) {
              return mark.kind == ir::SourceMark::Kind::Statement;
            }))
          add(ir::ProcId(p), ir::LocId(l));
  }

  void changes() {
    add_entry(program_.entry);
    for (std::size_t p = 0; p < program_.procedures.size(); ++p) {
      const ir::Procedure& procedure = program_.procedures[p];
      if (has_label(procedure, procedure.exit)) after_calls(ir::ProcId(p));
      for (std::size_t l = 0; l < procedure.locations.size(); ++l)
        if (has_label(procedure, ir::LocId(l))) add(ir::ProcId(p), ir::LocId(l));
      for (const ir::Edge& edge : procedure.edges)
        change(ir::ProcId(p), edge);
    }
  }

  void change(ir::ProcId p, const ir::Edge& edge) {
    const auto* call = std::get_if<ir::Call>(&edge.statement);
    bool leaves_label = has_label(program_.procedure(p), edge.from);
    bool goes_back = edge.to <= edge.from;
    if (leaves_label || goes_back || writes(edge) || (call != nullptr && asks_for_functions()))
      add(p, edge.to);
    if (call != nullptr && (leaves_label || asks_for_functions() || call->callee <= p))
      add_entry(call->callee);
  }

  void after_calls(ir::ProcId callee) {
    for (std::size_t p = 0; p < program_.procedures.size(); ++p)
      for (const ir::Edge& edge : program_.procedures[p].edges)
        if (const auto* call = std::get_if<ir::Call>(&edge.statement))
          if (call->callee == callee) add(ir::ProcId(p), edge.to);
  }

  template <class Test>
  bool any_atom(Kind kind, Test test) const {
    return std::ranges::any_of(question_.atoms, [&](const auto& atom) {
      return atom.second.kind == kind && test(atom.second);
    });
  }

  bool asks_for_functions() const {
    return any_atom(Kind::Function, [](const auto&) { return true; });
  }

  bool has_label(const ir::Procedure& p, ir::LocId l) const {
    const std::vector<std::string>& labels = p.locations[l.index()].labels;
    return any_atom(Kind::Label, [&](const AtomMeaning& atom) {
      return std::ranges::find(labels, atom.name) != labels.end();
    });
  }

  bool writes(const ir::Edge& edge) const {
    std::vector<VarId> written = ir::written_variables(edge.statement);
    return any_atom(Kind::Condition, [&](const AtomMeaning& atom) {
      return std::ranges::any_of(variables_of(atom.condition), [&](VarId v) {
        return std::ranges::find(written, v) != written.end();
      });
    });
  }

  const ir::Program& program_;
  const LtlQuestion& question_;
  std::vector<std::set<std::size_t>> places_;
};

class Product {
public:
  Product(const ir::Program& program, const LtlQuestion& question)
      : question_(question),
        automaton_(question.violation),
        result_{program, Back(program)},
        program_(result_.program),
        terms_(*program_.terms) {
    add_variables();
    PositionPlaces places(program, question);
    for (std::size_t p = 0; p < program.procedures.size(); ++p)
      add_to_procedure(ir::ProcId(p), program.procedures[p].edges.size(), places.of(p));
    add_start(program);
  }

  Transformed take() { return std::move(result_); }

private:
  bool has_places() const { return question_.acceptance == Acceptance::Places; }
  bool always_accepting() const { return automaton_.eventualities().empty(); }

  VarId add_global(const std::string& name,
                   Type type,
                   std::optional<Term> initial,
                   std::string display = {}) {
    ir::Variable v{.name = program_.fresh_name(name), .display = std::move(display), .type = type};
    if (v.display.empty()) v.display = name;
    v.initial = initial;
    v.temporary = true;
    VarId id = program_.add_variable(std::move(v));
    return id;
  }

  /// An obligation in words.
  std::string shown(const char* when, std::size_t i) const {
    return fmt::format("{}[{}]", when, ltl::to_string(automaton_.obligation(i)));
  }

  void add_variables() {
    Type boolean = Type::boolean();
    for (std::size_t i = 0; i < automaton_.size(); ++i)
      due_.push_back(add_global("ltl.due", boolean, terms_.truth(i == 0), shown("due", i)));
    next_.emplace_back();
    for (std::size_t i = 1; i < automaton_.size(); ++i)
      next_.push_back(add_global("ltl.next", boolean, terms_.truth(false), shown("next", i)));
    if (automaton_.eventualities().size() > 1)
      for (std::size_t i = 0; i < automaton_.eventualities().size(); ++i)
        dropped_.push_back(add_global("ltl.dropped", boolean, terms_.truth(false)));
    if (has_places())
      seen_ = add_global("ltl.seen", boolean, terms_.truth(false));
    else if (!always_accepting())
      fuel_ = add_global("ltl.fuel", Type::integer(), std::nullopt);
  }

  void add_to_procedure(ir::ProcId p, std::size_t edges, const std::set<std::size_t>& places) {
    ir::LocId end;
    for (std::size_t e = 0; e < edges; ++e) {
      ir::Edge& edge = program_.procedure(p).edges[e];
      if (!std::holds_alternative<ir::Halt>(edge.statement)) continue;
      if (!end.valid()) end = add_end(p);
      program_.procedure(p).edges[e].statement = ir::Skip{};
      program_.procedure(p).edges[e].to = end;
    }
    VarId saved;
    for (std::size_t e = 0; e < edges && has_places(); ++e)
      if (std::holds_alternative<ir::Call>(program_.procedure(p).edges[e].statement))
        watch_call(p, e, saved);
    for (std::size_t l : places)
      follow(p, ir::LocId(l), false);
    if (end.valid()) follow(p, end, true);
  }

  /// A place where an execution stays that has ended.
  ir::LocId add_end(ir::ProcId p) {
    ir::Procedure& procedure = program_.procedure(p);
    ir::LocId end = procedure.add_location();
    procedure.locations[end.index()].labels.emplace_back(ltl::end_label);
    procedure.add_edge(end, end, ir::Skip{}, procedure.range);
    return end;
  }

  /// Behind a call in which an accepting place was passed there is another one.
  void watch_call(ir::ProcId p, std::size_t e, VarId& saved) {
    if (!saved.valid()) {
      ir::Variable v{.name = program_.fresh_name("ltl.saved"),
                     .display = "ltl.saved",
                     .type = Type::boolean()};
      v.owner = p;
      v.temporary = true;
      saved = program_.add_variable(std::move(v));
      program_.procedure(p).locals.push_back(saved);
    }
    ir::Procedure& procedure = program_.procedure(p);
    ir::LocId before = procedure.edges[e].from;
    ir::LocId after = procedure.edges[e].to;
    SourceRange range = procedure.edges[e].range;
    ir::LocId ready = procedure.add_location();
    ir::LocId back = procedure.add_location();
    ir::LocId accepting = procedure.add_location();
    ir::LocId other = procedure.add_location();
    procedure.locations[accepting.index()].labels.emplace_back(ltl::accepting_label);
    procedure.edges[e].from = ready;
    procedure.edges[e].to = back;
    procedure.add_edge(
        before, ready, ir::Assign{{saved, seen_}, {var(seen_), terms_.truth(false)}}, range);
    procedure.add_edge(back, accepting, ir::Assume{var(seen_)}, range);
    procedure.add_edge(accepting, after, ir::Skip{}, range);
    procedure.add_edge(back, other, ir::Assume{terms_.negate(var(seen_))}, range);
    procedure.add_edge(other, after, ir::Assign{{seen_}, {var(saved)}}, range);
  }

  /// One step of the automaton at a position, before whatever the program does there.
  void follow(ir::ProcId p, ir::LocId place, bool at_end) {
    ir::Procedure& procedure = program_.procedure(p);
    SourceRange range = procedure.range;
    ir::LocId chosen = procedure.add_location();
    ir::LocId met = procedure.add_location();
    ir::LocId stepped = procedure.add_location();
    for (ir::Edge& edge : procedure.edges)
      if (edge.from == place) {
        range = edge.range;
        edge.from = stepped;
      }
    if (procedure.exit == place) procedure.exit = stepped;
    std::vector<VarId> choices(next_.begin() + 1, next_.end());
    if (choices.empty())
      procedure.add_edge(place, chosen, ir::Skip{}, range);
    else
      procedure.add_edge(
          place, chosen, ir::Havoc{choices, ir::Choice::Input, "the automaton", {}}, range);
    Term step = automaton_step(p, place, at_end);
    procedure.add_edge(chosen, met, ir::Assume{step, ir::AssumeKind::Assumption}, range);
    accept(procedure, met, stepped, range);
  }

  Term automaton_step(ir::ProcId p, ir::LocId place, bool at_end) {
    const ir::Procedure& procedure = program_.procedure(p);
    const std::vector<std::string>& labels = procedure.locations[place.index()].labels;
    ltl::Automaton::Meaning meaning{terms_, {}, {}, [&](const std::string& text) {
                                      const AtomMeaning& atom = question_.atoms.at(text);
                                      if (atom.kind == Kind::Condition) return atom.condition;
                                      if (atom.kind == Kind::Function)
                                        return terms_.truth(!at_end && procedure.name == atom.name);
                                      return terms_.truth(std::ranges::find(labels, atom.name)
                                                          != labels.end());
                                    }};
    for (VarId v : due_)
      meaning.due.push_back(var(v));
    for (std::size_t i = 0; i < next_.size(); ++i)
      meaning.next.push_back(i == 0 ? terms_.truth(false) : var(next_[i]));
    return automaton_.step(meaning);
  }

  /// From `met` to `stepped`: the obligations of the next position, and whether the position is accepting.
  void accept(ir::Procedure& procedure, ir::LocId met, ir::LocId stepped, SourceRange range) {
    ir::Assign step;
    add(step, due_[0], terms_.truth(false));
    for (std::size_t i = 1; i < due_.size(); ++i)
      add(step, due_[i], var(next_[i]));
    for (std::size_t i = 0; i < dropped_.size(); ++i) {
      Term kept = var(next_[automaton_.eventualities()[i]]);
      add(step, dropped_[i], terms_.disj(var(dropped_[i]), terms_.negate(kept)));
    }
    if (always_accepting()) {
      if (has_places()) {
        procedure.locations[stepped.index()].labels.emplace_back(ltl::accepting_label);
        add(step, seen_, terms_.truth(true));
      }
      procedure.add_edge(met, stepped, std::move(step), range);
      return;
    }
    ir::LocId decided = procedure.add_location();
    ir::LocId accepting = procedure.add_location();
    procedure.add_edge(met, decided, std::move(step), range);
    Term all = all_dropped();
    procedure.add_edge(decided, accepting, ir::Assume{all}, range);
    has_places() ? accept_by_place(procedure, accepting, decided, stepped, all, range)
                 : accept_by_fuel(procedure, accepting, decided, stepped, all, range);
  }

  /// Each eventuality was not handed on at some position since the last accepting one.
  Term all_dropped() {
    if (dropped_.empty()) return terms_.negate(var(due_[automaton_.eventualities().front()]));
    std::vector<Term> all;
    for (VarId v : dropped_)
      all.push_back(var(v));
    return terms_.conj(std::move(all));
  }

  ir::Statement begin_again() {
    ir::Assign result;
    for (VarId v : dropped_)
      add(result, v, terms_.truth(false));
    if (has_places()) add(result, seen_, terms_.truth(true));
    if (result.targets.empty()) return ir::Skip{};
    return result;
  }

  static void add(ir::Assign& assign, VarId target, Term value) {
    assign.targets.push_back(target);
    assign.values.push_back(value);
  }

  void accept_by_place(ir::Procedure& procedure,
                       ir::LocId accepting,
                       ir::LocId decided,
                       ir::LocId stepped,
                       Term all,
                       SourceRange range) {
    procedure.locations[accepting.index()].labels.emplace_back(ltl::accepting_label);
    procedure.add_edge(accepting, stepped, begin_again(), range);
    procedure.add_edge(decided, stepped, ir::Assume{terms_.negate(all)}, range);
  }

  /// At an accepting position somebody says how many other positions there are until the next; an execution in
  /// which there are more is dropped.
  void accept_by_fuel(ir::Procedure& procedure,
                      ir::LocId accepting,
                      ir::LocId decided,
                      ir::LocId stepped,
                      Term all,
                      SourceRange range) {
    ir::LocId refuelled = procedure.add_location();
    ir::LocId other = procedure.add_location();
    ir::LocId enough = procedure.add_location();
    Term fuel = var(fuel_);
    procedure.add_edge(
        accepting, refuelled, ir::Havoc{{fuel_}, ir::Choice::Input, "the automaton", {}}, range);
    procedure.add_edge(refuelled, stepped, begin_again(), range);
    procedure.add_edge(decided, other, ir::Assume{terms_.negate(all)}, range);
    Term some = terms_.lt(terms_.constant(Type::integer(), 0), fuel);
    procedure.add_edge(other, enough, ir::Assume{some, ir::AssumeKind::Assumption}, range);
    Term less = terms_.binary(Op::Sub, fuel, terms_.constant(Type::integer(), 1));
    procedure.add_edge(enough, stepped, ir::Assign{{fuel_}, {less}}, range);
  }

  /// Calls the entry procedure, and stays at END when it has returned.
  void add_start(const ir::Program& original) {
    const ir::Procedure& main = original.procedure(original.entry);
    ir::Procedure start;
    start.name = "ltl.start";
    start.range = main.range;
    start.entry = start.add_location();
    start.exit = start.add_location();
    ir::ProcId id = program_.add_procedure(std::move(start));
    ir::Call call{{}, original.entry, {}};
    for (VarId v : main.parameters) {
      ir::Variable copy = original.variable(v);
      copy.name = program_.fresh_name("ltl.given");
      copy.owner = id;
      VarId given = program_.add_variable(std::move(copy));
      program_.procedure(id).parameters.push_back(given);
      call.arguments.push_back(var(given));
    }
    ir::LocId end = add_end(id);
    program_.procedure(id).add_edge(program_.procedure(id).entry, end, std::move(call), main.range);
    follow(id, end, true);
    program_.entry = id;
  }

  Term var(VarId v) { return program_.var(v); }

  const LtlQuestion& question_;
  ltl::Automaton automaton_;
  Transformed result_;
  ir::Program& program_;
  TermManager& terms_;
  std::vector<VarId> due_;
  std::vector<VarId> next_; ///< number 0 is invalid
  std::vector<VarId> dropped_;
  VarId seen_;
  VarId fuel_;
};

} // namespace

Transformed ltl_product(const ir::Program& program, const LtlQuestion& question) {
  return Product(program, question).take();
}

} // namespace kleene::transform
