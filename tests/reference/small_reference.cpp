// SPDX-License-Identifier: Apache-2.0
#include "small_reference.h"

#include <algorithm>
#include <map>
#include <set>

namespace kleene::reference {
namespace {

using Kind = SmallExpression::Kind;
using Op = SmallInstruction::Kind;
using Values = std::vector<int>; ///< globals, parameters, locals

/// Edges among numbered nodes: is there a cycle?
class Graph {
public:
  void add(std::size_t from, std::size_t to) {
    edges_.resize(std::max({edges_.size(), from + 1, to + 1}));
    edges_[from].insert(to);
  }

  std::set<std::size_t> after(std::size_t node) const {
    return node < edges_.size() ? edges_[node] : std::set<std::size_t>();
  }

  bool has_cycle() const {
    enum class Mark { Unseen, Open, Done };
    std::vector<Mark> marks(edges_.size(), Mark::Unseen);
    for (std::size_t start = 0; start < edges_.size(); ++start) {
      if (marks[start] != Mark::Unseen) continue;
      std::vector<std::pair<std::size_t, std::set<std::size_t>::const_iterator>> stack;
      auto open = [&](std::size_t n) {
        marks[n] = Mark::Open;
        stack.emplace_back(n, edges_[n].begin());
      };
      open(start);
      while (!stack.empty()) {
        auto& [n, next] = stack.back();
        if (next == edges_[n].end()) {
          marks[n] = Mark::Done;
          stack.pop_back();
          continue;
        }
        std::size_t to = *next++;
        if (marks[to] == Mark::Open) return true;
        if (marks[to] == Mark::Unseen) open(to);
      }
    }
    return false;
  }

private:
  std::vector<std::set<std::size_t>> edges_;
};

class Tabulation {
public:
  Tabulation(const SmallProgram& program, std::size_t most_states)
      : program_(program), most_states_(most_states) {
    for (const SmallProcedure& p : program.procedures)
      code_.push_back(code_of(p));
  }

  /// Whether all states were tabulated.
  bool run() {
    Values globals(program_.globals, 0);
    enter(0, globals, {});
    while (!work_.empty()) {
      if (states_ > most_states_) return false;
      auto [context, node] = work_.back();
      work_.pop_back();
      step(context, node);
    }
    return true;
  }

  SmallTruth truth() const {
    SmallTruth result = truth_;
    result.runs_for_ever = calls_.has_cycle();
    for (const Context& c : contexts_)
      result.runs_for_ever = result.runs_for_ever || c.steps.has_cycle();
    return result;
  }

  std::vector<SmallState> states() const {
    std::vector<std::vector<bool>> endless = never_ending();
    std::vector<SmallState> result;
    for (std::size_t c = 0; c < contexts_.size(); ++c) {
      const Context& context = contexts_[c];
      const Values& entry = context.nodes.front().values;
      for (std::size_t n = 0; n < context.nodes.size(); ++n)
        result.push_back({context.procedure,
                          context.nodes[n].pc,
                          entry,
                          context.nodes[n].values,
                          0,
                          endless[c][n]});
      for (const Values& exit : context.exits)
        result.push_back({context.procedure,
                          code_[context.procedure].size(),
                          entry,
                          Values(exit.begin(), exit.end() - 1),
                          exit.back(),
                          false});
    }
    return result;
  }

private:
  struct Node {
    std::size_t pc;
    Values values;
    auto operator<=>(const Node&) const = default;
  };
  /// A procedure entered with certain values: all its states, and what it can return.
  struct Context {
    std::size_t procedure;
    std::map<Node, std::size_t> numbers;
    std::vector<Node> nodes;
    Graph steps;
    std::map<std::size_t, std::size_t> calls; ///< nodes that call, and the contexts they enter
    std::set<Values> exits;                   ///< globals, then the result
    std::vector<std::pair<std::size_t, std::size_t>> waiting; ///< contexts and nodes that called
  };

  /// The largest set of states each of which has a step that stays in it: a step of the procedure, or
  /// into a call.
  std::vector<std::vector<bool>> never_ending() const {
    std::vector<std::vector<bool>> endless;
    for (const Context& c : contexts_)
      endless.emplace_back(c.nodes.size(), true);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t c = 0; c < contexts_.size(); ++c)
        for (std::size_t n = 0; n < contexts_[c].nodes.size(); ++n) {
          if (!endless[c][n]) continue;
          bool goes_on = false;
          for (std::size_t next : contexts_[c].steps.after(n))
            goes_on = goes_on || endless[c][next];
          if (auto call = contexts_[c].calls.find(n); call != contexts_[c].calls.end())
            goes_on = goes_on || endless[call->second].front();
          if (goes_on) continue;
          endless[c][n] = false;
          changed = true;
        }
    }
    return endless;
  }

  int wrapped(int value) const {
    const SmallRange& range = program_.range;
    if (!range.wraps) return value;
    int size = range.size();
    return ((value - range.low) % size + size) % size + range.low;
  }

  int evaluate(const SmallExpression& e, const Values& values) const {
    auto operand = [&](std::size_t i) { return evaluate(e.operands[i], values); };
    switch (e.kind) {
    case Kind::Constant:
      return e.value;
    case Kind::Variable:
      return values[e.variable];
    case Kind::Add:
      return wrapped(operand(0) + operand(1));
    case Kind::Sub:
      return wrapped(operand(0) - operand(1));
    case Kind::Mul:
      return wrapped(operand(0) * operand(1));
    case Kind::Negate:
      return wrapped(-operand(0));
    case Kind::Less:
      return int(operand(0) < operand(1));
    case Kind::LessEqual:
      return int(operand(0) <= operand(1));
    case Kind::Equal:
      return int(operand(0) == operand(1));
    case Kind::And:
      return int(operand(0) != 0 && operand(1) != 0);
    case Kind::Or:
      return int(operand(0) != 0 || operand(1) != 0);
    case Kind::Not:
      return int(operand(0) == 0);
    }
    return 0;
  }

  int settled(int value, Settle how) const {
    const SmallRange& range = program_.range;
    if (range.wraps) return value;
    if (how == Settle::Remainder) return value % (range.high + 1);
    if (value >= range.low && value <= range.high) return value;
    if (how == Settle::Reset) return range.low;
    return value < range.low ? range.low : range.high;
  }

  std::size_t enter(std::size_t procedure, const Values& globals, const Values& arguments) {
    Values values = globals;
    values.insert(values.end(), arguments.begin(), arguments.end());
    values.resize(values.size() + program_.procedures[procedure].locals, 0);
    auto [known, is_new] = numbers_.try_emplace({procedure, values}, contexts_.size());
    if (is_new) {
      contexts_.push_back({procedure, {}, {}, {}, {}, {}, {}});
      state(known->second, {0, values});
    }
    return known->second;
  }

  std::size_t state(std::size_t context, Node node) {
    Context& c = contexts_[context];
    auto [known, is_new] = c.numbers.try_emplace(node, c.nodes.size());
    if (is_new) {
      c.nodes.push_back(std::move(node));
      work_.emplace_back(context, known->second);
      ++states_;
    }
    return known->second;
  }

  void go(std::size_t context, std::size_t from, std::size_t pc, Values values) {
    std::size_t to = state(context, {pc, std::move(values)});
    contexts_[context].steps.add(from, to);
  }

  void step(std::size_t context, std::size_t number) {
    Node node = contexts_[context].nodes[number];
    const SmallInstruction& i = code_[contexts_[context].procedure][node.pc];
    auto first = [&] { return evaluate(i.expressions[0], node.values); };
    auto assign = [&](int value) {
      Values after = node.values;
      after[i.variable] = value;
      go(context, number, node.pc + 1, std::move(after));
    };
    switch (i.kind) {
    case Op::Assign:
      return assign(settled(first(), i.settle));
    case Op::Pick:
      for (int value = program_.range.low; value <= program_.range.high; ++value)
        assign(value);
      return;
    case Op::Branch:
      return go(context, number, first() != 0 ? node.pc + 1 : i.target, node.values);
    case Op::Jump:
      return go(context, number, i.target, node.values);
    case Op::Assume:
      if (first() != 0) go(context, number, node.pc + 1, node.values);
      return;
    case Op::Error:
      truth_.reaches_error = true;
      return go(context, number, node.pc + 1, node.values);
    case Op::Stop:
      return;
    case Op::Call:
      return call(context, number);
    case Op::Return: {
      Values exit(node.values.begin(), node.values.begin() + program_.globals);
      exit.push_back(first());
      if (!contexts_[context].exits.insert(exit).second) return;
      auto waiting = contexts_[context].waiting;
      for (auto [caller, at] : waiting)
        resume(caller, at, exit);
      return;
    }
    }
  }

  void call(std::size_t context, std::size_t number) {
    Node node = contexts_[context].nodes[number];
    const SmallInstruction& i = code_[contexts_[context].procedure][node.pc];
    Values arguments;
    for (const SmallExpression& e : i.expressions)
      arguments.push_back(evaluate(e, node.values));
    Values globals(node.values.begin(), node.values.begin() + program_.globals);
    std::size_t callee = enter(i.callee, globals, arguments);
    calls_.add(context, callee);
    contexts_[context].calls[number] = callee;
    contexts_[callee].waiting.emplace_back(context, number);
    auto exits = contexts_[callee].exits;
    for (const Values& exit : exits)
      resume(context, number, exit);
  }

  void resume(std::size_t context, std::size_t number, const Values& exit) {
    Node node = contexts_[context].nodes[number];
    const SmallInstruction& i = code_[contexts_[context].procedure][node.pc];
    Values values = node.values;
    std::copy(exit.begin(), exit.end() - 1, values.begin());
    values[i.variable] = exit.back();
    go(context, number, node.pc + 1, std::move(values));
  }

  const SmallProgram& program_;
  std::size_t most_states_;
  std::vector<SmallCode> code_;
  std::map<std::pair<std::size_t, Values>, std::size_t> numbers_;
  std::vector<Context> contexts_;
  Graph calls_; ///< among contexts
  std::vector<std::pair<std::size_t, std::size_t>> work_;
  std::size_t states_ = 0;
  SmallTruth truth_;
};

} // namespace

std::optional<SmallTruth> truth_about(const SmallProgram& program, std::size_t most_states) {
  Tabulation all(program, most_states);
  return all.run() ? std::optional(all.truth()) : std::nullopt;
}

std::optional<std::vector<SmallState>> states_of(const SmallProgram& program,
                                                 std::size_t most_states) {
  Tabulation all(program, most_states);
  return all.run() ? std::optional(all.states()) : std::nullopt;
}

} // namespace kleene::reference
