// SPDX-License-Identifier: Apache-2.0
// Terms as text, without recursion: deep terms are fine.
#pragma once
#include "kleene/ir/program.h"

#include <string>

namespace kleene::ir {

/// Exact: parsed back to the same term. Readable: C-like, with the names of the source.
enum class TermStyle { Exact, Readable };

/// `type_known`: the place of the term says its type, so a number needs none.
std::string write_term(Term term, const Program& program, TermStyle style, bool type_known = true);

/// The place in memory at an address, in the readable style: `x` or `*(i32*)p`.
std::string write_place(Type type, Term address, const Program& program);

/// Names that are safe to ask for in a program that does not validate.
std::string exact_name(VarId id, const Program& program);
std::string display_name(VarId id, const Program& program);
std::string object_name(ObjectId id, const Program& program);
std::string procedure_name(ProcId id, const Program& program);

} // namespace kleene::ir
