// SPDX-License-Identifier: Apache-2.0
// What an edge does. Every statement is a relation on states; terms in it are evaluated in the state
// before it, always and completely.
#pragma once
#include "kleene/logic/term.h"

#include <string>
#include <variant>
#include <vector>

namespace kleene::ir {

struct ProcedureTag;
using ProcId = Id<ProcedureTag>;

struct Skip {};

/// Parallel assignment: all values are computed first. A variable of type Memory may be assigned
/// only a term that changes that same variable (Store, MemCopy, MemSet, nested at will).
struct Assign {
  std::vector<VarId> targets;
  std::vector<Term> values;
};

/// Why an execution may not go on where the condition is false.
enum class AssumeKind {
  Guard,      ///< a branch: another edge takes the other case
  Assumption, ///< the program says so: the execution is dropped
  // Undefined behaviour: the execution ends here, reaches no target, and is finite.
  DivisionByZero,
  InvalidDereference, ///< outside every live object
  InvalidFree,
  ArrayBound, ///< beyond an array that is a part of a larger object
  ReadOnly,   ///< a string literal or a constant is written
  ShiftRange,
  InvalidCall, ///< a function pointer that points to no suitable function
  Unreachable, ///< __builtin_unreachable, control falling off a non-void function whose value is used
  Unsequenced,      ///< accesses of one object, one of them a write, that nothing puts in an order
  FloatRange,       ///< the conversion of a float to an integer type that it does not fit
  UninitialisedUse, ///< a branch, an address or a library call depends on a value that nobody gave
  ArraySize,        ///< the size of an array is not positive: executions go on, as with Overlap
  Overlap, ///< memory is copied to where a part of it lies: executions go on behind it unless somebody asks
};
bool is_undefined_behaviour(AssumeKind kind);
/// Nothing else depends on it: executions go on behind it unless somebody asks for it.
inline bool goes_on(AssumeKind kind) {
  return kind == AssumeKind::Overlap || kind == AssumeKind::ArraySize;
}
std::string_view describe(AssumeKind kind);

struct Assume {
  Term condition;
  AssumeKind kind = AssumeKind::Guard;
};

/// Input: the environment of the program chooses the value. Unknown: nobody knows it.
enum class Choice { Input, Unknown };

/// The variables get arbitrary values of their types. An unknown Havoc of a Memory variable stands for
/// unknown writes to that region. One with inputs consumes one per variable.
struct Havoc {
  std::vector<VarId> variables;
  Choice choice = Choice::Input;
  /// Where the value comes from, for people and harnesses: `__VERIFIER_nondet_int`, `x` (an
  /// uninitialised variable), the name of a function without body.
  std::string origin;
  /// A call of a function without body: the values it gets to know. It may write every region that
  /// these, and those of all other such calls, lead to.
  std::vector<Term> escaping;
  /// Unknown only: the variables come to life here, without a value.
  bool uninitialised = false;
};

struct Call {
  std::vector<VarId>
      results; ///< one per return variable of the callee, or none at all: all discarded
  ProcId callee;
  std::vector<Term> arguments;
};

/// How an Alloc'd object lives: until Free; one on the stack no longer than the procedure that made it.
enum class Storage { Heap, Stack };

/// `target` becomes the address of a new object of `size` bytes in a region, different from all
/// live objects and not null; its bytes are indeterminate (zero if `zeroed`).
struct Alloc {
  VarId target;
  Term size;
  Storage storage = Storage::Heap;
  bool zeroed = false;
  unsigned alignment = 16;
  VarId region;     ///< the Memory variable that holds the bytes
  std::string name; ///< of the variable, or `malloc`
};

/// The bytes of the object are for the environment to choose, under Program::free_uninitialised: malloc
/// made it. Such objects are numbered from 1, in the order in which an execution makes them.
bool has_open_contents(const Alloc& alloc);

/// Ends the life of the object at `address`, which an Alloc made: on the heap, or on the stack where its
/// block ends before the procedure. Nothing if null.
struct Free {
  Term address;
};

/// The bytes become indeterminate: a local variable comes to life again.
struct Forget {
  VarId region;
  Term address;
  Term length;
};

enum class Channel { Stdout, Stderr, Memory };

/// printf and its kin. `format` is the address of a C format string; arguments are already promoted as
/// C does for variadic calls. The format and `%s` read from the regions, whichever has the address.
struct Output {
  Channel channel = Channel::Stdout;
  Term format;
  std::vector<Term> arguments;
  Term destination; ///< Memory only: where the text goes
  Term limit;       ///< Memory only, may be null: at most so many bytes, the final NUL included
  VarId result;     ///< may be invalid: the number of characters
  VarId region;     ///< Memory only: the Memory variable that holds the destination
};

enum class HaltKind { Exit, Abort, AssertionFailure };

/// The whole program ends.
struct Halt {
  HaltKind kind = HaltKind::Exit;
  Term status; ///< Exit only
};

/// A new thread comes to life at the entry of the callee, beside those that live already. Its results,
/// if it has any, are lost.
struct Spawn {
  ProcId callee;
  std::vector<Term> arguments;
};

/// The thread ends, however many of its procedures are active. The others go on.
struct EndThread {};

using Statement = std::
    variant<Skip, Assign, Assume, Havoc, Call, Alloc, Free, Forget, Output, Halt, Spawn, EndThread>;

/// The variables a statement may change (for Output to memory and Forget: the region too).
std::vector<VarId> written_variables(const Statement& statement);
/// The terms a statement evaluates.
std::vector<Term> evaluated_terms(const Statement& statement);

} // namespace kleene::ir
