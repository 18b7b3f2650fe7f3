// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/explained.h"

#include <fmt/core.h>

namespace kleene::report {
namespace {

std::string without_indentation(const std::string& line) {
  std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : line.substr(begin);
}

/// The source line, and beneath it what holds there.
std::string fact_text(const ExplainedFact& fact) {
  std::string head = fact.place.line == 0 ? fmt::format("  {}\n", fact.procedure)
                                          : fmt::format("  {}:{}  {}\n",
                                                        fact.procedure,
                                                        fact.place.line,
                                                        without_indentation(fact.place.text));
  return head + fmt::format("      {}\n", fact.formula);
}

} // namespace

std::string to_text(const Explained& explained) {
  std::string text;
  if (!explained.steps.empty()) text += "How it was found:\n";
  for (const std::string& step : explained.steps)
    text += fmt::format("  {}\n", step);
  if (!explained.predicates.empty()) text += "Predicates:\n";
  for (const PredicatesOf& of : explained.predicates) {
    text += fmt::format("  {}\n", of.procedure);
    for (const std::string& predicate : of.predicates)
      text += fmt::format("      {}\n", predicate);
  }
  std::string kind;
  for (const ExplainedFact& fact : explained.facts) {
    if (kind.empty())
      text += "At the source lines (x@entry is the value of x when the procedure was entered):\n";
    if (fact.kind != kind) text += fmt::format("{}:\n", fact.kind);
    kind = fact.kind;
    text += fact_text(fact);
  }
  return text;
}

} // namespace kleene::report
