// SPDX-License-Identifier: Apache-2.0
// The table of all engines, in the order in which `auto` asks them where it does not race them, and their
// turns where it does.
#pragma once
#include "kleene/engine/engine.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace kleene::verify {

/// When an engine starts on a C program: lower numbers first. Those who answer many programs within a second
/// come first. Bounded search decides programs without loops; induction copes with bytes and products better
/// than clauses do, and what it finds out on the way helps predicates, which come behind it.
struct Turns {
  static constexpr std::uint8_t last = 99;
  std::uint8_t straight = last;  ///< no loops, no recursion
  std::uint8_t bytes = last;     ///< memory, or non-linear arithmetic
  std::uint8_t recursion = last; ///< else, with recursion
  std::uint8_t loops = last;     ///< else
};

struct RegistryEntry {
  const engine::Engine* engine;
  Turns turns = {};
};

/// A name that an engine used to have, still understood where an engine is asked for by name.
struct EngineAlias {
  std::string_view old_name;
  std::string_view name;
};

std::span<const RegistryEntry> registry();
std::span<const EngineAlias> engine_aliases();
/// By its name or a former one. Null if there is no such engine.
const engine::Engine* find_engine(std::string_view name);

} // namespace kleene::verify
