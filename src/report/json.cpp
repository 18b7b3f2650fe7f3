// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/world.h"
#include "kleene/report/explained.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace kleene::report {
namespace {

using Json = nlohmann::ordered_json;

Json to_value(const SourcePlace& place) {
  Json value = Json::object();
  if (!place.file.empty()) value["file"] = place.file;
  if (place.line != 0) value["line"] = place.line;
  if (place.column != 0) value["column"] = place.column;
  if (!place.text.empty()) value["text"] = place.text;
  return value;
}

Json to_value(const Diagnostic& d) {
  const char* severity = d.severity == Severity::Error     ? "error"
                         : d.severity == Severity::Warning ? "warning"
                                                           : "note";
  const char* kind = d.kind == ErrorKind::Usage   ? "usage"
                     : d.kind == ErrorKind::Parse ? "parse"
                                                  : "unsupported";
  Json value = {{"severity", severity}};
  if (d.severity == Severity::Error) value["kind"] = kind;
  value["message"] = d.message;
  if (!d.file.empty())
    value["place"] = to_value(SourcePlace{d.file, d.begin.line, d.begin.column, d.source_line});
  return value;
}

Json to_value(const std::vector<ShownInput>& inputs) {
  Json list = Json::array();
  for (const ShownInput& input : inputs) {
    list.push_back({{"value", input.value},
                    {"type", input.type},
                    {"origin", input.origin},
                    {"place", to_value(input.place)}});
    if (!input.stands_for.empty()) list.back()["stands_for"] = input.stands_for;
  }
  return list;
}

Json to_value(const std::vector<ShownFrame>& stack) {
  Json list = Json::array();
  for (const ShownFrame& frame : stack)
    list.push_back({{"function", frame.function}, {"place", to_value(frame.place)}});
  return list;
}

const char* kind_name(ShownStep::Kind kind) {
  switch (kind) {
  case ShownStep::Kind::Call:
    return "call";
  case ShownStep::Kind::Return:
    return "return";
  case ShownStep::Kind::Branch:
    return "branch";
  case ShownStep::Kind::Step:
    break;
  }
  return "step";
}

Json to_value(const ShownState& state) {
  Json frames = Json::array();
  for (const ShownState::Frame& frame : state.frames)
    frames.push_back({{"function", frame.function}, {"values", frame.values}});
  return {{"globals", state.globals}, {"memory", state.memory}, {"frames", std::move(frames)}};
}

Json to_value(const std::vector<ShownStep>& tree) {
  Json list = Json::array();
  for (const ShownStep& step : tree) {
    Json value = {{"depth", step.depth},
                  {"function", step.function},
                  {"what", step.what},
                  {"place", to_value(step.place)}};
    value["kind"] = kind_name(step.kind);
    if (!step.callee.empty()) value["callee"] = step.callee;
    if (step.kind == ShownStep::Kind::Branch) value["branch"] = true;
    if (step.decisive) value["decisive"] = true;
    if (step.matters) value["matters"] = true;
    if (step.skipped > 0) value["skipped"] = step.skipped;
    for (const auto& [name, scope] : step.scopes)
      value["scopes"][name] = scope == ShownStep::Scope::Global ? "global" : "memory";
    if (step.state) value["state"] = to_value(*step.state);
    if (step.repeats) value["repeats"] = true;
    for (const auto& [name, text] : step.values)
      value["values"][name] = text;
    list.push_back(std::move(value));
  }
  return list;
}

Json to_value(const ShownChain& chain) {
  Json leaps = Json::array();
  for (const ShownLeap& leap : chain.leaps)
    leaps.push_back({{"where", leap.where},
                     {"place", to_value(leap.place)},
                     {"region", leap.region},
                     {"entry", leap.entry},
                     {"exit", leap.exit},
                     {"choices", leap.choices},
                     {"theorem", leap.theorem},
                     {"inner", leap.inner}});
  Json value = {{"chain", leaps}, {"checker", chain.checker}, {"questions", chain.questions}};
  if (!chain.chosen.empty()) value["chosen"] = chain.chosen;
  if (chain.round)
    value["round"] = {{"where", chain.round->where},
                      {"place", to_value(chain.round->place)},
                      {"states", chain.round->region}};
  return value;
}

Json to_value(const Counterexample& c) {
  Json value = {{"what", c.what},
                {"place", to_value(c.place)},
                {"inputs", to_value(c.inputs)},
                {"stack", to_value(c.stack)},
                {"steps", c.steps},
                {"tree", to_value(c.tree)},
                {"tree_left_out", c.left_out}};
  if (c.headline != "Violated") value["headline"] = c.headline;
  if (!c.command_line.empty()) value["command_line"] = c.command_line;
  if (c.standard_input) value["standard_input"] = evidence::hexadecimal(*c.standard_input);
  if (!c.memory.empty()) value["memory"] = to_value(c.memory);
  if (!c.lanes.empty()) {
    value["threads"] = c.lanes;
    value["context_switches"] = c.context_switches;
    for (std::size_t i = 0; i < c.tree.size(); ++i)
      value["tree"][i]["thread"] = c.tree[i].lane;
  }
  if (c.loop_after) value["loop_after"] = *c.loop_after;
  if (c.layers > 0) value["layers"] = c.layers;
  if (c.runs > 0) {
    value["runs"] = c.runs;
    value["total_steps"] = c.total_steps;
  }
  if (c.maybe_long) value["maybe_long"] = true;
  if (c.leaps) value["leaps"] = to_value(*c.leaps);
  bool only_leaps = c.leaps && c.steps == 0;
  value["replayed"] = {{"interpreter", c.layers == 0 && c.runs == 0 && !only_leaps},
                       {"native", !c.native_command.empty()}};
  if (!c.native_command.empty()) value["replayed"]["command"] = c.native_command;
  if (!c.not_native.empty()) value["replayed"]["not_native"] = c.not_native;
  return value;
}

Json to_value(const Explained& explained) {
  Json predicates = Json::array();
  for (const PredicatesOf& of : explained.predicates)
    predicates.push_back({{"procedure", of.procedure}, {"predicates", of.predicates}});
  Json facts = Json::array();
  for (const ExplainedFact& fact : explained.facts)
    facts.push_back({{"kind", fact.kind},
                     {"procedure", fact.procedure},
                     {"formula", fact.formula},
                     {"place", to_value(fact.place)}});
  return {{"steps", explained.steps},
          {"predicates", std::move(predicates)},
          {"facts", std::move(facts)}};
}

Json to_value(const Proof& proof) {
  Json facts = Json::array();
  for (const ShownFact& fact : proof.facts)
    facts.push_back(
        {{"where", fact.where}, {"formula", fact.formula}, {"place", to_value(fact.place)}});
  for (std::size_t i = 0; i < proof.facts.size(); ++i)
    if (proof.facts[i].conjuncts.size() > 1) facts[i]["conjuncts"] = proof.facts[i].conjuncts;
  return {{"what", proof.what},
          {"facts", facts},
          {"induction", proof.induction},
          {"checker", proof.checker},
          {"questions", proof.questions},
          {"counted", proof.counted}};
}

Json to_value(const RunSummary& run) {
  Json value = {{"ending", run.ending}};
  if (!run.detail.empty()) value["detail"] = run.detail;
  if (!run.status.empty()) value["status"] = run.status;
  value["steps"] = run.steps;
  value["place"] = to_value(run.place);
  value["inputs"] = to_value(run.inputs);
  value["stack"] = to_value(run.stack);
  auto event = [&](const char* key, const std::optional<ShownEvent>& e) {
    if (e) value[key] = {{"text", e->text}, {"place", to_value(e->place)}};
  };
  event("overflow", run.overflow);
  event("indeterminate", run.indeterminate);
  event("assumed", run.assumed);
  event("foreign", run.foreign);
  return value;
}

Json to_value(const FormulaResult& result) {
  Json value = {{"kind", result.kind}};
  if (!result.name.empty()) value["name"] = result.name;
  value["place"] = to_value(result.place);
  if (result.value) value["value"] = *result.value;
  // Numbers that a reader of JSON might round stay text.
  if (!result.count.empty() && result.count.size() <= 15)
    value["count"] = std::stoull(result.count);
  else if (!result.count.empty())
    value["count"] = result.count;
  if (!result.lines.empty()) value["lines"] = result.lines;
  return value;
}

Json to_value(const ShownLook& look) {
  Json value = {{"runs", look.runs}, {"tried", look.tried}, {"compilers", look.compilers}};
  if (!look.skipped.empty()) value["skipped"] = look.skipped;
  return value;
}

Json to_value(const std::vector<Obstacle>& tried) {
  Json list = Json::array();
  for (const Obstacle& o : tried)
    list.push_back({{"engine", o.engine}, {"outcome", o.reason}, {"seconds", o.seconds}});
  return list;
}

// Names and source lines may hold any bytes: what is no UTF-8 is replaced.
std::string written(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace

void amend(Rendered& answer, const ShownLook& look) {
  answer.explanation += to_text(look);
  if (answer.json.empty()) return;
  Json document = Json::parse(answer.json);
  document["second_look"] = to_value(look);
  answer.json = written(document);
}

void add_tried(std::vector<Obstacle>& all, const std::vector<Obstacle>& more) {
  for (const Obstacle& o : more) {
    auto known = std::ranges::find(all, o.engine, &Obstacle::engine);
    if (known == all.end()) {
      all.push_back(o);
      continue;
    }
    known->seconds += o.seconds;
    if (known->reason != "answered") known->reason = o.reason;
  }
}

void amend(Rendered& answer, const std::vector<Obstacle>& tried) {
  if (answer.json.empty() || tried.empty()) return;
  Json document = Json::parse(answer.json);
  document["tried"] = to_value(tried);
  answer.json = written(document);
}

std::string to_json(const Report& report) {
  Json document = {
      {"kleene", report.version}, {"command", report.command}, {"files", report.files}};
  auto text = [&](const char* key, const std::string& value) {
    if (!value.empty()) document[key] = value;
  };
  text("property", report.property);
  text("engine", report.engine);
  text("data_model", report.data_model);
  text("integers", report.integers);
  if (report.verdict) {
    document["verdict"] = report.verdict->answer();
    text("reason", report.verdict->reason());
    if (is_open(*report.verdict)) text("hint", report.hint);
  }
  document["exit_code"] = report.exit_code;
  if (report.counterexample) document["counterexample"] = to_value(*report.counterexample);
  if (report.proof) document["proof"] = to_value(*report.proof);
  if (report.proof) text("vacuous", report.vacuous);
  if (report.explained) document["explanation"] = to_value(*report.explained);
  for (const Obstacle& o : report.obstacles)
    document["obstacles"].push_back({{"engine", o.engine}, {"reason", o.reason}});
  if (!report.tried.empty()) document["tried"] = to_value(report.tried);
  if (report.run) document["run"] = to_value(*report.run);
  if (report.command == "fix") {
    document["results"] = Json::array();
    for (const FormulaResult& result : report.results)
      document["results"].push_back(to_value(result));
  }
  document["missing_bodies"] = report.missing_bodies;
  document["assumptions"] = Json::array();
  for (const ShownAssumption& a : report.assumptions)
    document["assumptions"].push_back({{"name", a.name}, {"text", a.text}});
  document["diagnostics"] = Json::array();
  for (const Diagnostic& d : report.diagnostics)
    document["diagnostics"].push_back(to_value(d));
  document["seconds"] = report.seconds;
  document["megabytes"] = report.megabytes;
  if (report.second_look) document["second_look"] = to_value(*report.second_look);
  return written(document);
}

} // namespace kleene::report
