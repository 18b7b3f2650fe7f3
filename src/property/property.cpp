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
                  .proved = "no execution reaches a target",
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
    PropertyEntry{Property::ValidDeref, "valid-deref", {FormulaText{"G valid-deref"}}, {}},
    PropertyEntry{Property::ValidFree, "valid-free", {FormulaText{"G valid-free"}}, {}},
    PropertyEntry{Property::ValidMemtrack, "valid-memtrack", {FormulaText{"G valid-memtrack"}}, {}},
    PropertyEntry{
        Property::ValidMemcleanup, "valid-memcleanup", {FormulaText{"G valid-memcleanup"}}, {}},
    PropertyEntry{Property::ValidMemsafety, "valid-memsafety", {}, {}},
    PropertyEntry{Property::DefBehavior, "def-behavior", {}, {}},
    PropertyEntry{Property::NoDataRace, "no-data-race", {FormulaText{"G ! data-race"}}, {}},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < table.size(); ++i)
    if (static_cast<std::size_t>(table.at(i).property) != i) return false;
  return table.size() == static_cast<std::size_t>(Property::NoDataRace) + 1;
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

std::string property_names() {
  std::vector<std::string_view> names;
  for (const PropertyEntry& row : table)
    if (row.decided()) names.push_back(row.name);
  std::string result;
  for (std::size_t i = 0; i < names.size(); ++i)
    result += fmt::format("{}{}", i == 0 ? "" : i + 1 == names.size() ? " or " : ", ", names[i]);
  return result;
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
