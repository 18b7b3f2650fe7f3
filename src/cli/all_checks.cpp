// SPDX-License-Identifier: Apache-2.0
#include "all_checks.h"

#include "kleene/analysis/invariants.h"
#include "kleene/ir/opaque.h"
#include "kleene/report/assumptions.h"
#include "kleene/report/checks.h"
#include "kleene/transform/check_sites.h"
#include "kleene/verify/vacuity.h"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <tuple>

#include "one_question.h"

namespace kleene::cli {
namespace {

using report::ShownCheck;
using report::Verdict;
using transform::Checked;
using transform::CheckSite;
using Group = std::set<std::size_t>;
using Outcome = ShownCheck::Outcome;

class AllChecks {
public:
  AllChecks(Context& context, const Input& input, const Goal& goal, const ir::Program& program)
      : context_(context),
        input_(input),
        goal_(goal),
        program_(program),
        all_(transform::with_check_sites(program, goal.targets)) {
    for (const CheckSite& site : all_.sites)
      checks_.push_back(
          {std::string(name(site.property)), site.what, place(site), Outcome::Unknown, {}, {}});
  }

  Result<Verdict> run() {
    context_.report.vacuous =
        checks_.empty()
            ? "the program has nothing to check"
            : verify::vacuity(
                OneQuestion(context_, input_, goal_, all_.transformed.program).question().problem,
                context_.budget);
    sort_out();
    while (!open_.empty() && !error_) {
      Group group = std::move(open_.front());
      open_.pop_front();
      if (time_is_up())
        give_up(group, "no time was left for it");
      else
        settle(std::move(group));
    }
    if (error_) return *error_;
    return answer();
  }

private:
  report::SourcePlace place(const CheckSite& site) const {
    if (!site.range.file.valid()) return {};
    report::SourcePlace result{
        program_.files.name(site.range.file), site.range.begin.line, site.range.begin.column, {}};
    if (auto text = program_.files.line(site.range.file, site.range.begin.line))
      result.text = std::string(*text);
    return result;
  }

  /// What ranges of variables exclude is one group, with a proof of its own; the rest is another.
  void sort_out() {
    Group easy;
    Group rest;
    context_.observer.phase("computing ranges");
    analysis::Invariants facts =
        analysis::invariants(all_.transformed.program, input_.integers, context_.budget);
    for (std::size_t i = 0; i < all_.sites.size(); ++i) {
      const CheckSite& site = all_.sites[i];
      bool reachable = facts[site.procedure.index()][site.location.index()].reachable;
      (reachable ? rest : easy).insert(i);
    }
    bool opaque = !ir::opaque_places(program_).empty();
    if (easy.empty() || opaque || !settle_easily(easy)) rest.insert(easy.begin(), easy.end());
    if (!rest.empty() || checks_.empty()) open_.push_back(std::move(rest));
  }
  bool settle_easily(const Group& group) {
    constexpr std::string_view engine = "intervals";
    verify::PortfolioResult found = ask(group, engine);
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

  verify::PortfolioResult ask(const Group& group, std::string_view engine) {
    Checked checked = transform::with_check_sites(program_, goal_.targets, others(group));
    Budget part = context_.budget.slice(seconds());
    report::Report report = context_.report;
    Context own{context_.arguments, part, context_.observer, report};
    try {
      return OneQuestion(own, input_, goal_, checked.transformed.program)
          .ask(engine, context_.observer);
    } catch (const ResourceOut& limit) {
      verify::PortfolioResult none;
      none.obstacles = {{"all", limit.what()}};
      return none;
    }
  }

  /// The first question has half of the time, those behind it their share of what is left.
  double seconds() const {
    constexpr double at_first = 120;
    constexpr double later = 20;
    std::optional<double> left = context_.budget.seconds_left();
    if (!left) return rounds_ == 0 ? at_first : later;
    double share = *left / static_cast<double>(open_.size() + 2);
    return std::max(1.0, rounds_ == 0 ? *left * 0.5 : share);
  }
  bool time_is_up() const {
    std::optional<double> left = context_.budget.seconds_left();
    return left && *left < 1.5;
  }

  void settle(Group group) {
    verify::PortfolioResult found = ask(group, context_.arguments.check.engine);
    ++rounds_;
    if (found.error) {
      error_ = found.error;
    } else if (!found.told) {
      split(group, verify::describe(found.obstacles));
      if (obstacles_.empty()) obstacles_ = found.obstacles;
    } else if (!found.told->violated) {
      prove(group, std::move(*found.told), found.engine->name);
    } else {
      std::optional<std::size_t> site = site_of(*found.told, group);
      if (!site) return split(group, "an execution violates another check");
      checks_[*site].state = Outcome::Violated;
      checks_[*site].shown = {found.told->explanation, found.told->json, found.told->sarif};
      told_.emplace(*site, std::pair{std::move(*found.told), std::string(found.engine->name)});
      group.erase(*site);
      if (!group.empty()) open_.push_front(std::move(group));
    }
  }

  std::optional<std::size_t> site_of(const verify::Told& told, const Group& group) const {
    Checked checked = transform::with_check_sites(program_, goal_.targets, others(group));
    for (std::size_t i : group)
      if (told.site == transform::site_name(checked.sites[i])) return i;
    return std::nullopt;
  }

  void prove(const Group& group, verify::Told told, std::string_view engine) {
    for (std::size_t i : group)
      checks_[i].state = Outcome::Proved;
    if (!proof_ || group.size() > proved_by_one_) {
      proved_by_one_ = group.size();
      proof_ = {std::move(told), std::string(engine)};
    }
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
    Group violated;
    for (const auto& [site, told] : told_)
      violated.insert(site);
    Checked checked = transform::with_check_sites(program_, goal_.targets, violated);
    analysis::Invariants facts =
        analysis::invariants(checked.transformed.program, input_.integers, context_.budget);
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      if (checks_[i].state != Outcome::Proved) continue;
      const CheckSite& site = checked.sites[i];
      const ir::Procedure& p = checked.transformed.program.procedure(site.procedure);
      bool reached = site.property == Property::UnreachCall;
      for (const ir::Edge& e : p.edges)
        reached |= e.to == site.location && facts[site.procedure.index()][e.from.index()].reachable;
      if (!reached) checks_[i].state = Outcome::NotReached;
    }
  }

  Result<Verdict> answer() {
    if (!time_is_up()) find_not_reached();
    std::ranges::stable_sort(checks_, {}, [](const ShownCheck& c) {
      return std::tuple(c.place.file, c.place.line, c.place.column);
    });
    report::Report& report = context_.report;
    auto violated = std::ranges::find(checks_, Outcome::Violated, &ShownCheck::state);
    auto unknown = std::ranges::find(checks_, Outcome::Unknown, &ShownCheck::state);
    Verdict verdict = Verdict::unknown("no answer");
    if (violated != checks_.end()) {
      for (auto& [site, told] : told_)
        if (told.first.explanation == violated->shown.explanation)
          verdict = take(report, told.first, told.second);
    } else if (unknown != checks_.end()) {
      auto count = std::ranges::count(checks_, Outcome::Unknown, &ShownCheck::state);
      verdict = Verdict::unknown(
          fmt::format("{} of {} checks: {}", count, checks_.size(), unknown->reason));
      verdict = report::name_opaque_places(verdict, program_, false);
      report.obstacles = obstacles_;
      render(verdict);
    } else if (given_up_ || !proof_) {
      // Without checks there is still a question: whether something is reached that is not modelled.
      verdict = Verdict::unknown(given_up_.value_or("no proof was found"));
      verdict = report::name_opaque_places(verdict, program_, false);
      report.obstacles = obstacles_;
      render(verdict);
    } else {
      verdict = take(report, proof_->first, proof_->second);
      OneQuestion whole(context_, input_, goal_, all_.transformed.program);
      verdict = after_second_look(context_, whole.question(), {}, verdict);
      if (!report.rendered) return verdict;
    }
    if (report.rendered) report::amend(*report.rendered, checks_);
    return verdict;
  }

  /// Words for an answer that no engine gave.
  void render(const Verdict& verdict) {
    report::Report shown = context_.report;
    shown.verdict = verdict;
    shown.exit_code = static_cast<int>(verdict.code());
    shown.seconds = context_.budget.seconds_used();
    report::Rendered words{report::explanation(shown), {}, {}};
    if (context_.arguments.json) words.json = report::to_json(shown);
    if (context_.arguments.sarif) words.sarif = report::to_sarif(shown);
    context_.report.rendered = std::move(words);
  }

  Context& context_;
  const Input& input_;
  const Goal& goal_;
  const ir::Program& program_;
  Checked all_;
  std::vector<ShownCheck> checks_;
  std::deque<Group> open_;
  std::map<std::size_t, std::pair<verify::Told, std::string>>
      told_; ///< violations, with their engines
  std::optional<std::pair<verify::Told, std::string>> proof_;
  std::size_t proved_by_one_ = 0;
  std::vector<report::Obstacle> obstacles_;
  std::optional<Diagnostic> error_;
  std::optional<std::string> given_up_; ///< why, if some question has no answer
  std::size_t rounds_ = 0;
};

} // namespace

Result<Verdict>
decide_all(Context& context, const Input& input, const Goal& goal, const ir::Program& program) {
  return AllChecks(context, input, goal, program).run();
}

} // namespace kleene::cli
