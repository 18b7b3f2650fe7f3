// SPDX-License-Identifier: Apache-2.0
// Programs as text: an exact form that is printed and parsed back (doc/ir.md has the grammar), and
// the way terms and statements are shown to people.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/result.h"

#include <string>

namespace kleene::ir {

/// The textual form of a program that validates. Parsing it gives the same program again, up to
/// the numbering of variables and without the texts of its source files.
std::string print(const Program& program);

/// Reads the textual form; `file_name` appears in diagnostics only. Checks syntax, names and types;
/// the remaining rules are those of validate.h.
Result<Program> parse(std::string text, std::string file_name);

/// One term in the textual form, with its type where a number needs one, and back again. Every variable
/// of the program is in scope.
std::string print(Term term, const Program& program);
Result<Term> parse_term(const std::string& text, Program& program, Type type);

/// C-like text with the names that the source has; not meant to be parsed.
std::string to_string(Term term, const Program& program);
std::string to_string(const Statement& statement, const Program& program);

} // namespace kleene::ir
