// SPDX-License-Identifier: Apache-2.0
#include "evaluation_order.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "aliasing.h"
#include "expression_parts.h"

namespace kleene::frontend::c {

using namespace clang; // NOLINT: this file speaks of Clang's tree only

namespace {

constexpr std::size_t most_parts = 4;

bool contains_label(const Stmt* statement) {
  if (statement == nullptr) return false;
  if (isa<LabelStmt>(statement)) return true;
  return std::ranges::any_of(statement->children(), contains_label);
}

class Analysis {
public:
  explicit Analysis(EffectTable& effects) : effects_(effects), expression_(effects) {}

  Orders run(const Expr* root) {
    if (is_sequenced_inside(root->IgnoreParens())) return {};
    expression_.visit(root);
    find_disturbances();
    find_clashes();
    if (!conflicts_.empty()) {
      find_groups();
      if (too_deep()) result_.uncovered = too_many;
    }
    return std::move(result_);
  }

private:
  static constexpr const char* too_many =
      "expression with too many parts whose order of evaluation matters";

  void find_disturbances();
  void find_clashes();
  void find_clash(const ObjectAccess& a, const ObjectAccess& b);
  void add_conflict(std::size_t a, std::size_t b);
  bool too_deep() const;
  void find_groups();
  void merge_groups_in_circles();
  bool comes_before(std::size_t group, std::size_t other) const;
  void list_orders(const std::vector<std::size_t>& members);

  EffectTable& effects_;
  ExpressionParts expression_;
  std::vector<std::pair<std::size_t, std::size_t>> conflicts_;
  std::set<std::size_t> concerned_;
  std::vector<std::vector<std::size_t>> groups_;
  Orders result_;
};

void Analysis::add_conflict(std::size_t a, std::size_t b) {
  conflicts_.emplace_back(std::min(a, b), std::max(a, b));
  concerned_.insert({a, b});
}

/// Of calls, by what they read and write.
void Analysis::find_disturbances() {
  const std::vector<Part>& parts = expression_.parts();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].call) continue;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      if (i == j || (j < i && parts[j].call) || expression_.ordered(i, j)) continue;
      if (conflict(parts[i].effects, parts[j].effects)) add_conflict(i, j);
    }
  }
}

void Analysis::find_clash(const ObjectAccess& a, const ObjectAccess& b) {
  Alias same = alias(a.lvalue, b.lvalue, effects_);
  if (same == Alias::Never) return;
  if (a.part != b.part && expression_.in_one_list(a.part, b.part))
    return add_conflict(a.part, b.part);
  if (a.in_statement || b.in_statement || same == Alias::Opaque) {
    result_.uncovered = "unsequenced accesses that may be of one object";
  } else if (same == Alias::Always && !a.conditional && !b.conditional) {
    result_.undefined = true;
  } else {
    result_.clashes.emplace_back(a.e, b.e);
  }
}

/// Of accesses, by the objects that they may have in common.
void Analysis::find_clashes() {
  const std::vector<ObjectAccess>& accesses = expression_.accesses();
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    if (!accesses[i].writes) continue;
    for (std::size_t j = 0; j < accesses.size(); ++j) {
      const ObjectAccess& a = accesses[i];
      const ObjectAccess& b = accesses[j];
      if (a.part == b.part || (j < i && b.writes) || expression_.ordered(a.part, b.part)) continue;
      find_clash(a, b);
    }
  }
  for (auto [i, j] : expression_.unsequenced())
    find_clash(accesses[i], accesses[j]);
}

/// Would parts of others have to come between those inside an operand, or does it have labels, so that
/// it cannot be written twice?
bool Analysis::too_deep() const {
  const std::vector<Part>& parts = expression_.parts();
  for (std::size_t i : concerned_) {
    if (contains_label(parts[i].e)) return true;
    auto disturbed = [&](const Effects& inner) {
      return std::ranges::any_of(concerned_, [&](std::size_t j) {
        return j != i && !expression_.ordered(i, j) && conflict(inner, parts[j].effects);
      });
    };
    if (std::ranges::count_if(parts[i].inside, disturbed) > 1) return true;
  }
  return false;
}

/// Parts that disturb each other, directly or through others, are one group.
void Analysis::find_groups() {
  std::vector<std::size_t> leader(expression_.parts().size());
  std::iota(leader.begin(), leader.end(), 0);
  auto find = [&](std::size_t part) {
    while (leader[part] != part)
      part = leader[part];
    return part;
  };
  for (auto [a, b] : conflicts_) {
    std::size_t first = find(a);
    std::size_t second = find(b);
    leader[std::max(first, second)] = std::min(first, second);
  }
  std::map<std::size_t, std::vector<std::size_t>> members;
  for (std::size_t part : concerned_)
    members[find(part)].push_back(part);
  for (auto& [_, group] : members)
    groups_.push_back(std::move(group));
  merge_groups_in_circles();
  // Those before which nothing has to come are next, as long as there are any.
  while (!groups_.empty()) {
    auto is_first = [&](std::size_t g) {
      for (std::size_t other = 0; other < groups_.size(); ++other)
        if (other != g && comes_before(other, g)) return false;
      return true;
    };
    std::size_t next = 0;
    while (!is_first(next))
      ++next;
    if (groups_[next].size() > most_parts) {
      result_.uncovered = too_many;
      return;
    }
    list_orders(groups_[next]);
    groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(next));
  }
}

bool Analysis::comes_before(std::size_t group, std::size_t other) const {
  for (std::size_t a : groups_[group])
    for (std::size_t b : groups_[other])
      if (expression_.parts()[b].before.contains(a)) return true;
  return false;
}

/// Where groups have to come before each other, they are one.
void Analysis::merge_groups_in_circles() {
  std::size_t count = groups_.size();
  std::vector<std::vector<bool>> before(count, std::vector<bool>(count));
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = 0; b < count; ++b)
      before[a][b] = a != b && comes_before(a, b);
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t a = 0; a < count; ++a)
      for (std::size_t b = 0; b < count; ++b)
        before[a][b] = before[a][b] || (before[a][k] && before[k][b]);
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = a + 1; b < count; ++b) {
      if (!before[a][b] || !before[b][a]) continue;
      groups_[a].insert(groups_[a].end(), groups_[b].begin(), groups_[b].end());
      groups_[b].clear();
    }
  std::erase_if(groups_, [](const std::vector<std::size_t>& group) { return group.empty(); });
  for (std::vector<std::size_t>& group : groups_)
    std::ranges::sort(group);
}

void Analysis::list_orders(const std::vector<std::size_t>& all) {
  const std::vector<Part>& parts = expression_.parts();
  Orders::Group group;
  for (std::size_t part : all)
    group.parts.push_back(parts[part].e);
  std::vector<std::size_t> order;
  std::set<std::vector<bool>> seen;
  auto position = [&](std::size_t part) {
    return static_cast<std::size_t>(std::ranges::find(all, part) - all.begin());
  };
  // Orders that agree about every conflict are the same.
  auto keep = [&] {
    std::vector<std::size_t> rank(all.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      rank[order[i]] = i;
    std::vector<bool> signature;
    for (auto [a, b] : conflicts_)
      if (position(a) < all.size()) signature.push_back(rank[position(a)] < rank[position(b)]);
    if (seen.insert(signature).second) group.orders.push_back(order);
  };
  std::function<void()> extend = [&] {
    if (order.size() == all.size()) return keep();
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto placed = [&](std::size_t k) { return std::ranges::find(order, k) != order.end(); };
      bool ready = !placed(i);
      for (std::size_t k = 0; k < all.size(); ++k)
        ready &= !parts[all[i]].before.contains(all[k]) || placed(k);
      if (!ready) continue;
      order.push_back(i);
      extend();
      order.pop_back();
    }
  };
  extend();
  result_.groups.push_back(std::move(group));
}

using Found = std::unordered_map<const Expr*, Orders>;

void look(const Stmt* s, bool root, EffectTable& effects, Found& found);

void look_into_type(QualType type, EffectTable& effects, Found& found) {
  while (!type.isNull() && type->isVariablyModifiedType()) {
    if (const auto* array = type->getAsArrayTypeUnsafe()) {
      if (const auto* variable = dyn_cast<VariableArrayType>(array))
        look(variable->getSizeExpr(), true, effects, found);
      type = array->getElementType();
    } else {
      type = type->getPointeeType();
    }
  }
}

void look(const Stmt* s, bool root, EffectTable& effects, Found& found) {
  if (s == nullptr) return;
  const auto* e = dyn_cast<Expr>(s);
  if (root && e != nullptr) {
    Orders orders = Analysis(effects).run(e);
    if (orders.open()) found[e->IgnoreParens()] = std::move(orders);
  }
  if (const auto* declarations = dyn_cast<DeclStmt>(s)) {
    for (const Decl* decl : declarations->decls()) {
      if (const auto* value = dyn_cast<ValueDecl>(decl))
        look_into_type(value->getType(), effects, found);
      if (const auto* alias = dyn_cast<TypedefNameDecl>(decl))
        look_into_type(alias->getUnderlyingType(), effects, found);
      const auto* variable = dyn_cast<VarDecl>(decl);
      if (variable != nullptr && !variable->hasGlobalStorage() && variable->hasInit())
        look(variable->getInit(), true, effects, found);
    }
    return;
  }
  if (const auto* elvis = dyn_cast<BinaryConditionalOperator>(s)) {
    look(elvis->getCommon(), true, effects, found);
    return look(elvis->getFalseExpr(), true, effects, found);
  }
  if (isa<UnaryExprOrTypeTraitExpr>(s)) return;
  if (const auto* list = dyn_cast<InitListExpr>(s); list && !list->isSemanticForm())
    return look(list->getSemanticForm(), false, effects, found);
  bool sequenced = e == nullptr || (is_sequenced_inside(e));
  bool transparent = root && isa<ParenExpr>(s);
  for (const Stmt* child : s->children())
    look(child, sequenced && !transparent, effects, found);
}

} // namespace

Found EvaluationOrder::of(const FunctionDecl* function) {
  Found found;
  for (const ParmVarDecl* parameter : function->parameters())
    look_into_type(parameter->getOriginalType(), effects_, found);
  look(function->getBody(), false, effects_, found);
  return found;
}

} // namespace kleene::frontend::c
