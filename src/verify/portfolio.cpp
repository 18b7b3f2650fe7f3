// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/portfolio.h"

#include "kleene/support/race.h"
#include "kleene/support/work.h"

#include <fmt/core.h>

#include <algorithm>
#include <new>
#include <numeric>
#include <thread>

#include "found.h"
#include "message.h"

namespace kleene::verify {
namespace {

bool has_found(std::string_view progress) {
  return progress == found_proof || progress == found_execution;
}

/// Follows a race of engines and remembers what came of each.
class Contest {
public:
  Contest(const std::vector<const engine::Engine*>& engines, const PortfolioOptions& options)
      : engines_(engines),
        options_(options),
        reasons_(engines.size()),
        doing_(engines.size()),
        found_(engines.size()),
        times_(engines.size()) {}

  PortfolioResult run(const Attempt& attempt) {
    options_.observer.phase("searching");
    tell_so_far();
    if (work::counted())
      compare_by_work(attempt);
    else
      compare_by_time(attempt);
    std::vector<Obstacle> state = this->state();
    if (!result_.told && !result_.error) result_.obstacles = state;
    for (std::size_t i = 0; i < engines_.size(); ++i)
      if (times_[i].begin) result_.tried.push_back(std::move(state[i]));
    return std::move(result_);
  }

private:
  /// Whoever is first wins.
  void compare_by_time(const Attempt& attempt) {
    std::vector<Entrant> entrants;
    for (const engine::Engine* e : engines_)
      entrants.push_back({std::string(e->name), [this, e, &attempt](Observer& observer) {
                            return encode(enter(*e, observer, attempt));
                          }});
    RaceOptions race_options;
    race_options.at_once = std::max<std::size_t>(4, 2 * std::thread::hardware_concurrency());
    race_options.patience = patience();
    race_options.budget = &options_.budget;
    race_options.memory = options_.memory;
    RaceWatcher watcher = this->watcher();
    watcher.finished = [this](std::size_t i, const Finish& finish) { return finished(i, finish); };
    watcher.urgent = [](std::size_t, std::string_view text) { return has_found(text); };
    race(entrants, race_options, watcher);
  }

  RaceWatcher watcher() {
    RaceWatcher result;
    result.progress = [this](std::size_t i, std::string_view text) { progress(i, text); };
    result.tried = [this](std::size_t, std::string_view inputs) {
      options_.observer.tried(inputs);
    };
    return result;
  }

  /// Rounds in which everybody may work equally long, each longer than the one before: of those who have an answer
  /// the first in the order of the engines wins. Who uses up little of a round has given up.
  void compare_by_work(const Attempt& attempt) {
    constexpr double shortest = 1;
    constexpr double growth = 4;
    constexpr double longest = 3600;
    constexpr double most_of_it = 0.9;
    constexpr double processors = 2; // whatever the machine has: the limit must mean the same
    std::vector<std::size_t> left(engines_.size());
    std::iota(left.begin(), left.end(), std::size_t(0));
    for (double share = shortest; !left.empty() && share <= longest; share *= growth) {
      options_.budget.check();
      double each = share;
      if (auto all = options_.budget.seconds_left())
        each = std::min(each, *all * processors / static_cast<double>(left.size()));
      std::vector<Finish> finishes = work_through(attempt, left, each);
      std::vector<std::size_t> again;
      for (std::size_t n = 0; n < left.size(); ++n) {
        if (finished(left[n], finishes[n])) return;
        if (finishes[n].work > most_of_it * each) again.push_back(left[n]);
      }
      work::add(each * static_cast<double>(left.size()) / processors);
      left = std::move(again);
    }
  }

  /// What comes of the engines that are left when each has so much work; those behind the first answer do not matter.
  std::vector<Finish>
  work_through(const Attempt& attempt, const std::vector<std::size_t>& left, double each) {
    std::vector<Entrant> entrants;
    for (std::size_t i : left)
      entrants.push_back(
          {std::string(engines_[i]->name), [this, i, each, &attempt](Observer& observer) {
             options_.budget = options_.budget.slice(each); // of the copy
             return encode(enter(*engines_[i], observer, attempt));
           }});
    std::vector<Finish> result(left.size());
    std::vector<bool> done(left.size(), false);
    auto answers = [&](std::size_t n) {
      std::optional<Outcome> outcome;
      if (done[n] && result[n].failure.empty()) outcome = decode(result[n].result);
      return outcome && !std::holds_alternative<NoAnswer>(*outcome);
    };
    RaceOptions race_options;
    race_options.at_once = std::max(1U, std::thread::hardware_concurrency());
    race_options.budget = &options_.budget;
    race_options.memory = options_.memory;
    RaceWatcher watcher = this->watcher();
    watcher.progress = [&](std::size_t n, std::string_view text) { progress(left[n], text); };
    watcher.finished = [&](std::size_t n, const Finish& finish) {
      result[n] = finish;
      done[n] = true;
      std::size_t first_open =
          static_cast<std::size_t>(std::ranges::find(done, false) - done.begin());
      for (std::size_t k = 0; k < first_open; ++k)
        if (answers(k)) return true;
      return false;
    };
    race(entrants, race_options, watcher);
    return result;
  }

  /// The first get some time for themselves, but the last must have a chance.
  double patience() const {
    constexpr double share = 0.25;
    constexpr double longest = 20;
    std::optional<double> left = options_.budget.seconds_left();
    return left ? std::min(longest, share * *left) : longest;
  }

  Outcome enter(const engine::Engine& engine, Observer& observer, const Attempt& attempt) {
    try {
      return attempt(engine, observer, hints_);
    } catch (const std::bad_alloc&) {
      return NoAnswer{"memory is full"};
    } catch (const ResourceOut& limit) {
      return NoAnswer{limit.what()};
    }
  }

  bool finished(std::size_t i, const Finish& finish) {
    doing_[i].clear();
    found_[i].clear();
    note_time(i);
    times_[i].done = true;
    std::optional<Outcome> outcome = NoAnswer{finish.failure};
    if (finish.failure.empty()) outcome = decode(finish.result);
    if (!outcome) outcome = NoAnswer{"internal error: its answer cannot be read"};
    if (auto* none = std::get_if<NoAnswer>(&*outcome)) {
      // For those who start from now on.
      if (!none->hints.empty()) hints_.push_back(std::move(none->hints));
      reasons_[i] = std::move(none->reason);
      tell_so_far();
      return false;
    }
    if (auto* error = std::get_if<Diagnostic>(&*outcome)) {
      result_.error = std::move(*error);
      return true;
    }
    result_.told = std::move(std::get<Told>(*outcome));
    result_.engine = engines_[i];
    reasons_[i] = "answered";
    return true;
  }

  /// The time of an engine begins with the first that is heard of it.
  void note_time(std::size_t i) {
    double now = options_.budget.seconds_used();
    if (!times_[i].begin) times_[i].begin = now;
    times_[i].end = now;
  }

  /// One line has room for one engine: they take turns, so that people can read what each does.
  void progress(std::size_t i, std::string_view text) {
    constexpr double seconds_per_turn = 2;
    note_time(i);
    if (has_found(text)) return note_found(i, text);
    doing_[i] = text;
    tell_so_far();
    std::vector<std::size_t> active;
    for (std::size_t e = 0; e < engines_.size(); ++e)
      if (!doing_[e].empty()) active.push_back(e);
    if (active.empty()) return;
    double seconds = options_.budget.seconds_used();
    std::size_t shown =
        active[static_cast<std::size_t>(seconds / seconds_per_turn) % active.size()];
    options_.observer.progress(fmt::format("{:.0f} s, {} at work | {}: {}",
                                           seconds,
                                           active.size(),
                                           engines_[shown]->name,
                                           doing_[shown]));
  }

  /// Worth a line of its own: from now on the question is only whether it is confirmed.
  void note_found(std::size_t i, std::string_view what) {
    found_[i] =
        fmt::format("{} after {:.1f} s, being confirmed", what, options_.budget.seconds_used());
    doing_[i] = found_[i];
    options_.observer.phase(fmt::format("{}: {}", engines_[i]->name, found_[i]));
    tell_so_far();
  }

  void tell_so_far() const {
    if (options_.so_far) options_.so_far(state());
  }

  /// Why each engine has no answer: it said so, or this is what it was doing last.
  std::vector<Obstacle> state() const {
    std::vector<Obstacle> result;
    for (std::size_t i = 0; i < engines_.size(); ++i) {
      std::string reason = reasons_[i];
      if (reason.empty() && !found_[i].empty()) reason = "not finished: " + found_[i];
      if (reason.empty() && !doing_[i].empty()) reason = "not finished: " + doing_[i];
      if (reason.empty()) reason = "not started: its turn did not come";
      const Time& time = times_[i];
      double end = time.done ? time.end : options_.budget.seconds_used();
      result.push_back(
          {std::string(engines_[i]->name), reason, time.begin ? end - *time.begin : 0});
    }
    return result;
  }

  const std::vector<const engine::Engine*>& engines_;
  const PortfolioOptions& options_;
  std::vector<std::string> reasons_;
  std::vector<std::string> doing_;
  std::vector<std::string> found_; ///< and when, while it is being confirmed
  std::vector<std::string> hints_;
  struct Time {
    std::optional<double> begin;
    double end = 0;
    bool done = false;
  };
  std::vector<Time> times_;
  PortfolioResult result_;
};

} // namespace

std::string describe(const std::vector<Obstacle>& obstacles) {
  std::string result;
  for (const Obstacle& o : obstacles)
    result += fmt::format("{}{}: {}", result.empty() ? "" : "; ", o.engine, o.reason);
  return result;
}

PortfolioResult try_in_turn(const std::vector<const engine::Engine*>& engines,
                            const Attempt& attempt,
                            const PortfolioOptions& options) {
  PortfolioResult result;
  for (const engine::Engine* e : engines) {
    double begin = options.budget.seconds_used();
    Outcome outcome = attempt(*e, options.observer, {});
    double seconds = options.budget.seconds_used() - begin;
    if (auto* none = std::get_if<NoAnswer>(&outcome)) {
      result.obstacles.push_back({std::string(e->name), std::move(none->reason), seconds});
      result.tried.push_back(result.obstacles.back());
      continue;
    }
    result.tried.push_back({std::string(e->name), "answered", seconds});
    if (auto* error = std::get_if<Diagnostic>(&outcome))
      result.error = std::move(*error);
    else
      result.told = std::move(std::get<Told>(outcome));
    result.engine = e;
    result.obstacles.clear();
    break;
  }
  return result;
}

PortfolioResult try_at_once(const std::vector<const engine::Engine*>& engines,
                            const Attempt& attempt,
                            const PortfolioOptions& options) {
  return Contest(engines, options).run(attempt);
}

} // namespace kleene::verify
