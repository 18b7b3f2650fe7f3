// SPDX-License-Identifier: Apache-2.0
// Several engines on one question: one after the other, or at the same time in processes of their own. The
// first accepted answer wins; otherwise it is said what stood in the way of each.
#pragma once
#include "kleene/engine/engine.h"
#include "kleene/support/budget.h"
#include "kleene/support/result.h"
#include "kleene/verify/accepted.h"
#include "kleene/verify/obstacle.h"

#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace kleene::verify {

/// An accepted answer, put into words by whoever found it.
struct Told {
  bool violated = false;
  std::string what;             ///< is violated: a property, or something that stands for one
  std::string site;             ///< of the target that is reached: procedure and location
  bool refutes_witness = false; ///< it is an invariant of a witness that does not hold
  std::string explanation;
  std::string json;
  std::string sarif;
  std::string evidence;
  std::string witness;
  std::vector<std::string> warnings;
  std::map<std::string, std::string> certificate = {}; ///< files by their names
  bool operator==(const Told&) const = default;
};

/// What came of an engine: an answer, none, or an error that concerns the whole command.
using Outcome = std::variant<Told, NoAnswer, Diagnostic>;

/// One engine on the question: evidence, its judge, and words. `hints` are evidence texts of what other engines
/// believe to hold.
using Attempt = std::function<Outcome(
    const engine::Engine& engine, Observer& observer, const std::vector<std::string>& hints)>;

/// In one line.
std::string describe(const std::vector<Obstacle>& obstacles);

struct PortfolioOptions {
  Budget& budget;
  Observer& observer;
  std::optional<std::size_t> memory = {}; ///< bytes, for all processes together
  /// Told whenever something changes: what stands in the way of each engine so far.
  std::function<void(const std::vector<Obstacle>&)> so_far = {};
};

struct PortfolioResult {
  std::optional<Told> told;
  const engine::Engine* engine = nullptr; ///< that found it
  std::optional<Diagnostic> error;
  std::vector<Obstacle> obstacles; ///< without an answer: one per engine
  std::vector<Obstacle> tried;     ///< in any case: what came of each engine that was started
};

PortfolioResult try_in_turn(const std::vector<const engine::Engine*>& engines,
                            const Attempt& attempt,
                            const PortfolioOptions& options);

/// A crash, or a lack of memory, of one engine costs that engine only.
PortfolioResult try_at_once(const std::vector<const engine::Engine*>& engines,
                            const Attempt& attempt,
                            const PortfolioOptions& options);

} // namespace kleene::verify
