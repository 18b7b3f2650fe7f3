// SPDX-License-Identifier: Apache-2.0
#include "file_lines.h"

#include <fmt/core.h>

#include <map>
#include <sstream>

namespace kleene::evidence {
namespace {

using Words = std::set<std::string>;

const Words& header_words() {
  static const Words words{"spec", "property", "target", "integers", "evidence", "let"};
  return words;
}

/// The lines of each kind, as in doc/evidence.md.
const std::map<std::string, Words>& lines() {
  static const Words proof{"null",
                           "induction",
                           "objects",
                           "parameter",
                           "instance",
                           "procedure",
                           "at",
                           "summary",
                           "order"};
  static const Words stem{"steps", "input", "reaches", "choice", "choose"};
  auto with = [](Words words, const Words& more) {
    words.insert(more.begin(), more.end());
    return words;
  };
  static const std::map<std::string, Words> table{
      {"execution", {"steps", "input", "memory"}},
      {"invariants", proof},
      {"bounds", {"rounds", "depth"}},
      {"all-runs", {"runs", "steps"}},
      {"ranks", with(proof, {"layer"})},
      {"lasso", {"steps", "input", "loop-steps", "loop-input"}},
      {"ranking", with(proof, {"rank"})},
      {"recurrent-set", with(with(proof, stem), {"in"})},
      {"must-sets", with(stem, {"leads", "returns", "rank", "summary"})},
      {"activations", {"run", "open", "goes"}},
      {"leaps", {"leap",      "region",  "entry",  "exit",    "least", "most",  "hide",
                 "step",      "reached", "by-way", "by-leap", "value", "way",   "round",
                 "round-way", "take",    "over",   "choose",  "steps", "input", "memory"}},
      {"layered-recurrence", {"layer", "in", "order"}},
      {"schedule", {"slice", "input"}},
      {"interleavings", {"unfolded", "thread", "place", "waits", "active", "order"}},
      {"stacks", {"shared", "symbol", "automaton", "state", "edge", "set"}},
      {"control-flow", {}},
  };
  return table;
}

/// How many words of a line tell what it is about, if that can be said only once; 0 if it may come again.
std::size_t telling_words(const std::string& word) {
  static const std::map<std::string, std::size_t> once{
      {"spec", 1},    {"property", 1},   {"integers", 1},  {"evidence", 1},  {"steps", 1},
      {"runs", 1},    {"loop-steps", 1}, {"rounds", 1},    {"depth", 1},     {"null", 1},
      {"reaches", 1}, {"induction", 1},  {"objects", 1},   {"way", 1},       {"round", 1},
      {"order", 1},   {"unfolded", 1},   {"round-way", 1}, {"procedure", 2}, {"summary", 2},
      {"at", 3},      {"in", 3},         {"value", 2},
  };
  auto found = once.find(word);
  return found == once.end() ? 0 : found->second;
}

} // namespace

void LineRules::look(const std::string& word, const std::string& line) {
  if (!header_words().contains(word)) {
    auto own = lines().find(kind_);
    if (own == lines().end()) throw Misread{"it is not said what kind of evidence this is"};
    if (!own->second.contains(word))
      throw Misread{fmt::format("'{}' means nothing in evidence of the kind {}", word, kind_)};
  }
  std::istringstream words(line);
  std::string beginning;
  std::string next;
  for (std::size_t i = telling_words(word); i > 0 && words >> next; --i)
    beginning += next + ' ';
  if (!beginning.empty() && !seen_.insert(beginning).second)
    throw Misread{fmt::format("'{}' was said before", beginning)};
  if (word == "evidence") {
    kind_ = line.substr(line.find_last_of(" \t") + 1);
    if (!lines().contains(kind_)) throw Misread{fmt::format("there is no evidence '{}'", kind_)};
  }
}

void LineRules::finish() const {
  for (std::string_view word : {"property", "integers", "evidence"})
    if (!seen_.contains(fmt::format("{} ", word)))
      throw Misread{fmt::format("the line '{}' is missing", word)};
}

} // namespace kleene::evidence
