// SPDX-License-Identifier: Apache-2.0
// The answer of a command as plain data, and its two forms: text for people, JSON for programs
// (doc/json.md describes the document).
#pragma once
#include "kleene/report/step.h"
#include "kleene/report/verdict.h"
#include "kleene/verify/obstacle.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kleene::report {

struct ShownInput {
  std::string value;
  std::string type;
  std::string origin;
  SourcePlace place;
  std::string shown; ///< the value for people, if they are shown another one
  /// The part of the entry's arguments, or of a global variable, that it gives; or empty.
  std::string stands_for;
};

struct ShownFrame {
  std::string function;
  SourcePlace place;
};

/// A loop, or a recursion, that is passed in one leap.
struct ShownLeap {
  std::string where; ///< `loop in main`, `recursion of f`
  SourcePlace place;
  std::vector<std::string> region; ///< one formula per place
  std::string entry;
  std::string exit;
  std::vector<std::string> choices; ///< what the environment chooses inside
  unsigned theorem = 2;             ///< of Ball, Kupferman and Sagiv
  bool inner = false;               ///< in a step of another one, or of the round
};

/// The leaps on the way of an execution, first to last, and who checked them.
struct ShownChain {
  std::vector<ShownLeap> leaps;
  std::string chosen; ///< one of the states behind the leaps of theorem 1, if there are any
  std::optional<ShownLeap> round; ///< a loop that is never left: where, and its region
  std::string checker;
  std::size_t questions = 0;
};

/// An execution that violates the property.
struct Counterexample {
  std::string headline = "Violated"; ///< or `Witness`, where an execution makes the answer `true`
  std::string what;                  ///< a sentence: which target is reached
  SourcePlace place;
  std::vector<ShownStep> tree; ///< the first steps, those that matter, and the last ones
  std::size_t left_out = 0;    ///< steps between them
  /// No execution is short enough to be shown: the number of sets of states that lead to it.
  std::size_t layers = 0;
  /// The execution is too long to be shown: the runs of procedures it consists of, with `walked` steps
  /// altogether, each shown once; `total_steps` is the number of its steps.
  std::size_t runs = 0;
  std::size_t walked = 0;
  std::string total_steps;
  bool maybe_long = false; ///< nobody looked for a shortest execution
  /// Loops that need not be gone round one by one; the chain alone carries the answer if `steps` is 0.
  std::optional<ShownChain> leaps;
  /// A loop that goes on for ever: the number of steps before it.
  std::optional<std::uint64_t> loop_after;
  /// Concurrent programs only: the names of the threads, and how often the active one changed.
  std::vector<std::string> lanes;
  std::size_t context_switches = 0;
  bool first_lane_begins = false; ///< the first lane runs alone before the others
  std::vector<ShownInput> inputs;
  std::vector<ShownInput> memory; ///< what malloc gave, where it is not zero
  std::vector<ShownFrame> stack;  ///< innermost last
  std::uint64_t steps = 0;
  /// How a shell would call the program, and what it reads from standard input; empty if it asks for neither.
  std::string command_line;
  std::optional<std::string> standard_input;
  /// How gcc compiled the program for the native replay; empty if there was none.
  std::string native_command;
  std::string not_native; ///< why there was none, where there should have been one
};

/// A formula that holds whenever the execution is there.
struct ShownFact {
  std::string where; ///< `loop in main`, `summary of f`
  std::string formula;
  SourcePlace place;
  std::vector<std::string> conjuncts = {}; ///< the same in parts
};

/// Why the property holds.
struct Proof {
  std::string what = "no execution reaches an error location";
  std::vector<ShownFact> facts;     ///< loops and procedures
  std::string checker;              ///< the solver that checked it
  std::size_t questions = 0;        ///< that the checker answered
  std::string counted = "question"; ///< what the checker counts
  std::size_t induction = 1;        ///< rounds of a loop that a step of the proof looks at
};

/// Something worth knowing about a run that went on.
struct ShownEvent {
  std::string text;
  SourcePlace place;
};

/// How `kleene run` ended.
struct RunSummary {
  std::string ending; ///< `returned`, `target reached`, …
  std::string detail; ///< which target, which undefined behaviour; may be empty
  std::string status; ///< of a program that returned or exited
  std::uint64_t steps = 0;
  SourcePlace place;
  std::vector<ShownInput> inputs;
  std::vector<ShownFrame> stack;
  std::optional<ShownEvent> overflow;
  std::optional<ShownEvent> indeterminate;
  std::optional<ShownEvent> assumed;
  std::optional<ShownEvent> foreign;
};

/// What one statement of a formula file led to.
struct FormulaResult {
  std::string kind; ///< `query`, `onset-size`, `node-count`, `text`, `statistics` or `trace`
  std::string name;
  SourcePlace place;
  std::optional<bool> value;
  std::string count; ///< of assignments or nodes, in decimal digits
  std::vector<std::string> lines;
};

using verify::Obstacle;

/// An answer that was put into words elsewhere.
struct Rendered {
  std::string explanation;
  std::string json;
  std::string sarif;
};

/// Something that the answer takes for granted.
struct ShownAssumption {
  std::string name;
  std::string text;
};

/// What the compiled program was seen to do before the answer was given.
struct ShownLook {
  std::string skipped; ///< why nothing ran; empty if something did
  std::size_t runs = 0;
  std::size_t tried = 0; ///< runs on inputs that engines tried
  std::vector<std::string> compilers;
};

struct Explained; // explained.h

struct Report {
  std::string version;
  std::string command;
  std::vector<std::string> files;
  std::string property;
  std::string engine;
  std::string data_model;
  std::string integers;
  std::vector<std::string> missing_bodies;
  std::vector<ShownAssumption> assumptions;
  std::string vacuous; ///< why a proof says nothing; empty if it does
  std::vector<Diagnostic> diagnostics;
  std::optional<Counterexample> counterexample;
  std::optional<Proof> proof;
  std::optional<ShownLook> second_look;       ///< only where one is due
  std::shared_ptr<const Explained> explained; ///< only if it was asked for
  std::vector<Obstacle> obstacles;            ///< one per engine, if none had an answer
  bool obstacles_wanted = false;              ///< in the text for people, too
  std::string hint;                           ///< what to do about an `unknown`
  std::vector<Obstacle> tried; ///< what came of each engine, the one that answered too
  std::vector<std::pair<std::string, std::string>> sources; ///< names and texts; only if wanted
  std::optional<RunSummary> run;
  /// Of `fix`, in the order of the file.
  std::vector<FormulaResult> results;
  /// Always there for `check`; for other commands if something went wrong.
  std::optional<Verdict> verdict;
  int exit_code = 0;
  double seconds = 0;
  double megabytes = 0;
  /// What stands behind the verdict, as text; not shown. Only if it was asked for.
  std::string evidence;
  std::string witness;
  std::map<std::string, std::string> certificate; ///< files by their names
  bool colour = false;                            ///< of the explanation
  /// Takes the place of all the above but the verdict when the answer is printed.
  std::optional<Rendered> rendered;
};

/// The leaps as a picture: regions with their ports, one below the other.
std::string draw(const ShownChain& chain);
/// What `check` says before the verdict line.
std::string explanation(const Report& report);
/// What `run` says when the program has ended; the last line is `run: … after N steps`.
std::string to_text(const RunSummary& run);
/// A line for people.
std::string to_text(const ShownLook& look);
/// Adds the look to an answer that was put into words before it.
void amend(Rendered& answer, const ShownLook& look);
/// The same for what was tried.
void amend(Rendered& answer, const std::vector<Obstacle>& tried);
/// Engines that were asked several times appear once, with the sum of their times.
void add_tried(std::vector<Obstacle>& all, const std::vector<Obstacle>& more);
/// One JSON document with a final newline.
std::string to_json(const Report& report);
/// The same as a SARIF 2.1.0 log with one result, the execution as a code flow.
std::string to_sarif(const Report& report);

} // namespace kleene::report
