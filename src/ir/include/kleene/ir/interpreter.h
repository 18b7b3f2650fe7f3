// SPDX-License-Identifier: Apache-2.0
// Executes a program of the IR on given inputs: the ground truth for every verdict.
//
// Values that the environment chooses (inputs of a Havoc, free choice of an edge, uninitialised globals,
// parameters of the entry procedure) are asked of an InputSource in the order of execution. Values that nobody knows (unknown) are taken
// as zero and marked: reading one is undefined behaviour or our ignorance, and is reported.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/budget.h"

#include <functional>
#include <iosfwd>
#include <span>

namespace kleene::ir {

enum class InputKind { Value, Edge };

struct InputRequest {
  InputKind kind = InputKind::Value;
  Type type;               ///< Value: the type of the variable
  std::size_t choices = 0; ///< Edge: the number of candidates; the answer is an index below it
  std::string_view origin; ///< Havoc::origin
  SourceRange range;
  // Scheduled runs only:
  std::span<const std::size_t> edges; ///< Edge: the candidates
  std::uint64_t step = 0;             ///< steps taken before
};

/// An object that comes to life with open contents: see has_open_contents.
struct HeapRequest {
  std::uint64_t number = 0; ///< of the object
  std::uint64_t size = 0;
  SourceRange range;
};

class InputSource {
public:
  virtual ~InputSource() = default;
  /// Nothing: the inputs are exhausted and the run ends. A value that does not fit its type is wrapped.
  virtual std::optional<Integer> next(const InputRequest& request) = 0;
  /// The contents from the first byte on; what is missing is zero, what is too much is dropped. Asked
  /// under Reading::zero_uninitialised only.
  virtual std::string heap_bytes(const HeapRequest& /*request*/) { return {}; }
};

/// Inputs from a list; what is consumed is known afterwards.
class InputList : public InputSource {
public:
  explicit InputList(std::vector<Integer> values, std::map<std::uint64_t, std::string> heap = {})
      : values_(std::move(values)), heap_(std::move(heap)) {}
  std::optional<Integer> next(const InputRequest& request) override;
  std::string heap_bytes(const HeapRequest& request) override;
  std::size_t consumed() const { return next_; }

private:
  std::vector<Integer> values_;
  std::map<std::uint64_t, std::string> heap_; ///< by number
  std::size_t next_ = 0;
};

enum class Ending {
  Returned,           ///< from the entry procedure; `status` is its first result, 0 without one
  Exited,             ///< exit(status)
  Aborted,            ///< abort()
  AssertionFailed,    ///< a failing assert that is no selected target
  TargetReached,      ///< a selected target location
  UndefinedBehaviour, ///< `undefined` says which
  Blocked,            ///< an assumption failed, or no edge could be taken
  InputsExhausted,
  StepLimit,
  StackOverflow, ///< more procedures active than RunOptions::max_depth
  MemoryLimit,   ///< more live bytes than RunOptions::max_memory
  OutOfRange,    ///< math model: a value that a memory cell cannot hold, or of too many digits
};
std::string_view describe(Ending ending);

/// Something that went on all the same, but should be known.
struct Event {
  SourceRange range;
  std::string text;
};

struct RunOptions {
  IntegerModel integers = IntegerModel::Machine;
  std::uint64_t max_steps = UINT64_MAX; ///< edges taken
  std::size_t max_depth = 1'000'000;
  std::uint64_t max_memory = std::uint64_t(1) << 30;
  TargetSelection targets;
  std::function<void(std::string_view, Channel)>
      output;               ///< null: what the program prints is dropped
  Budget* budget = nullptr; ///< checked now and then
};

/// One procedure activation on the stack at the end of a run, innermost last.
struct FrameAt {
  ProcId procedure;
  SourceRange range; ///< of the edge being executed, or last executed
};

struct RunResult {
  Ending ending = Ending::Returned;
  Integer status = 0;
  std::uint64_t steps = 0;
  std::optional<AssumeKind> undefined;
  SourceRange range;                  ///< where it ended
  std::optional<Target> target;       ///< TargetReached by a call or assertion
  std::string label;                  ///< TargetReached by a label
  LocId location;                     ///< TargetReached: where, in the innermost procedure
  std::optional<Event> overflow;      ///< first signed overflow
  std::optional<Event> indeterminate; ///< first read of an indeterminate or unknown value
  std::optional<Event>
      assumed; ///< first call of a function without body that may have written memory
  /// An access that hit an object of another region than it names, ending in InvalidDereference: the
  /// pointer was not made from that object (an input, a number), or the points-to analysis is wrong.
  std::optional<Event> foreign;
  /// TargetReached by a check of valid-memtrack: a live heap object that nothing leads to. Whatever looks like an
  /// address counts, in global variables, in memory that can be reached, and in the variables of active procedures
  /// unless the program returns (lost_at_return).
  std::optional<Event> lost;
  std::vector<FrameAt> stack;
};

/// What is wrong where a check of valid-memtrack fails.
inline constexpr std::string_view lost_at_return = "memory lost at the end of the program";
inline constexpr std::string_view lost_at_exit = "memory lost where the program ends";

/// Sees a run step by step. The interpreter is slower with a tracer.
class Tracer {
public:
  virtual ~Tracer() = default;
  /// An edge was taken: `written` are the variables it changed, with their new values. A Call is
  /// reported twice: when it begins, with the parameters of the callee, and when it has returned,
  /// with its results.
  struct Step {
    ProcId procedure;
    const Edge* edge = nullptr;
    std::size_t depth = 0;  ///< procedures active, that of the edge included
    bool returned = false;  ///< the second report of a Call
    std::size_t thread = 0; ///< scheduled runs only
    std::vector<std::pair<VarId, Integer>> written; ///< integers and bools only
  };
  virtual void step(const Step& step) = 0;
};

/// Which reads of indeterminate variables RunResult::indeterminate tells of. Steering reads are those
/// whose value can change the way of the execution; others change nothing but their like, and signed
/// overflow.
enum class Notice { EveryRead, SteeringReads };

/// What to make of values that nobody gave.
struct Reading {
  Notice notice = Notice::EveryRead;
  /// Variables and bytes that come to life without a value are known: zero, but for what
  /// InputSource::heap_bytes says. These are choices that the environment has under
  /// Program::free_uninitialised.
  bool zero_uninitialised = false;
};

/// A program prepared for execution; may be run many times.
class Interpreter {
public:
  /// Requires a program that validates (see validate.h); keeps a reference to it.
  explicit Interpreter(const Program& program, Reading reading = {});
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  RunResult run(InputSource& inputs, const RunOptions& options, Tracer* tracer = nullptr) const;

private:
  struct Code;
  std::unique_ptr<Code> code_;
};

} // namespace kleene::ir
