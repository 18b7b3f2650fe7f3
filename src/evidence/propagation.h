// SPDX-License-Identifier: Apache-2.0
// Questions about floats, refuted by intervals: every value of a formula lies between two bounds; operators narrow the
// bounds of their results and of their operands, until nothing is left of some value, or cases are taken apart. A solver
// of this kind answers at once where a circuit of multipliers keeps another one busy for hours. It can only refute.
#pragma once
#include "kleene/logic/float_interval.h"

#include <cstdint>
#include <optional>
#include <vector>

#include "formula.h"

namespace kleene::evidence {

/// What is known of one value: a number (a Bool is 0 or 1), and, if it may be the pattern of a float, the float.
struct Bounds {
  Integer low = 0;
  Integer high = 0;
  FloatInterval number{64};

  static Bounds of(Type type);
  bool empty() const { return low > high || number.empty(); }
  bool is_constant() const { return low == high; }
  bool operator==(const Bounds&) const = default;
};

class Propagation {
public:
  /// Is there something to do: a float operator, beside machine integers?
  static bool suits(const Formula& formula);
  explicit Propagation(const Formula& formula);

  /// Within a number of steps, which the call reduces: the term is false in all models of the formula.
  bool refutes(Term bad, std::uint64_t& steps);

private:
  using NodeId = std::uint32_t;
  using Box = std::vector<Bounds>;
  struct Node {
    Term term;
    std::vector<NodeId> args;
    bool in_question = false;
    bool is_float = false; ///< some operator takes it for one
  };
  enum class Result : std::uint8_t { Refuted, Open, GaveUp };

  NodeId add(Term t);
  void mark(NodeId root);
  Result search(Box state, std::uint64_t& steps);
  /// False if nothing is left of some value.
  bool narrow(Box& state, std::uint64_t& steps) const;
  bool is_model(Box state, NodeId bad) const;
  std::optional<std::pair<Box, Box>> split(const Box& state) const;
  std::optional<NodeId> open_condition(const Box& state) const;
  std::optional<NodeId> widest_leaf(const Box& state) const;

  /// What the operands say of the value, and the value of the operands (propagation_rules.cpp).
  Bounds value(const Node& node, const Box& state) const;
  void narrow_operands(const Node& node, const Bounds& value, Box& state) const;
  Bounds integer_value(const Node& node, const Box& state) const;
  FloatInterval float_value(const Node& node, const Box& state) const;
  void narrow_truth(const Node& node, bool truth, Box& state) const;
  void narrow_comparison(const Node& node, bool truth, Box& state) const;
  void narrow_float_comparison(const Node& node, bool truth, Box& state) const;
  void narrow_float_operands(const Node& node, const FloatInterval& result, Box& state) const;
  void narrow_choice(const Node& node, const Bounds& value, Box& state) const;

  std::vector<Node> nodes_; ///< operands first
  std::unordered_map<Term, NodeId> numbers_;
  std::vector<NodeId> requirements_;
  NodeId bad_ = 0;
};

} // namespace kleene::evidence
