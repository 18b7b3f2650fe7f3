// SPDX-License-Identifier: Apache-2.0
// The rules that every program of the IR keeps. Front ends and passes are tested against them; the
// interpreter and the engines rely on them.
#pragma once
#include "kleene/ir/program.h"

#include <string>
#include <vector>

namespace kleene::ir {

/// What is wrong with a program, one sentence each that names the place; empty for a valid program.
/// Any program may be given: ids out of range and null terms are among the things reported.
///
/// Names       of variables, procedures, objects and the locations of a procedure are unique and not
///             empty; a location is called `L7` only if it has index 7, or there is no index 7.
/// Variables   are global or belong to one procedure, which lists them once, as a parameter, return
///             or local. Memory and Allocation variables are global; at most one is of type
///             Allocation, and it is Program::allocation. Only a global has an initial value: a
///             Constant or Address of its type, never for Memory and Allocation. Only Memory has a
///             cell type, a machine integer of whole bytes.
/// Objects     have different bytes below `first_free_address`, not including address 0. Data is in
///             a region and holds its initial contents; pointers among these agree with the bytes.
/// Procedures  have an entry and an exit among their locations; no edge leaves the exit. A target
///             that is a call names the function.
/// Terms       mention variables in scope with their own type; addresses and lengths have pointer
///             type.
/// Statements  write variables in scope, each at most once, with values of their types; conditions
///             are Bool; arguments and results match the callee; see statement.h for the rest.
std::vector<std::string> validate(const Program& program);

} // namespace kleene::ir
