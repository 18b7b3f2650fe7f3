// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/all_checks.h"

#include "kleene/analysis/invariants.h"
#include "kleene/ir/opaque.h"
#include "kleene/property/property.h"
#include "kleene/verify/cause.h"

#include <algorithm>
#include <deque>

namespace kleene::verify {
namespace {

using transform::Checked;
using transform::CheckSite;
using transform::Uninitialised;
using Group = std::set<std::size_t>;
constexpr const char* time_limit = "time limit reached";

class AllChecks {
public:
  /// `fails`: an execution that reaches a site ends there.
  AllChecks(const ir::Program& program, MakeSites make, const CheckingOptions& options, bool fails)
      : program_(program),
        make_(std::move(make)),
        options_(options),
        all_(make_({}, Uninitialised::Followed)),
        fails_(fails) {
    for (const CheckSite& site : all_.sites)
      checks_.push_back({site, CheckOutcome::Unknown, {}, {}});
    for (std::size_t i : options_.known)
      checks_[i].outcome = CheckOutcome::Violated;
  }

  Result<DecidedChecks> run() {
    sort_out();
    while (!open_.empty() && !error_) {
      Group group = std::move(open_.front());
      open_.pop_front();
      if (time_is_up()) {
        limit_ = time_limit;
        give_up(group, "no time was left for it");
      } else {
        settle(std::move(group));
      }
      if (open_.empty()) ask_again();
    }
    if (error_) return *error_;
    if (fails_ && !time_is_up()) find_not_reached();
    std::optional<ToldBy> proof;
    if (proof_) proof = std::move(proof_->by);
    return DecidedChecks{std::move(checks_),
                         std::move(proof),
                         given_up_,
                         given_up_ ? limit_ : std::nullopt,
                         std::move(obstacles_),
                         std::move(more_proofs_)};
  }

private:
  /// What ranges of variables exclude is one group, with a proof of its own; the rest is another.
  void sort_out() {
    Group easy;
    Group rest;
    options_.observer.phase("computing ranges");
    analysis::Invariants facts =
        analysis::invariants(all_.transformed.program, options_.integers, options_.budget);
    for (std::size_t i = 0; i < all_.sites.size(); ++i) {
      if (options_.known.contains(i)) continue;
      const CheckSite& site = all_.sites[i];
      bool reachable = facts[site.procedure.index()][site.location.index()].reachable;
      (reachable ? rest : easy).insert(i);
    }
    bool opaque = !ir::opaque_places(program_).empty();
    if (easy.empty() || opaque || !settle_easily(easy)) rest.insert(easy.begin(), easy.end());
    // Following uninitialised values makes questions harder: those that do not need it come first.
    Group uses;
    for (std::size_t i : rest)
      if (is_use(i)) uses.insert(i);
    for (std::size_t i : uses)
      rest.erase(i);
    if (!rest.empty() || (fails_ && checks_.empty())) open_.push_back(std::move(rest));
    if (!uses.empty()) open_.push_back(std::move(uses));
  }
  bool is_use(std::size_t site) const { return all_.sites[site].property == Property::Uninit; }

  /// What could not be decided may be decided for executions in which no uninitialised value is used.
  void ask_again() {
    if (second_round_) return;
    second_round_ = true;
    bool used = false;
    Group again;
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      used |= is_use(i) && checks_[i].outcome != CheckOutcome::Proved;
      if (!is_use(i) && checks_[i].outcome == CheckOutcome::Unknown) again.insert(i);
    }
    if (!used || again.empty() || time_is_up()) return;
    given_up_.reset();
    for (std::size_t i = 0; i < checks_.size(); ++i)
      if (is_use(i) && checks_[i].outcome == CheckOutcome::Unknown) given_up_ = checks_[i].reason;
    open_.push_back(std::move(again));
  }

  Checked checked(const Group& group) const {
    bool follow = second_round_ || std::ranges::any_of(group, [&](auto i) { return is_use(i); });
    return make_(others(group), follow ? Uninitialised::Followed : Uninitialised::AnyValue);
  }
  bool settle_easily(const Group& group) {
    constexpr std::string_view engine = "intervals";
    PortfolioResult found = ask(group, engine);
    if (!found.told || found.told->violated) return false;
    prove(group, std::move(*found.told), engine);
    return true;
  }

  Group others(const Group& group) const {
    Group result;
    for (std::size_t i = 0; i < checks_.size(); ++i)
      if (!group.contains(i)) result.insert(i);
    return result;
  }

  PortfolioResult ask(const Group& group, std::string_view engine) {
    Checked checked = this->checked(group);
    Budget part = options_.budget.slice(seconds());
    try {
      PortfolioResult found = options_.ask(checked.transformed.program, engine, part);
      if (!found.told && part.seconds_left().value_or(1) <= 0) limit_ = time_limit;
      return found;
    } catch (const ResourceOut& limit) {
      limit_ = limit.what();
      PortfolioResult none;
      none.obstacles = {{"all", limit.what()}};
      return none;
    }
  }

  /// The first question has half of the time, those behind it their share of what is left.
  double seconds() const {
    constexpr double at_first = 120;
    constexpr double later = 20;
    std::optional<double> left = options_.budget.seconds_left();
    if (!left) return rounds_ == 0 ? at_first : later;
    double share = *left / static_cast<double>(open_.size() + 2);
    return rounds_ == 0 ? *left * 0.5 : std::max(1.0, share);
  }
  /// Whatever the limit is, one question is asked.
  bool time_is_up() const {
    constexpr double too_little = 1.5;
    std::optional<double> left = options_.budget.seconds_left();
    return rounds_ > 0 && left && *left < too_little;
  }

  void settle(Group group) {
    PortfolioResult found = ask(group, options_.engine);
    ++rounds_;
    if (found.error) {
      error_ = found.error;
    } else if (!found.told) {
      split(group, cause_of(found.obstacles, program_).text);
      if (obstacles_.empty()) obstacles_ = found.obstacles;
    } else if (!found.told->violated) {
      prove(group, std::move(*found.told), found.engine->name);
    } else {
      std::optional<std::size_t> site = site_of(*found.told, group);
      if (!site) return split(group, "the counterexample found violates another check");
      checks_[*site].outcome = CheckOutcome::Violated;
      checks_[*site].violated = {std::move(*found.told), std::string(found.engine->name)};
      group.erase(*site);
      if (options_.also) reached_too(options_.also(checks_[*site].violated->told), group);
      if (!group.empty()) open_.push_front(std::move(group));
    }
  }

  void reached_too(const Group& sites, Group& group) {
    for (std::size_t i : sites) {
      checks_[i].outcome = CheckOutcome::Violated;
      group.erase(i);
      for (Group& other : open_)
        other.erase(i);
    }
    std::erase_if(open_, [](const Group& g) { return g.empty(); });
  }

  std::optional<std::size_t> site_of(const Told& told, const Group& group) const {
    Checked checked = this->checked(group);
    for (std::size_t i : group)
      if (told.site == transform::site_name(checked.sites[i])) return i;
    return std::nullopt;
  }

  void prove(const Group& group, Told told, std::string_view engine) {
    constexpr std::size_t most_kept = 20;
    SharedProof shared{{std::move(told), std::string(engine)}, {}};
    for (std::size_t i : group) {
      checks_[i].outcome = CheckOutcome::Proved;
      checks_[i].reason.clear();
      shared.sites.push_back(all_.sites[i]);
    }
    if (!proof_) {
      proof_ = std::move(shared);
      return;
    }
    if (shared.sites.size() > proof_->sites.size()) std::swap(*proof_, shared);
    if (more_proofs_.size() < most_kept) more_proofs_.push_back(std::move(shared));
  }
  void give_up(const Group& group, const std::string& reason) {
    given_up_ = reason;
    for (std::size_t i : group)
      checks_[i].reason = reason;
  }
  void split(const Group& group, const std::string& reason) {
    if (group.size() <= 1) return give_up(group, reason);
    Group first;
    Group second;
    for (std::size_t i : group)
      (first.size() < group.size() / 2 ? first : second).insert(i);
    open_.push_back(std::move(first));
    open_.push_back(std::move(second));
  }

  /// Proved checks that no execution comes to, with the violated ones ending executions.
  void find_not_reached() {
    if (program_.concurrent()) return; // the analysis knows one thread only
    Group violated;
    for (std::size_t i = 0; i < checks_.size(); ++i)
      if (checks_[i].violated) violated.insert(i);
    Checked checked = make_(violated, Uninitialised::Followed);
    analysis::Invariants facts =
        analysis::invariants(checked.transformed.program, options_.integers, options_.budget);
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      if (checks_[i].outcome != CheckOutcome::Proved) continue;
      const CheckSite& site = checked.sites[i];
      const ir::Procedure& p = checked.transformed.program.procedure(site.procedure);
      bool reached = site.property == Property::UnreachCall;
      for (const ir::Edge& e : p.edges)
        reached |= e.to == site.location && facts[site.procedure.index()][e.from.index()].reachable;
      if (!reached) checks_[i].outcome = CheckOutcome::NotReached;
    }
  }

  const ir::Program& program_;
  const MakeSites make_;
  const CheckingOptions& options_;
  Checked all_;
  const bool fails_;
  std::vector<DecidedCheck> checks_;
  std::deque<Group> open_;
  std::optional<SharedProof> proof_; ///< of the most checks
  std::vector<SharedProof> more_proofs_;
  std::vector<Obstacle> obstacles_;
  std::optional<Diagnostic> error_;
  std::optional<std::string> given_up_; ///< why, if some question has no answer
  std::optional<std::string> limit_;
  std::size_t rounds_ = 0;
  bool second_round_ = false; ///< see ask_again
};

} // namespace

Result<DecidedChecks> decide_all_checks(const ir::Program& program,
                                        const ir::TargetSelection& targets,
                                        const CheckingOptions& options) {
  auto make = [&](const std::set<std::size_t>& dropped, Uninitialised uninitialised) {
    return transform::with_check_sites(program, targets, dropped, uninitialised);
  };
  return AllChecks(program, make, options, true).run();
}

Result<DecidedChecks>
decide_all_sites(const ir::Program& program, MakeSites make, const CheckingOptions& options) {
  return AllChecks(program, std::move(make), options, false).run();
}

} // namespace kleene::verify
