// SPDX-License-Identifier: Apache-2.0
// Statements, and the frame of a procedure.
#include "kleene/logic/floats.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <fmt/core.h>

#include "function_lowering.h"
#include "wide_bit_fields.h"

namespace kleene::frontend::c {

using clang::dyn_cast;
using clang::isa;

namespace {

bool contains_label(const clang::Stmt* statement) {
  if (statement == nullptr) return false;
  if (isa<clang::LabelStmt>(statement)) return true;
  for (const clang::Stmt* child : statement->children()) {
    if (contains_label(child)) return true;
  }
  return false;
}

} // namespace

FunctionLowering::FunctionLowering(ProgramLowering& program, FunctionEntity& function)
    : program_(program),
      terms_(program.terms()),
      function_(function),
      decl_(function.declaration),
      context_(function.declaration->getASTContext()),
      id_(function.procedure),
      signature_(program.signature(function.declaration)),
      tree_(function.declaration->getBody()) {}

ir::Procedure& FunctionLowering::procedure() {
  return program_.program().procedure(id_);
}

void FunctionLowering::run(bool is_entry) {
  const clang::Stmt* body = decl_->getBody();
  range_ = range_of(decl_->getSourceRange());
  scope_end_ = range_.end;
  repeats_ = contains_label(body);
  open_orders_ = EvaluationOrder(program_.effects()).of(decl_);
  for (const auto& [_, orders] : open_orders_)
    for (auto [a, b] : orders.clashes)
      watched_.insert({a, b});
  CfgBuilder::Checkpoint begin = cfg_.checkpoint();
  try {
    if (is_entry) {
      require_covered_start();
      forget_undefined_globals();
    }
    set_up_result();
    set_up_parameters(is_entry);
  } catch (const UnsupportedConstruct& construct) {
    cfg_.roll_back(begin);
    opaque(construct.range, construct.diagnostic.message);
  }
  lower(body);
  // The end of the body.
  range_ = range_of(clang::SourceRange(body->getEndLoc()));
  if (decl_->isMain() && !results_.empty()) {
    assign(results_.front(), terms_.constant(Type::machine(32, true), 0), range_);
  } else if (!results_.empty()) {
    cfg_.emit(ir::Havoc{results_, ir::Choice::Unknown, function_.name, {}}, range_);
  }
  cfg_.jump(cfg_.exit(), range_);
  cfg_.finish(procedure());
}

/// Calls of functions that the start-up code makes, and that need no arguments.
void FunctionLowering::call_at_startup(const std::vector<FunctionEntity*>& functions,
                                       SourceRange range) {
  for (FunctionEntity* function : functions) {
    program_.require_covered(*function);
    Signature signature = program_.signature(function->declaration);
    if (!signature.parameters.empty() || signature.variadic || signature.returns_by_address())
      program_.unsupported(program_.range(function->declaration->getASTContext(),
                                          function->declaration->getSourceRange()),
                           "function with parameters that runs before or after main");
    cfg_.emit(ir::Call{{}, program_.procedure(*function), {}}, range);
  }
}

void FunctionLowering::run_as_start(ir::ProcId start, const std::vector<FunctionEntity*>& before) {
  id_ = start;
  range_ = range_of(decl_->getSourceRange());
  CfgBuilder::Checkpoint begin = cfg_.checkpoint();
  try {
    set_up_result();
    require_covered_start();
    forget_undefined_globals();
    call_at_startup(before, range_);
    ir::Call call{results_, function_.procedure, {}};
    for (unsigned p = 0; p < signature_.parameters.size(); ++p) {
      std::vector<VarId> arguments;
      for (Type type : signature_.parameters[p].leaves)
        arguments.push_back(temporary(type));
      give_entry_argument(p, signature_.parameters[p], arguments, range_);
      for (VarId id : arguments)
        call.arguments.push_back(term(id));
    }
    if (signature_.variadic || signature_.returns_by_address())
      program_.unsupported(range_, "entry function that is called by the program");
    cfg_.emit(std::move(call), range_);
    call_at_startup(program_.destructors(), range_);
    // Other units may have registered functions that run at the end.
    if (program_.unknown_is_called()) unknown_code("exit", {}, range_);
  } catch (const UnsupportedConstruct& construct) {
    cfg_.roll_back(begin);
    opaque(construct.range, construct.diagnostic.message);
  }
  cfg_.jump(cfg_.exit(), range_);
  cfg_.finish(procedure());
}

void FunctionLowering::unsupported(const clang::Expr* e, const std::string& construct) {
  program_.unsupported(range_of(e), construct);
}

VarId FunctionLowering::new_variable(const std::string& name,
                                     const std::string& display,
                                     Type type,
                                     SourceRange range,
                                     bool temporary) {
  ir::Variable variable;
  variable.name = program_.program().fresh_name(procedure().name + "." + name);
  variable.display = display;
  variable.type = type;
  variable.owner = id_;
  variable.temporary = temporary;
  variable.range = range;
  variable.scope_end = scope_end_;
  return program_.program().add_variable(std::move(variable));
}

VarId FunctionLowering::temporary(Type type) {
  VarId id = new_variable("tmp", "tmp", type, range_, true);
  procedure().locals.push_back(id);
  return id;
}

void FunctionLowering::assign(VarId target, Term value, SourceRange range) {
  cfg_.emit(ir::Assign{{target}, {value}}, range);
}

void FunctionLowering::assume(Term condition, ir::AssumeKind kind, SourceRange range) {
  if (condition.is_true()) return;
  if (!program_.has_threads() && cfg_.knows(condition)) return;
  cfg_.emit(ir::Assume{condition, kind}, range);
  cfg_.know(condition);
}

ir::LocId FunctionLowering::label_place(const clang::LabelDecl* label) {
  auto known = labels_.find(label);
  if (known != labels_.end()) return known->second;
  ir::LocId place = cfg_.fresh_head();
  cfg_.location(place).labels.push_back(label->getNameAsString());
  labels_[label] = place;
  return place;
}

void FunctionLowering::lower(const clang::Stmt* statement) {
  if (statement == nullptr) return;
  SourceRange outer = range_;
  std::size_t depth = jumps_.size();
  std::size_t scopes = scopes_.size();
  bool repeats = repeats_;
  SourcePoint scope_end = scope_end_;
  if (!isa<clang::CompoundStmt>(statement)) {
    range_ = range_of(statement->getSourceRange());
    cfg_.mark(cfg_.here(), ir::SourceMark::Kind::Statement, range_);
  }
  if (isa<clang::CompoundStmt, clang::ForStmt>(statement))
    scope_end_ = range_of(statement->getSourceRange()).end;
  CfgBuilder::Checkpoint begin = cfg_.checkpoint();
  bool block =
      isa<clang::CompoundStmt, clang::ForStmt>(statement) || !tree_.literals(statement).empty();
  try {
    if (block) enter_scope(statement);
    lower_statement(statement);
    if (block) leave_scope();
  } catch (const UnsupportedConstruct& construct) {
    jumps_.resize(depth);
    scopes_.resize(scopes);
    repeats_ = repeats;
    cfg_.roll_back(begin);
    abandon(statement, construct);
  }
  range_ = outer;
  scope_end_ = scope_end;
}

// The statement cannot be lowered. Nothing of it may be left out silently: each place inside that can
// be jumped to is opaque as well.
void FunctionLowering::abandon(const clang::Stmt* statement,
                               const UnsupportedConstruct& construct) {
  auto give_up = [&] { opaque(construct.range, construct.diagnostic.message); };
  give_up();
  std::vector<const clang::Stmt*> work{statement};
  while (!work.empty()) {
    const clang::Stmt* next = work.back();
    work.pop_back();
    if (next == nullptr) continue;
    if (const auto* label = dyn_cast<clang::LabelStmt>(next)) {
      cfg_.move_to(label_place(label->getDecl()));
      give_up();
    } else if (const auto* arm = dyn_cast<clang::SwitchCase>(next); arm && cases_.contains(arm)) {
      cfg_.move_to(cases_[arm]);
      give_up();
    }
    work.insert(work.end(), next->child_begin(), next->child_end());
  }
}

// Nobody knows what the construct does, and no execution passes it: with one unknown value it arrives at
// a target that every selection has, goes on there for ever, and overflows; with any other it ends.
void FunctionLowering::opaque(SourceRange range, const std::string& construct) {
  Type type = Type::machine(32, true);
  VarId way = new_variable("opaque", construct, type, range, true);
  VarId rounds = new_variable("opaque", construct, type, range, true);
  for (VarId id : {way, rounds})
    procedure().locals.push_back(id);
  cfg_.emit(ir::Havoc{{way, rounds}, ir::Choice::Unknown, construct, {}}, range);
  ir::LocId inside = cfg_.fresh_head();
  ir::LocId end = cfg_.fresh();
  Term arrives = terms_.compare(Op::Eq, term(way), terms_.constant(type, 0));
  cfg_.guard(arrives, inside, range);
  cfg_.guard(terms_.negate(arrives), end, range);
  cfg_.move_to(inside);
  cfg_.location(inside).target = ir::Target{ir::TargetKind::Opaque, construct};
  assign(rounds, terms_.arithmetic(Op::Add, term(rounds), terms_.constant(type, 1)), range);
  cfg_.jump(inside, range);
  cfg_.move_to(end);
  cfg_.end(ir::Halt{ir::HaltKind::Abort, Term()}, range);
}

void FunctionLowering::lower_statement(const clang::Stmt* statement) {
  if (const auto* e = dyn_cast<clang::Expr>(statement)) return discard(e);
  if (const auto* block = dyn_cast<clang::CompoundStmt>(statement)) {
    for (const clang::Stmt* s : block->body())
      lower(s);
    return;
  }
  if (const auto* s = dyn_cast<clang::DeclStmt>(statement)) return declare(s);
  if (const auto* s = dyn_cast<clang::IfStmt>(statement)) return lower_if(s);
  if (isa<clang::WhileStmt, clang::DoStmt, clang::ForStmt>(statement)) return lower_loop(statement);
  if (const auto* s = dyn_cast<clang::SwitchStmt>(statement)) return lower_switch(s);
  if (const auto* s = dyn_cast<clang::ReturnStmt>(statement)) return lower_return(s);
  if (const auto* s = dyn_cast<clang::GCCAsmStmt>(statement)) return lower_asm(s);
  if (const auto* s = dyn_cast<clang::LabelStmt>(statement)) {
    cfg_.join(label_place(s->getDecl()), range_);
    return lower(s->getSubStmt());
  }
  if (const auto* s = dyn_cast<clang::SwitchCase>(statement)) {
    cfg_.join(cases_.at(s), range_);
    return lower(s->getSubStmt());
  }
  if (const auto* s = dyn_cast<clang::GotoStmt>(statement)) return jump_to(s->getLabel());
  if (isa<clang::BreakStmt>(statement)) {
    end_objects(jumps_.back().break_scopes);
    return cfg_.jump(jumps_.back().break_to, range_);
  }
  if (isa<clang::ContinueStmt>(statement)) {
    end_objects(jumps_.back().continue_scopes);
    return cfg_.jump(jumps_.back().continue_to, range_);
  }
  if (const auto* s = dyn_cast<clang::AttributedStmt>(statement)) return lower(s->getSubStmt());
  if (isa<clang::NullStmt>(statement)) return;
  std::string what = isa<clang::IndirectGotoStmt>(statement)
                         ? "computed goto"
                         : fmt::format("statement of class {}", statement->getStmtClassName());
  program_.unsupported(range_, what);
}

void FunctionLowering::lower_body(const clang::Stmt* body,
                                  ir::LocId break_to,
                                  ir::LocId continue_to) {
  jumps_.push_back({break_to, continue_to, scopes_.size(), scopes_.size()});
  lower(body);
  jumps_.pop_back();
}

void FunctionLowering::lower_loop(const clang::Stmt* loop) {
  bool outer = repeats_;
  repeats_ = true;
  if (const auto* s = dyn_cast<clang::WhileStmt>(loop)) {
    lower_while(s);
  } else if (const auto* s = dyn_cast<clang::DoStmt>(loop)) {
    lower_do(s);
  } else {
    lower_for(clang::cast<clang::ForStmt>(loop));
  }
  repeats_ = outer;
}

void FunctionLowering::lower_if(const clang::IfStmt* statement) {
  ir::LocId yes = cfg_.fresh();
  ir::LocId no = cfg_.fresh();
  ir::LocId after = statement->getElse() == nullptr ? no : cfg_.fresh();
  branch(statement->getCond(), yes, no);
  cfg_.mark(yes, ir::SourceMark::Kind::Taken, range_);
  cfg_.move_to(yes);
  lower(statement->getThen());
  if (statement->getElse() != nullptr) {
    cfg_.jump(after, range_);
    cfg_.move_to(no);
    lower(statement->getElse());
  }
  cfg_.join(after, range_);
}

void FunctionLowering::lower_while(const clang::WhileStmt* statement) {
  ir::LocId head = cfg_.fresh_head();
  ir::LocId body = cfg_.fresh();
  ir::LocId after = cfg_.fresh();
  cfg_.join(head, range_);
  cfg_.mark(head, ir::SourceMark::Kind::Loop, range_);
  cfg_.mark(body, ir::SourceMark::Kind::Taken, range_);
  branch(statement->getCond(), body, after);
  cfg_.move_to(body);
  lower_body(statement->getBody(), after, head);
  cfg_.jump(head, range_);
  cfg_.move_to(after);
}

void FunctionLowering::lower_do(const clang::DoStmt* statement) {
  ir::LocId body = cfg_.fresh_head();
  ir::LocId condition = cfg_.fresh();
  ir::LocId after = cfg_.fresh();
  cfg_.join(body, range_);
  lower_body(statement->getBody(), after, condition);
  cfg_.join(condition, range_);
  cfg_.mark(condition, ir::SourceMark::Kind::Loop, range_);
  branch(statement->getCond(), body, after);
  cfg_.move_to(after);
}

void FunctionLowering::lower_for(const clang::ForStmt* statement) {
  lower(statement->getInit());
  ir::LocId head = cfg_.fresh_head();
  ir::LocId body = cfg_.fresh();
  ir::LocId step = cfg_.fresh();
  ir::LocId after = cfg_.fresh();
  cfg_.join(head, range_);
  cfg_.mark(head, ir::SourceMark::Kind::Loop, range_);
  cfg_.mark(body, ir::SourceMark::Kind::Taken, range_);
  if (statement->getCond() != nullptr) {
    branch(statement->getCond(), body, after);
    cfg_.move_to(body);
  } else {
    cfg_.join(body, range_);
  }
  lower_body(statement->getBody(), after, step);
  cfg_.join(step, range_);
  if (statement->getInc() != nullptr) {
    SourceRange outer = range_;
    range_ = range_of(statement->getInc());
    discard(statement->getInc());
    range_ = outer;
  }
  cfg_.jump(head, range_);
  cfg_.move_to(after);
}

void FunctionLowering::lower_switch(const clang::SwitchStmt* statement) {
  const clang::Expr* condition = statement->getCond();
  if (is_wide_bit_field(condition, context_))
    unsupported(condition, "switch on a bit-field wider than int");
  Term value = scalar(condition);
  value = evaluated(scalar_value(value)).scalar;
  if (!value.is_constant() && !value.is_variable()) value = saved(value);
  if (value.type().is_bool()) value = terms_.convert(Type::machine(32, true), value);
  SourceRange where = range_of(condition);
  ir::LocId after = cfg_.fresh();
  ir::LocId otherwise = after;
  std::vector<const clang::SwitchCase*> arms;
  for (const clang::SwitchCase* arm = statement->getSwitchCaseList(); arm != nullptr;
       arm = arm->getNextSwitchCase())
    arms.push_back(arm);
  for (const clang::SwitchCase* arm : arms)
    forget_skipped(statement->getBody(), arm);
  TermManager& manager = terms_.manager();
  std::vector<Term> others;
  for (auto arm = arms.rbegin(); arm != arms.rend(); ++arm) {
    ir::LocId place = cfg_.fresh();
    cases_[*arm] = place;
    const auto* labelled = dyn_cast<clang::CaseStmt>(*arm);
    if (labelled == nullptr) {
      otherwise = place;
      continue;
    }
    auto constant = [&](const clang::Expr* e) {
      llvm::APSInt number = e->EvaluateKnownConstInt(context_);
      return terms_.constant(value.type(),
                             number.isSigned() ? Integer(number.getSExtValue())
                                               : static_cast<Integer>(number.getZExtValue()));
    };
    Term low = constant(labelled->getLHS());
    Term matches = terms_.compare(Op::Eq, value, low);
    if (labelled->getRHS() != nullptr) {
      Term high = constant(labelled->getRHS());
      matches =
          manager.conj(terms_.compare(Op::Le, low, value), terms_.compare(Op::Le, value, high));
    }
    cfg_.guard(
        matches, place, range_of(clang::SourceRange((*arm)->getBeginLoc(), (*arm)->getColonLoc())));
    others.push_back(manager.negate(matches));
  }
  cfg_.guard(manager.conj(others), otherwise, where);
  cfg_.move_to(cfg_.fresh());
  Jump jump{after, after, scopes_.size(), scopes_.size()};
  if (!jumps_.empty()) jump.continue_to = jumps_.back().continue_to;
  if (!jumps_.empty()) jump.continue_scopes = jumps_.back().continue_scopes;
  jumps_.push_back(jump);
  lower(statement->getBody());
  jumps_.pop_back();
  cfg_.join(after, range_);
}

/// On 32 bits a float is returned in a register of the x87, which makes every NaN that it loads a quiet one.
static Term quiet_float(FoldingTerms& terms, Term x) {
  TermManager& manager = terms.manager();
  Type type = x.type();
  FloatFormat format = float_format(type.width());
  auto constant = [&](std::uint64_t bits) { return terms.constant(type, Integer(bits)); };
  Term size = terms.arithmetic(Op::BitAnd, x, constant(format.sign_bit() - 1));
  Term signalling = manager.conj(terms.compare(Op::Lt, constant(format.infinity()), size),
                                 terms.compare(Op::Lt, size, constant(format.nan())));
  Term quiet = terms.arithmetic(Op::BitOr, x, constant(format.nan() ^ format.infinity()));
  return terms.ite(signalling, quiet, x);
}

void FunctionLowering::lower_return(const clang::ReturnStmt* statement) {
  const clang::Expr* e = statement->getRetValue();
  if (e != nullptr && decl_->getReturnType()->isVoidType()) {
    discard(e);
  } else if (e == nullptr) {
    if (!results_.empty())
      cfg_.emit(ir::Havoc{results_, ir::Choice::Unknown, function_.name, {}}, range_);
  } else if (!e->getType()->isRecordType()) {
    if (results_.empty()) unsupported(e, describe_unsupported(e->getType()));
    bool through_x87 = terms_.pointer().width() == 32 && is_float(e->getType());
    if (through_x87 && program_.discovery().sees_float_bits())
      assign(results_.front(), quiet_float(terms_, saved(scalar(e))), range_);
    else
      scalar_into(e, results_.front());
  } else {
    Value value = record_value(e);
    store_record(result_place_, e->getType(), value, e);
  }
  if (cleans_up()) end_objects(0);
  cfg_.jump(cfg_.exit(), range_);
}

} // namespace kleene::frontend::c
