// SPDX-License-Identifier: Apache-2.0
#include "file_threads.h"

#include <fmt/core.h>

#include <bit>

#include "file_names.h"

namespace kleene::evidence {
namespace {

using Kind = ir::StackSymbol::Kind;
using Stage = ir::SharedState::Birth::Stage;

/// Values as digits, the first variable first; `-` for none at all.
std::string digits(ir::ValueBits values, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += ((values >> i) & 1U) != 0 ? '1' : '0';
  return text.empty() ? "-" : text;
}

ir::ValueBits values(const std::string& text) {
  if (text == "-") return 0;
  ir::ValueBits result = 0;
  if (text.empty() || text.size() > 64) throw Misread{"values should be up to 64 digits"};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '0' && text[i] != '1') throw Misread{"values should be digits 0 and 1"};
    if (text[i] == '1') result |= ir::ValueBits(1) << i;
  }
  return result;
}

std::string word(std::istringstream& words) {
  std::string w;
  words >> w;
  return w;
}

std::size_t number(std::istringstream& words) {
  std::size_t n = 0;
  if (!(words >> n)) throw Misread{"a number is missing"};
  return n;
}

std::size_t variable_count(const ir::Procedure& p) {
  return p.parameters.size() + p.returns.size() + p.locals.size();
}

std::string births(const ir::SharedState& state) {
  std::string text;
  for (const ir::SharedState::Birth& birth : state.births) {
    if (!text.empty()) text += ',';
    text += birth.stage == Stage::Running ? "running"
            : birth.stage == Stage::Unborn
                ? "unborn"
                : "born:" + digits(birth.arguments, std::bit_width(birth.arguments));
  }
  return text.empty() ? "-" : text;
}

std::string describe(const ir::StackSymbol& symbol, const ir::Program& program) {
  switch (symbol.kind) {
  case Kind::Frame:
  case Kind::Calling: {
    const ir::Procedure& p = program.procedure(symbol.procedure);
    return fmt::format("{} {} {} {}",
                       symbol.kind == Kind::Frame ? "frame" : "calling",
                       p.name,
                       symbol.number,
                       digits(symbol.values, variable_count(p)));
  }
  case Kind::Waiting:
    return fmt::format("waiting {}", symbol.number);
  case Kind::Ended:
    return "ended";
  case Kind::Bottom:
    break;
  }
  return "bottom";
}

} // namespace

Result<ir::Program> with_places(const ir::Unfolding& unfolding, std::size_t bits) {
  constexpr std::size_t most_bits = 100'000;
  if (bits > most_bits) return Diagnostic::error(ErrorKind::Parse, "there are too many places");
  ir::Program names = unfolding.program;
  for (std::size_t b = 0; b < bits; ++b)
    names.add_variable(
        {.name = names.fresh_name(fmt::format("place${}", b)), .type = Type::boolean()});
  return names;
}

std::string write_lines(const std::vector<ir::Slice>& slices) {
  std::string text;
  for (const ir::Slice& slice : slices)
    text += fmt::format("slice {} {}\n", slice.thread, slice.steps);
  return text;
}

std::string write_lines(const StackProof& proof, const ir::Program& program) {
  std::string text;
  for (const ir::SharedState& state : proof.shared) {
    text +=
        fmt::format("shared {} {}", digits(state.globals, program.globals.size()), births(state));
    if (state.returning.valid()) {
      const ir::Procedure& p = program.procedure(state.returning);
      text += fmt::format(" returning {} {}", p.name, digits(state.returned, p.returns.size()));
    }
    text += '\n';
  }
  for (const ir::StackSymbol& symbol : proof.symbols)
    text += fmt::format("symbol {}\n", describe(symbol, program));
  for (const StackAutomaton& automaton : proof.automata) {
    text += "automaton\n";
    for (const StackAutomaton::Node& state : automaton.states) {
      text += state.accepting ? "state accepting\n" : "state\n";
      for (auto [symbol, to] : state.next)
        text += fmt::format("edge {} {}\n", symbol, to);
    }
  }
  for (const StackProof::Set& set : proof.sets) {
    text += fmt::format("set {} {}", set.thread, set.shared);
    for (std::size_t a : set.stacks)
      text += fmt::format(" {}", a);
    text += '\n';
  }
  return text;
}

ir::ProcId ThreadLines::procedure(std::istringstream& words) const {
  std::string name = word(words);
  std::optional<ir::ProcId> found = program_.find_procedure(name);
  if (!found) throw Misread{fmt::format("the program has no procedure {}", name)};
  return *found;
}

void ThreadLines::read_shared(std::istringstream& words) {
  ir::SharedState state;
  state.globals = values(word(words));
  std::istringstream list(word(words));
  for (std::string birth; std::getline(list, birth, ',');) {
    constexpr std::string_view born = "born:";
    if (birth == "running")
      state.births.push_back({});
    else if (birth == "unborn")
      state.births.push_back({Stage::Unborn});
    else if (birth.starts_with(born))
      state.births.push_back({Stage::Born, values(birth.substr(born.size()))});
    else if (birth != "-")
      throw Misread{"a thread is running, unborn or born"};
  }
  if (std::string w = word(words); w == "returning") {
    state.returning = procedure(words);
    state.returned = values(word(words));
  } else if (!w.empty()) {
    throw Misread{fmt::format("'{}' means nothing here", w)};
  }
  proof.shared.push_back(std::move(state));
}

void ThreadLines::read_symbol(std::istringstream& words) {
  ir::StackSymbol symbol;
  std::string kind = word(words);
  if (kind == "frame" || kind == "calling") {
    symbol.kind = kind == "frame" ? Kind::Frame : Kind::Calling;
    symbol.procedure = procedure(words);
    symbol.number = number(words);
    symbol.values = values(word(words));
  } else if (kind == "waiting") {
    symbol.kind = Kind::Waiting;
    symbol.number = number(words);
  } else if (kind == "ended") {
    symbol.kind = Kind::Ended;
  } else if (kind != "bottom") {
    throw Misread{fmt::format("there is no symbol {}", kind)};
  }
  proof.symbols.push_back(symbol);
}

bool ThreadLines::read(const std::string& first, std::istringstream& words) {
  if (first == "slice") {
    std::size_t thread = number(words);
    slices.push_back({thread, number(words)});
  } else if (first == "shared") {
    read_shared(words);
  } else if (first == "symbol") {
    read_symbol(words);
  } else if (first == "automaton") {
    proof.automata.emplace_back();
  } else if (first == "state") {
    if (proof.automata.empty()) throw Misread{"the state belongs to no automaton"};
    proof.automata.back().states.push_back({word(words) == "accepting", {}});
  } else if (first == "edge") {
    if (proof.automata.empty() || proof.automata.back().states.empty())
      throw Misread{"the edge belongs to no state"};
    std::size_t symbol = number(words);
    proof.automata.back().states.back().next.emplace_back(symbol, number(words));
  } else if (first == "set") {
    StackProof::Set set;
    set.thread = number(words);
    set.shared = number(words);
    for (std::size_t a = 0; words >> a;)
      set.stacks.push_back(a);
    proof.sets.push_back(std::move(set));
  } else {
    return false;
  }
  return true;
}

} // namespace kleene::evidence
