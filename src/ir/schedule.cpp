// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/schedule.h"

#include "kleene/support/invariant.h"
#include "kleene/support/overloaded.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace kleene::ir {
namespace {

/// The inputs have come to an end.
struct Exhausted {};

using Values = std::map<VarId, bool>;

struct ThreadFrame {
  ProcId procedure;
  LocId location;
  Values values;
  const Edge* call = nullptr; ///< that is under way
  SourceRange range;          ///< of the last edge
};

struct Thread {
  std::vector<ThreadFrame> stack; ///< empty: it has ended
};

class Machine {
public:
  Machine(const Program& program, InputSource& inputs, const RunOptions& options, Tracer* tracer)
      : program_(program),
        inputs_(inputs),
        options_(options),
        tracer_(tracer),
        outgoing_(program.procedures.size()) {}

  ScheduledRun run(const std::vector<Slice>& schedule) {
    try {
      begin();
      for (const Slice& slice : schedule)
        if (!activate(slice.thread) || !run_slice(slice.steps)) break;
    } catch (const Exhausted&) {
      end(Ending::InputsExhausted);
    }
    if (!ended_) result_.run.ending = Ending::StepLimit;
    result_.active = active_;
    note_stack();
    return std::move(result_);
  }

private:
  // Threads

  void begin() {
    for (VarId g : program_.globals) {
      const Variable& v = program_.variable(g);
      globals_[g] = v.initial ? v.initial->is_true() : ask(v.display, v.range);
    }
    ThreadFrame& first = start(program_.entry);
    for (VarId p : program_.procedure(program_.entry).parameters)
      first.values[p] = ask(program_.variable(p).display, program_.variable(p).range);
    for (ProcId p : program_.threads)
      start(p);
    arrive();
  }

  ThreadFrame& start(ProcId procedure) {
    threads_.push_back({{{procedure, program_.procedure(procedure).entry, {}, nullptr, {}}}});
    result_.threads.push_back(program_.procedure(procedure).name);
    return threads_.back().stack.back();
  }

  bool object(std::string why) {
    result_.objection = std::move(why);
    return false;
  }

  /// Makes a thread active, if that is allowed here.
  bool activate(std::size_t thread) {
    if (ended_ || !result_.objection.empty()) return false;
    if (thread >= threads_.size()) return object(fmt::format("there is no thread {}", thread));
    if (threads_[thread].stack.empty())
      return object(fmt::format("the thread {} has ended", thread));
    if (thread == active_) return true;
    bool from_init = !program_.threads.empty() && active_ == 0;
    if (from_init && !threads_[0].stack.empty())
      return object("the threads wait for the entry procedure");
    if (!from_init && !threads_[active_].stack.empty()) {
      const ThreadFrame& top = threads_[active_].stack.back();
      if (program_.procedure(top.procedure).locations[top.location.index()].interior)
        return object("there is a switch inside a statement");
    }
    if (!from_init && program_.atomic.valid() && globals_[program_.atomic])
      return object("there is a switch in an atomic section");
    if (!from_init) ++result_.switches;
    active_ = thread;
    arrive();
    return !ended_;
  }

  // Values

  ThreadFrame& top() { return threads_[active_].stack.back(); }
  const Procedure& procedure() { return program_.procedure(top().procedure); }

  bool ask(std::string_view origin, const SourceRange& range) {
    std::optional<Integer> value = inputs_.next({.kind = InputKind::Value,
                                                 .type = Type::boolean(),
                                                 .origin = origin,
                                                 .range = range,
                                                 .edges = {},
                                                 .step = result_.run.steps});
    if (!value) throw Exhausted{};
    return (*value & 1) != 0;
  }

  bool& place(VarId v) { return (program_.variable(v).owner.valid() ? top().values : globals_)[v]; }

  bool evaluate(Term term) {
    switch (term.op()) {
    case Op::Constant:
      return term.is_true();
    case Op::Variable:
      return place(term.variable());
    case Op::Not:
      return !evaluate(term.arg(0));
    case Op::And:
    case Op::Or: {
      bool stop = term.op() == Op::Or;
      for (std::size_t i = 0; i < term.arity(); ++i)
        if (evaluate(term.arg(i)) == stop) return stop;
      return !stop;
    }
    case Op::Eq:
      return evaluate(term.arg(0)) == evaluate(term.arg(1));
    case Op::Ite:
      return evaluate(term.arg(evaluate(term.arg(0)) ? 1 : 2));
    default:
      KL_INVARIANT(false, "a Boolean program should have Boolean operators only");
    }
  }

  // Steps

  bool end(Ending ending) {
    result_.run.ending = ending;
    ended_ = true;
    return false;
  }

  /// Looks at the location that the active thread has arrived at.
  void arrive() {
    if (threads_[active_].stack.empty()) return;
    const Location& location = procedure().locations[top().location.index()];
    if (!options_.targets.selects(location)) return;
    result_.run.location = top().location;
    result_.run.target = location.target;
    for (const std::string& label : location.labels)
      if (options_.targets.labels.contains(label)) result_.run.label = label;
    end(Ending::TargetReached);
  }

  /// A thread that came to the exit of its procedure has ended.
  void settle() {
    std::vector<ThreadFrame>& stack = threads_[active_].stack;
    if (stack.size() == 1 && top().location == procedure().exit) stack.clear();
  }

  bool run_slice(std::uint64_t steps) {
    for (std::uint64_t i = 0; i < steps; ++i) {
      if (ended_) return false;
      if (threads_[active_].stack.empty())
        return object(fmt::format("the thread {} has ended", active_));
      if (options_.budget != nullptr) options_.budget->check();
      if (result_.run.steps >= options_.max_steps) return end(Ending::StepLimit);
      if (!step()) return false;
      ++result_.run.steps;
      arrive();
      if (!ended_) settle();
    }
    return !ended_;
  }

  bool step() {
    if (top().location == procedure().exit) return leave();
    const Edge* edge = choose();
    if (edge == nullptr) return end(Ending::Blocked);
    top().range = edge->range;
    Tracer::Step shown{.procedure = top().procedure,
                       .edge = edge,
                       .depth = threads_[active_].stack.size(),
                       .returned = false,
                       .thread = active_,
                       .written = {}};
    if (const auto* halt = std::get_if<Halt>(&edge->statement)) {
      trace(shown);
      return end(halt->kind == HaltKind::Exit    ? Ending::Exited
                 : halt->kind == HaltKind::Abort ? Ending::Aborted
                                                 : Ending::AssertionFailed);
    }
    execute(*edge, shown);
    trace(shown);
    return true;
  }

  /// The edge to take; null if none can be taken.
  const Edge* choose() {
    std::vector<std::vector<std::size_t>>& outgoing = outgoing_[top().procedure.index()];
    if (outgoing.empty()) outgoing = procedure().outgoing();
    std::vector<std::size_t> candidates;
    for (std::size_t e : outgoing[top().location.index()]) {
      const auto* assume = std::get_if<Assume>(&procedure().edges[e].statement);
      if (assume == nullptr || evaluate(assume->condition)) candidates.push_back(e);
    }
    if (candidates.empty()) return nullptr;
    std::size_t chosen = 0;
    if (candidates.size() > 1) {
      std::optional<Integer> answer =
          inputs_.next({.kind = InputKind::Edge,
                        .type = {},
                        .choices = candidates.size(),
                        .origin = "",
                        .range = procedure().edges[candidates.front()].range,
                        .edges = candidates,
                        .step = result_.run.steps});
      if (!answer) throw Exhausted{};
      chosen = static_cast<std::size_t>(*answer) % candidates.size();
    }
    return &procedure().edges[candidates[chosen]];
  }

  void execute(const Edge& edge, Tracer::Step& shown) {
    auto write = [&](VarId v, bool value) {
      place(v) = value;
      shown.written.emplace_back(v, value ? 1 : 0);
    };
    auto go_on = [&] { top().location = edge.to; };
    auto not_here = [](const auto& /*s*/) {
      KL_INVARIANT(false, "a Boolean program should have no such statement");
    };
    std::visit(
        Overloaded{
            [&](const Skip& /*s*/) { go_on(); },
            [&](const Assume& /*s*/) { go_on(); }, // it holds: the edge was chosen
            [&](const Assign& s) {
              std::vector<bool> values = evaluate_all(s.values);
              for (std::size_t i = 0; i < values.size(); ++i)
                write(s.targets[i], values[i]);
              go_on();
            },
            [&](const Havoc& s) {
              for (VarId v : s.variables)
                write(v, ask(s.origin, edge.range));
              go_on();
            },
            [&](const Call& s) {
              std::vector<bool> arguments = evaluate_all(s.arguments);
              top().call = &edge;
              const Procedure& callee = program_.procedure(s.callee);
              threads_[active_].stack.push_back({s.callee, callee.entry, {}, nullptr, edge.range});
              for (std::size_t i = 0; i < arguments.size(); ++i)
                write(callee.parameters[i], arguments[i]);
            },
            [&](const Spawn& s) {
              std::vector<bool> arguments = evaluate_all(s.arguments);
              ThreadFrame& fresh = start(s.callee);
              for (std::size_t i = 0; i < arguments.size(); ++i)
                fresh.values[program_.procedure(s.callee).parameters[i]] = arguments[i];
              go_on();
            },
            [&](const EndThread& /*s*/) { threads_[active_].stack.clear(); },
            [&](const Halt& s) { not_here(s); },
            [&](const Alloc& s) { not_here(s); },
            [&](const Free& s) { not_here(s); },
            [&](const Forget& s) { not_here(s); },
            [&](const Output& s) { not_here(s); },
        },
        edge.statement);
  }

  std::vector<bool> evaluate_all(const std::vector<Term>& terms) {
    std::vector<bool> values;
    for (Term t : terms)
      values.push_back(evaluate(t));
    return values;
  }

  /// Returns from the procedure on top.
  bool leave() {
    std::vector<ThreadFrame>& stack = threads_[active_].stack;
    ThreadFrame callee = std::move(stack.back());
    stack.pop_back();
    if (stack.empty()) return true;
    const Edge& edge = *stack.back().call;
    Tracer::Step shown{.procedure = stack.back().procedure,
                       .edge = &edge,
                       .depth = stack.size(),
                       .returned = true,
                       .thread = active_,
                       .written = {}};
    const auto& call = std::get<Call>(edge.statement);
    const std::vector<VarId>& returns = program_.procedure(callee.procedure).returns;
    for (std::size_t i = 0; i < call.results.size(); ++i) {
      place(call.results[i]) = callee.values[returns[i]];
      shown.written.emplace_back(call.results[i], place(call.results[i]) ? 1 : 0);
    }
    stack.back().location = edge.to;
    trace(shown);
    return true;
  }

  void trace(const Tracer::Step& shown) {
    if (tracer_ != nullptr) tracer_->step(shown);
  }

  void note_stack() {
    if (threads_.empty()) return; // the inputs came to an end before anything began
    for (const ThreadFrame& frame : threads_[active_].stack) {
      result_.run.stack.push_back({frame.procedure, frame.range});
      result_.run.range = frame.range;
    }
  }

  const Program& program_;
  InputSource& inputs_;
  const RunOptions& options_;
  Tracer* tracer_;
  std::vector<std::vector<std::vector<std::size_t>>> outgoing_; ///< filled by need
  Values globals_;
  std::vector<Thread> threads_;
  std::size_t active_ = 0;
  bool ended_ = false;
  ScheduledRun result_;
};

} // namespace

ScheduledRun run_schedule(const Program& program,
                          const std::vector<Slice>& schedule,
                          InputSource& inputs,
                          const RunOptions& options,
                          Tracer* tracer) {
  return Machine(program, inputs, options, tracer).run(schedule);
}

} // namespace kleene::ir
