// SPDX-License-Identifier: Apache-2.0
#include "recipe.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kleene::calculus {

namespace {

constexpr Bit nowhere = std::numeric_limits<Bit>::max();

VarSet set_of(const std::vector<Bit>& bits) {
  std::vector<BddVar> variables;
  for (Bit bit : bits)
    variables.emplace_back(bit);
  return VarSet(variables);
}

bool varies(const Factor& factor) {
  if (factor.group != nullptr) return true;
  return factor.atom->kind == AtomKind::Apply && factor.clause == nullptr
         && !factor.atom->bits.empty();
}

} // namespace

/// Makes the recipe of one bundle.
class Recipes::Builder {
public:
  Builder(Recipes& owner, const Bundle& bundle)
      : owner_(owner),
        bundle_(bundle),
        leader_(owner.variables_),
        quantified_(owner.variables_),
        classes_(owner.variables_),
        holder_(owner.variables_, nowhere),
        recipe_(std::make_unique<Recipe>()) {
    std::iota(leader_.begin(), leader_.end(), Bit{0});
    if (bundle.group != nullptr)
      for (Bit bit : bundle.group->quantified)
        quantified_[bit] = true;
  }

  std::unique_ptr<Recipe> run() {
    gather();
    if (!place()) place_plainly();
    std::vector<Bdd> fixed = renamed_constants();
    for (const Bdd& f : fixed)
      recipe_->fixed &= f;
    rename_steps();
    schedule();
    describe_result();
    return std::move(recipe_);
  }

private:
  /// Bits that are equal.
  struct Class {
    Bit free = nowhere;       ///< a member that is not quantified
    Bit place = nowhere;      ///< the decision variable that stands for it
    std::size_t holders = 0;  ///< factors that have it
    std::vector<Bit> members; ///< as far as they occur
  };

  Bit find(Bit bit) {
    while (leader_[bit] != bit)
      bit = leader_[bit] = leader_[leader_[bit]];
    return bit;
  }
  void unite(Bit a, Bit b) {
    involved_.push_back(a);
    involved_.push_back(b);
    a = find(a);
    b = find(b);
    if (a != b) leader_[b] = a;
  }
  Class& class_of(Bit bit) { return classes_[find(bit)]; }

  /// Formal bits of an application to bits of the formula.
  static Bit actual(const Atom& atom, Bit formal) {
    for (auto [from, to] : atom.bits)
      if (from == formal) return to;
    return nowhere;
  }

  void gather() {
    for (std::size_t i = 0; i < bundle_.factors.size(); ++i) {
      const Factor& factor = bundle_.factors[i];
      if (factor.clause != nullptr)
        for (auto [a, b] : factor.clause->equal)
          unite(actual(*factor.atom, a), actual(*factor.atom, b));
      if (factor.atom != nullptr && factor.atom->kind == AtomKind::Same)
        for (auto [a, b] : factor.atom->same_bits)
          unite(a, b);
      if (!varies(factor)) continue;
      Recipe::Step step;
      step.factor = i;
      if (factor.group != nullptr) {
        step.group = owner_.make(*factor.group);
        for (auto [a, b] : step.group->equal)
          unite(a, b);
      }
      for (auto [from, to] : bits_of(step))
        involved_.push_back(to);
      recipe_->steps.push_back(std::move(step));
    }
    for (const Factor& factor : bundle_.factors)
      for_each_constant_bit(factor, [&](Bit bit) { involved_.push_back(bit); });
    std::sort(involved_.begin(), involved_.end());
    involved_.erase(std::unique(involved_.begin(), involved_.end()), involved_.end());
    for (Bit bit : involved_) {
      Class& c = class_of(bit);
      if (c.members.empty()) used_.push_back(find(bit));
      c.members.push_back(bit);
      if (!quantified_[bit] && c.free == nowhere) c.free = bit;
    }
    count_holders();
  }

  void count_holders() {
    for (const Recipe::Step& step : recipe_->steps)
      for (auto [from, to] : bits_of(step))
        ++class_of(to).holders;
    for (const Factor& factor : bundle_.factors)
      for_each_constant_bit(factor, [&](Bit bit) { ++class_of(bit).holders; });
  }

  template <class Visit>
  void for_each_constant_bit(const Factor& factor, Visit visit) {
    if (factor.clause != nullptr)
      for (Bit bit : factor.clause->support)
        visit(actual(*factor.atom, bit));
    else if (factor.atom != nullptr && factor.atom->kind == AtomKind::Data)
      for (Bit bit : factor.atom->support)
        visit(bit);
  }

  const BitMap& bits_of(const Recipe::Step& step) const {
    return step.group != nullptr ? step.group->result : bundle_.factors[step.factor].atom->bits;
  }

  bool take(Class& c, Bit place) {
    if (holder_[place] != nowhere) return false;
    holder_[place] = find(c.members.front());
    c.place = place;
    return true;
  }

  /// Largest functions first. Returns false if there is no room for some class.
  bool place() {
    std::vector<const Recipe::Step*> order;
    for (const Recipe::Step& step : recipe_->steps)
      order.push_back(&step);
    std::stable_sort(order.begin(), order.end(), [&](const auto* a, const auto* b) {
      return bits_of(*a).size() > bits_of(*b).size();
    });
    for (const Recipe::Step* step : order)
      for (auto [from, to] : bits_of(*step)) {
        Class& c = class_of(to);
        if (c.place == nowhere && !makes_room(c, from)) take(c, from);
      }
    for (Bit root : used_) {
      Class& c = classes_[root];
      if (c.place == nowhere && !gone_[root] && !find_place(c)) return false;
    }
    return true;
  }

  /// Whether a class can be quantified in the only function that has it, at a place that a bit of the
  /// result calls its own.
  bool makes_room(Class& c, Bit place) {
    if (bundle_.group != nullptr || c.free != nowhere || c.holders != 1) return false;
    Class& owner = class_of(place);
    if (owner.free != place || owner.place != nowhere) return false;
    gone_[find(c.members.front())] = true;
    return true;
  }

  bool find_place(Class& c) {
    if (c.free != nowhere && take(c, c.free)) return true;
    for (Bit member : c.members)
      if (take(c, member)) return true;
    for (Bit member : c.members)
      for (BddVar neighbour : owner_.layout_.neighbours(BddVar(member)))
        if (take(c, static_cast<Bit>(neighbour.index()))) return true;
    return false;
  }

  /// Every class at one of its members: always possible.
  void place_plainly() {
    gone_.clear();
    for (Bit root : used_) {
      Class& c = classes_[root];
      c.place = c.free != nowhere ? c.free : c.members.front();
    }
  }

  std::vector<Bdd> renamed_constants() {
    std::vector<Bdd> result;
    for (const Factor& factor : bundle_.factors) {
      bool data = factor.atom != nullptr && factor.atom->kind == AtomKind::Data;
      if (factor.clause == nullptr && !data) continue;
      const Bdd& f = data ? factor.atom->data : factor.clause->rest;
      if (f.is_true()) continue;
      std::vector<std::pair<Bit, Bit>> pairs;
      for (Bit bit : data ? factor.atom->support : factor.clause->support)
        pairs.emplace_back(bit, class_of(data ? bit : actual(*factor.atom, bit)).place);
      const Renaming* renaming = owner_.renaming(std::move(pairs));
      result.push_back(renaming == nullptr ? f : (*renaming)(f));
    }
    return result;
  }

  void rename_steps() {
    for (Recipe::Step& step : recipe_->steps) {
      std::vector<std::pair<Bit, Bit>> pairs;
      std::vector<Bit> before;
      for (auto [from, to] : bits_of(step)) {
        if (gone_[find(to)])
          before.push_back(from);
        else
          pairs.emplace_back(from, class_of(to).place);
      }
      step.before = set_of(before);
      step.renaming = owner_.renaming(std::move(pairs));
    }
  }

  /// Small functions first; a class is quantified with the last function that has it.
  void schedule() {
    std::vector<Recipe::Step>& steps = recipe_->steps;
    std::stable_sort(steps.begin(), steps.end(), [&](const auto& a, const auto& b) {
      return bits_of(a).size() < bits_of(b).size();
    });
    std::unordered_map<Bit, std::size_t> last;
    for (std::size_t i = 0; i < steps.size(); ++i)
      for (auto [from, to] : bits_of(steps[i]))
        last[find(to)] = i;
    std::vector<std::vector<Bit>> after(steps.size() + 1);
    for (Bit root : used_) {
      Class& c = classes_[root];
      if (c.free != nowhere || gone_[root]) continue;
      auto found = last.find(root);
      std::size_t step = found == last.end() ? 0 : found->second;
      after[steps.empty() ? 0 : step].push_back(c.place);
    }
    for (std::size_t i = 0; i < steps.size(); ++i)
      steps[i].after = set_of(after[i]);
    if (steps.empty()) recipe_->fixed = recipe_->fixed.exists(set_of(after[0]));
  }

  void describe_result() {
    for (Bit root : used_) {
      Class& c = classes_[root];
      if (c.free == nowhere) continue;
      if (c.holders > 0) recipe_->result.emplace_back(c.place, c.free);
      for (Bit member : c.members)
        if (!quantified_[member] && member != c.free) recipe_->equal.emplace_back(c.free, member);
    }
  }

  Recipes& owner_;
  const Bundle& bundle_;
  std::vector<Bit> leader_;
  std::vector<bool> quantified_;
  std::vector<Class> classes_; ///< by leader
  std::vector<Bit> holder_;    ///< who has a decision variable
  std::vector<Bit> involved_;
  std::vector<Bit> used_; ///< leaders
  std::unordered_map<Bit, bool> gone_;
  std::unique_ptr<Recipe> recipe_;
};

std::size_t Recipes::Hash::operator()(const std::vector<std::uint64_t>& words) const noexcept {
  std::uint64_t hash = 0x9e3779b97f4a7c15;
  for (std::uint64_t word : words) {
    hash = (hash ^ word) * 0xff51afd7ed558ccd;
    hash ^= hash >> 32;
  }
  return hash;
}

void Recipes::sign(const Bundle& bundle, std::vector<std::uint64_t>& signature) {
  constexpr std::uint64_t begin = ~std::uint64_t{0};
  signature.push_back(begin - bundle.factors.size());
  for (const Factor& factor : bundle.factors) {
    if (factor.group != nullptr) {
      signature.push_back(factor.group->group->number);
      sign(*factor.group, signature);
      continue;
    }
    std::uint64_t row = factor.clause != nullptr ? factor.row + std::uint64_t{1} : 0;
    signature.push_back(factor.atom->number | row << 32);
  }
}

const Renaming* Recipes::renaming(std::vector<std::pair<Bit, Bit>> pairs) {
  std::erase_if(pairs, [](auto pair) { return pair.first == pair.second; });
  if (pairs.empty()) return nullptr;
  std::sort(pairs.begin(), pairs.end());
  auto [position, fresh] = renamings_.try_emplace(pairs);
  if (fresh)
    for (auto [from, to] : pairs)
      position->second.add(BddVar(from), BddVar(to));
  return &position->second;
}

std::unique_ptr<Recipe> Recipes::make(const Bundle& bundle) {
  return Builder(*this, bundle).run();
}

void Recipes::take_home(Recipe& recipe) {
  std::vector<std::pair<Bit, Bit>> pairs(recipe.result.begin(), recipe.result.end());
  recipe.home = renaming(std::move(pairs));
  for (auto [a, b] : recipe.equal)
    recipe.equalities &= manager_.variable(BddVar(a)).iff(manager_.variable(BddVar(b)));
}

Bdd Recipes::product(const Bundle& bundle) {
  signature_.clear();
  sign(bundle, signature_);
  auto known = known_.find(signature_);
  if (known == known_.end()) {
    auto made = make(bundle);
    take_home(*made);
    known = known_.emplace(signature_, std::move(made)).first;
  }
  const Recipe& recipe = *known->second;
  Bdd result = compute(bundle, recipe);
  if (recipe.home != nullptr) result = (*recipe.home)(result);
  return recipe.equalities.is_true() ? result : result & recipe.equalities;
}

Clause Recipes::clause(const Bundle& bundle) {
  auto recipe = make(bundle);
  take_home(*recipe);
  Clause result;
  result.equal = recipe->equal;
  result.rest = compute(bundle, *recipe);
  if (recipe->home != nullptr) result.rest = (*recipe->home)(result.rest);
  for (BddVar v : result.rest.support().variables())
    result.support.push_back(static_cast<Bit>(v.index()));
  return result;
}

Bdd Recipes::compute(const Bundle& bundle, const Recipe& recipe) const {
  Bdd product = recipe.fixed;
  for (const Recipe::Step& step : recipe.steps) {
    const Factor& factor = bundle.factors[step.factor];
    Bdd f = step.group != nullptr ? compute(*factor.group, *step.group) : factor.fact;
    if (!step.before.empty()) f = f.exists(step.before);
    if (step.renaming != nullptr) f = (*step.renaming)(f);
    if (product.is_true())
      product = step.after.empty() ? std::move(f) : f.exists(step.after);
    else
      product = and_exists(f, product, step.after);
    if (product.is_false()) break;
  }
  return product;
}

} // namespace kleene::calculus
