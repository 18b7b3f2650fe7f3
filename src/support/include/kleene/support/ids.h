// SPDX-License-Identifier: Apache-2.0
// Strong integer ids: an index into a table of its own kind that cannot be mixed up with another.
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace kleene {

template <class Tag>
class Id {
public:
  /// An id that names nothing.
  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value_(static_cast<std::uint32_t>(index)) {}

  constexpr bool valid() const { return value_ != none; }
  constexpr std::size_t index() const { return value_; }
  constexpr auto operator<=>(const Id&) const = default;

private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t value_ = none;
};

} // namespace kleene

template <class Tag>
struct std::hash<kleene::Id<Tag>> {
  std::size_t operator()(kleene::Id<Tag> id) const noexcept { return id.index(); }
};
