// SPDX-License-Identifier: Apache-2.0
#include "kleene/property/property.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace kleene {
namespace {

constexpr std::array table{
    PropertyEntry{.property = Property::UnreachCall,
                  .name = "unreach-call",
                  .formulas = {FormulaText{"G ! call ( % ( ) )", FormulaText::Names::Function},
                               FormulaText{"G ! label ( % )", FormulaText::Names::Label}},
                  .violated_by = {.targets = true},
                  .native = NativeSign::Target,
                  .proved = "no execution reaches an error location",
                  .rule =
                      "no error function is called, no assertion fails, no error label is reached"},
    PropertyEntry{.property = Property::Termination,
                  .name = "termination",
                  .formulas = {FormulaText{"F end"}},
                  .violated_by = {.no_end = true},
                  .proved = "every execution ends",
                  .rule = "every execution ends"},
    PropertyEntry{.property = Property::NoOverflow,
                  .name = "no-overflow",
                  .formulas = {FormulaText{"G ! overflow"}},
                  .violated_by = {.overflows = true},
                  .native = NativeSign::Sanitizer,
                  .sanitizer = "signed-integer-overflow",
                  .reports = "signed integer overflow|negation of|division of",
                  .confirms =
                      "signed integer overflow|negation of|division of|left shift of|cannot "
                      "be represented",
                  .proved = "no signed operation overflows",
                  .rule = "no signed operation leaves the range of its type"},
    PropertyEntry{
        .property = Property::ValidDeref,
        .name = "valid-deref",
        .formulas = {FormulaText{"G valid-deref"}},
        .violated_by = {.targets = true},
        .native = NativeSign::Sanitizer,
        .sanitizer = "address,undefined",
        .reports = "AddressSanitizer: (heap|stack|global|dynamic-stack)-(buffer|use-after)",
        .confirms =
            "AddressSanitizer: (heap-buffer|stack-buffer|global-buffer|dynamic-stack-buffer)-"
            "(over|under)flow|AddressSanitizer: (heap-use-after-free|stack-use-after-|stack-"
            "buffer-|container-|use-after-poison|unknown-crash|SEGV|negative-size|BUS)|"
            "runtime error: (index .* out of bounds|.*null pointer|load of|store to|.*insufficient "
            "space)",
        .proved = "every access lies in a live object",
        .rule = "every access lies in a live object",
        .failing = "an access outside every live object",
        .sites = true},
    PropertyEntry{.property = Property::ValidFree,
                  .name = "valid-free",
                  .formulas = {FormulaText{"G valid-free"}},
                  .violated_by = {.targets = true},
                  .native = NativeSign::Sanitizer,
                  .sanitizer = "address,undefined",
                  .reports = "AddressSanitizer: attempting (double-free|free)",
                  .confirms = "AddressSanitizer: (attempting (double-free|free)|SEGV|bad-free|"
                              "attempting to call malloc_usable_size)",
                  .proved = "only live heap objects are freed, by their beginning",
                  .rule = "only live heap objects are freed, by their beginning",
                  .failing = "what is freed is no live heap object",
                  .sites = true},
    PropertyEntry{.property = Property::ValidMemtrack,
                  .name = "valid-memtrack",
                  .formulas = {FormulaText{"G valid-memtrack"}},
                  .violated_by = {.targets = true},
                  .native = NativeSign::Target,
                  .proved = "every execution ends, and what it has not freed can be reached",
                  .rule = "memory that is not freed can be reached",
                  .failing = "memory is lost",
                  .sites = true},
    PropertyEntry{.property = Property::ValidMemcleanup,
                  .name = "valid-memcleanup",
                  .formulas = {FormulaText{"G valid-memcleanup"}},
                  .violated_by = {.targets = true},
                  .native = NativeSign::Target,
                  .proved = "no execution ends before it has freed what it allocated",
                  .rule = "all memory is freed when the program ends",
                  .failing = "memory is not freed at the end",
                  .sites = true},
    PropertyEntry{.property = Property::ValidMemsafety,
                  .name = "valid-memsafety",
                  .formulas = {},
                  .violated_by = {.targets = true},
                  .native = NativeSign::Target,
                  .proved = "memory is used as it should be",
                  .rule = "every access, every free is valid, and no memory is lost",
                  .parts = "valid-deref valid-free valid-memtrack"},
    PropertyEntry{
        .property = Property::DefBehavior,
        .name = "def-behavior",
        .formulas = {},
        .violated_by = {.targets = true},
        .native = NativeSign::Sanitizer,
        .sanitizer = "address,undefined,pointer-compare,pointer-subtract",
        .reports = "runtime error: (division by zero|shift exponent)",
        .confirms = "AddressSanitizer: (SEGV|memcpy-param-overlap|invalid-pointer-pair)|runtime "
                    "error: (division by zero|shift "
                    "exponent|left shift of negative|index "
                    ".* out of bounds|variable length array bound|execution reached|null "
                    "pointer|call to function)"
                    "|is outside the range of representable values",
        .proved = "nothing happens that C leaves undefined, as far as that is checked",
        .rule = "no division by zero, no shift too far, nothing else that C leaves undefined",
        .failing = "undefined behaviour",
        .sites = true},
    PropertyEntry{
        .property = Property::NoDataRace,
        .name = "no-data-race",
        .formulas = {FormulaText{"G ! data-race"}},
        .violated_by = {.targets = true},
        .native = NativeSign::Target,
        .proved = "whenever two threads come to the same bytes, both read or both are atomic",
        .rule = "accesses of different threads to the same bytes, one of which writes, are "
                "ordered or atomic",
        .failing = "two threads come to the same bytes, and one of them writes",
        .sites = true},
    PropertyEntry{.property = Property::NoDeadlock,
                  .name = "no-deadlock",
                  .formulas = {},
                  .violated_by = {.targets = true},
                  .native = NativeSign::Target,
                  .proved = "some thread can always go on, until all have ended",
                  .rule = "some thread can always go on, until all have ended",
                  .failing = "every thread that has not ended waits",
                  .sites = true},
    PropertyEntry{.property = Property::Uninit,
                  .name = "uninit",
                  .formulas = {},
                  .violated_by = {.targets = true},
                  .native = NativeSign::Sanitizer,
                  .sanitizer = "memory",
                  .reports = "MemorySanitizer: use-of-uninitialized-value",
                  .confirms = "MemorySanitizer: use-of-uninitialized-value",
                  .proved = "nothing depends on an uninitialised value",
                  .rule = "no branch, address or library call depends on an uninitialised value",
                  .failing = "an uninitialised value decides",
                  .sites = true},
    PropertyEntry{.property = Property::Safety,
                  .name = "safety",
                  .formulas = {},
                  .violated_by = {.targets = true},
                  .native = NativeSign::Target,
                  .proved = "no check of the program fails",
                  .rule = "no check of the program fails",
                  .sites = true,
                  .parts = "unreach-call valid-deref valid-free no-overflow def-behavior "
                           "uninit no-data-race"},
    PropertyEntry{.property = Property::UnsignedOverflow,
                  .name = "unsigned-overflow",
                  .formulas = {},
                  .violated_by = {.targets = true},
                  .native = NativeSign::Sanitizer,
                  .sanitizer = "unsigned-integer-overflow",
                  .reports = "runtime error: (unsigned integer overflow|negation of)",
                  .confirms = "runtime error: (unsigned integer overflow|negation of)",
                  .proved = "no unsigned operation wraps around",
                  .rule = "no unsigned operation leaves the range of its type",
                  .failing = "an unsigned operation wraps around",
                  .sites = true},
    PropertyEntry{.property = Property::Conversion,
                  .name = "conversion",
                  .formulas = {},
                  .violated_by = {.targets = true},
                  .native = NativeSign::Sanitizer,
                  .sanitizer = "implicit-conversion",
                  .reports = "runtime error: implicit conversion",
                  .confirms = "runtime error: implicit conversion",
                  .proved = "no implicit conversion changes the value of an integer",
                  .rule = "no implicit conversion changes the value of an integer",
                  .failing = "an implicit conversion changes the value",
                  .sites = true},
    PropertyEntry{.property = Property::PointerOverflow,
                  .name = "pointer-overflow",
                  .formulas = {},
                  .violated_by = {.targets = true},
                  .native = NativeSign::Sanitizer,
                  .sanitizer = "pointer-overflow",
                  .reports = "runtime error: (pointer index expression|addition of unsigned "
                             "offset|subtraction of unsigned offset|applying (non-)?zero offset)",
                  .confirms = "runtime error: (pointer index expression|addition of unsigned "
                              "offset|subtraction of unsigned offset|applying (non-)?zero offset)",
                  .proved = "no pointer arithmetic leaves the address space",
                  .rule = "no pointer arithmetic leaves the address space",
                  .failing = "pointer arithmetic leaves the address space",
                  .sites = true},
    PropertyEntry{.property = Property::FloatDivByZero,
                  .name = "float-div-by-zero",
                  .formulas = {},
                  .violated_by = {.targets = true},
                  .native = NativeSign::Sanitizer,
                  .sanitizer = "float-divide-by-zero",
                  .reports = "runtime error: division by zero",
                  .confirms = "runtime error: division by zero",
                  .proved = "no floating-point number is divided by zero",
                  .rule = "no floating-point number is divided by zero",
                  .failing = "a floating-point number is divided by zero",
                  .sites = true},
    PropertyEntry{.property = Property::Nan,
                  .name = "nan",
                  .formulas = {},
                  .violated_by = {.targets = true},
                  .native = NativeSign::Target,
                  .proved = "no operation on numbers gives NaN",
                  .rule = "no operation on numbers gives NaN",
                  .failing = "an operation on numbers gives NaN",
                  .sites = true},
    PropertyEntry{.property = Property::FloatOverflow,
                  .name = "float-overflow",
                  .formulas = {},
                  .violated_by = {.targets = true},
                  .native = NativeSign::Target,
                  .proved = "no operation on finite numbers gives an infinity",
                  .rule = "no operation on finite numbers gives an infinity",
                  .failing = "an operation on finite numbers gives an infinity",
                  .sites = true},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < table.size(); ++i)
    if (static_cast<std::size_t>(table.at(i).property) != i) return false;
  return table.size() == static_cast<std::size_t>(Property::FloatOverflow) + 1;
}
static_assert(in_order(), "every property has its row");

} // namespace

std::span<const PropertyEntry> properties() {
  return table;
}

const PropertyEntry& entry(Property property) {
  return table.at(static_cast<std::size_t>(property));
}

std::optional<Property> find_property(std::string_view name) {
  const auto* found = std::ranges::find(table, name, &PropertyEntry::name);
  if (found == table.end()) return std::nullopt;
  return found->property;
}

std::vector<Property> parts_of(Property property) {
  std::vector<Property> result;
  std::string_view left = entry(property).parts;
  if (left.empty()) return {property};
  while (!left.empty()) {
    std::string_view word = left.substr(0, left.find(' '));
    result.push_back(find_property(word).value());
    left.remove_prefix(std::min(left.size(), word.size() + 1));
  }
  return result;
}

namespace {

std::string listed_names(bool on_demand) {
  std::vector<std::string_view> names;
  for (const PropertyEntry& row : table)
    if (row.decided() && is_on_demand(row.property) == on_demand) names.push_back(row.name);
  std::string result;
  for (std::size_t i = 0; i < names.size(); ++i)
    result += fmt::format("{}{}", i == 0 ? "" : i + 1 == names.size() ? " or " : ", ", names[i]);
  return result;
}

} // namespace

std::string property_names() {
  return listed_names(false);
}

std::string names_on_demand() {
  return listed_names(true);
}

std::string check_text(const FormulaText& formula_text,
                       std::string_view named,
                       std::string_view entry_function) {
  std::string_view formula = formula_text.text;
  std::string text; // without the blanks around brackets
  for (std::size_t i = 0; i < formula.size(); ++i) {
    bool before_bracket = formula[i] == ' ' && i + 1 < formula.size()
                          && (formula[i + 1] == '(' || formula[i + 1] == ')');
    bool behind_bracket = formula[i] == ' ' && i > 0 && formula[i - 1] == '(';
    if (before_bracket || behind_bracket) continue;
    if (formula[i] == '%')
      text += named;
    else
      text += formula[i];
  }
  return fmt::format("CHECK( init({}()), LTL({}) )", entry_function, text);
}

} // namespace kleene
