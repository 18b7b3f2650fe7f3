// SPDX-License-Identifier: Apache-2.0
#include "races.h"

#include "kleene/evidence/threads.h"
#include "kleene/property/property.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::evidence {
namespace {

bool overlap(const ir::SharedAccess& a, const ir::SharedAccess& b) {
  if (a.variable != b.variable) return false;
  if (a.variable.valid()) return true;
  return a.address < b.address + b.length && b.address < a.address + a.length;
}

std::string name_of(const ir::SharedAccess& access, const ir::Program& program) {
  if (access.variable.valid()) return program.variable(access.variable).display;
  for (const ir::Object& object : program.objects)
    if (object.address <= access.address && access.address < object.address + object.size)
      return object.name;
  return "memory";
}

std::string
deed(const ir::SharedAccess& access, const std::string& what, const SourceFiles& files) {
  return fmt::format(
      "{} {} at {}", access.write ? "writes" : "reads", what, files.describe(access.range));
}

/// The state after a schedule, as often as it is wanted.
class After {
public:
  After(const Problem& problem, const Schedule& schedule, const ir::RunOptions& options)
      : schedule_(schedule),
        options_(options),
        threads_(problem.program, reading_for(problem)),
        inputs_(values(schedule)) {}

  /// Null if there is no such state: the schedule was run before.
  std::unique_ptr<ir::ThreadedRun> again() {
    inputs_ = ir::InputList(values(schedule_));
    std::unique_ptr<ir::ThreadedRun> run = threads_.start(inputs_, options_);
    for (const ir::Slice& slice : schedule_.slices)
      for (std::uint64_t i = 0; run && i < slice.steps; ++i)
        if (run->may_run(slice.thread)) run->take(slice.thread);
    return run;
  }

private:
  static std::vector<Integer> values(const Schedule& schedule) {
    std::vector<Integer> result;
    for (const Input& input : schedule.inputs)
      result.push_back(input.value);
    return result;
  }
  const Schedule& schedule_;
  const ir::RunOptions& options_;
  ir::ThreadedProgram threads_;
  ir::InputList inputs_;
};

std::string objection_to_race(const Problem& problem,
                              const std::vector<std::size_t>& next,
                              After& after,
                              ScheduleReplay& result) {
  if (next.size() != 2 || next[0] == next[1]) return "a race has two threads";
  std::vector<std::vector<ir::SharedAccess>> accesses;
  for (std::size_t thread : next) {
    std::unique_ptr<ir::ThreadedRun> run = after.again();
    if (!run || thread >= run->threads() || !run->may_run(thread))
      return "a thread that is said to race cannot run";
    ir::Turn turn = run->take(thread);
    if (turn == ir::Turn::Waits || turn == ir::Turn::WaitsLate)
      return "a thread that is said to race has to wait";
    accesses.push_back(run->accesses());
  }
  std::optional<RacingPair> pair = racing(accesses[0], accesses[1]);
  if (!pair) return "the next accesses of the two threads do not race";
  ir::RunResult& run = result.run.run;
  run.ending = ir::Ending::TargetReached;
  run.target = ir::Target{
      ir::TargetKind::Check, describe(*pair, next[0], next[1], problem), Property::NoDataRace};
  run.range = pair->first.range;
  run.location = *site_of_threads(problem, Property::NoDataRace);
  run.stack.clear();
  return {};
}

std::string objection_to_deadlock(const Problem& problem, After& after, ScheduleReplay& result) {
  std::unique_ptr<ir::ThreadedRun> run = after.again();
  std::string who;
  for (std::size_t t = 0; run && t < run->threads(); ++t) {
    if (run->has_ended(t)) continue;
    if (!run->may_run(t)) return fmt::format("thread {} does not wait for another one", t);
    ir::Turn turn = run->take(t);
    if (!is_blocked(turn, run->accesses(), problem.program))
      return fmt::format("thread {} can go on", t);
    who += fmt::format("{}{}", who.empty() ? "" : ", ", t);
    run = after.again();
  }
  if (who.empty()) return "every thread has ended";
  ir::RunResult& ended = result.run.run;
  ended.ending = ir::Ending::TargetReached;
  ended.target = ir::Target{ir::TargetKind::Check,
                            fmt::format("a deadlock: threads {} wait for ever", who),
                            Property::NoDeadlock};
  ended.location = *site_of_threads(problem, Property::NoDeadlock);
  ended.stack.clear();
  return {};
}

} // namespace

std::optional<ir::LocId> site_of_threads(const Problem& problem, Property property) {
  if (!problem.targets.checks.contains(property)) return std::nullopt;
  const ir::Procedure& entry = problem.program.procedure(problem.program.entry);
  for (std::size_t l = 0; l < entry.locations.size(); ++l) {
    const std::optional<ir::Target>& target = entry.locations[l].target;
    if (target && target->kind == ir::TargetKind::Check && target->property == property)
      return ir::LocId(l);
  }
  return std::nullopt;
}

std::optional<RacingPair> racing(const std::vector<ir::SharedAccess>& one,
                                 const std::vector<ir::SharedAccess>& other) {
  for (const ir::SharedAccess& a : one)
    for (const ir::SharedAccess& b : other)
      if (overlap(a, b) && (a.write || b.write) && !(a.atomic && b.atomic)) return RacingPair{a, b};
  return std::nullopt;
}

std::string
describe(const RacingPair& pair, std::size_t one, std::size_t other, const Problem& problem) {
  const SourceFiles& files = problem.program.files;
  return fmt::format("a data race: thread {} {}, and thread {} {}",
                     one,
                     deed(pair.first, name_of(pair.first, problem.program), files),
                     other,
                     deed(pair.second, "the same", files));
}

bool is_blocked(ir::Turn turn,
                const std::vector<ir::SharedAccess>& accesses,
                const ir::Program& program) {
  if (turn == ir::Turn::Waits || turn == ir::Turn::WaitsLate) return true;
  std::optional<VarId> spurious = program.find_variable(ir::spurious_variable);
  return spurious && std::ranges::any_of(accesses, [&](const ir::SharedAccess& a) {
           return a.write && a.variable == *spurious;
         });
}

std::vector<std::size_t> take_next(std::vector<ir::Slice>& slices) {
  std::vector<std::size_t> next;
  while (!slices.empty() && slices.back().steps == 0) {
    next.insert(next.begin(), slices.back().thread);
    slices.pop_back();
  }
  return next;
}

void look_at_next(const Problem& problem,
                  const Schedule& schedule,
                  const std::vector<std::size_t>& next,
                  const ir::RunOptions& options,
                  ScheduleReplay& result) {
  After after(problem, schedule, options);
  if (!next.empty() && site_of_threads(problem, Property::NoDataRace))
    result.objection = objection_to_race(problem, next, after, result);
  else if (next.empty() && site_of_threads(problem, Property::NoDeadlock))
    result.objection = objection_to_deadlock(problem, after, result);
}

} // namespace kleene::evidence
