// SPDX-License-Identifier: Apache-2.0
#include "stack_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace kleene::engine::concurrent {
namespace {

constexpr std::size_t most_aggregates = 50'000;
constexpr std::size_t most_edges = 6'000'000;

/// Sets of a proof with everything that lies inside others left out.
class ProofWriter {
public:
  ProofWriter(PushdownThreads& threads, Languages& languages)
      : threads_(threads), languages_(languages) {}

  void add(std::size_t thread, Shared shared, std::vector<std::size_t> stacks) {
    auto& known = sets_[{thread, shared}];
    auto inside = [&](const auto& a, const auto& b) {
      for (std::size_t t = 0; t < a.size(); ++t)
        if (!languages_.included(a[t], b[t])) return false;
      return true;
    };
    if (std::ranges::any_of(known, [&](const auto& other) { return inside(stacks, other); }))
      return;
    std::erase_if(known, [&](const auto& other) { return inside(other, stacks); });
    known.push_back(std::move(stacks));
  }

  evidence::StackProof take() {
    for (const auto& [key, sets] : sets_)
      for (const std::vector<std::size_t>& stacks : sets) {
        evidence::StackProof::Set set{key.first, shared(key.second), {}};
        for (std::size_t language : stacks)
          set.stacks.push_back(automaton(language));
        proof_.sets.push_back(std::move(set));
      }
    return std::move(proof_);
  }

private:
  std::size_t shared(Shared number) {
    auto [found, fresh] = shared_.try_emplace(number, proof_.shared.size());
    if (fresh) proof_.shared.push_back(threads_.state(number));
    return found->second;
  }

  std::size_t symbol(Symbol number) {
    auto [found, fresh] = symbols_.try_emplace(number, proof_.symbols.size());
    if (fresh) proof_.symbols.push_back(threads_.symbol(number));
    return found->second;
  }

  std::size_t automaton(std::size_t language) {
    auto [found, fresh] = automata_.try_emplace(language, proof_.automata.size());
    if (!fresh) return found->second;
    StackAutomaton copy = languages_.automaton(language);
    for (StackAutomaton::Node& state : copy.states) {
      for (auto& [number, to] : state.next)
        number = symbol(static_cast<Symbol>(number));
      std::ranges::sort(state.next);
    }
    proof_.automata.push_back(std::move(copy));
    return found->second;
  }

  PushdownThreads& threads_;
  Languages& languages_;
  std::map<std::pair<std::size_t, Shared>, std::vector<std::vector<std::size_t>>> sets_;
  std::map<Shared, std::size_t> shared_;
  std::map<Symbol, std::size_t> symbols_;
  std::map<std::size_t, std::size_t> automata_;
  evidence::StackProof proof_;
};

} // namespace

StackSearch::StackSearch(PushdownThreads& threads, Budget& budget, Observer& observer)
    : threads_(threads), budget_(budget), observer_(observer), steps_(threads) {}

std::size_t StackSearch::keep(Aggregate aggregate) {
  if (aggregates_.size() >= most_aggregates)
    throw ir::TooManyValues("there are too many sets of configurations");
  by_shared_[aggregate.shared].push_back(aggregates_.size());
  aggregates_.push_back(std::move(aggregate));
  return aggregates_.size() - 1;
}

/// All its configurations are in one that is known, so what it leads to is known or will be.
bool StackSearch::covered(const Aggregate& aggregate) {
  return std::ranges::any_of(by_shared_[aggregate.shared], [&](std::size_t known) {
    for (std::size_t t = 0; t < aggregate.stacks.size(); ++t)
      if (!languages_.included(aggregate.stacks[t], aggregates_[known].stacks[t])) return false;
    return true;
  });
}

std::vector<std::size_t> StackSearch::initial_aggregates() {
  std::vector<Language> stacks;
  for (std::size_t t = 0; t < threads_.threads().size(); ++t)
    stacks.push_back(languages_.add(threads_.initial_stacks(t)));
  std::vector<std::size_t> result;
  for (Shared shared : threads_.initial_shared())
    result.push_back(keep({shared, stacks, {}, 0}));
  return result;
}

/// `until_end`: the thread is left only when it has ended.
const StackSearch::Result& StackSearch::result(Shared shared, Language stacks, bool until_end) {
  auto [found, fresh] = results_.try_emplace({shared, stacks, until_end});
  Result& result = found->second;
  if (!fresh) return result;
  result.saturation =
      std::make_unique<Saturation>(steps_, shared, languages_.automaton(stacks), budget_);
  edges_ += result.saturation->size();
  if (edges_ > most_edges) throw ir::TooManyValues("the automata of stacks grow too large");
  if (result.saturation->target()) return result;
  for (Shared to : result.saturation->reached()) {
    auto wanted = [&](Symbol top) {
      return until_end ? threads_.has_ended(to, top) : threads_.may_switch(to, top);
    };
    Language left = languages_.add(result.saturation->stacks(to, wanted));
    if (!languages_.empty(left)) result.left.emplace_back(to, left);
  }
  return result;
}

/// Whether a target is reached.
bool StackSearch::run_context(std::size_t aggregate,
                              std::size_t thread,
                              std::vector<std::size_t>& reached) {
  budget_.check();
  const Aggregate from = aggregates_[aggregate];
  const Result& run = result(from.shared, from.stacks[thread], thread < first_thread());
  contexts_.push_back({aggregate, thread, run.saturation.get()});
  if (run.saturation->target()) return true;
  for (auto [shared, stacks] : run.left) {
    Aggregate next{shared, from.stacks, aggregate, thread};
    next.stacks[thread] = stacks;
    if (!covered(next)) reached.push_back(keep(std::move(next)));
  }
  return false;
}

/// The aggregates in which the first thread becomes active; false if a target is reached before.
bool StackSearch::begin(std::vector<std::size_t>& start) {
  start = initial_aggregates();
  if (!threads_.init_first()) return true;
  std::vector<std::size_t> initial = std::exchange(start, {});
  return std::ranges::none_of(initial, [&](std::size_t a) { return run_context(a, 0, start); });
}

Outcome StackSearch::run(std::optional<std::size_t> max_switches) {
  std::vector<std::size_t> frontier;
  if (!begin(frontier)) return Outcome::Target;
  for (std::size_t switches = 0; !frontier.empty(); ++switches) {
    if (max_switches && switches > *max_switches) return Outcome::Bound;
    observer_.progress(fmt::format("{} context switches, whole stacks", switches));
    std::vector<std::size_t> next;
    for (std::size_t a : frontier)
      for (std::size_t t = first_thread(); t < threads_.threads().size(); ++t) {
        bool again = switches > 0 && aggregates_[a].thread == t;
        if (!again && run_context(a, t, next)) return Outcome::Target;
      }
    frontier = std::move(next);
  }
  return Outcome::Closed;
}

Outcome StackSearch::run_rounds(std::size_t rounds) {
  std::vector<std::size_t> seen;
  if (!begin(seen)) return Outcome::Target;
  std::set<std::pair<std::size_t, std::size_t>> done;
  for (std::size_t round = 0; round < rounds; ++round) {
    observer_.progress(fmt::format("{} rounds, whole stacks", round));
    for (std::size_t t = first_thread(); t < threads_.threads().size(); ++t) {
      std::vector<std::size_t> next;
      for (std::size_t a : seen)
        if (done.emplace(a, t).second && run_context(a, t, next)) return Outcome::Target;
      seen.insert(seen.end(), next.begin(), next.end());
    }
  }
  return Outcome::Bound;
}

ThreadTrace StackSearch::thread_trace(const ir::Program& program) const {
  const Context& last = contexts_.back();
  ThreadTrace trace;
  for (const PushdownThreads::Thread& t : threads_.threads())
    trace.spawned.push_back(t.spawned);
  trace.target_thread = last.thread;
  std::vector<std::optional<Word>> words(threads_.threads().size()); // where it has been decided
  auto walk = [&](const Saturation& saturation, std::size_t t, const StackConfiguration& to) {
    Saturation::Way way = saturation.way(to);
    words[t] = way.from;
    for (auto move = way.moves.rbegin(); move != way.moves.rend(); ++move)
      if ((*move)->edge || (*move)->returns)
        trace.moves.push_back(
            {t, (*move)->edge, (*move)->chosen, (*move)->starts, (*move)->spawns});
  };
  walk(*last.saturation, last.thread, *last.saturation->target());
  std::size_t at = last.aggregate;
  while (aggregates_[at].parent) {
    const Aggregate& now = aggregates_[at];
    std::size_t t = now.thread;
    Word stack = words[t] ? *words[t] : languages_.some_word(now.stacks[t]);
    auto context = std::ranges::find_if(
        contexts_, [&](const Context& c) { return c.aggregate == *now.parent && c.thread == t; });
    walk(*context->saturation, t, {now.shared, stack});
    at = *now.parent;
  }
  std::ranges::reverse(trace.moves);
  const Aggregate& start = aggregates_[at];
  Word first = words[0] ? *words[0] : languages_.some_word(start.stacks[0]);
  for (std::size_t i = 0; i < program.globals.size(); ++i)
    if (!program.variable(program.globals[i]).initial)
      trace.start.push_back(((threads_.state(start.shared).globals >> i) & 1U) != 0);
  for (std::size_t i = 0; i < program.procedure(program.entry).parameters.size(); ++i)
    trace.start.push_back(((threads_.symbol(first[0]).values >> i) & 1U) != 0);
  return trace;
}

evidence::StackProof StackSearch::proof() {
  ProofWriter writer(threads_, languages_);
  std::map<std::pair<const Saturation*, Shared>, Language> known;
  for (const Context& context : contexts_)
    for (Shared shared : context.saturation->reached()) {
      budget_.check();
      auto [all, fresh] = known.try_emplace({context.saturation, shared});
      if (fresh)
        all->second =
            languages_.add(context.saturation->stacks(shared, [](Symbol) { return true; }));
      std::vector<std::size_t> stacks = aggregates_[context.aggregate].stacks;
      stacks[context.thread] = all->second;
      writer.add(context.thread, shared, std::move(stacks));
    }
  return writer.take();
}

} // namespace kleene::engine::concurrent
