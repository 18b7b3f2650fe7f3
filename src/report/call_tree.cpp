// SPDX-License-Identifier: Apache-2.0
#include "call_tree.h"

#include "kleene/evidence/threads.h"
#include "kleene/ir/environment.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "conditions.h"
#include "held_locks.h"
#include "slice.h"
#include "tree_fold.h"
#include "value_text.h"
#include "view.h"

namespace kleene::report {
namespace {

/// Puts the steps of an execution into words, as lines of its call tree.
class TreeTracer : public ir::Tracer {
public:
  /// `steps`: of the whole execution, if that is known. Those from `loop` on repeat for ever.
  explicit TreeTracer(const ir::Program& program,
                      std::uint64_t steps = 0,
                      std::optional<std::uint64_t> loop = {},
                      std::vector<bool> matters = {})
      : program_(program),
        steps_(steps),
        loop_(loop),
        matters_(std::move(matters)),
        memory_(program),
        text_(program),
        conditions_(program.files),
        locks_(program) {
    if (program.procedure(program.entry).name == "_start") shell_ = program.entry;
  }

  void step(const Step& step) override {
    if (!step.returned) ++taken_;
    std::size_t number = step_++;
    bool far_from_ends = step_ > near_an_end && step_ + near_an_end < steps_;
    known_before_ = known(step);
    std::vector<MemoryWrite> writes = memory_.take(step);
    if (far_from_ends) {
      was_far_ = true;
      fold_.skip();
      return;
    }
    ShownStep line;
    line.repeats = loop_ && taken_ > *loop_;
    line.matters = !loop_ && number < matters_.size() && matters_[number];
    changed(step, writes, line);
    line.what = words(step, line);
    std::string lock = locks_.step(step, line.values.empty() ? "" : line.values.front().second);
    if (!lock.empty()) line.what = std::move(lock);
    bool repeats = line.what.empty() && step.edge->range == last_;
    last_ = step.edge->range;
    const ir::Procedure& procedure = program_.procedure(step.procedure);
    bool made = procedure.name == ir::made_entry;
    bool hidden = procedure.library || step.procedure == shell_
                  || (made && line.kind != ShownStep::Kind::Call);
    if (hidden || repeats || !step.edge->range.known()) return;
    std::size_t above = shell_.valid() ? 2 : 1; // calls that are not shown
    line.depth = step.depth < above ? 0 : step.depth - above;
    const ir::Procedure& shown = made ? called(step) : procedure;
    line.function = shown.name;
    line.place = to_place(program_.files, made ? shown.range : step.edge->range);
    line.lane = step.thread;
    if (std::exchange(was_far_, false)) line.state = state(step.thread);
    fold_.add(std::move(line));
  }

  void finish(Counterexample& c) {
    fold_.finish(c);
    show_who_waits(c);
    if (loop_) return; // what decides about for ever is the loop
    for (auto step = c.tree.rbegin(); step != c.tree.rend(); ++step)
      if (step->kind == ShownStep::Kind::Branch) {
        step->decisive = true;
        break;
      }
  }

private:
  void show_who_waits(Counterexample& c) const {
    for (std::size_t thread = 0; thread < c.lanes.size(); ++thread) {
      std::string waits = locks_.waits(thread);
      auto last = std::find_if(c.tree.rbegin(), c.tree.rend(), [&](const ShownStep& step) {
        return step.lane == thread && step.what.starts_with("takes ");
      });
      if (!waits.empty() && last != c.tree.rend()) last->what = std::move(waits);
    }
  }

  /// Of long executions, only so many steps at both ends are put into words.
  static constexpr std::uint64_t near_an_end = 20'000;

  const ir::Procedure& called(const Step& step) const {
    return program_.procedure(std::get<ir::Call>(step.edge->statement).callee);
  }

  /// What the step did, in words; says in the line which kind of step it was.
  std::string words(const Step& step, ShownStep& line) const {
    std::string changes;
    for (const auto& [name, value] : line.values)
      changes += fmt::format("{}{} = {}", changes.empty() ? "" : ", ", name, value);
    if (const auto* spawn = std::get_if<ir::Spawn>(&step.edge->statement))
      return fmt::format("starts {}", program_.procedure(spawn->callee).name);
    const auto* call = std::get_if<ir::Call>(&step.edge->statement);
    if (call != nullptr && program_.procedure(call->callee).library)
      return step.returned ? changes : ""; // what a library does inside is of no interest
    if (step.returned) {
      line.kind = ShownStep::Kind::Return;
      if (changes.empty() && step.written.size() == 1) {
        auto [result, value] = step.written.front();
        if (program_.variable(result).temporary)
          return fmt::format("returned {}", text_(result, value, memory_));
      }
      return changes.empty() ? "returned" : fmt::format("returned: {}", changes);
    }
    if (call != nullptr) {
      line.kind = ShownStep::Kind::Call;
      line.callee = program_.procedure(call->callee).name;
      return fmt::format("call {}({})", program_.procedure(call->callee).name, changes);
    }
    if (std::optional<bool> taken = outcome(step)) {
      line.kind = ShownStep::Kind::Branch;
      return *taken ? "is true" : "is false";
    }
    if (std::string freed = freed_text(step); !freed.empty()) return freed;
    return changes.empty() ? input_text(step) : changes;
  }

  /// Of memory that is given back; objects of a block end without a word.
  std::string freed_text(const Step& step) const {
    const auto* statement = std::get_if<ir::Free>(&step.edge->statement);
    if (statement == nullptr) return {};
    std::optional<Integer> address = memory_.evaluate(step, statement->address);
    const LiveObject* o = address ? memory_.gone_at(static_cast<std::uint64_t>(*address)) : nullptr;
    bool heap = o != nullptr && o->name.find('#') != std::string::npos;
    return heap ? "frees " + o->name : std::string();
  }

  /// Of the condition of an `if` or a loop, if the step is what follows its evaluation.
  std::optional<bool> outcome(const Step& step) const {
    const auto* assume = std::get_if<ir::Assume>(&step.edge->statement);
    bool guard = assume != nullptr && assume->kind == ir::AssumeKind::Guard;
    bool choice = std::holds_alternative<ir::Skip>(step.edge->statement); // `if (*)`
    if (!guard && !choice) return std::nullopt;
    const ir::Procedure& p = program_.procedure(step.procedure);
    std::size_t ways = 0;
    bool taken = begins_taken(p, step.edge->to, step.edge->range);
    for (const ir::Edge& other : p.edges) {
      if (other.from != step.edge->from || &other == step.edge) continue;
      ++ways;
      if (other.to == step.edge->to) return std::nullopt; // both outcomes lead there
      if (begins_taken(p, other.to, step.edge->range) && !is_one_of_several(p, other)) return false;
    }
    return taken && (guard || ways > 0) ? std::optional(true) : std::nullopt;
  }

  /// With `a || b`, a first false decides nothing.
  bool is_one_of_several(const ir::Procedure& p, const ir::Edge& edge) const {
    return std::ranges::any_of(p.edges, [&](const ir::Edge& e) {
      return e.to == edge.to && e.from != edge.from
             && std::holds_alternative<ir::Assume>(e.statement) && begins_taken(p, e.to, e.range);
    });
  }

  /// Whether the condition there has just been true, and not that of a statement around it.
  bool begins_taken(const ir::Procedure& p, ir::LocId l, const SourceRange& condition) const {
    return std::ranges::any_of(p.locations[l.index()].marks, [&](const ir::SourceMark& mark) {
      return mark.kind == ir::SourceMark::Kind::Taken
             && conditions_.belongs(mark.file, mark.at, condition);
    });
  }

  /// `f()` where f gave an input that no variable keeps.
  std::string input_text(const Step& step) const {
    const auto* havoc = std::get_if<ir::Havoc>(&step.edge->statement);
    const SourceRange& range = step.edge->range;
    if (havoc == nullptr || havoc->uninitialised || step.written.size() != 1 || !range.known())
      return {};
    auto [id, value] = step.written.front();
    auto line = program_.files.line(range.file, range.begin.line);
    bool called = line && range.begin.line == range.end.line
                  && range.end.column > range.begin.column && line->size() + 1 >= range.end.column
                  && program_.variable(id).temporary;
    if (!called) return {};
    std::string_view text =
        line->substr(range.begin.column - 1, range.end.column - range.begin.column);
    return text.ends_with("()") ? fmt::format("{} = {}", text, text_(id, value, memory_)) : "";
  }

  /// Bools that an assignment does not change are of no interest: Boolean programs assign all at once.
  std::map<VarId, Integer> known(const Step& step) {
    std::map<VarId, Integer> result;
    for (auto [id, value] : step.written)
      if (program_.variable(id).type.is_bool())
        if (std::optional<Integer> before =
                memory_.evaluate(step, program_.terms->variable(id, Type::boolean())))
          result[id] = *before;
    return result;
  }

  /// What the step changed among the variables that people know, and in memory.
  void changed(const Step& step, const std::vector<MemoryWrite>& writes, ShownStep& line) {
    const auto* havoc = std::get_if<ir::Havoc>(&step.edge->statement);
    bool born = havoc != nullptr && havoc->uninitialised;
    bool calls = std::holds_alternative<ir::Call>(step.edge->statement) && !step.returned;
    for (auto [id, value] : step.written) {
      const ir::Variable& v = program_.variable(id);
      auto before = known_before_.find(id);
      bool same = !calls && before != known_before_.end() && before->second == value;
      if (v.temporary || same || (born && v.heap_offset)) continue;
      bool open = memory_.is_uninitialised(step.thread, id);
      if (!v.owner.valid()) line.scopes[v.display] = ShownStep::Scope::Global;
      line.values.emplace_back(v.display, open ? "uninitialised" : text_(id, value, memory_));
    }
    for (const MemoryWrite& write : writes) {
      if (write.length > 0) { // many bytes at once
        auto [name, value] = text_.span(write, memory_);
        line.scopes[name] = ShownStep::Scope::Memory;
        line.values.emplace_back(name, value);
        continue;
      }
      SourceRange named = writes.size() == 1 ? step.edge->range : SourceRange();
      std::string name = text_.place(write, named);
      line.scopes[name] = ShownStep::Scope::Memory;
      line.values.emplace_back(name, text_.value(write, memory_));
    }
  }

  std::shared_ptr<const ShownState> state(std::size_t thread) {
    ShownState result;
    auto put = [&](const std::map<VarId, Integer>& from, std::map<std::string, std::string>& to) {
      for (auto [v, value] : from)
        if (!program_.variable(v).temporary)
          to[program_.variable(v).display] = text_(v, value, memory_);
    };
    put(memory_.globals(), result.globals);
    for (const MemoryModel::StackFrame& frame : memory_.frames(thread)) {
      result.frames.push_back({program_.procedure(frame.procedure).name, {}});
      put(frame.values, result.frames.back().values);
    }
    return std::make_shared<ShownState>(std::move(result));
  }

  const ir::Program& program_;
  std::uint64_t steps_;
  std::uint64_t step_ = 0;
  std::optional<std::uint64_t> loop_;
  std::vector<bool> matters_;
  MemoryModel memory_;
  ValueText text_;
  Conditions conditions_;
  ir::ProcId shell_; ///< what calls the entry of a C program, if something does
  HeldLocks locks_;
  TreeFold fold_;
  std::map<VarId, Integer> known_before_;
  bool was_far_ = false;
  std::uint64_t taken_ = 0; ///< steps, returns not counted
  SourceRange last_;
};

} // namespace

void show_call_tree(const evidence::Problem& problem,
                    const evidence::Execution& execution,
                    const evidence::Trace& trace,
                    Counterexample& counterexample) {
  constexpr std::uint64_t most_steps = 5'000'000;
  std::uint64_t steps = std::min(counterexample.steps, most_steps);
  auto show = [&](const std::function<void(const ir::Tracer::Step&)>& see) {
    evidence::show(problem, execution, trace, steps, [&](const auto& step, auto) { see(step); });
  };
  std::vector<bool> matters;
  constexpr std::uint64_t most_sliced = 150'000; // returns come on top of these
  if (trace.complete() && steps <= most_sliced) matters = steps_that_matter(problem.program, show);
  TreeTracer tracer(problem.program, steps, counterexample.loop_after, std::move(matters));
  show([&](const auto& step) { tracer.step(step); });
  tracer.finish(counterexample);
}

void show_call_tree(const ir::Program& program,
                    const evidence::Activations& runs,
                    Counterexample& counterexample) {
  TreeTracer tracer(program, counterexample.walked);
  evidence::show(program, runs, tracer);
  tracer.finish(counterexample);
}

void show_lanes(const evidence::Problem& problem,
                const evidence::Schedule& schedule,
                const evidence::Trace& trace,
                Counterexample& counterexample) {
  TreeTracer tracer(problem.program);
  if (trace.complete()) {
    trace.show([&](const auto& step, auto) { tracer.step(step); });
  } else {
    std::vector<Integer> values;
    for (const evidence::Input& input : schedule.inputs)
      values.push_back(input.value);
    ir::InputList list(std::move(values));
    ir::RunOptions options;
    options.targets = problem.targets;
    evidence::run(problem, schedule.slices, list, options, &tracer);
  }
  tracer.finish(counterexample);
}

} // namespace kleene::report
