// SPDX-License-Identifier: Apache-2.0
#include "kleene/bdd/manager.h"

#include "kleene/support/invariant.h"

#include <algorithm>

#include "access.h"

namespace kleene {

VarBlock::VarBlock(std::vector<BddVar> variables)
    : variables_(std::move(variables)), set_(variables_) {}

VarBlock VarBlock::part(std::size_t first, std::size_t count) const {
  KL_INVARIANT(first + count <= size(), "a part should lie inside its block");
  auto begin = variables_.begin() + static_cast<std::ptrdiff_t>(first);
  return VarBlock({begin, begin + static_cast<std::ptrdiff_t>(count)});
}

VarBlock VarBlock::operator+(const VarBlock& other) const {
  std::vector<BddVar> all = variables_;
  all.insert(all.end(), other.begin(), other.end());
  return VarBlock(std::move(all));
}

BddManager::BddManager(Budget& budget, BddLimits limits)
    : budget_(budget), limits_(limits), reorder_at_(limits.reorder_from) {
  kernel::start(budget, limits.nodes);
}

BddManager::~BddManager() {
  kernel::finish();
}

BddVar BddManager::add_variable() {
  return add_block(1)[0];
}

VarBlock BddManager::add_block(std::size_t size) {
  return std::move(add_interleaved(1, size).front());
}

std::vector<VarBlock> BddManager::add_interleaved(std::size_t count, std::size_t size) {
  std::size_t first = variable_count_;
  std::size_t total = first + count * size;
  KL_INVARIANT(total < 1'000'000, "there should be less than a million decision variables");
  if (total > first) {
    kernel::before_operation();
    kernel::set_variable_count(static_cast<int>(total));
    variable_count_ = total;
  }
  std::vector<std::vector<BddVar>> variables(count);
  for (std::size_t i = 0; i < size; ++i) {
    std::size_t row = first + i * count;
    for (std::size_t b = 0; b < count; ++b)
      variables[b].emplace_back(row + b);
    new_groups_.emplace_back(static_cast<int>(row), static_cast<int>(row + count - 1));
  }
  std::vector<VarBlock> blocks;
  for (auto& list : variables)
    blocks.emplace_back(std::move(list));
  return blocks;
}

Bdd BddManager::variable(BddVar v) const {
  return literal(v, true);
}

Bdd BddManager::literal(BddVar v, bool value) const {
  KL_INVARIANT(v.index() < variable_count_, "a variable should belong to the manager");
  int n = static_cast<int>(v.index());
  return BddAccess::run([n, value] { return value ? bdd_ithvar(n) : bdd_nithvar(n); });
}

Bdd BddManager::equals(const VarBlock& block, std::size_t value) const {
  Bdd result(true);
  for (std::size_t i = block.size(); i-- > 0; value >>= 1)
    result &= literal(block[i], (value & 1) != 0);
  KL_INVARIANT(value == 0, "a value should fit into its block");
  return result;
}

Bdd BddManager::equals(const VarBlock& a, const VarBlock& b) const {
  KL_INVARIANT(a.size() == b.size(), "blocks that are compared should have one size");
  // From the bottom of the order up, so that each step only adds nodes on top.
  std::vector<std::size_t> order(a.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return level(a[i]) > level(a[j]);
  });
  Bdd result(true);
  for (std::size_t i : order)
    result &= variable(a[i]).iff(variable(b[i]));
  return result;
}

void BddManager::declare_groups() {
  for (auto [first, last] : new_groups_)
    kernel::guarded([first = first, last = last] {
      return bdd_intaddvarblock(first, last, BDD_REORDER_FIXED);
    });
  new_groups_.clear();
}

void BddManager::reorder() {
  if (variable_count_ == 0) return;
  declare_groups();
  kernel::state().reordering = true;
  kernel::guarded([] {
    bdd_reorder(BDD_REORDER_SIFT);
    return 0;
  });
  kernel::state().reordering = false;
}

bool BddManager::reorder_if_grown() {
  // The first number counts garbage too, but costs nothing.
  if (statistics().live_nodes < reorder_at_) return false;
  collect_garbage();
  if (statistics().live_nodes < reorder_at_) return false;
  reorder();
  collect_garbage();
  reorder_at_ = std::max(reorder_at_, 2 * statistics().live_nodes);
  return true;
}

std::size_t BddManager::level(BddVar v) const {
  int n = static_cast<int>(v.index());
  return static_cast<std::size_t>(kernel::guarded([n] { return bdd_var2level(n); }));
}

void BddManager::collect_garbage() {
  kernel::guarded([] {
    bdd_gbc();
    return 0;
  });
}

BddStatistics BddManager::statistics() const {
  bddStat now;
  bdd_stats(&now);
  BddStatistics result;
  result.live_nodes = static_cast<std::size_t>(now.nodenum - now.freenodes);
  result.table_nodes = static_cast<std::size_t>(now.nodenum);
  result.variables = static_cast<std::size_t>(now.varnum);
  result.collections = static_cast<std::size_t>(now.gbcnum);
  result.produced = static_cast<std::size_t>(now.produced);
  return result;
}

struct Renaming::Pairs {
  Pairs() : pair(kernel::guarded([] { return bdd_newpair(); })) { kernel::add_handle(); }
  ~Pairs() {
    if (!kernel::state().broken) bdd_freepair(pair);
    kernel::drop_handle();
  }
  Pairs(const Pairs&) = delete;
  Pairs& operator=(const Pairs&) = delete;

  bddPair* pair;
  /// Variables go to different variables: bdd_replace may do.
  bool variables_only = true;
  std::vector<BddVar> targets;
};

Renaming::Renaming() : pairs_(std::make_unique<Pairs>()) {}
Renaming::Renaming(const VarBlock& from, const VarBlock& to) : Renaming() {
  add(from, to);
}
Renaming::~Renaming() = default;
Renaming::Renaming(Renaming&&) noexcept = default;
Renaming& Renaming::operator=(Renaming&&) noexcept = default;

void Renaming::add(BddVar from, BddVar to) {
  int old_variable = static_cast<int>(from.index());
  int new_variable = static_cast<int>(to.index());
  auto& targets = pairs_->targets;
  if (std::find(targets.begin(), targets.end(), to) != targets.end())
    pairs_->variables_only = false;
  targets.push_back(to);
  bddPair* pair = pairs_->pair;
  kernel::guarded([=] { return bdd_setpair(pair, old_variable, new_variable); });
}

void Renaming::add(const VarBlock& from, const VarBlock& to) {
  KL_INVARIANT(from.size() == to.size(), "blocks should be renamed to blocks of the same size");
  for (std::size_t i = 0; i < from.size(); ++i)
    add(from[i], to[i]);
}

void Renaming::add(BddVar from, const Bdd& to) {
  pairs_->variables_only = false;
  int variable = static_cast<int>(from.index());
  bddPair* pair = pairs_->pair;
  kernel::guarded([=, f = BddAccess::root(to)] { return bdd_setbddpair(pair, variable, f); });
}

Bdd Renaming::operator()(const Bdd& f) const {
  if (f.is_constant()) return f;
  bddPair* pair = pairs_->pair;
  BDD root = BddAccess::root(f);
  if (pairs_->variables_only) {
    try {
      return BddAccess::run([=] { return bdd_replace(root, pair); });
    } catch (const kernel::RenamingClash&) {
      // Two variables become one: a composition.
    }
  }
  return BddAccess::run([=] { return bdd_veccompose(root, pair); });
}

} // namespace kleene
