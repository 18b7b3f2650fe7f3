// SPDX-License-Identifier: Apache-2.0
#include "unroll.h"

#include "kleene/ir/environment.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "structure.h"

namespace kleene::engine::bmc {
namespace {

/// What one round of a loop, or one activation, uses up of its bound.
constexpr std::uint64_t whole_round = 4096;    ///< its end depends on unknown values
constexpr std::uint64_t branching_round = 512; ///< something in it does
constexpr std::uint64_t known_round = 1;
/// Activations at once; each needs some native stack.
constexpr unsigned deepest = 4000;
/// Objects whose size is not known get no larger than this.
constexpr std::uint64_t largest_unknown_size = 4096;
constexpr std::uint64_t largest_size = std::uint64_t(1) << 30;

class Unroller {
public:
  Unroller(const evidence::Problem& problem,
           const Bounds& bounds,
           symbolic::Simplifier& simplify,
           VariablePool& pool,
           const Feasible& feasible,
           Budget& budget)
      : problem_(problem),
        program_(problem.program),
        bounds_(bounds),
        simplify_(simplify),
        pool_(pool),
        feasible_(feasible),
        budget_(budget),
        machine_(problem.program, simplify, pool),
        recursive_(recursive_procedures(problem.program)),
        activations_(problem.program.procedures.size()) {
    for (std::size_t p = 0; p < program_.procedures.size(); ++p)
      structures_.emplace_back(program_, ir::ProcId(p));
  }

  Unrolling run() {
    MachineState state = machine_.initial();
    for (VarId global : program_.globals) {
      Type type = program_.variable(global).type;
      bool scalar = type.is_integer() || type.is_bool();
      if (scalar && !program_.variable(global).initial) ask(state, global);
    }
    for (VarId parameter : program_.procedure(program_.entry).parameters)
      ask(state, parameter);
    activate(program_.entry, std::move(state));
    result_.heap = machine_.memory().first_parts();
    return std::move(result_);
  }

private:
  /// How much of its bound a loop or a recursion has used up.
  struct Count {
    std::uint64_t used = 0;
    std::uint64_t branches = 0; ///< as `branches_` when the round began
    bool left = false;          ///< unknown values decide whether the round goes to its end
    std::size_t rounds = 0;
  };

  /// One activation of a procedure.
  struct UnrolledCall {
    ir::ProcId id;
    const ir::Procedure& procedure;
    const Structure& structure;
    std::map<std::size_t, MachineState> waiting = {}; ///< by position
    std::map<std::size_t, Count> loops = {};          ///< by position of the head
    std::set<std::size_t> again = {}; ///< heads that were reached from inside their loops
    std::vector<std::size_t> stack_objects = {};
  };

  TermManager& terms() { return simplify_.terms(); }

  // Control flow

  /// All executions of a procedure from its entry; those that return, at its exit.
  std::optional<MachineState> activate(ir::ProcId id, MachineState&& state) {
    const ir::Procedure& procedure = program_.procedure(id);
    UnrolledCall frame{id, procedure, structures_[id.index()]};
    arrive(frame, procedure.entry, std::move(state));
    std::size_t exit = frame.structure.position[procedure.exit.index()];
    while (!frame.waiting.empty()) {
      std::size_t position = next_position(frame, exit);
      if (position == exit) break;
      MachineState here = std::move(frame.waiting.at(position));
      frame.waiting.erase(position);
      if (enter(frame, position, here)) leave(frame, frame.structure.at[position], std::move(here));
    }
    auto end = frame.waiting.find(exit);
    if (end == frame.waiting.end()) return std::nullopt;
    for (std::size_t object : frame.stack_objects)
      machine_.memory().end(end->second.heap, object);
    return std::move(end->second);
  }

  /// The first place where executions wait; but a loop begins its next round only when the last one is
  /// over, and the exit comes last.
  std::size_t next_position(const UnrolledCall& frame, std::size_t exit) const {
    auto candidate = frame.waiting.begin();
    while (true) {
      std::size_t position = candidate->first;
      auto next = std::next(candidate);
      if (next == frame.waiting.end()) return position;
      bool round_goes_on =
          frame.again.contains(position) && next->first < frame.structure.loop_end[position];
      if (!round_goes_on && position != exit) return position;
      candidate = next;
    }
  }

  /// A target is a violation, and is not left.
  void arrive(UnrolledCall& frame, ir::LocId location, MachineState&& state) {
    if (problem_.is_target(frame.procedure.locations[location.index()])) {
      result_.violations.push_back(state.path.term(terms()));
      return;
    }
    std::size_t position = frame.structure.position[location.index()];
    auto found = frame.waiting.find(position);
    if (found == frame.waiting.end())
      frame.waiting.emplace(position, std::move(state));
    else
      machine_.merge(found->second, state);
  }

  /// Whether executions may go on from here, as far as bounds are concerned.
  bool enter(UnrolledCall& frame, std::size_t position, const MachineState& state) {
    if (result_.steps > bounds_.steps) {
      cut(state.path, "the number of steps");
      return false;
    }
    if (frame.structure.loop_end[position] == 0) return true;
    Count& count = frame.loops[position];
    if (frame.again.erase(position) == 0) {
      count = {0, branches_, false, 0};
      return true;
    }
    std::uint64_t price = count.left                   ? whole_round
                          : branches_ > count.branches ? branching_round
                                                       : known_round;
    count = {count.used + price, branches_, false, count.rounds + 1};
    if (count.used > bounds_.rounds * whole_round) {
      cut(state.path, "the loop at " + place_of(frame, position));
      return false;
    }
    if (price != known_round && !feasible_(state.path)) return false;
    result_.most_rounds = std::max(result_.most_rounds, count.rounds);
    return true;
  }

  std::string place_of(const UnrolledCall& frame, std::size_t position) const {
    ir::LocId location = frame.structure.at[position];
    for (std::size_t edge : frame.structure.outgoing[location.index()])
      if (frame.procedure.edges[edge].range.known())
        return program_.files.describe(frame.procedure.edges[edge].range);
    return frame.procedure.name;
  }

  void cut(const symbolic::Path& path, std::string where) {
    result_.cuts.push_back({path.term(terms()), std::move(where)});
  }

  /// Takes all edges of a location.
  void leave(UnrolledCall& frame, ir::LocId location, MachineState&& state) {
    const std::vector<std::size_t>& edges = frame.structure.outgoing[location.index()];
    if (edges.empty()) return;
    if (edges.size() == 1) {
      follow(frame, frame.procedure.edges[edges[0]], std::move(state), false);
      return;
    }
    for (std::size_t index : edges)
      if (!note_overflows(state, frame.procedure.edges[index].statement)) return;
    std::vector<Term> open;
    std::vector<std::size_t> possible;
    for (std::size_t index : edges) {
      Term condition = condition_of(state, frame.procedure.edges[index].statement);
      if (condition.is_false()) continue;
      open.push_back(condition);
      possible.push_back(index);
    }
    if (possible.size() > 1) note_branch(frame, location, possible);
    if (possible.size() <= 1 || frame.structure.exclusive[location.index()])
      branch(frame, possible, open, std::move(state));
    else
      choose(frame, possible, open, std::move(state));
  }

  /// Of a branch or assumption; other edges can always be taken.
  Term condition_of(MachineState& state, const ir::Statement& statement) {
    const auto* assume = std::get_if<ir::Assume>(&statement);
    if (!assume || ir::is_undefined_behaviour(assume->kind)) return simplify_.truth(true);
    return machine_.evaluate(state, assume->condition);
  }

  void note_branch(UnrolledCall& frame, ir::LocId location, const std::vector<std::size_t>& edges) {
    ++branches_;
    std::size_t here = frame.structure.position[location.index()];
    for (auto& [head, count] : frame.loops) {
      std::size_t end = frame.structure.loop_end[head];
      auto outside = [&](std::size_t p) { return p < head || p >= end; };
      if (outside(here)) continue;
      count.left |= std::ranges::any_of(edges, [&](std::size_t edge) {
        return outside(frame.structure.position[frame.procedure.edges[edge].to.index()]);
      });
    }
  }

  /// At most one of the conditions holds. Each path excludes those before it, in a form in which
  /// joining them again gives back the path from which they branched.
  void branch(UnrolledCall& frame,
              const std::vector<std::size_t>& edges,
              const std::vector<Term>& open,
              MachineState&& state) {
    std::vector<Term> excluded;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      bool last = i + 1 == edges.size();
      MachineState taken = last ? std::move(state) : state;
      Term condition = simplify_.truth(true);
      std::vector<Term> parts = open[i].op() == Op::And ? open[i].args() : std::vector{open[i]};
      for (Term part : parts)
        if (std::ranges::find(excluded, part) == excluded.end())
          condition = simplify_.conj(condition, part);
      excluded.push_back(simplify_.negate(open[i]));
      if (!last) state.path = state.path.with(excluded.back());
      taken.path = taken.path.with(condition);
      follow(frame, frame.procedure.edges[edges[i]], std::move(taken), true);
    }
  }

  void choose(UnrolledCall& frame,
              const std::vector<std::size_t>& edges,
              const std::vector<Term>& open,
              MachineState&& state) {
    InputEvent event{.kind = InputEvent::Kind::Edge, .path = state.path, .open = open};
    Term rest = simplify_.truth(true);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      bool last = i + 1 == edges.size();
      Term pick = last ? simplify_.truth(true) : pool_(Type::boolean());
      event.taken.push_back(simplify_.conj(rest, pick));
      rest = simplify_.conj(rest, simplify_.negate(pick));
    }
    result_.inputs.push_back(event);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      MachineState taken = i + 1 == edges.size() ? std::move(state) : state;
      taken.path = taken.path.with(event.taken[i]).with(open[i]);
      follow(frame, frame.procedure.edges[edges[i]], std::move(taken), true);
    }
  }

  /// One edge. `open`: its condition, if it is a branch, is in the path already.
  void follow(UnrolledCall& frame, const ir::Edge& edge, MachineState&& state, bool open) {
    if (++result_.steps % 256 == 0) budget_.check();
    if (!open && !note_overflows(state, edge.statement)) return;
    if (const auto* assume = std::get_if<ir::Assume>(&edge.statement)) {
      if (!open || ir::is_undefined_behaviour(assume->kind)) {
        Term condition = machine_.evaluate(state, assume->condition);
        if (condition.is_false()) return;
        state.path = state.path.with(condition);
      }
    } else if (const auto* call = std::get_if<ir::Call>(&edge.statement)) {
      std::optional<MachineState> back = this->call(frame, *call, std::move(state));
      if (!back) return;
      state = std::move(*back);
    } else if (!execute(frame, state, edge.statement)) {
      return;
    }
    std::size_t to = frame.structure.position[edge.to.index()];
    if (frame.structure.loop_end[to] > frame.structure.position[edge.from.index()]
        && to <= frame.structure.position[edge.from.index()])
      frame.again.insert(to);
    arrive(frame, edge.to, std::move(state));
  }

  /// For the property no-overflow: overflowing executions are violations, and end here.
  bool note_overflows(MachineState& state, const ir::Statement& statement) {
    if (!problem_.events().overflows) return true;
    for (Term t : ir::evaluated_terms(statement)) {
      Term condition = machine_.overflows(state, t);
      if (condition.is_false()) continue;
      result_.violations.push_back(state.path.with(condition).term(terms()));
      if (condition.is_true()) return false;
      state.path = state.path.with(simplify_.negate(condition));
    }
    return true;
  }

  // Statements

  /// Whether the execution goes on.
  bool execute(UnrolledCall& frame, MachineState& state, const ir::Statement& statement) {
    return std::visit(
        [&](const auto& s) -> bool {
          using S = std::decay_t<decltype(s)>;
          if constexpr (std::is_same_v<S, ir::Halt>) {
            return false;
          } else if constexpr (std::is_same_v<S, ir::Havoc>) {
            havoc(state, s);
          } else if constexpr (std::is_same_v<S, ir::Alloc>) {
            allocate(frame, state, s);
          } else if constexpr (
              std::is_same_v<
                  S,
                  ir::Assign> || std::is_same_v<S, ir::Free> || std::is_same_v<S, ir::Forget> || std::is_same_v<S, ir::Output>) {
            machine_.run(state, s);
          }
          return true;
        },
        statement);
  }

  void havoc(MachineState& state, const ir::Havoc& havoc) {
    for (VarId variable : havoc.variables) {
      if (havoc.choice == ir::Choice::Input)
        ask(state, variable, havoc.origin);
      else if (havoc.uninitialised && program_.free_uninitialised
               && program_.variable(variable).heap_offset)
        open_part(state, variable);
      else
        machine_.make_unknown(state, variable);
    }
  }

  void open_part(MachineState& state, VarId variable) {
    Term value = pool_.chosen(program_.variable(variable).type);
    state.values[variable.index()] = value;
    result_.inputs.push_back({.kind = InputEvent::Kind::Part,
                              .path = state.path,
                              .value = value,
                              .offset = *program_.variable(variable).heap_offset});
  }

  /// The next input. That there is more than the inputs say leads to what nobody knows: rather not.
  void ask(MachineState& state, VarId variable, std::string_view origin = {}) {
    Type type = program_.variable(variable).type;
    KL_INVARIANT(type.is_integer() || type.is_bool(), "an input should be a number");
    Term value = origin == ir::more_arguments ? pool_.unknown(type) : pool_(type);
    state.values[variable.index()] = value;
    // Arithmetic may be unbounded, inputs never are.
    if (problem_.integers == IntegerModel::Math && type.is_machine()) {
      Term above = simplify_.le(simplify_.constant(type, min_value(type)), value);
      Term below = simplify_.le(value, simplify_.constant(type, max_value(type)));
      state.path = state.path.with(above).with(below);
    }
    result_.inputs.push_back({.path = state.path, .value = value});
  }

  void allocate(UnrolledCall& frame, MachineState& state, const ir::Alloc& alloc) {
    Term size = machine_.evaluate(state, alloc.size);
    std::uint64_t capacity =
        size.is_constant() ? static_cast<std::uint64_t>(size.value()) : largest_unknown_size;
    capacity = std::min(capacity, largest_size);
    Term fits = simplify_.le(size, simplify_.constant(size.type(), static_cast<Integer>(capacity)));
    if (!fits.is_true()) {
      cut(state.path.with(simplify_.negate(fits)), "the size of an allocation");
      state.path = state.path.with(fits);
    }
    if (alloc.storage == ir::Storage::Stack)
      frame.stack_objects.push_back(machine_.memory().objects());
    if (program_.free_uninitialised && ir::has_open_contents(alloc))
      result_.inputs.push_back({.kind = InputEvent::Kind::Object,
                                .path = state.path,
                                .object = machine_.memory().objects()});
    machine_.allocate(state, alloc, size, capacity);
  }

  // Calls

  std::optional<MachineState>
  call(const UnrolledCall& frame, const ir::Call& call, MachineState&& state) {
    const ir::Procedure& callee = program_.procedure(call.callee);
    std::vector<Term> arguments;
    for (Term argument : call.arguments)
      arguments.push_back(machine_.evaluate(state, argument));
    Activation& activation = activations_[call.callee.index()];
    Activation saved = activation;
    if (!may_activate(activation, callee, state)) {
      activation = saved;
      return std::nullopt;
    }
    std::vector<Term> locals =
        recursive_[frame.id.index()] ? values_of(frame, state) : std::vector<Term>();
    clear(call.callee, state);
    for (std::size_t i = 0; i < arguments.size(); ++i)
      state.values[callee.parameters[i].index()] = arguments[i];
    std::optional<MachineState> back = activate(call.callee, std::move(state));
    activation = saved;
    if (!back) return std::nullopt;
    return returned(frame, call, std::move(*back), locals);
  }

  MachineState returned(const UnrolledCall& frame,
                        const ir::Call& call,
                        MachineState&& state,
                        const std::vector<Term>& locals) {
    const ir::Procedure& callee = program_.procedure(call.callee);
    std::vector<Term> results;
    for (VarId variable : callee.returns)
      results.push_back(state.values[variable.index()]);
    clear(call.callee, state);
    for (std::size_t i = 0; i < locals.size(); ++i)
      state.values[frame.structure.variables[i].index()] = locals[i];
    for (std::size_t i = 0; i < call.results.size(); ++i)
      state.values[call.results[i].index()] = results[i];
    return std::move(state);
  }

  /// How a procedure is active at the moment.
  struct Activation {
    unsigned depth = 0;
    Count count;
  };

  bool
  may_activate(Activation& activation, const ir::Procedure& callee, const MachineState& state) {
    if (activation.depth == 0) {
      activation = {1, {0, branches_, false, 0}};
      return true;
    }
    bool known = branches_ == activation.count.branches;
    std::uint64_t used = activation.count.used + (known ? known_round : whole_round);
    activation = {activation.depth + 1, {used, branches_, false, 0}};
    if (used > bounds_.depth * whole_round || activation.depth > deepest) {
      cut(state.path, "the recursion of " + callee.name);
      return false;
    }
    if (!known && !feasible_(state.path)) return false;
    result_.most_depth = std::max<std::size_t>(result_.most_depth, activation.depth);
    return true;
  }

  std::vector<Term> values_of(const UnrolledCall& frame, const MachineState& state) const {
    std::vector<Term> result;
    for (VarId variable : frame.structure.variables)
      result.push_back(state.values[variable.index()]);
    return result;
  }

  /// Variables of a procedure have no known values when it begins, and none that matter when it ends.
  void clear(ir::ProcId id, MachineState& state) {
    for (VarId variable : structures_[id.index()].variables)
      state.values[variable.index()] = {};
  }

  const evidence::Problem& problem_;
  const ir::Program& program_;
  const Bounds& bounds_;
  symbolic::Simplifier& simplify_;
  VariablePool& pool_;
  const Feasible& feasible_;
  Budget& budget_;
  Machine machine_;
  std::vector<Structure> structures_;
  std::vector<bool> recursive_;
  std::vector<Activation> activations_;
  std::uint64_t branches_ = 0; ///< decisions that depend on unknown values, so far
  Unrolling result_;
};

} // namespace

Unrolling unroll(const evidence::Problem& problem,
                 const Bounds& bounds,
                 symbolic::Simplifier& simplify,
                 VariablePool& pool,
                 const Feasible& feasible,
                 Budget& budget) {
  pool.rewind();
  return Unroller(problem, bounds, simplify, pool, feasible, budget).run();
}

} // namespace kleene::engine::bmc
