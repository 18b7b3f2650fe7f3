// SPDX-License-Identifier: Apache-2.0
// What is known after each step of an execution: values of variables, live objects and bytes of memory, rebuilt from the
// steps alone. For what people see; nothing rests on it, and what cannot be told is left open.
#pragma once
#include "kleene/ir/interpreter.h"

#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace kleene::report {

/// A live object.
struct LiveObject {
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  std::string name;
  bool zeroed = false;          ///< bytes that nobody wrote are zero
  const ir::Object* fixed = {}; ///< with the bytes it begins with
  std::size_t frame = 0;        ///< of an object on the stack: the activation that it dies with
};

/// A number of bytes that a step wrote together.
struct MemoryWrite {
  const LiveObject* object = nullptr;
  std::uint64_t address = 0;
  Type type;
  Integer value = 0;
  Term written; ///< the value as the program model has it
  std::uint64_t member =
      0; ///< what the program model adds to the address of the structure or array
  std::optional<std::uint64_t> index; ///< the part of it that is no constant, counted in values
  std::uint64_t length =
      0; ///< of many bytes that are set or copied at once; the value then is the byte
  std::optional<std::uint64_t> from; ///< where they are copied from
};

class MemoryModel {
public:
  using Step = ir::Tracer::Step;
  struct StackFrame {
    std::size_t number = 0; ///< of the activation; 0 is none
    ir::ProcId procedure;
    std::map<VarId, Integer> values;
    std::set<VarId> uninitialised;
  };

  explicit MemoryModel(const ir::Program& program);

  /// Before `take`: a term in the frame of the step; nothing if it cannot be told.
  std::optional<Integer> evaluate(const Step& step, Term term) const;
  /// Makes the step. Gives what it wrote to memory.
  std::vector<MemoryWrite> take(const Step& step);

  StackFrame& top(std::size_t thread) { return frames_[thread].back(); }
  /// The number of the innermost activation; 1 before the first step.
  std::size_t activation(std::size_t thread) {
    return frames_[thread].empty() ? activations_ + 1 : frames_[thread].back().number;
  }
  const std::vector<StackFrame>& frames(std::size_t thread) { return frames_[thread]; }
  const std::map<VarId, Integer>& globals() const { return globals_.values; }
  /// Whether a variable of the frame, or a global one, has no value yet.
  bool is_uninitialised(std::size_t thread, VarId v) const;
  const LiveObject* object_at(std::uint64_t address) const;
  /// An object that was freed, or went out of scope, and in whose place nothing lies now.
  const LiveObject* gone_at(std::uint64_t address) const;

private:
  class Evaluation;
  const StackFrame& frame_of(const Step& step) const;
  std::optional<Integer> variable(const StackFrame& frame, VarId v) const;
  std::optional<std::uint8_t> byte(std::uint64_t address) const;
  void put(std::uint64_t address, Type type, Integer value);
  void set(StackFrame& frame, VarId v, Integer value);
  void store(const Step& step, Term memory, std::vector<MemoryWrite>& writes);
  void note_span(const Step& step, Term memory, std::vector<MemoryWrite>& writes) const;
  void find_member(const Step& step, Term place, MemoryWrite& write) const;
  void take_statement(const Step& step, std::vector<MemoryWrite>& writes);
  void mark_uninitialised(const Step& step);
  void make_object(const Step& step, const ir::Alloc& alloc);
  void leave(StackFrame& frame);

  const ir::Program& program_;
  std::vector<VarId> shadowed_; ///< by VarId, see ir/shadow.h
  StackFrame globals_;
  std::map<std::size_t, std::vector<StackFrame>> frames_; ///< per thread
  std::size_t activations_ = 0;
  std::map<std::uint64_t, LiveObject> objects_; ///< by their beginnings
  std::map<std::uint64_t, LiveObject> gone_;
  std::map<std::string, std::size_t> made_; ///< objects on the heap, by their names
  std::unordered_map<std::uint64_t, std::uint8_t> bytes_;
};

} // namespace kleene::report
