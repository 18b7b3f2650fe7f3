// SPDX-License-Identifier: Apache-2.0
// What is to be said of a kind of evidence once and for all: every type of evidence has it as a constant
// `kind`. The types are listed in evidence.h.
#pragma once
#include "kleene/property/property.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace kleene::evidence {

/// What evidence is for.
enum class Shows : std::uint8_t { PropertyHolds, Violation };

enum class Programs : std::uint8_t {
  Sequential,        ///< one thread, any values
  SequentialBoolean, ///< one thread, over Booleans
  Threads,           ///< with threads, any values
  BooleanThreads,    ///< with threads, over Booleans
};

/// Sets of events that judges can exclude, or tell that they happen. Overflows are of machine integers:
/// unbounded ones have none.
namespace about {
inline constexpr Events reach{.targets = true};
inline constexpr Events end{.no_end = true};
inline constexpr Events reach_or_end{.targets = true, .no_end = true};
inline constexpr Events safety{.targets = true, .overflows = true};
inline constexpr Events everything{.targets = true, .overflows = true, .no_end = true};
} // namespace about

/// What a judge may be asked.
struct Precondition {
  std::string_view noun; ///< what it judges, as in a sentence
  Events events;
  Programs programs = Programs::Sequential;
  /// The judge knows that values which nobody gives (unknown ones) are not for anybody to choose.
  bool unknown_values = true;
  /// What it accepts shows that every execution ends, too.
  bool ends = false;
};

/// Words that lines of evidence files begin with, in groups; see doc/evidence.md.
using LineWords = std::array<std::string_view, 3>;
namespace lines {
inline constexpr std::string_view proof =
    "null induction objects parameter instance procedure at summary order";
inline constexpr std::string_view stem = "steps input reaches choice choose";
} // namespace lines

struct KindEntry {
  std::string_view name; ///< in evidence files
  Shows shows;
  Precondition judged;
  LineWords lines; ///< that evidence files of this kind may have
};

} // namespace kleene::evidence
