// SPDX-License-Identifier: Apache-2.0
// Linear Programs (`.lin`) to ir::Program: recursive procedures over mathematical integers with
// linear expressions. doc/languages/linear.md describes the language.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/result.h"

#include <string>

namespace kleene::frontend::linear {

/// Reads a program from its text; `name` is the file's name in messages. Variables without an initial
/// value are arbitrary: globals have no initial value, locals are inputs (a Havoc) at entry. A
/// failing assert leads to a location that is an Assertion target. The error is of kind Parse and
/// carries its place.
Result<ir::Program> read_linear(const std::string& name, std::string text);

/// The same from a file on disk.
Result<ir::Program> read_linear_file(const std::string& path);

} // namespace kleene::frontend::linear
