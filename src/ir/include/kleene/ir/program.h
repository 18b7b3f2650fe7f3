// SPDX-License-Identifier: Apache-2.0
// Programs: global variables, memory objects, and procedures as control-flow graphs.
//
// An execution starts at the entry of the entry procedure, with the globals at their initial values,
// and follows edges. At a location, the candidates are the edges whose statement is not a Guard or
// Assumption, and those whose condition holds; with several candidates the choice is an input,
// with none the execution is blocked and dropped. It ends at a Halt or at the exit of the entry
// procedure; both are END. It reaches a target on arrival at the marked location.
//
// A concurrent program has `threads`, or statements that make some. One thread is active; its steps are
// those of a sequential program. Another may become active wherever the active one is not inside a
// statement (Location::interior) and the global `atomic`, if there is one, is false. With `threads`,
// the entry procedure runs first and alone, and they exist when it has returned; otherwise the entry
// procedure is the first thread. A thread ends by EndThread or by returning from its procedure.
#pragma once
#include "kleene/ir/statement.h"
#include "kleene/property/property.h"
#include "kleene/support/source.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kleene::ir {

struct LocationTag;
using LocId = Id<LocationTag>; ///< within one procedure

struct Variable {
  std::string name;    ///< unique in the program, a valid identifier of the textual form
  std::string display; ///< as the source has it; equal to `name` where there is no better
  Type type;
  ProcId owner; ///< invalid for globals
  /// Globals only: the initial value (Constant or Address). None: an input. Memory starts
  /// as the objects say.
  std::optional<Term> initial;
  /// Memory only: every access has the width of this type (its sign may differ) and is aligned to it,
  /// and no write changes only a part of such a cell.
  std::optional<Type> cell;
  /// Globals only: a part of an object with open contents (see has_open_contents) that does not live in
  /// memory (see promote.h), this many bytes behind the beginning of the object. It comes to life by a
  /// Havoc right behind the Alloc.
  std::optional<std::uint64_t> heap_offset;
  /// Made by the front end, of no interest to people.
  bool temporary = false;
  SourceRange range;
  SourcePoint scope_end; ///< of a local variable of a C program: where its block ends
};

enum class ObjectKind { Data, Function };

/// A memory object that lives for ever at a fixed address.
struct Object {
  std::string name;
  ObjectKind kind = ObjectKind::Data;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  VarId region;           ///< Data: the Memory variable that holds its bytes
  bool read_only = false; ///< strings, const
  std::string bytes;      ///< initial contents; the rest up to `size` is zero
  /// Initial contents that are addresses: the pointer at `offset` points to `object` plus `addend`.
  /// `bytes` already contains the numbers.
  struct Pointer {
    std::uint64_t offset = 0;
    ObjectId object;
    std::int64_t addend = 0;
  };
  std::vector<Pointer> pointers;
  ProcId procedure; ///< Function: its body, if it has one
  SourceRange range;
};

enum class TargetKind { Call, Assertion, Opaque, Check };

/// What must not be reached. Labels are not targets of their own: see Location::labels.
///
/// Opaque: nobody knows what happens here (see opaque.h). Every selection has it among its targets, and
/// executions get there by an unknown value only: `true` needs a proof that they do not, and no execution
/// through it is evidence.
///
/// Check: a check of the property fails here.
struct Target {
  TargetKind kind = TargetKind::Call;
  /// Call: the function that is called here; Opaque: the construct; Check: what is wrong.
  std::string function;
  Property property = Property::UnreachCall; ///< that is violated here
};

/// `failing assertion`, `call of f`, `not modelled: inline assembly`.
std::string describe(const Target& target);

/// What happens at a location in terms of the source: how others name it. Not every place has one.
struct SourceMark {
  enum class Kind : std::uint8_t {
    Statement, ///< the statement that begins there is about to be executed
    Loop,      ///< the condition of the loop whose keyword is there is about to be evaluated
    Taken,     ///< the condition of the `if` or loop whose keyword is there has just been true
  };
  Kind kind = Kind::Statement;
  FileId file;
  SourcePoint at;
};

struct Location {
  std::vector<std::string> labels;
  std::optional<Target> target;
  std::vector<SourceMark> marks;
  std::string name;      ///< in the textual form; empty: made up from the index
  bool interior = false; ///< inside a statement of the source: other threads do not run here
};

struct Edge {
  LocId from;
  LocId to;
  Statement statement;
  SourceRange range;
};

struct Procedure {
  std::string name;
  std::vector<VarId> parameters;
  std::vector<VarId> returns;
  std::vector<VarId> locals;
  std::vector<Location> locations;
  std::vector<Edge> edges;
  LocId entry;
  LocId exit;
  SourceRange range;
  bool library = false; ///< a model of a libc function: collapsed in reports
  bool unknown = false; ///< stands for all code that is not here; `library` too

  LocId add_location();
  void add_edge(LocId from, LocId to, Statement statement, SourceRange range = {});
  /// Indices of the edges that leave each location, in the order of `edges`.
  std::vector<std::vector<std::size_t>> outgoing() const;
};

/// Something that narrows what an answer speaks about, to be shown with it.
struct Assumption {
  std::string name; ///< a word for programs: `malloc`, `integers`
  std::string text; ///< a sentence for people, without its full stop
  bool operator==(const Assumption&) const = default;
};

class Program {
public:
  Program();

  std::shared_ptr<TermManager> terms; ///< every term of the program is made by it
  SourceFiles files;
  std::vector<Variable> variables;
  std::vector<VarId> globals;
  std::vector<Object> objects;
  std::vector<Procedure> procedures;
  ProcId entry;
  unsigned pointer_width = 64;
  /// Heap and stack objects lie above this address.
  std::uint64_t first_free_address = 0x10000;
  /// Variables and bytes that come to life without a value have one that the environment chooses. An
  /// execution takes zero, but for what malloc gives (InputSource::heap_bytes). Otherwise nobody knows
  /// the value.
  bool free_uninitialised = false;
  /// The Allocation variable, if the program uses memory.
  VarId allocation;
  /// Functions without body or model that can be reached, sorted: what verdicts rest on.
  std::set<std::string> missing_bodies;
  /// What the program model takes for granted; see add_assumption.
  std::vector<Assumption> assumptions;
  /// Procedures without parameters that run concurrently after the entry procedure has returned.
  std::vector<ProcId> threads;
  /// A Bool global: while it is true the active thread stays active. May be invalid.
  VarId atomic;

  /// Adds it unless it is there already.
  void add_assumption(const std::string& name, const std::string& text);

  VarId add_variable(Variable variable);
  ProcId add_procedure(Procedure procedure);
  ObjectId add_object(Object object);

  Variable& variable(VarId id) { return variables[id.index()]; }
  const Variable& variable(VarId id) const { return variables[id.index()]; }
  Procedure& procedure(ProcId id) { return procedures[id.index()]; }
  const Procedure& procedure(ProcId id) const { return procedures[id.index()]; }
  const Object& object(ObjectId id) const { return objects[id.index()]; }
  std::optional<ProcId> find_procedure(std::string_view name) const;
  std::optional<VarId> find_variable(std::string_view name) const;
  /// The term for a variable.
  Term var(VarId id) { return terms->variable(id, variable(id).type); }
  Type pointer_type() const { return Type::machine(pointer_width, false); }
  /// `base` if no variable has that name, otherwise `base.1`, `base.2`, …
  std::string fresh_name(const std::string& base);

  bool concurrent() const; ///< has threads, or statements about them
  bool has_unknown_code() const;

private:
  std::map<std::string, VarId, std::less<>> by_name_;
  std::map<std::string, unsigned> suffixes_;
};

/// Which locations of a program count as error locations.
struct TargetSelection {
  std::set<std::string> functions; ///< calls of these
  bool assertions = false;         ///< failing assert
  std::set<std::string> labels;    ///< arrival at any of these labels
  std::set<Property> checks = {};  ///< failing checks of these

  bool selects(const Location& location) const;
};

} // namespace kleene::ir
