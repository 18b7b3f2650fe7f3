// SPDX-License-Identifier: Apache-2.0
// Concrete executions as evidence for `false`: the inputs decide everything, so they are all that is
// kept. `replay` is the first of the two judges of such evidence (the other is native.h).
#pragma once
#include "kleene/evidence/kind.h"
#include "kleene/evidence/problem.h"
#include "kleene/ir/interpreter.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kleene::evidence {

/// One value that the environment chose, with the place that asked for it.
struct Input {
  Integer value = 0;
  ir::InputKind kind = ir::InputKind::Value;
  Type type;
  std::string origin; ///< the function or variable it came from
  SourceRange range;
};

/// What the environment put into an object that malloc made (ir::has_open_contents).
struct HeapContents {
  std::uint64_t number = 0; ///< of the object
  std::string bytes;        ///< from the first one on; the rest is zero
  SourceRange range;        ///< where it was made
};

struct Execution {
  static constexpr KindEntry kind{
      "execution", Shows::Violation, {"an execution", about::safety}, {"steps input memory"}};
  std::vector<Input> inputs;
  std::uint64_t steps = 0; ///< edges up to the violation; a replay takes no more
  /// Objects whose contents are not all zero, by number. Only where the environment chooses what is
  /// not initialised.
  std::vector<HeapContents> heap = {};
  bool maybe_long = false; ///< it was found without looking for a short one
};

/// Puts contents together from the values of their parts.
class HeapWriter {
public:
  /// One more object is made.
  void object() { ++number_; }
  /// A part of the object with that number, or of the last one.
  void part(std::uint64_t number, std::uint64_t offset, Type type, Integer value);
  void part(std::uint64_t offset, Type type, Integer value) { part(number_, offset, type, value); }
  std::uint64_t objects() const { return number_; }
  std::vector<HeapContents> contents() const;

private:
  std::uint64_t number_ = 0;
  std::map<std::uint64_t, std::string> bytes_; ///< by number
};

/// The parts of contents that are not zero, as first byte and end; zeros between close ones belong to
/// them.
std::vector<std::pair<std::size_t, std::size_t>> nonzero_parts(std::string_view bytes);

/// Two digits per byte, for people and files; and back, if it is that.
std::string hexadecimal(std::string_view bytes);
std::optional<std::string> from_hexadecimal(std::string_view digits);

/// Passes requests on to another source and remembers the answers.
class InputRecorder : public ir::InputSource {
public:
  explicit InputRecorder(ir::InputSource& source) : source_(source) {}
  std::optional<Integer> next(const ir::InputRequest& request) override;
  std::string heap_bytes(const ir::HeapRequest& request) override;
  const std::vector<Input>& inputs() const { return inputs_; }
  /// Those that are not all zero.
  const std::vector<HeapContents>& heap() const { return heap_; }
  /// Objects whose contents were asked for.
  std::uint64_t objects() const { return objects_; }

private:
  ir::InputSource& source_;
  std::vector<Input> inputs_;
  std::vector<HeapContents> heap_;
  std::uint64_t objects_ = 0;
};

/// Gives what an execution says.
ir::InputList inputs_of(const Execution& execution);

struct Replay {
  ir::RunResult run;
  /// The inputs with the places at which this run consumed them.
  std::vector<Input> inputs;
  std::vector<HeapContents> heap; ///< with places, too
  /// Why the run shows no violation; empty if it does.
  std::string objection;

  bool accepted() const { return objection.empty(); }
};

/// Runs the program on the inputs. Accepts if the property is violated and no value was used on the
/// way that nobody knows (indeterminate, or left open by a function without body), and every byte that
/// the execution puts into memory had a place there.
Replay replay(const Problem& problem, const Execution& execution, Budget& budget);

/// The same execution with zeros in memory wherever it is a violation all the same; unchanged if it is
/// none, or long.
Execution simplest_heap(const Problem& problem, Execution execution, Budget& budget);

/// The same violation with inputs as few and as small as a few hundred runs show, and no more steps; unchanged if it
/// is none, or long.
Execution simplest_inputs(const Problem& problem, Execution execution, Budget& budget);

/// An interpreter that notices what makes a run worthless as evidence: for signed overflow every read
/// of a value that nobody knows, else those that can change the way of the run. Where the environment
/// chooses what is not initialised, it chooses zero, but for what malloc gives.
ir::Interpreter interpreter_for(const Problem& problem);

/// Why a finished run of such an interpreter is no evidence of a violation; empty if it is.
std::string objection_to(const Problem& problem, const ir::RunResult& run);

} // namespace kleene::evidence
