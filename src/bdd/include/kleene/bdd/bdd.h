// SPDX-License-Identifier: Apache-2.0
// Boolean functions as reduced ordered decision diagrams. `Bdd` is a value of four bytes: copies
// count, moves are free, equal functions are equal handles. Operations need a living `BddManager`
// (manager.h), which also makes the variables; they throw ResourceOut when a limit is reached, and
// no result is ever made up. Handles must be gone before their manager is.
#pragma once
#include "kleene/support/ids.h"

#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace kleene {

struct BddVarTag;
/// A variable; its index is its place in the order of creation.
using BddVar = Id<BddVarTag>;

class VarSet;

class Bdd {
public:
  /// The constant false.
  Bdd() noexcept = default;
  explicit Bdd(bool value) noexcept : root_(value ? 1 : 0) {}
  Bdd(const Bdd& other) noexcept;
  Bdd(Bdd&& other) noexcept : root_(std::exchange(other.root_, 0)) {}
  Bdd& operator=(const Bdd& other) noexcept;
  Bdd& operator=(Bdd&& other) noexcept {
    std::swap(root_, other.root_);
    return *this;
  }
  ~Bdd();

  bool is_true() const { return root_ == 1; }
  bool is_false() const { return root_ == 0; }
  bool is_constant() const { return root_ <= 1; }
  bool operator==(const Bdd& other) const { return root_ == other.root_; }

  Bdd operator!() const;
  Bdd operator&(const Bdd& other) const;
  Bdd operator|(const Bdd& other) const;
  Bdd operator^(const Bdd& other) const;
  /// This and not the other.
  Bdd operator-(const Bdd& other) const;
  Bdd& operator&=(const Bdd& other) { return *this = *this & other; }
  Bdd& operator|=(const Bdd& other) { return *this = *this | other; }
  Bdd& operator^=(const Bdd& other) { return *this = *this ^ other; }
  Bdd& operator-=(const Bdd& other) { return *this = *this - other; }
  Bdd implies(const Bdd& other) const;
  Bdd iff(const Bdd& other) const;
  /// Whether every point of this is one of the other.
  bool subset_of(const Bdd& other) const { return implies(other).is_true(); }
  bool intersects(const Bdd& other) const { return !(*this & other).is_false(); }

  Bdd exists(const VarSet& variables) const;
  Bdd forall(const VarSet& variables) const;
  /// The function with one variable fixed.
  Bdd restrict(BddVar variable, bool value) const;
  /// The function with the variables of a cube fixed; `cube` is a conjunction of literals.
  Bdd restrict(const Bdd& cube) const;
  /// A function equal to this inside `care`, chosen to be small; anything outside. If `care` is
  /// empty the result is false. May bring in variables of `care`.
  Bdd simplify(const Bdd& care) const;
  /// The generalised cofactor: equal to this inside `care`; its image under any relation is that of
  /// this restricted to `care`. May bring in variables of `care`.
  Bdd constrain(const Bdd& care) const;

  VarSet support() const;
  /// Decision nodes, constants not counted.
  std::size_t node_count() const;

  /// For walking the diagram; requires that this is no constant.
  BddVar top() const;
  Bdd low() const;
  Bdd high() const;

  /// A number that identifies the function while some handle to it is alive.
  std::size_t id() const { return static_cast<std::size_t>(root_); }

private:
  friend class BddAccess;
  int root_ = 0;
};

static_assert(sizeof(Bdd) == 4);

Bdd ite(const Bdd& condition, const Bdd& then, const Bdd& otherwise);
/// exists variables. a & b, without building a & b.
Bdd and_exists(const Bdd& a, const Bdd& b, const VarSet& variables);
/// forall variables. a -> b, without building a -> b.
Bdd implies_forall(const Bdd& a, const Bdd& b, const VarSet& variables);
/// Decision nodes of several functions together, shared ones once.
std::size_t shared_node_count(std::span<const Bdd> functions);

/// A set of variables, as quantifiers want it.
class VarSet {
public:
  VarSet() = default;
  explicit VarSet(BddVar variable);
  explicit VarSet(std::span<const BddVar> variables);

  bool empty() const { return cube_.is_true(); }
  bool contains(BddVar variable) const;
  bool operator==(const VarSet&) const = default;
  VarSet operator|(const VarSet& other) const;
  VarSet operator&(const VarSet& other) const;
  VarSet operator-(const VarSet& other) const;
  bool intersects(const VarSet& other) const { return !(*this & other).empty(); }
  bool subset_of(const VarSet& other) const { return (*this - other).empty(); }
  /// The variables from the top of the present order down.
  std::vector<BddVar> variables() const;
  /// The conjunction of the variables.
  const Bdd& cube() const { return cube_; }

private:
  friend class BddAccess;
  Bdd cube_{true};
};

} // namespace kleene

template <>
struct std::hash<kleene::Bdd> {
  std::size_t operator()(const kleene::Bdd& f) const noexcept { return f.id(); }
};
