// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/coverage.h"

#include "kleene/evidence/world.h"
#include "kleene/support/sha256.h"
#include "kleene/support/source.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "view.h"

namespace kleene::report {
namespace {

using Answer = ShownBranch::Answer;
using Json = nlohmann::ordered_json;
constexpr std::string_view input_prefix = "__VERIFIER_nondet_";

std::string xml(std::string_view text) {
  std::string result;
  for (char c : text)
    result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return result;
}

/// Floats are shown exactly, and then as people read them.
std::string number_of(const ShownInput& input) {
  return input.value.substr(0, input.value.find(' '));
}

std::string testcase(const ShownTest& test) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
      "<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" "
      "\"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n<testcase>\n";
  for (const ShownInput& input : test.inputs)
    if (input.origin.starts_with(input_prefix))
      text += fmt::format("  <input type=\"{}\">{}</input>\n",
                          xml(input.origin.substr(input_prefix.size())),
                          xml(number_of(input)));
  return text + "</testcase>\n";
}

std::string metadata(const Report& report, const std::string& entry) {
  std::string hash;
  if (!report.files.empty())
    if (ReadFile file = read_file(report.files.front()); file.text) hash = sha256(*file.text);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
      "<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata "
      "1.1//EN\" "
      "\"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n<test-metadata>\n"
      "  <sourcecodelang>C</sourcecodelang>\n  <producer>kleene {}</producer>\n"
      "  <specification>COVER( init({}()), FQL(COVER EDGES(@DECISIONEDGE)) )</specification>\n"
      "  <programfile>{}</programfile>\n  <programhash>{}</programhash>\n  "
      "<entryfunction>{}</entryfunction>\n"
      "  <architecture>{}</architecture>\n  <creationtime>{}</creationtime>\n</test-metadata>\n",
      xml(report.version),
      xml(entry),
      xml(report.files.empty() ? "" : report.files.front()),
      hash,
      xml(entry),
      report.data_model == "ILP32" ? "32bit" : "64bit",
      utc_now());
}

std::string inputs_text(const ShownTest& test) {
  constexpr std::size_t most = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(test.inputs.size(), most); ++i)
    text += (i == 0 ? "" : ", ") + number_of(test.inputs[i]);
  if (test.inputs.size() > most) text += fmt::format(", … ({} altogether)", test.inputs.size());
  return text.empty() ? "none" : text;
}

ShownTest shown_test(const ir::Program& program, const verify::Test& test) {
  ShownTest shown;
  shown.inputs = to_shown(program, test.replay.inputs);
  shown.ending = ir::describe(test.replay.run.ending);
  evidence::World world = evidence::world_of(test.replay.inputs);
  shown.command_line = evidence::command_line(world, "./program", "FILE");
  if (world.reads_input) shown.standard_input = world.standard_input;
  shown.harness = test.native.harness;
  shown.not_native = test.native.not_run;
  return shown;
}

} // namespace

std::string_view name(Answer answer) {
  return answer == Answer::Taken         ? "taken"
         : answer == Answer::Unreachable ? "unreachable"
                                         : "unknown";
}

std::size_t Coverage::count(Answer answer) const {
  return static_cast<std::size_t>(std::ranges::count(branches, answer, &ShownBranch::answer));
}

Coverage coverage(const ir::Program& program,
                  const std::vector<transform::Branch>& branches,
                  const std::vector<verify::DecidedCheck>& decided,
                  const std::vector<verify::Test>& tests,
                  const std::string& objection) {
  Coverage result;
  for (const verify::Test& test : tests)
    result.tests.push_back(shown_test(program, test));
  for (std::size_t i = 0; i < branches.size(); ++i) {
    ShownBranch branch{to_place(program.files, branches[i].range),
                       program.procedure(branches[i].procedure).name,
                       branches[i].what};
    for (std::size_t t = 0; t < tests.size(); ++t)
      if (tests[t].takes.contains(i)) branch.tests.push_back(t + 1);
    if (!branch.tests.empty()) {
      branch.answer = Answer::Taken;
    } else if (decided[i].outcome == verify::CheckOutcome::Proved) {
      branch.answer = Answer::Unreachable;
    } else if (decided[i].outcome == verify::CheckOutcome::Violated || !objection.empty()) {
      branch.reason = objection.empty()
                          ? "an execution takes it, but it cannot be written as a test"
                          : "the test that takes it was not confirmed: " + objection;
    } else {
      branch.reason = decided[i].reason.empty() ? "no answer was found" : decided[i].reason;
    }
    result.branches.push_back(std::move(branch));
  }
  std::ranges::stable_sort(result.branches, {}, [](const ShownBranch& b) {
    return std::tuple(b.place.file, b.place.line, b.place.column);
  });
  return result;
}

std::string to_text(const Coverage& coverage) {
  std::string text = fmt::format("Branches: {} altogether.\n", coverage.branches.size());
  for (Answer answer : {Answer::Taken, Answer::Unreachable, Answer::Unknown})
    if (std::size_t n = coverage.count(answer); n > 0)
      text += fmt::format("  {:<12} {}\n", name(answer), n);
  for (const ShownBranch& b : coverage.branches)
    if (b.answer != Answer::Taken)
      text += fmt::format("  {}: {}: {}{}{}\n",
                          describe(b.place),
                          b.what,
                          name(b.answer),
                          b.reason.empty() ? "" : ": ",
                          b.reason);
  for (std::size_t t = 0; t < coverage.tests.size(); ++t) {
    const ShownTest& test = coverage.tests[t];
    std::size_t takes = static_cast<std::size_t>(
        std::ranges::count_if(coverage.branches, [&](const ShownBranch& b) {
          return std::ranges::find(b.tests, t + 1) != b.tests.end();
        }));
    text +=
        fmt::format("Test {}: inputs {}; takes {} branches; {}{}.\n",
                    t + 1,
                    inputs_text(test),
                    takes,
                    test.ending,
                    test.not_native.empty() ? "" : " (not run natively: " + test.not_native + ")");
  }
  return text;
}

std::string to_json(const Coverage& coverage, const Report& report) {
  Json document = Json::parse(to_json(report));
  document["branches"] = Json::array();
  for (const ShownBranch& b : coverage.branches) {
    Json branch{{"file", b.place.file},
                {"line", b.place.line},
                {"column", b.place.column},
                {"function", b.function},
                {"what", b.what},
                {"answer", name(b.answer)},
                {"tests", b.tests}};
    if (!b.reason.empty()) branch["reason"] = b.reason;
    document["branches"].push_back(std::move(branch));
  }
  document["tests"] = Json::array();
  for (const ShownTest& t : coverage.tests) {
    Json test{{"inputs", Json::array()}, {"ending", t.ending}, {"native", t.not_native.empty()}};
    for (const ShownInput& input : t.inputs)
      test["inputs"].push_back(
          {{"value", input.value}, {"type", input.type}, {"origin", input.origin}});
    if (!t.command_line.empty()) test["command_line"] = t.command_line;
    document["tests"].push_back(std::move(test));
  }
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::map<std::string, std::string>
test_files(const Coverage& coverage, const Report& report, const std::string& entry) {
  std::map<std::string, std::string> files{{"metadata.xml", metadata(report, entry)}};
  for (std::size_t t = 0; t < coverage.tests.size(); ++t) {
    const ShownTest& test = coverage.tests[t];
    files[fmt::format("testcase-{}.xml", t + 1)] = testcase(test);
    std::string base = fmt::format("test-{}", t + 1);
    if (!test.harness.empty()) files[base + ".c"] = test.harness;
    if (test.standard_input) files[base + ".stdin"] = *test.standard_input;
    if (!test.command_line.empty()) {
      std::string line = test.command_line;
      if (std::size_t at = line.find("FILE"); at != std::string::npos)
        line.replace(at, 4, base + ".stdin");
      files[base + ".sh"] = "#!/bin/sh\n# ./program is the program, compiled.\n" + line + "\n";
    }
  }
  return files;
}

} // namespace kleene::report
