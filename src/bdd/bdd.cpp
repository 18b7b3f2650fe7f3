// SPDX-License-Identifier: Apache-2.0
#include "kleene/bdd/bdd.h"

#include "kleene/support/invariant.h"

#include <algorithm>
#include <cstdlib>

#include "access.h"

namespace kleene {

namespace {
BDD root(const Bdd& f) {
  return BddAccess::root(f);
}
BDD root(const VarSet& s) {
  return BddAccess::root(s);
}

Bdd apply(const Bdd& a, const Bdd& b, int op) {
  return BddAccess::run([l = root(a), r = root(b), op] { return bdd_apply(l, r, op); });
}
} // namespace

Bdd::Bdd(const Bdd& other) noexcept : root_(other.root_) {
  if (root_ <= 1) return;
  kernel::add_handle();
  if (!kernel::state().broken) bdd_addref(root_);
}

Bdd& Bdd::operator=(const Bdd& other) noexcept {
  Bdd copy(other);
  std::swap(root_, copy.root_);
  return *this;
}

Bdd::~Bdd() {
  if (root_ <= 1) return;
  if (!kernel::state().broken) bdd_delref(root_);
  kernel::drop_handle();
}

Bdd Bdd::operator!() const {
  return BddAccess::run([r = root_] { return bdd_not(r); });
}
Bdd Bdd::operator&(const Bdd& other) const {
  return apply(*this, other, bddop_and);
}
Bdd Bdd::operator|(const Bdd& other) const {
  return apply(*this, other, bddop_or);
}
Bdd Bdd::operator^(const Bdd& other) const {
  return apply(*this, other, bddop_xor);
}
Bdd Bdd::operator-(const Bdd& other) const {
  return apply(*this, other, bddop_diff);
}
Bdd Bdd::implies(const Bdd& other) const {
  return apply(*this, other, bddop_imp);
}
Bdd Bdd::iff(const Bdd& other) const {
  return apply(*this, other, bddop_biimp);
}

Bdd Bdd::exists(const VarSet& variables) const {
  return BddAccess::run([f = root_, v = root(variables)] { return bdd_exist(f, v); });
}

Bdd Bdd::forall(const VarSet& variables) const {
  return BddAccess::run([f = root_, v = root(variables)] { return bdd_forall(f, v); });
}

Bdd Bdd::restrict(BddVar variable, bool value) const {
  int v = static_cast<int>(variable.index());
  return BddAccess::run(
      [f = root_, v, value] { return bdd_restrict(f, value ? bdd_ithvar(v) : bdd_nithvar(v)); });
}

Bdd Bdd::restrict(const Bdd& cube) const {
  return BddAccess::run([f = root_, c = root(cube)] { return bdd_restrict(f, c); });
}

Bdd Bdd::simplify(const Bdd& care) const {
  return BddAccess::run([f = root_, d = root(care)] { return bdd_simplify(f, d); });
}

Bdd Bdd::constrain(const Bdd& care) const {
  return BddAccess::run([f = root_, c = root(care)] { return bdd_constrain(f, c); });
}

// BuDDy's own bdd_support keeps a buffer across bdd_done() that is freed there.
VarSet Bdd::support() const {
  if (is_constant()) return {};
  kernel::before_operation();
  kernel::Visited visited;
  std::vector<bool> used(static_cast<std::size_t>(bdd_varnum()));
  std::vector<BDD> todo{root_};
  while (!todo.empty()) {
    BDD f = todo.back();
    todo.pop_back();
    if (f <= 1 || !visited.insert(f)) continue;
    used[static_cast<std::size_t>(bdd_var(f))] = true;
    todo.push_back(bdd_low(f));
    todo.push_back(bdd_high(f));
  }
  std::vector<BddVar> variables;
  for (std::size_t v = 0; v < used.size(); ++v)
    if (used[v]) variables.emplace_back(v);
  return VarSet(variables);
}

std::size_t Bdd::node_count() const {
  return static_cast<std::size_t>(kernel::guarded([f = root_] { return bdd_nodecount(f); }));
}

BddVar Bdd::top() const {
  KL_INVARIANT(!is_constant(), "a constant should not be asked for its variable");
  kernel::before_operation();
  return BddVar(static_cast<std::size_t>(bdd_var(root_)));
}

Bdd Bdd::low() const {
  KL_INVARIANT(!is_constant(), "a constant should not be asked for its parts");
  kernel::before_operation();
  return BddAccess::make(bdd_low(root_));
}

Bdd Bdd::high() const {
  KL_INVARIANT(!is_constant(), "a constant should not be asked for its parts");
  kernel::before_operation();
  return BddAccess::make(bdd_high(root_));
}

Bdd ite(const Bdd& condition, const Bdd& then, const Bdd& otherwise) {
  return BddAccess::run(
      [f = root(condition), g = root(then), h = root(otherwise)] { return bdd_ite(f, g, h); });
}

Bdd and_exists(const Bdd& a, const Bdd& b, const VarSet& variables) {
  return BddAccess::run([l = root(a), r = root(b), v = root(variables)] {
    return v == 1 ? bdd_apply(l, r, bddop_and) : bdd_appex(l, r, bddop_and, v);
  });
}

Bdd implies_forall(const Bdd& a, const Bdd& b, const VarSet& variables) {
  return !and_exists(a, !b, variables);
}

std::size_t shared_node_count(std::span<const Bdd> functions) {
  static_assert(sizeof(Bdd) == sizeof(BDD));
  std::vector<BDD> roots(functions.size());
  std::transform(
      functions.begin(), functions.end(), roots.begin(), [](const Bdd& f) { return root(f); });
  BDD* first = roots.data();
  int n = static_cast<int>(roots.size());
  return static_cast<std::size_t>(kernel::guarded([first, n] { return bdd_anodecount(first, n); }));
}

VarSet::VarSet(BddVar variable) : VarSet(std::span<const BddVar>(&variable, 1)) {}

VarSet::VarSet(std::span<const BddVar> variables) {
  std::vector<int> numbers(variables.size());
  std::transform(variables.begin(), variables.end(), numbers.begin(), [](BddVar v) {
    return static_cast<int>(v.index());
  });
  if (numbers.empty()) return;
  int* first = numbers.data();
  int n = static_cast<int>(numbers.size());
  cube_ = BddAccess::run([first, n] { return bdd_makeset(first, n); });
}

bool VarSet::contains(BddVar variable) const {
  return intersects(VarSet(variable));
}

// For positive cubes, union is conjunction and difference is quantification.
VarSet VarSet::operator|(const VarSet& other) const {
  VarSet result;
  result.cube_ = cube_ & other.cube_;
  return result;
}

VarSet VarSet::operator-(const VarSet& other) const {
  VarSet result;
  result.cube_ = cube_.exists(other);
  return result;
}

VarSet VarSet::operator&(const VarSet& other) const {
  return *this - (*this - other);
}

std::vector<BddVar> VarSet::variables() const {
  std::vector<BddVar> result;
  for (Bdd rest = cube_; !rest.is_constant(); rest = rest.high())
    result.push_back(rest.top());
  return result;
}

} // namespace kleene
