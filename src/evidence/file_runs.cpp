// SPDX-License-Identifier: Apache-2.0
#include "file_runs.h"

#include <fmt/core.h>

#include <charconv>

#include "file_names.h"

namespace kleene::evidence {
namespace {

constexpr std::size_t steps_on_a_line = 20;

/// `3`, with choices `3:01`, with the run of a callee `3@7`.
std::string step_text(const Activation::Step& step) {
  std::string text = fmt::format("{}", step.edge);
  if (!step.chosen.empty()) text += ':';
  for (bool value : step.chosen)
    text += value ? '1' : '0';
  if (step.run != Activation::Step::no_run) text += fmt::format("@{}", step.run + 1);
  return text;
}

/// Takes a number from the beginning of the text.
std::size_t take_number(std::string_view& text) {
  std::size_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) throw Misread{"a step should begin with the number of its edge"};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

Activation::Step read_step(std::string_view text) {
  Activation::Step step{.edge = take_number(text)};
  if (text.starts_with(':'))
    for (text.remove_prefix(1); !text.empty() && text.front() != '@'; text.remove_prefix(1)) {
      if (text.front() != '0' && text.front() != '1') throw Misread{"choices are digits 0 and 1"};
      step.chosen.push_back(text.front() == '1');
    }
  if (text.starts_with('@')) {
    text.remove_prefix(1);
    step.run = take_number(text);
    if (step.run == 0) throw Misread{"runs count from 1"};
    --step.run;
  }
  if (!text.empty()) throw Misread{fmt::format("'{}' is not part of a step", text)};
  return step;
}

std::string lines_of(std::string_view word, const Activation& run, const ir::Program& program) {
  std::string text = fmt::format("{} {}", word, program.procedure(run.procedure).name);
  for (auto [v, value] : run.entry)
    text += fmt::format(" {}={}", program.variable(v).name, value ? 1 : 0);
  for (std::size_t i = 0; i < run.steps.size(); ++i)
    text += (i % steps_on_a_line == 0 ? "\ngoes " : " ") + step_text(run.steps[i]);
  return text + "\n";
}

} // namespace

std::string write_lines(const Activations& runs, const ir::Program& program) {
  std::string text;
  for (std::size_t i = 0; i < runs.finished.size(); ++i)
    text += fmt::format("# {}\n", i + 1) + lines_of("run", runs.finished[i], program);
  for (const Activation& run : runs.stack)
    text += lines_of("open", run, program);
  return text;
}

Activation RunLines::beginning(std::istringstream& words) const {
  std::string word;
  words >> word;
  std::optional<ir::ProcId> procedure = program_.find_procedure(word);
  if (!procedure) throw Misread{fmt::format("the program has no procedure {}", word)};
  Activation run{*procedure, {}, {}};
  while (words >> word) {
    std::size_t equals = word.rfind('=');
    std::optional<VarId> v =
        program_.find_variable(std::string_view(word).substr(0, std::min(equals, word.size())));
    if (!v) throw Misread{fmt::format("'{}' should give a variable a value", word)};
    std::string value = word.substr(equals + 1);
    if (value != "0" && value != "1") throw Misread{"values are 0 and 1"};
    run.entry[*v] = value == "1";
  }
  return run;
}

bool RunLines::read(const std::string& word, std::istringstream& words) {
  if (word == "run") {
    run_ = &runs.finished.emplace_back(beginning(words));
  } else if (word == "open") {
    run_ = &runs.stack.emplace_back(beginning(words));
  } else if (word == "goes") {
    if (run_ == nullptr) throw Misread{"it is not said which run goes there"};
    for (std::string step; words >> step;)
      run_->steps.push_back(read_step(step));
  } else {
    return false;
  }
  return true;
}

} // namespace kleene::evidence
