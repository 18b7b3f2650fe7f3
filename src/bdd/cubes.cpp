// SPDX-License-Identifier: Apache-2.0
#include "kleene/bdd/cubes.h"

#include "kleene/support/invariant.h"

#include <algorithm>
#include <unordered_map>

namespace kleene {

BigNatural::BigNatural(std::uint64_t value) {
  for (; value != 0; value >>= 32)
    digits_.push_back(static_cast<std::uint32_t>(value));
}

BigNatural BigNatural::power_of_two(std::size_t exponent) {
  return BigNatural(1) << exponent;
}

BigNatural BigNatural::operator+(const BigNatural& other) const {
  const auto& longer = digits_.size() >= other.digits_.size() ? digits_ : other.digits_;
  const auto& shorter = digits_.size() >= other.digits_.size() ? other.digits_ : digits_;
  BigNatural sum;
  sum.digits_.reserve(longer.size() + 1);
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < longer.size(); ++i) {
    carry += longer[i];
    if (i < shorter.size()) carry += shorter[i];
    sum.digits_.push_back(static_cast<std::uint32_t>(carry));
    carry >>= 32;
  }
  if (carry != 0) sum.digits_.push_back(static_cast<std::uint32_t>(carry));
  return sum;
}

BigNatural BigNatural::operator<<(std::size_t bits) const {
  if (digits_.empty()) return *this;
  BigNatural shifted;
  shifted.digits_.assign(bits / 32, 0);
  unsigned inner = bits % 32;
  std::uint64_t carry = 0;
  for (std::uint32_t digit : digits_) {
    carry |= static_cast<std::uint64_t>(digit) << inner;
    shifted.digits_.push_back(static_cast<std::uint32_t>(carry));
    carry >>= 32;
  }
  if (carry != 0) shifted.digits_.push_back(static_cast<std::uint32_t>(carry));
  return shifted;
}

std::optional<std::uint64_t> BigNatural::small() const {
  if (digits_.size() > 2) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = digits_.size(); i-- > 0;)
    value = (value << 32) | digits_[i];
  return value;
}

std::string BigNatural::to_string() const {
  if (digits_.empty()) return "0";
  constexpr std::uint32_t base = 1'000'000'000;
  std::vector<std::uint32_t> rest = digits_;
  std::string reversed;
  while (!rest.empty()) {
    std::uint64_t remainder = 0;
    for (std::size_t i = rest.size(); i-- > 0;) {
      remainder = (remainder << 32) | rest[i];
      rest[i] = static_cast<std::uint32_t>(remainder / base);
      remainder %= base;
    }
    while (!rest.empty() && rest.back() == 0)
      rest.pop_back();
    for (int i = 0; i < 9 && (remainder != 0 || !rest.empty()); ++i, remainder /= 10)
      reversed.push_back(static_cast<char>('0' + remainder % 10));
  }
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

namespace {

/// Counts with a number type that has `+` and `<<`.
template <class Number>
class Counter {
public:
  explicit Counter(const VarSet& variables) {
    for (BddVar v : variables.variables())
      position_.emplace(v, position_.size());
  }

  /// Assignments to the variables from `from` down that satisfy f.
  Number count(const Bdd& f, std::size_t from) {
    if (f.is_false()) return Number(0);
    std::size_t here = position(f);
    return below(f, here) << (here - from);
  }

private:
  std::size_t position(const Bdd& f) const {
    if (f.is_constant()) return position_.size();
    auto found = position_.find(f.top());
    KL_INVARIANT(found != position_.end(), "only functions of the given variables can be counted");
    return found->second;
  }

  Number below(const Bdd& f, std::size_t here) {
    if (f.is_true()) return Number(1);
    if (auto known = memo_.find(f); known != memo_.end()) return known->second;
    Number sum = count(f.low(), here + 1) + count(f.high(), here + 1);
    memo_.emplace(f, sum);
    return sum;
  }

  std::unordered_map<BddVar, std::size_t> position_;
  std::unordered_map<Bdd, Number> memo_;
};

} // namespace

BigNatural count_assignments(const Bdd& f, const VarSet& variables) {
  std::size_t n = variables.variables().size();
  if (n < 64) return BigNatural(Counter<std::uint64_t>(variables).count(f, 0));
  return Counter<BigNatural>(variables).count(f, 0);
}

std::optional<Cube> some_cube(const Bdd& f) {
  if (f.is_false()) return std::nullopt;
  Cube cube;
  for (Bdd rest = f; !rest.is_constant();) {
    Bdd low = rest.low();
    bool up = low.is_false();
    cube.push_back({rest.top(), up});
    rest = up ? rest.high() : low;
  }
  return cube;
}

namespace {

bool visit_cubes(const Bdd& f, Cube& path, const std::function<bool(const Cube&)>& visit) {
  if (f.is_false()) return true;
  if (f.is_true()) return visit(path);
  for (bool value : {false, true}) {
    path.push_back({f.top(), value});
    bool on = visit_cubes(value ? f.high() : f.low(), path, visit);
    path.pop_back();
    if (!on) return false;
  }
  return true;
}

bool visit_assignments(const Bdd& f,
                       const VarBlock& block,
                       std::vector<bool>& values,
                       const std::function<bool(const std::vector<bool>&)>& visit) {
  if (f.is_false()) return true;
  if (values.size() == block.size()) {
    KL_INVARIANT(f.is_true(), "only functions of the block's variables can be enumerated");
    return visit(values);
  }
  BddVar variable = block[values.size()];
  for (bool value : {false, true}) {
    values.push_back(value);
    bool on = visit_assignments(f.restrict(variable, value), block, values, visit);
    values.pop_back();
    if (!on) return false;
  }
  return true;
}

} // namespace

bool for_each_cube(const Bdd& f, const std::function<bool(const Cube&)>& visit) {
  Cube path;
  return visit_cubes(f, path, visit);
}

bool for_each_assignment(const Bdd& f,
                         const VarBlock& block,
                         const std::function<bool(const std::vector<bool>&)>& visit) {
  std::vector<bool> values;
  return visit_assignments(f, block, values, visit);
}

} // namespace kleene
