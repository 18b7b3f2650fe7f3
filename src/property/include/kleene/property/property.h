// SPDX-License-Identifier: Apache-2.0
// What can be asked about the executions of a program. A property is one row of one table: its name, its
// formulas in property files, the events of the program model that violate it, how a native run shows a
// violation, and its words in answers. Whoever has to treat properties differently asks for what the row
// says, not for the property.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kleene {

enum class Property : std::uint8_t {
  UnreachCall,     ///< no execution reaches a selected target
  Termination,     ///< every execution is finite
  NoOverflow,      ///< no signed operation leaves the range of its type
  ValidDeref,      ///< every access lies in a live object
  ValidFree,       ///< only live heap objects are freed, by their beginning
  ValidMemtrack,   ///< no heap object is lost: alive, but out of reach
  ValidMemcleanup, ///< no heap object is alive at the end
  ValidMemsafety,  ///< the three of memory together
  DefBehavior,     ///< no other undefined behaviour that is modelled
  NoDataRace,      ///< accesses of different threads to one byte are in an order
  NoDeadlock,      ///< threads that have not ended do not all wait
  Uninit,          ///< no branch, address or library call depends on an uninitialised value
  Safety,          ///< all that can be checked at places of a C program, or a part of it
  // What C defines, and what is a mistake all the same in many programs. It is checked where somebody asks for it
  // (`--check`), and belongs to no other property. Executions go on behind such an event.
  UnsignedOverflow, ///< no unsigned number wraps around
  Conversion,       ///< no implicit conversion of integers changes a value
  PointerOverflow,  ///< no pointer arithmetic wraps around
  FloatDivByZero,   ///< no floating-point number is divided by zero
  Nan,              ///< no operation on numbers gives NaN
  FloatOverflow,    ///< no operation on finite numbers gives an infinity
};

/// What happens in executions of the program model, and may be forbidden.
struct Events {
  bool targets = false;   ///< a location is reached that the question selects (ir::TargetSelection)
  bool overflows = false; ///< a signed operation leaves the range of its type
  bool no_end = false;    ///< the execution goes on for ever

  constexpr bool none() const { return !targets && !overflows && !no_end; }
  /// All of these are among the others.
  constexpr bool within(const Events& others) const {
    return (!targets || others.targets) && (!overflows || others.overflows)
           && (!no_end || others.no_end);
  }
};

/// How a native run shows that the property is violated.
enum class NativeSign : std::uint8_t {
  None,      ///< it cannot: no run is infinite, or the property is not decided
  Target,    ///< the harness sees that the target is reached
  Sanitizer, ///< a sanitizer reports it
};

/// A formula of property files, word by word; `%` stands for a name.
struct FormulaText {
  enum class Names : std::uint8_t { Nothing, Function, Label };
  std::string_view text = {}; ///< empty: there is none
  Names names = Names::Nothing;
};

struct PropertyEntry {
  Property property;
  std::string_view name; ///< in verdicts, options, evidence and SARIF rules
  std::array<FormulaText, 2> formulas;
  Events violated_by; ///< none: the property is known, but not decided
  NativeSign native = NativeSign::None;
  std::string_view sanitizer = {}; ///< of gcc, if that gives the sign
  std::string_view reports = {};   ///< a regular expression: what it says then
  std::string_view confirms = {};  ///< and what it may say where the violation is known
  std::string_view proved = {};    ///< in answers: what a proof shows
  std::string_view rule = {};      ///< in SARIF: what is demanded of programs
  std::string_view failing = {};   ///< in answers: what an execution did that violates it
  /// The property is that of check sites: places of the program model that a C front end makes for it
  /// (ir::TargetKind::Check).
  bool sites = false;
  std::string_view parts = {}; ///< of a property that is several: their names, with blanks

  constexpr bool decided() const { return !violated_by.none(); }
  /// Violations are infinite executions, so no finite one shows them.
  constexpr bool liveness() const { return violated_by.no_end; }
};

/// All rows, in the order of the enumeration.
std::span<const PropertyEntry> properties();
const PropertyEntry& entry(Property property);
inline std::string_view name(Property property) {
  return entry(property).name;
}
/// Nothing if no property has this name.
std::optional<Property> find_property(std::string_view name);
/// What the property consists of: itself, or its parts.
std::vector<Property> parts_of(Property property);
/// The names of the properties that are decided, for people: `a, b or c`.
std::string property_names();

constexpr bool is_on_demand(Property property) {
  return property > Property::Safety;
}
/// The names that --check takes, for people: `a, b or c`.
std::string names_on_demand();

/// The formula with its name as a line of a property file: `CHECK( init(main()), LTL(…) )`.
std::string
check_text(const FormulaText& formula, std::string_view named, std::string_view entry_function);

} // namespace kleene
