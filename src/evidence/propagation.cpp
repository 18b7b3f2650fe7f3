// SPDX-License-Identifier: Apache-2.0
#include "propagation.h"

#include <algorithm>
#include <cmath>

namespace kleene::evidence {
namespace {

constexpr unsigned most_rounds = 4;
constexpr Integer small_range = Integer(1) << 20;

bool has_bounds(Type type) {
  return type.is_bool() || type.is_machine();
}

/// A number between the bounds, where taking them apart promises most.
double middle(const FloatInterval& numbers) {
  double low = numbers.low();
  double high = numbers.high();
  if (low <= 0 && high >= 0 && (low < 0) == (high > 0)) return 0;
  if (low < 0) return -middle(numbers.negate());
  bool near = low == 0 ? high <= 1024 : high <= 4 * low;
  if (near) return low + (high - low) / 2;
  Type type = numbers.width() == 32 ? float_type() : double_type();
  std::uint64_t first = float_pattern(type, std::abs(low));
  return float_number(type, first + (float_pattern(type, high) - first) / 2);
}

/// The two halves of a float that is not known.
std::pair<FloatInterval, FloatInterval> halves(const FloatInterval& x) {
  unsigned width = x.width();
  if (x.has_nan()) return {x.numbers(), FloatInterval::only_nan(width)};
  double at = float_nearest(width, middle(x));
  if (at >= x.high()) at = float_below(width, x.high());
  return {{width, x.low(), at}, {width, float_above(width, at), x.high()}};
}

/// How much there is to take apart; 0 if it is one value.
double openness(const FloatInterval& x) {
  if (x.has_nan()) return x.has_numbers() ? FloatInterval::infinity : 0;
  if (x.low() == x.high()) return 0;
  double size = x.high() - x.low();
  double most = std::max(std::abs(x.low()), std::abs(x.high()));
  return std::isinf(size) ? FloatInterval::infinity : size / std::max(1.0, most / 1024);
}

} // namespace

Bounds Bounds::of(Type type) {
  if (type.is_bool()) return {0, 1, FloatInterval(64)};
  return {min_value(type), max_value(type), FloatInterval(type.width() == 32 ? 32 : 64)};
}

bool Propagation::suits(const Formula& formula) {
  if (formula.encoding().integers != IntegerModel::Machine) return false;
  return std::ranges::any_of(formula.steps(), [](const FormulaStep& step) {
    bool found = false;
    auto look_at = [&](Term t) { for_each_subterm(t, [&](Term s) { found |= is_float(s.op()); }); };
    if (const auto* named = std::get_if<NamedValue>(&step)) look_at(named->value);
    if (const auto* required = std::get_if<Requirement>(&step)) look_at(required->condition);
    return found;
  });
}

Propagation::Propagation(const Formula& formula) {
  for (const FormulaStep& step : formula.steps()) {
    if (const auto* named = std::get_if<NamedValue>(&step)) {
      if (!has_bounds(named->value.type())) continue;
      numbers_[named->variable] = add(named->value);
    } else if (const auto* required = std::get_if<Requirement>(&step)) {
      requirements_.push_back(add(required->condition));
    }
  }
}

/// What reads memory, or is no number, is any value: its operands have no nodes.
Propagation::NodeId Propagation::add(Term t) {
  for_each_subterm(t, [&](Term s) {
    if (numbers_.contains(s) || !has_bounds(s.type())) return;
    Node node{s, {}, false, false};
    bool known = std::ranges::all_of(s.args(), [](Term a) { return has_bounds(a.type()); });
    for (Term a : known ? s.args() : std::vector<Term>())
      node.args.push_back(numbers_.at(a));
    if (kleene::is_float(s.op())) {
      bool from_integer = float_op(s.op()) == FloatOp::FromInt;
      for (std::size_t i = 0; i < node.args.size() && !from_integer; ++i)
        nodes_[node.args[i]].is_float = true;
    }
    numbers_[s] = static_cast<NodeId>(nodes_.size());
    nodes_.push_back(std::move(node));
  });
  return numbers_.at(t);
}

void Propagation::mark(NodeId root) {
  std::vector<NodeId> work{root};
  while (!work.empty()) {
    Node& node = nodes_[work.back()];
    work.pop_back();
    if (node.in_question) continue;
    node.in_question = true;
    work.insert(work.end(), node.args.begin(), node.args.end());
  }
}

bool Propagation::refutes(Term bad, std::uint64_t& steps) {
  bad_ = add(bad);
  for (Node& node : nodes_)
    node.in_question = false;
  mark(bad_);
  for (NodeId r : requirements_)
    mark(r);
  // Floats that are chosen or have their sign changed are floats, too.
  for (std::size_t n = nodes_.size(); n-- > 0;) {
    Op op = nodes_[n].term.op();
    bool passes = op == Op::Ite || op == Op::BitXor || op == Op::BitAnd;
    if (!nodes_[n].is_float || !passes) continue;
    for (NodeId a : nodes_[n].args)
      nodes_[a].is_float |= is_float_pattern(nodes_[a].term.type());
  }
  Box state;
  for (const Node& node : nodes_)
    state.push_back(Bounds::of(node.term.type()));
  state[bad_].low = 1;
  for (NodeId r : requirements_)
    state[r].low = 1;
  return search(std::move(state), steps) == Result::Refuted;
}

Propagation::Result Propagation::search(Box first, std::uint64_t& steps) {
  std::vector<Box> open;
  open.push_back(std::move(first));
  while (!open.empty()) {
    Box state = std::move(open.back());
    open.pop_back();
    if (!narrow(state, steps)) continue;
    if (steps == 0 || is_model(state, bad_)) return Result::GaveUp;
    auto cases = split(state);
    if (!cases) return Result::Open;
    open.push_back(std::move(cases->second));
    open.push_back(std::move(cases->first));
  }
  return Result::Refuted;
}

bool Propagation::narrow(Box& state, std::uint64_t& steps) const {
  auto meet = [&](std::size_t n, const Bounds& more) {
    Bounds& now = state[n];
    now.low = std::max(now.low, more.low);
    now.high = std::min(now.high, more.high);
    if (nodes_[n].is_float) now.number = now.number.meet(more.number);
    return !now.empty();
  };
  for (unsigned round = 0; round < most_rounds; ++round) {
    Box before = state;
    for (std::size_t n = 0; n < nodes_.size(); ++n)
      if (nodes_[n].in_question && !meet(n, value(nodes_[n], state))) return false;
    if (round > 0 && state == before) return true;
    for (std::size_t n = nodes_.size(); n-- > 0;) {
      if (!nodes_[n].in_question) continue;
      Bounds result = state[n];
      if (!nodes_[n].args.empty()) narrow_operands(nodes_[n], result, state);
      for (NodeId a : nodes_[n].args)
        if (state[a].empty()) return false;
    }
    std::uint64_t cost = 2 * nodes_.size();
    steps -= std::min(steps, cost);
    if (steps == 0 || state == before) return true;
  }
  return true;
}

/// Is the question true whatever is left open, when one value is taken for each float?
bool Propagation::is_model(Box state, NodeId bad) const {
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (!nodes_[n].in_question) continue;
    if (!nodes_[n].args.empty()) {
      state[n] = value(nodes_[n], state);
    } else if (nodes_[n].is_float && state[n].number.has_numbers()) {
      double at = float_nearest(state[n].number.width(), middle(state[n].number));
      state[n].number = FloatInterval(state[n].number.width(), at, at);
    }
  }
  return state[bad].low == 1
         && std::ranges::all_of(requirements_, [&](NodeId r) { return state[r].low == 1; });
}

std::optional<std::pair<Propagation::Box, Propagation::Box>>
Propagation::split(const Box& state) const {
  std::optional<NodeId> at = open_condition(state);
  bool condition = at.has_value();
  if (!at) at = widest_leaf(state);
  if (!at) return std::nullopt;
  std::pair<Box, Box> result{state, state};
  Bounds& left = result.first[*at];
  Bounds& right = result.second[*at];
  if (!condition && nodes_[*at].is_float) {
    std::tie(left.number, right.number) = halves(state[*at].number);
  } else {
    left.high = left.low + (left.high - left.low) / 2;
    right.low = left.high + 1;
  }
  return result;
}

/// Of a choice, or of a disjunction that is true: it decides between ways through the program.
std::optional<Propagation::NodeId> Propagation::open_condition(const Box& state) const {
  for (const Node& node : nodes_) {
    if (!node.in_question || node.args.empty()) continue;
    if (node.term.op() == Op::Ite && !state[node.args[0]].is_constant()) return node.args[0];
    if (node.term.op() != Op::Or || state[numbers_.at(node.term)].low != 1) continue;
    if (std::ranges::any_of(node.args, [&](NodeId a) { return state[a].low == 1; })) continue;
    for (NodeId a : node.args)
      if (!state[a].is_constant()) return a;
  }
  return std::nullopt;
}

std::optional<Propagation::NodeId> Propagation::widest_leaf(const Box& state) const {
  std::optional<NodeId> result;
  double most = 0;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    if (!node.in_question || !node.args.empty() || node.term.is_constant()) continue;
    double size = 0;
    if (node.is_float)
      size = openness(state[n].number);
    else if (Integer integers = state[n].high - state[n].low; integers <= small_range)
      size = static_cast<double>(integers);
    if (size > most) {
      most = size;
      result = static_cast<NodeId>(n);
    }
  }
  return result;
}

} // namespace kleene::evidence
