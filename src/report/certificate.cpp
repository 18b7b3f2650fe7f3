// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/certificate.h"

#include "kleene/bits/refutation.h"
#include "kleene/evidence/file.h"

#include <fmt/core.h>

namespace kleene::report {
namespace {

constexpr std::string_view script_begin = R"sh(#!/bin/sh
# Checks the answer again, without kleene. Ends with 0: confirmed; 1: refuted; 2: it could not be checked. See README.
here=$(cd "$(dirname "$0")" && pwd) || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
)sh";

constexpr std::string_view script_refutation =
    R"sh("${CXX:-c++}" -O2 -std=c++17 "$here/drat.cpp" -o drat || exit 2
./drat "$here/question.cnf" "$here/refutation.drat"
)sh";

constexpr std::string_view script_smt = R"sh(
if [ -n "${SOLVER:-}" ]; then answers=$($SOLVER "$here/questions.smt2" 2>&1)
elif command -v z3 >/dev/null; then answers=$(z3 "$here/questions.smt2" 2>&1)
elif command -v cvc5 >/dev/null; then answers=$(cvc5 --incremental -q "$here/questions.smt2" 2>&1)
else echo "no SMT solver: install z3 or cvc5, or name one in SOLVER"; exit 2
fi
refuted=$(printf '%s\n' "$answers" | grep -c '^unsat$')
others=$(printf '%s\n' "$answers" | grep -vc '^unsat$')
echo "$refuted of $questions questions are unsatisfiable"
[ "$refuted" = "$questions" ] && [ "$others" = 0 ] && exit 0
printf '%s\n' "$answers" | grep -q '^sat$' && exit 1
exit 2
)sh";

constexpr std::string_view script_run = R"sh(./replay 2>said
if grep -E -q -f "$here/sign" said; then echo "the violation happens: $(head -n 1 said)"; exit 0; fi
echo "the violation does not happen"; cat said; exit 1
)sh";

constexpr std::string_view script_none =
    R"sh(echo "this answer cannot be checked without kleene: kleene validate FILE evidence"; exit 2
)sh";

using Files = std::map<std::string, std::string>;

/// What is in the folder, for people.
void add(Files& files, const char* name, std::string text, std::string_view meaning) {
  files["README"] += fmt::format("{}: {}\n", name, meaning);
  files[name] = std::move(text);
}

std::string execution(const evidence::NativeReplay& native, Files& files) {
  add(files,
      "harness.c",
      native.harness,
      "C code that feeds the inputs of the execution to the program");
  add(files,
      "sign",
      native.sign + "\n",
      "what the run says where the property is violated, a regular expression");
  std::string script = "cp \"$here/harness.c\" . || exit 2\n";
  for (const std::string& command : native.script)
    script += command + " || exit 2\n";
  files["README"] += "check.sh compiles the program, from where it was checked, with harness.c and "
                     "runs it: it is not caged.\n";
  return script + std::string(script_run);
}

} // namespace

Files certificate(const evidence::Problem& problem,
                  const verify::Accepted& accepted,
                  bool violated,
                  const std::string& what) {
  Files files;
  files["README"] =
      fmt::format("The answer is {}. `sh check.sh` checks it again without kleene.\n\n",
                  violated ? fmt::format("false({})", what) : "true");
  std::string script;
  if (accepted.native && accepted.native->accepted() && !accepted.native->script.empty()) {
    script = execution(*accepted.native, files);
  } else if (!accepted.cnf.empty()) {
    add(files,
        "question.cnf",
        accepted.cnf,
        "is there an execution that breaks the bounds or the property? (DIMACS)");
    add(files, "refutation.drat", accepted.refutation, "why there is none (DRAT)");
    add(files,
        "drat.cpp",
        std::string(bits::checker_text()),
        "a checker of such refutations, complete in this file");
    script = script_refutation;
  } else if (!accepted.script.empty() && accepted.questions > 0) {
    add(files,
        "questions.smt2",
        accepted.script,
        "questions in SMT-LIB; the proof holds if each is unsatisfiable");
    script = fmt::format("questions={}", accepted.questions) + std::string(script_smt);
  } else {
    script = script_none;
  }
  add(files,
      "evidence",
      evidence::write_evidence(problem, accepted.evidence),
      "the evidence for the answer, for `kleene validate FILE evidence`");
  files["README"] += "\nThat the questions are those of the program is kleene's word: what is "
                     "checked again is that they are answered right.\n";
  files["check.sh"] = std::string(script_begin) + script;
  return files;
}

} // namespace kleene::report
