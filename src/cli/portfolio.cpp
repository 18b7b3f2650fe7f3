// SPDX-License-Identifier: Apache-2.0
#include "portfolio.h"

#include "kleene/support/race.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <thread>

namespace kleene::cli {
namespace {

using report::ExitCode;
using report::Verdict;

/// Strings in one string: each with its length in front.
std::string pack(const std::vector<std::string>& fields) {
  std::string result;
  for (const std::string& field : fields)
    result += fmt::format("{}:{}", field.size(), field);
  return result;
}

/// Nothing that comes from another process is believed to be whole: what is not is left out.
std::vector<std::string> unpack(std::string_view text) {
  std::vector<std::string> fields;
  while (!text.empty()) {
    std::size_t length = 0;
    const char* end = text.data() + text.size();
    auto [behind, error] = std::from_chars(text.data(), end, length);
    if (error != std::errc() || behind == end || *behind != ':') break;
    text.remove_prefix(static_cast<std::size_t>(behind - text.data()) + 1);
    if (length > text.size()) break;
    fields.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return fields;
}

/// What a process tells the one that started it: a verdict in words, a reason for having none, or an
/// error that concerns the whole command.
constexpr std::string_view is_verdict = "verdict";
constexpr std::string_view is_unknown = "unknown";
constexpr std::string_view is_error = "error";

/// How many fields a message of this sort has.
std::size_t fields_of(std::string_view sort) {
  return sort == is_verdict ? 8 : sort == is_unknown ? 3 : 2;
}

std::string run_attempt(const engine::Engine& engine, Context& context, const Attempt& attempt) {
  const std::size_t known = context.report.diagnostics.size();
  Result<Outcome> outcome = attempt(engine, context);
  if (!outcome) return pack({std::string(is_error), outcome.error().message});
  if (!outcome->verdict) return pack({std::string(is_unknown), outcome->reason, outcome->hints});
  report::Report& report = context.report;
  report.verdict = outcome->verdict;
  report.exit_code = static_cast<int>(report.verdict->code());
  report.seconds = context.budget.seconds_used();
  report.megabytes = static_cast<double>(resident_memory()) / (1 << 20);
  std::vector<std::string> warnings;
  for (std::size_t i = known; i < report.diagnostics.size(); ++i)
    warnings.push_back(report.diagnostics[i].message);
  return pack({std::string(is_verdict),
               report.verdict->answer(),
               report::explanation(report),
               context.arguments.json ? report::to_json(report) : "",
               context.arguments.sarif ? report::to_sarif(report) : "",
               report.evidence,
               report.witness,
               pack(warnings)});
}

/// `true` or `false(…)` as a verdict again.
Verdict to_verdict(const std::string& answer) {
  if (answer == Verdict::holds().answer()) return Verdict::holds();
  std::size_t open = answer.find('(');
  return Verdict::violated(answer.substr(open + 1, answer.size() - open - 2));
}

std::string joined(const std::vector<report::Obstacle>& obstacles) {
  std::string result;
  for (const report::Obstacle& o : obstacles)
    result += fmt::format("{}{}: {}", result.empty() ? "" : "; ", o.engine, o.reason);
  return result;
}

/// Follows a race of engines and remembers what came of each.
class Contest {
public:
  Contest(Context& context, const std::vector<const engine::Engine*>& engines)
      : context_(context), engines_(engines), reasons_(engines.size()), doing_(engines.size()) {}

  Result<Verdict> run(const Attempt& attempt) {
    std::vector<Entrant> entrants;
    for (const engine::Engine* e : engines_)
      entrants.push_back({std::string(e->name), [this, e, &attempt](Observer& observer) {
                            return enter(*e, observer, attempt);
                          }});
    RaceOptions options;
    options.at_once = std::max<std::size_t>(4, 2 * std::thread::hardware_concurrency());
    options.patience = patience();
    options.budget = &context_.budget;
    options.memory = context_.arguments.memory_bytes;
    RaceWatcher watcher;
    watcher.finished = [this](std::size_t i, const Finish& finish) { return finished(i, finish); };
    watcher.progress = [this](std::size_t i, std::string_view text) { progress(i, text); };
    context_.observer.phase("searching");
    try {
      race(entrants, options, watcher);
    } catch (const ResourceOut&) {
      context_.report.obstacles = state();
      throw;
    }
    if (error_) return *error_;
    if (verdict_) return *verdict_;
    context_.report.obstacles = state();
    return Verdict::unknown(joined(state()));
  }

private:
  /// The first get some time for themselves, but the last must have a chance.
  double patience() const {
    constexpr double share = 0.25;
    constexpr double longest = 20;
    std::optional<double> left = context_.budget.seconds_left();
    return left ? std::min(longest, share * *left) : longest;
  }

  std::string enter(const engine::Engine& engine, Observer& observer, const Attempt& attempt) {
    Context mine{context_.arguments, context_.budget, observer, context_.report, hints_};
    try {
      return run_attempt(engine, mine, attempt);
    } catch (const std::bad_alloc&) {
      return pack({std::string(is_unknown), "memory is full", ""});
    } catch (const ResourceOut& limit) {
      return pack({std::string(is_unknown), limit.what(), ""});
    }
  }

  bool finished(std::size_t i, const Finish& finish) {
    doing_[i].clear();
    auto reason = [&](const std::string& why) {
      reasons_[i] = why;
      remember_obstacles(state());
      return false;
    };
    if (!finish.failure.empty()) return reason(finish.failure);
    std::vector<std::string> fields = unpack(finish.result);
    bool whole = !fields.empty() && fields.size() >= fields_of(fields[0]);
    if (!whole) return reason("internal error: its answer cannot be read");
    if (fields.at(0) == is_unknown) {
      // For those who start from now on.
      if (!fields.at(2).empty()) hints_.push_back(fields.at(2));
      return reason(fields.at(1));
    }
    if (fields.at(0) == is_error) {
      error_ = Diagnostic::error(ErrorKind::Usage, fields.at(1));
      return true;
    }
    verdict_ = to_verdict(fields.at(1));
    context_.report.engine = engines_[i]->name;
    context_.report.rendered = {fields.at(2), fields.at(3), fields.at(4)};
    context_.report.evidence = fields.at(5);
    context_.report.witness = fields.at(6);
    for (std::string& message : unpack(fields.at(7))) {
      Diagnostic warning = Diagnostic::error(ErrorKind::Usage, std::move(message));
      warning.severity = Severity::Warning;
      context_.report.diagnostics.push_back(std::move(warning));
    }
    return true;
  }

  /// One line has room for one engine: they take turns, so that people can read what each does.
  void progress(std::size_t i, std::string_view text) {
    constexpr double seconds_per_turn = 2;
    doing_[i] = text;
    remember_obstacles(state());
    std::vector<std::size_t> active;
    for (std::size_t e = 0; e < engines_.size(); ++e)
      if (!doing_[e].empty()) active.push_back(e);
    double seconds = context_.budget.seconds_used();
    std::size_t shown =
        active[static_cast<std::size_t>(seconds / seconds_per_turn) % active.size()];
    context_.observer.progress(fmt::format("{:.0f} s, {} at work | {}: {}",
                                           seconds,
                                           active.size(),
                                           engines_[shown]->name,
                                           doing_[shown]));
  }

  /// Why each engine has no answer: it said so, or this is what it was doing last.
  std::vector<report::Obstacle> state() const {
    std::vector<report::Obstacle> result;
    for (std::size_t i = 0; i < engines_.size(); ++i) {
      std::string reason = reasons_[i];
      if (reason.empty() && !doing_[i].empty()) reason = "not finished: " + doing_[i];
      if (reason.empty()) reason = "not started: its turn did not come";
      result.push_back({std::string(engines_[i]->name), reason});
    }
    return result;
  }

  Context& context_;
  const std::vector<const engine::Engine*>& engines_;
  std::vector<std::string> reasons_;
  std::vector<std::string> doing_;
  std::vector<std::string> hints_;
  std::optional<Verdict> verdict_;
  std::optional<Diagnostic> error_;
};

} // namespace

Result<Verdict> try_in_turn(Context& context,
                            const std::vector<const engine::Engine*>& engines,
                            const Attempt& attempt) {
  std::vector<report::Obstacle> reasons;
  for (const engine::Engine* e : engines) {
    Result<Outcome> outcome = attempt(*e, context);
    if (!outcome) return outcome.error();
    if (outcome->verdict) return *outcome->verdict;
    reasons.push_back({std::string(e->name), outcome->reason});
  }
  context.report.obstacles = reasons;
  return Verdict::unknown(joined(reasons));
}

Result<Verdict> try_at_once(Context& context,
                            const std::vector<const engine::Engine*>& engines,
                            const Attempt& attempt) {
  return Contest(context, engines).run(attempt);
}

} // namespace kleene::cli
