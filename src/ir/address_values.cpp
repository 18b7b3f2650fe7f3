// SPDX-License-Identifier: Apache-2.0
#include "address_values.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace kleene::ir {
namespace {

std::uint64_t distance(std::int64_t a, std::int64_t b) {
  return a < b ? static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a)
               : static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b);
}

/// The spot with its rest below its step. Numbers that might overflow later are given up.
Spot normal(Integer rest, std::uint64_t step) {
  constexpr Integer far = Integer(1) << 48;
  if (step > static_cast<std::uint64_t>(far)) return Spot::anywhere();
  if (step == 0) {
    if (rest > far || rest < -far) return Spot::anywhere();
    return {static_cast<std::int64_t>(rest), 0};
  }
  auto modulus = static_cast<Integer>(step);
  return {static_cast<std::int64_t>(((rest % modulus) + modulus) % modulus), step};
}

} // namespace

Spot Spot::plus(const Spot& other) const {
  return normal(Integer(rest) + other.rest, std::gcd(step, other.step));
}

Spot Spot::minus(const Spot& other) const {
  return normal(Integer(rest) - other.rest, std::gcd(step, other.step));
}

Spot joined(const Spot& a, const Spot& b) {
  return normal(a.rest, std::gcd(std::gcd(a.step, b.step), distance(a.rest, b.rest)));
}

bool overlap(const Spot& a, std::uint64_t a_bytes, const Spot& b, std::uint64_t b_bytes) {
  std::uint64_t step = std::gcd(a.step, b.step);
  if (step == 0) {
    return a.rest < b.rest + static_cast<Integer>(b_bytes)
           && b.rest < a.rest + static_cast<Integer>(a_bytes);
  }
  auto between = static_cast<std::uint64_t>(normal(Integer(b.rest) - a.rest, step).rest);
  return between < a_bytes || step - between < b_bytes;
}

bool same_or_apart(const Spot& a, const Spot& b, std::uint64_t bytes) {
  std::uint64_t step = std::gcd(std::gcd(a.step, b.step), distance(a.rest, b.rest));
  return step % bytes == 0;
}

bool AddressValue::join(const AddressValue& other) {
  AddressValue before = *this;
  if (other.carries()) {
    spot = carries() ? joined(spot, other.spot) : other.spot;
    inside = (!carries() || inside) && other.inside;
    std::vector<std::uint32_t> all;
    std::ranges::set_union(origins, other.origins, std::back_inserter(all));
    origins = std::move(all);
    any |= other.any;
  }
  constexpr std::size_t most = 256;
  if (origins.size() > most || any) {
    origins.clear();
    any = true;
    inside = false;
    spot = Spot::anywhere();
  }
  null |= other.null;
  number |= other.number;
  indeterminate |= other.indeterminate;
  return null != before.null || origins != before.origins || spot != before.spot
         || any != before.any || number != before.number || indeterminate != before.indeterminate
         || inside != before.inside;
}

bool AddressMemory::store(const Spot& spot, std::uint64_t bytes, const AddressValue& value) {
  if (value.is_null()) return false;
  for (Entry& e : entries_)
    if (e.spot == spot && e.bytes == bytes && e.value.carries() == value.carries())
      return e.value.join(value);
  // What is there already, with more offsets.
  for (const Entry& e : entries_) {
    if (e.bytes != bytes || joined(e.spot, spot) != e.spot) continue;
    AddressValue both = e.value;
    if (!both.join(value)) return false;
  }
  entries_.push_back({spot, bytes, value});
  constexpr std::size_t most = 48;
  if (entries_.size() > most) {
    collapse(false);
    collapse(true);
  }
  return true;
}

/// Entries of one width become one.
void AddressMemory::collapse(bool carrying) {
  std::vector<Entry> result;
  for (Entry& e : entries_) {
    auto same = std::ranges::find_if(result, [&](const Entry& r) {
      return r.bytes == e.bytes && r.value.carries() == carrying;
    });
    if (e.value.carries() != carrying || same == result.end()) {
      result.push_back(std::move(e));
      continue;
    }
    same->spot = joined(same->spot, e.spot);
    same->value.join(e.value);
  }
  entries_ = std::move(result);
}

bool AddressMemory::make_indeterminate() {
  return !std::exchange(indeterminate_, true);
}

bool AddressMemory::make_unknown() {
  return !std::exchange(unknown_, true);
}

AddressValue AddressMemory::load(const Spot& spot, std::uint64_t pointer_bytes) const {
  AddressValue result;
  result.null = true;
  result.indeterminate = indeterminate_;
  if (unknown_) {
    result.any = true;
    result.inside = false;
    result.spot = Spot::anywhere();
  }
  for (const Entry& e : entries_) {
    if (!overlap(e.spot, e.bytes, spot, pointer_bytes)) continue;
    bool whole = e.bytes == pointer_bytes && same_or_apart(e.spot, spot, pointer_bytes);
    result.join(whole ? e.value : AddressValue::a_number());
  }
  return result;
}

} // namespace kleene::ir
