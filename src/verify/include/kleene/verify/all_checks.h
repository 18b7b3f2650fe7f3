// SPDX-License-Identifier: Apache-2.0
// Every check of a C program gets its own answer.
#pragma once
#include "kleene/transform/check_sites.h"
#include "kleene/verify/portfolio.h"

namespace kleene::verify {

enum class CheckOutcome : std::uint8_t { Unknown, Violated, Proved, NotReached };

/// What was told, and by which engine.
struct ToldBy {
  Told told;
  std::string engine;
};

struct DecidedCheck {
  transform::CheckSite site;
  CheckOutcome outcome = CheckOutcome::Unknown;
  std::string reason;             ///< why nobody knows
  std::optional<ToldBy> violated; ///< the execution, in words
};

/// A proof that some of the checks have in common.
struct SharedProof {
  ToldBy by;
  std::vector<transform::CheckSite> sites;
};

struct DecidedChecks {
  std::vector<DecidedCheck> checks;    ///< in the order of the sites (transform/check_sites.h)
  std::optional<ToldBy> proof;         ///< of most checks that one proof serves
  std::optional<std::string> given_up; ///< why, if some question has no answer
  std::optional<std::string>
      limit;                       ///< the one that was reached before every question had an answer
  std::vector<Obstacle> obstacles; ///< of the first question without answer
  std::vector<SharedProof> more_proofs = {}; ///< of other checks than `proof`
};

struct CheckingOptions {
  std::string engine = "auto";
  IntegerModel integers = IntegerModel::Machine;
  Budget& budget;
  Observer& observer;
  /// Puts the question about this program to an engine by name, or `auto`, within the budget.
  std::function<PortfolioResult(const ir::Program&, std::string_view engine, Budget&)> ask;
  std::set<std::size_t> known = {}; ///< sites that executions are known to reach
  /// More sites that the execution reaches, if executions go on behind sites.
  std::function<std::set<std::size_t>(const Told&)> also = {};
};

/// The program as the front end made it, without targets for checks. One proof serves as many checks as it can;
/// checks that are violated end executions from then on, and the rest is asked again. The error is one that
/// concerns the whole command.
Result<DecidedChecks> decide_all_checks(const ir::Program& program,
                                        const ir::TargetSelection& targets,
                                        const CheckingOptions& options);

/// The program with its sites as targets, but for the dropped ones.
using MakeSites = std::function<transform::Checked(const std::set<std::size_t>& dropped,
                                                   transform::Uninitialised uninitialised)>;

/// The same for sites of another kind: which can be reached.
Result<DecidedChecks>
decide_all_sites(const ir::Program& program, MakeSites make, const CheckingOptions& options);

} // namespace kleene::verify
