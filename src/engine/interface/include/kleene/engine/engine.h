// SPDX-License-Identifier: Apache-2.0
// What an engine is: a name, what it can take, and how it answers. An answer is evidence: it counts only
// after its judge has accepted it.
#pragma once
#include "kleene/evidence/evidence.h"
#include "kleene/support/observer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace kleene::engine {

/// The engine gave up; `reason` names the obstacle in words for people.
struct Unknown {
  std::string reason;
  /// What it believes to hold all the same: hints for other engines.
  std::shared_ptr<const evidence::InductiveProof> believed;
};

namespace detail {
template <class Evidence>
struct OrUnknown;
template <class... E>
struct OrUnknown<std::variant<E...>> {
  using type = std::variant<E..., Unknown>;
};
} // namespace detail

/// Evidence of any kind, or unknown.
using Answer = detail::OrUnknown<evidence::Evidence>::type;

/// The evidence of an answer, if it has some.
inline std::optional<evidence::Evidence> evidence_of(Answer answer) {
  return std::visit(
      []<class E>(E&& found) -> std::optional<evidence::Evidence> {
        if constexpr (std::is_same_v<std::remove_cvref_t<E>, Unknown>)
          return std::nullopt;
        else
          return std::forward<E>(found);
      },
      std::move(answer));
}

/// Whether an answer says that the property does not hold; nothing if it gives no answer.
inline std::optional<bool> violated(const Answer& answer) {
  if (std::holds_alternative<Unknown>(answer)) return std::nullopt;
  return evidence::kinds.at(answer.index())->shows == evidence::Shows::Violation;
}

/// What an engine is made for: it comes first where nothing is known but the language of the program.
enum class MadeFor : std::uint8_t { Anything, BooleanPrograms, LinearPrograms };

/// What `auto` has to know.
struct Attributes {
  /// Made for concurrent programs; the others take sequential ones only.
  bool concurrent = false;
  /// Another way to the answers of another engine: only where it is asked for by name.
  bool on_request = false;
  MadeFor made_for = MadeFor::Anything;
  /// Looks for invariants only: where it is asked whether addresses are valid, it gets the program that knows
  /// (evidence/object_program.h).
  bool by_invariants = false;
};

/// One row of the table of engines. Engines are stateless; `solve` may throw ResourceOut.
struct Engine {
  std::string_view name;
  std::string_view description;
  /// Why this engine cannot take the problem; nothing if it can.
  std::optional<std::string> (*obstacle)(const evidence::Problem& problem);
  Answer (*solve)(const evidence::Problem& problem, Budget& budget, Observer& observer);
  Attributes attributes = {};
};

} // namespace kleene::engine
