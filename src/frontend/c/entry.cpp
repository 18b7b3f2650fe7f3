// SPDX-License-Identifier: Apache-2.0
// How a program begins: the arguments of its entry function, and variables that other units define.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <fmt/core.h>

#include <algorithm>
#include <ranges>

#include "function_lowering.h"
#include "symbols.h"

namespace kleene::frontend::c {

// main is called as by a shell, or without arguments; any other entry function with arbitrary ones.
void FunctionLowering::give_entry_argument(unsigned index,
                                           const Parameter& parameter,
                                           const std::vector<VarId>& variables,
                                           SourceRange range) {
  std::string name = decl_->getParamDecl(index)->getNameAsString();
  if (!decl_->isMain()) {
    if (parameter.by_address)
      program_.unsupported(range, "record as a parameter of the entry function");
    if (parameter.type->isPointerType()) {
      program_.program().add_assumption(
          "entry-pointers",
          fmt::format("pointer parameters of {} are null or lead to objects of their own",
                      function_.name));
      return assign(variables.front(), null_or_fresh(name, range), range);
    }
    cfg_.emit(ir::Havoc{variables, ir::Choice::Input, name, {}}, range);
    return;
  }
  Type type = parameter.leaves.at(0);
  if (program_.options().unknown_arguments && decl_->getParamDecl(index)->isReferenced()) {
    if (index > 0)
      return assign(variables.front(), terms_.convert(type, unknown_object(name, range)), range);
    cfg_.emit(ir::Havoc{variables, ir::Choice::Unknown, name, {}}, range);
    Term least = terms_.constant(type, 0);
    cfg_.emit(ir::Assume{terms_.compare(Op::Le, least, term(variables.front())),
                         ir::AssumeKind::Assumption},
              range);
    return;
  }
  if (index == 0) return assign(variables.front(), terms_.constant(type, 1), range);
  Term arguments = program_.address(program_.argument_vector());
  if (index == 2) arguments = terms_.pointer_add(arguments, terms_.pointer().bytes());
  assign(variables.front(), terms_.convert(type, arguments), range);
}

/// What stands at file scope and acts by itself, in a way that is not covered.
void FunctionLowering::require_covered_start() {
  if (const clang::Decl* decl = program_.linkage().uncovered_start())
    program_.unsupported(program_.range(decl->getASTContext(), decl->getSourceRange()),
                         *uncovered_declaration(decl));
  if (program_.linkage().has_assembly())
    program_.program().add_assumption("file-scope-assembly",
                                      "assembly at file scope is code of another unit, which runs "
                                      "only where functions without body do");
}

/// Objects of unknown size that other units define.
void FunctionLowering::make_objects_elsewhere() {
  for (const GlobalEntity* global : program_.discovery().globals())
    if (global->elsewhere.valid())
      assign(global->elsewhere, unknown_object(global->name, range_), range_);
  for (const LatePointer& pointer : program_.late_pointers()) {
    Term value = terms_.pointer_add(term(pointer.target->elsewhere), pointer.addend);
    Term place = terms_.pointer_add(program_.address(pointer.object), pointer.offset);
    assign(program_.memory(), terms_.manager().store(program_.memory_term(), place, value), range_);
  }
}

/// Variables that are declared but defined nowhere, or defined in a way that other units may replace, have
/// unknown values.
void FunctionLowering::forget_undefined_globals() {
  make_objects_elsewhere();
  auto undefined = [&](const GlobalEntity* global) {
    if (global->defined) return program_.may_be_replaced(*global);
    return !is_weak_reference(*global) && !global->uncovered && !global->elsewhere.valid();
  };
  for (const GlobalEntity* global : program_.discovery().globals()) {
    if (!undefined(global)) continue;
    const clang::VarDecl* decl = global->declaration;
    SourceRange where = program_.range(decl->getASTContext(), decl->getSourceRange());
    if (global->object.valid()) {
      std::uint64_t size = program_.program().object(global->object).size;
      if (size > 0)
        cfg_.emit(
            ir::Forget{program_.memory(), program_.address(global->object), terms_.size(size)},
            where);
    } else if (!global->variables.empty()) {
      cfg_.emit(
          ir::Havoc{
              global->variables, ir::Choice::Unknown, global->name, {}, !program_.has_unknown()},
          where);
    }
  }
  const std::vector<GlobalEntity*>& globals = program_.discovery().globals();
  if (!program_.has_unknown() || !program_.has_memory() || std::ranges::none_of(globals, undefined))
    return;
  // What other units have in these variables may lead to anything exported, and to an object of theirs.
  std::vector<Term> known = program_.open_addresses();
  known.push_back(unknown_object("other units", range_));
  std::vector<VarId> open;
  for (const GlobalEntity* global : globals | std::views::filter(undefined))
    open.insert(open.end(), global->variables.begin(), global->variables.end());
  cfg_.emit(ir::Havoc{std::move(open), ir::Choice::Unknown, "other units", std::move(known)},
            range_);
}

} // namespace kleene::frontend::c
