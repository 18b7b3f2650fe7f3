// SPDX-License-Identifier: Apache-2.0
// How a program begins: the arguments of its entry function, and variables that other units define.
#include "kleene/ir/environment.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <fmt/core.h>

#include <algorithm>
#include <ranges>

#include "function_lowering.h"
#include "libc_models.h"
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
  if (program_.options().arguments && index < 3) {
    if (!arguments_[0].valid()) make_arguments(range);
    if (arguments_[index].valid())
      assign(variables.front(), terms_.convert(type, term(arguments_[index])), range);
    return;
  }
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

/// Calls main as a shell would: a few arguments are inputs. More of them, which are as possible, are known to nobody.
void FunctionLowering::make_arguments(SourceRange range) {
  const Options::Arguments& most = *program_.options().arguments;
  auto wanted = [&](unsigned index) {
    return decl_->getNumParams() > index && decl_->getParamDecl(index)->isReferenced();
  };
  arguments_[0] = temporary(Type::machine(32, true));
  for (unsigned i : {1U, 2U})
    if (wanted(i)) arguments_[i] = temporary(terms_.pointer());
  ir::LocId after = cfg_.fresh();
  Type type = program_.program().variable(arguments_[0]).type;
  auto count_within = [&](Term low, Term high) {
    Term count = term(arguments_[0]);
    cfg_.emit(ir::Assume{terms_.manager().conj(terms_.compare(Op::Le, low, count),
                                               terms_.compare(Op::Le, count, high)),
                         ir::AssumeKind::Assumption},
              range);
  };
  if (most.only) {
    program_.program().add_assumption(
        "arguments",
        fmt::format("main gets at most {} arguments, its name included, of at most {} characters, "
                    "and an empty environment",
                    most.count,
                    most.length));
  } else {
    VarId other = temporary(Type::boolean());
    cfg_.emit(ir::Havoc{{other}, ir::Choice::Input, std::string(ir::more_arguments), {}}, range);
    ir::LocId many = cfg_.fresh();
    ir::LocId few = cfg_.fresh();
    cfg_.guard(term(other), many, range);
    cfg_.guard(terms_.negate(term(other)), few, range);
    cfg_.move_to(many);
    cfg_.emit(ir::Havoc{{arguments_[0]}, ir::Choice::Unknown, "argc", {}}, range);
    count_within(terms_.constant(type, 0), terms_.constant(type, INT32_MAX));
    if (wanted(1)) assign(arguments_[1], unknown_object("argv", range), range);
    if (wanted(2)) assign(arguments_[2], unknown_object("envp", range), range);
    cfg_.jump(after, range);
    cfg_.move_to(few);
  }
  cfg_.emit(ir::Havoc{{arguments_[0]}, ir::Choice::Input, std::string(ir::argument_count), {}},
            range);
  count_within(terms_.constant(type, 0), terms_.constant(type, most.count));
  if (wanted(1)) make_argument_vector(most, range);
  if (wanted(2)) {
    Term none = argument_object("envp", terms_.size(terms_.pointer().bytes()), range);
    store_at(none, terms_.size(0), range);
    assign(arguments_[2], none, range);
  }
  cfg_.join(after, range);
}

/// An object that lives as long as the program.
Term FunctionLowering::argument_object(const std::string& name, Term size, SourceRange range) {
  ir::Alloc object;
  object.target = temporary(terms_.pointer());
  object.size = size;
  object.storage = ir::Storage::Stack;
  object.region = program_.memory();
  object.name = name;
  Term address = term(object.target);
  cfg_.emit(std::move(object), range);
  return address;
}

void FunctionLowering::store_at(Term address, Term value, SourceRange range) {
  assign(program_.memory(), terms_.manager().store(program_.memory_term(), address, value), range);
}

void FunctionLowering::make_argument_vector(const Options::Arguments& most, SourceRange range) {
  FunctionEntity* maker = program_.linkage().find_function(std::string(argument_maker));
  unsigned word = terms_.pointer().bytes();
  Term count = term(arguments_[0]);
  auto scaled = [&](Term number) {
    return terms_.arithmetic(Op::Mul, terms_.convert(terms_.pointer(), number), terms_.size(word));
  };
  Term places = terms_.arithmetic(Op::Add, scaled(count), terms_.size(word));
  Term vector = argument_object("argv", saved(places), range);
  ir::LocId done = cfg_.fresh();
  for (unsigned i = 0; i < most.count; ++i) {
    ir::LocId more = cfg_.fresh();
    Term another = terms_.compare(Op::Lt, terms_.constant(count.type(), i), count);
    cfg_.guard(terms_.negate(another), done, range);
    cfg_.guard(another, more, range);
    cfg_.move_to(more);
    VarId length = temporary(terms_.pointer());
    cfg_.emit(ir::Havoc{{length}, ir::Choice::Input, std::string(ir::argument_length), {}}, range);
    cfg_.emit(ir::Assume{terms_.compare(Op::Le, term(length), terms_.size(most.length)),
                         ir::AssumeKind::Assumption},
              range);
    Term size = terms_.arithmetic(Op::Add, term(length), terms_.size(1));
    Term text = argument_object(fmt::format("argv[{}]", i), saved(size), range);
    cfg_.emit(ir::Call{{}, program_.procedure(*maker), {text, term(length)}}, range);
    store_at(terms_.pointer_add(vector, std::uint64_t(i) * word), text, range);
  }
  cfg_.jump(done, range);
  cfg_.move_to(done);
  store_at(terms_.pointer_add(vector, scaled(count)), terms_.size(0), range);
  assign(arguments_[1], vector, range);
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
