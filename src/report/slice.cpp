// SPDX-License-Identifier: Apache-2.0
// A dynamic slice backwards. Each write is a node; it points to the nodes of what was read for it, variable by variable
// and byte by byte.
#include "slice.h"

#include "memory_model.h"

namespace kleene::report {
namespace {

using Step = ir::Tracer::Step;

class Slicer {
public:
  explicit Slicer(const ir::Program& program) : program_(program), memory_(program) {}

  void step(const Step& step) {
    if (full()) return;
    ++steps_;
    if (const auto* call = std::get_if<ir::Call>(&step.edge->statement))
      pass(step, *call);
    else
      std::visit([&](const auto& statement) { execute(step, statement); }, step.edge->statement);
    if (!std::holds_alternative<ir::Call>(step.edge->statement)) memory_.take(step);
    last_ = nodes_of_step_;
    nodes_of_step_.clear();
  }

  std::vector<bool> result() const {
    if (full()) return {};
    std::vector<bool> matters(steps_);
    std::vector<bool> seen(nodes_.size());
    std::vector<std::size_t> open = last_;
    open.insert(open.end(), decision_.begin(), decision_.end());
    while (!open.empty()) {
      std::size_t at = open.back();
      open.pop_back();
      if (seen[at]) continue;
      seen[at] = true;
      matters[nodes_[at].step] = true;
      open.insert(open.end(), nodes_[at].from.begin(), nodes_[at].from.end());
    }
    return matters;
  }

private:
  struct Node {
    std::size_t step = 0;
    std::vector<std::size_t> from;
  };
  using StorageKey =
      std::pair<std::size_t,
                std::uint64_t>; ///< activation and variable, or `bytes` or `lives` and address
  static constexpr std::size_t most_steps = 200'000;

  bool full() const { return steps_ >= most_steps; }

  StorageKey place(const Step& step, VarId v) {
    bool local = program_.variable(v).owner.valid();
    return {local ? memory_.activation(step.thread) : globals, v.index()};
  }
  std::size_t add(std::vector<std::size_t> from) {
    nodes_.push_back({steps_ - 1, std::move(from)});
    nodes_of_step_.push_back(nodes_.size() - 1);
    return nodes_.size() - 1;
  }
  void look_up(const StorageKey& place, std::vector<std::size_t>& from) const {
    if (auto known = written_.find(place); known != written_.end()) from.push_back(known->second);
  }

  /// The nodes that a term reads.
  std::vector<std::size_t> reads(const Step& step, Term term) {
    std::vector<std::size_t> from;
    for_each_subterm(term, [&](Term t) {
      if (t.op() == Op::Variable && !t.type().is_memory()) look_up(place(step, t.variable()), from);
      if (std::optional<Integer> address = place_asked_for(step, t))
        look_up({lives, static_cast<std::uint64_t>(*address)}, from);
      if (t.op() != Op::Load) return;
      if (std::optional<Integer> address = memory_.evaluate(step, t.arg(1)))
        for (std::uint64_t i = 0; i < t.type().bytes(); ++i)
          look_up({bytes, static_cast<std::uint64_t>(*address) + i}, from);
    });
    return from;
  }

  /// The address of which a term tells whether an object is there.
  std::optional<Integer> place_asked_for(const Step& step, Term t) const {
    bool asks = t.op() == Op::Valid || t.op() == Op::Writable || t.op() == Op::Freeable;
    return asks ? memory_.evaluate(step, t.arg(1)) : std::nullopt;
  }

  /// Parameters get their arguments, and results what the callee returns.
  void pass(const Step& step, const ir::Call& call) {
    const ir::Procedure& callee = program_.procedure(call.callee);
    std::vector<std::vector<std::size_t>> from;
    if (!step.returned) {
      for (Term argument : call.arguments)
        from.push_back(reads(step, argument));
    } else {
      for (VarId v : callee.returns) {
        from.emplace_back();
        look_up(place(step, v), from.back());
      }
    }
    memory_.take(step);
    const std::vector<VarId>& to = step.returned ? call.results : callee.parameters;
    for (std::size_t i = 0; i < std::min(to.size(), from.size()); ++i)
      written_[place(step, to[i])] = add(std::move(from[i]));
  }

  void execute(const Step& step, const ir::Assign& s) {
    std::vector<std::size_t> made;
    for (Term value : s.values)
      made.push_back(add(reads(step, value)));
    for (std::size_t i = 0; i < s.targets.size(); ++i)
      if (!s.values[i].type().is_memory())
        written_[place(step, s.targets[i])] = made[i];
      else
        store(step, s.values[i], made[i]);
  }
  void store(const Step& step, Term memory, std::size_t node) {
    if (memory.op() == Op::Variable) return;
    store(step, memory.arg(0), node);
    constexpr std::uint64_t longest = 4096;
    std::optional<Integer> address = memory_.evaluate(step, memory.arg(1));
    std::uint64_t length = 1;
    if (memory.op() == Op::Store) length = memory.arg(2).type().bytes();
    if (memory.op() == Op::MemCopy || memory.op() == Op::MemSet)
      length = static_cast<std::uint64_t>(
          memory_.evaluate(step, memory.arg(memory.arity() - 1)).value_or(1));
    if (!address) return;
    for (std::uint64_t i = 0; i < std::min(length, longest); ++i)
      written_[{bytes, static_cast<std::uint64_t>(*address) + i}] = node;
  }
  void execute(const Step& step, const ir::Havoc& s) {
    for (VarId v : s.variables)
      written_[place(step, v)] = add({});
  }
  void execute(const Step& step, const ir::Alloc& s) {
    written_[place(step, s.target)] = add(reads(step, s.size));
  }
  void execute(const Step& step, const ir::Free& s) {
    constexpr std::uint64_t largest = 4096;
    std::size_t node = add(reads(step, s.address));
    std::optional<Integer> address = memory_.evaluate(step, s.address);
    const LiveObject* o =
        address ? memory_.object_at(static_cast<std::uint64_t>(*address)) : nullptr;
    for (std::uint64_t i = 0; o != nullptr && i < std::min(o->size, largest); ++i)
      written_[{lives, o->base + i}] = node;
  }
  void execute(const Step& step, const ir::Assume& s) {
    add(reads(step, s.condition));
    if (s.kind == ir::AssumeKind::Guard) decision_ = nodes_of_step_;
  }
  void execute(const Step& step, const auto& s) {
    for (Term t : ir::evaluated_terms(ir::Statement(s)))
      add(reads(step, t));
  }

  static constexpr std::size_t globals = SIZE_MAX;
  static constexpr std::size_t bytes = 0;
  static constexpr std::size_t lives = SIZE_MAX - 1;

  const ir::Program& program_;
  MemoryModel memory_;
  std::vector<Node> nodes_;
  std::map<StorageKey, std::size_t> written_;
  std::size_t steps_ = 0;
  std::vector<std::size_t> nodes_of_step_;
  std::vector<std::size_t> last_;
  std::vector<std::size_t> decision_; ///< the last guard
};

} // namespace

std::vector<bool> steps_that_matter(const ir::Program& program, const ShowSteps& show) {
  Slicer slicer(program);
  show([&](const Step& step) { slicer.step(step); });
  return slicer.result();
}

} // namespace kleene::report
