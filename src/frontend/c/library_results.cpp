// SPDX-License-Identifier: Apache-2.0
// What C leaves open about library functions: results of which only the sign, or whether they are zero, is
// fixed; which comparisons sort and search.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "function_lowering.h"

namespace kleene::frontend::c {

using clang::dyn_cast;

namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Strings and bytes are compared: the sign says which is larger.
bool gives_sign(std::string_view name) {
  return is_one_of(name,
                   {"strcmp", "strncmp", "memcmp", "bcmp", "strcasecmp", "strncasecmp", "strcoll"});
}

/// Characters are classified: anything but zero means yes.
bool gives_truth(std::string_view name) {
  return is_one_of(name,
                   {"isalnum",
                    "isalpha",
                    "isblank",
                    "iscntrl",
                    "isdigit",
                    "isgraph",
                    "islower",
                    "isprint",
                    "ispunct",
                    "isspace",
                    "isupper",
                    "isxdigit",
                    "isascii"});
}

bool is_zero(const clang::Expr* e, const clang::ASTContext& context) {
  clang::Expr::EvalResult result;
  return e->EvaluateAsInt(result, context) && result.Val.getInt().isZero();
}

/// Is the value only compared with zero, or not looked at?
bool is_compared_with_zero(const clang::Expr* e, clang::ASTContext& context) {
  for (;;) {
    auto parents = context.getParents(*e);
    if (parents.size() != 1) return false;
    const auto* parent = parents[0].get<clang::Stmt>();
    if (parent == nullptr) return false;
    if (const auto* op = dyn_cast<clang::BinaryOperator>(parent)) {
      if (op->isLogicalOp()) return true;
      const clang::Expr* other = op->getLHS() == e ? op->getRHS() : op->getLHS();
      return op->isComparisonOp() && is_zero(other, context);
    }
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(parent))
      return unary->getOpcode() == clang::UO_LNot;
    if (const auto* choice = dyn_cast<clang::IfStmt>(parent)) return choice->getCond() == e;
    if (const auto* loop = dyn_cast<clang::WhileStmt>(parent)) return loop->getCond() == e;
    if (const auto* loop = dyn_cast<clang::DoStmt>(parent)) return loop->getCond() == e;
    if (const auto* loop = dyn_cast<clang::ForStmt>(parent)) return loop->getCond() == e;
    if (const auto* choice = dyn_cast<clang::ConditionalOperator>(parent))
      return choice->getCond() == e;
    const auto* outer = dyn_cast<clang::Expr>(parent);
    if (!llvm::isa<clang::ParenExpr, clang::ImplicitCastExpr>(parent)) return false;
    e = outer;
  }
}

} // namespace

bool FunctionLowering::leaves_result_open(const FunctionEntity& callee, const clang::CallExpr* e) {
  const FunctionEntity& body = callee.model != nullptr ? *callee.model : callee;
  if (!body.library || function_.library) return false;
  if (!gives_sign(body.name) && !gives_truth(body.name)) return false;
  return !is_compared_with_zero(e, const_cast<clang::ASTContext&>(context_));
}

Term FunctionLowering::any_result(const FunctionEntity& callee, Term exact, SourceRange range) {
  std::string name = callee.model != nullptr ? callee.model->name : callee.name;
  exact = saved(exact);
  VarId other = temporary(exact.type());
  cfg_.emit(ir::Havoc{{other}, ir::Choice::Unknown, name, {}}, range);
  Term any = term(other);
  Term zero = terms_.constant(exact.type(), 0);
  TermManager& manager = terms_.manager();
  auto both = [&](Term a, Term b) { return manager.conj(a, b); };
  Term fits = gives_truth(name)
                  ? both(terms_.truth(exact), terms_.truth(any))
                  : manager.disj(
                      both(terms_.compare(Op::Lt, exact, zero), terms_.compare(Op::Lt, any, zero)),
                      both(terms_.compare(Op::Lt, zero, exact), terms_.compare(Op::Lt, zero, any)));
  return saved(terms_.ite(fits, any, exact));
}

/// How often qsort and bsearch compare, what with what, and where the operands lie then, is not fixed: not
/// covered unless nobody can see it.
void FunctionLowering::require_pure_comparison(const FunctionEntity& callee,
                                               const clang::CallExpr* e) {
  const FunctionEntity& body = callee.model != nullptr ? *callee.model : callee;
  if (!body.library || !is_one_of(body.name, {"qsort", "bsearch"})) return;
  unsigned last = static_cast<unsigned>(body.declaration->param_size()) - 1;
  if (e->getNumArgs() <= last) return;
  program_.program().add_assumption("sorting",
                                    "comparisons that qsort and bsearch call order the elements "
                                    "consistently, and bsearch is given a sorted array");
  auto is_pure = [&](FunctionEntity& function) {
    for (const clang::ParmVarDecl* parameter : function.declaration->parameters())
      if (!parameter->getType()->isPointerType()) return false;
    Effects effects = program_.effects().of_function(function);
    bool changes = !effects.writes.empty() || effects.writes_memory || effects.unknown;
    return !changes && !effects.halts && !effects.violates && !effects.looks_at_addresses;
  };
  const char* construct = "qsort or bsearch with a comparison that does more than compare";
  if (const clang::FunctionDecl* named = direct_callee(e->getArg(last)->IgnoreParenCasts())) {
    if (!is_pure(program_.linkage().function(named))) unsupported(e, construct);
    return;
  }
  for (FunctionEntity* function : program_.callable()) {
    const clang::FunctionDecl* decl = function->declaration;
    bool suits = !decl->hasPrototype() || decl->isVariadic() || decl->param_size() == 2;
    if (suits && !is_pure(*function)) unsupported(e, construct);
  }
}

/// What models take for granted, and texts that they do not look at: those are read up to their end.
void FunctionLowering::follow_library_texts(const FunctionEntity& callee,
                                            const clang::CallExpr* e,
                                            const std::vector<Value>& values) {
  const FunctionEntity& body = callee.model != nullptr ? *callee.model : callee;
  if (!body.library || function_.library) return;
  if (body.name.starts_with("getopt"))
    program_.program().add_assumption(
        "getopt", "POSIXLY_CORRECT is not set, so getopt moves words that are no options");
  if (!program_.options().memory_checks) return;
  bool one = is_one_of(body.name,
                       {"fopen",
                        "fopen64",
                        "open",
                        "open64",
                        "remove",
                        "unlink",
                        "access",
                        "mkdir",
                        "rmdir",
                        "chdir"});
  bool two = body.name == "rename";
  bool perhaps = body.name == "perror";
  for (std::size_t i = 0; i < values.size() && i < (one || perhaps ? 1 : two ? 2 : 0); ++i) {
    const clang::Expr* text = e->getArg(static_cast<unsigned>(i))->IgnoreParenCasts();
    if (llvm::isa<clang::StringLiteral>(text) || values[i].kind != Value::Kind::Scalar) continue;
    if (perhaps && is_zero(text, context_)) continue;
    scanned_length(terms_.convert(terms_.pointer(), values[i].scalar), range_of(e));
  }
}

} // namespace kleene::frontend::c
