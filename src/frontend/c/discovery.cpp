// SPDX-License-Identifier: Apache-2.0
#include "discovery.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <utility>

#include "builtin_names.h"
#include "float_bits.h"
#include "formats.h"
#include "layout.h"
#include "libc_models.h"
#include "scan_formats.h"

namespace kleene::frontend::c {

using namespace clang; // NOLINT: this file speaks of Clang's tree only

namespace {

/// The variable inside which an lvalue lies, if it is not reached through a pointer.
const VarDecl* root_variable(const Expr* e) {
  for (;;) {
    e = e->IgnoreParens();
    if (const auto* reference = dyn_cast<DeclRefExpr>(e))
      return dyn_cast<VarDecl>(reference->getDecl());
    if (const auto* member = dyn_cast<MemberExpr>(e)) {
      if (member->isArrow()) return nullptr;
      e = member->getBase();
    } else if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(e)) {
      e = subscript->getBase()->IgnoreParens();
      const auto* decay = dyn_cast<ImplicitCastExpr>(e);
      if (decay == nullptr || decay->getCastKind() != CK_ArrayToPointerDecay) return nullptr;
      e = decay->getSubExpr();
    } else if (const auto* unary = dyn_cast<UnaryOperator>(e);
               unary && unary->getOpcode() == UO_Extension) {
      e = unary->getSubExpr();
    } else if (const auto* cast = dyn_cast<CastExpr>(e); cast && cast->isGLValue()) {
      e = cast->getSubExpr();
    } else {
      return nullptr;
    }
  }
}

/// The array whose address an expression is.
const Expr* decayed_array(const Expr* e) {
  const auto* decay = dyn_cast<ImplicitCastExpr>(e->IgnoreParens());
  bool array = decay != nullptr && decay->getCastKind() == CK_ArrayToPointerDecay;
  return array ? decay->getSubExpr() : nullptr;
}

bool needs_memory(const ASTContext& context, QualType type) {
  return !scalar_type(context, type) && !record_leaves(context, type);
}

} // namespace

const FunctionDecl* direct_callee(const Expr* e) {
  for (;;) {
    e = e->IgnoreParens();
    if (const auto* cast = dyn_cast<ImplicitCastExpr>(e)) {
      e = cast->getSubExpr();
    } else if (const auto* unary = dyn_cast<UnaryOperator>(e);
               unary
               && (unary->getOpcode() == UO_Deref || unary->getOpcode() == UO_AddrOf
                   || unary->getOpcode() == UO_Extension)) {
      e = unary->getSubExpr();
    } else if (const auto* reference = dyn_cast<DeclRefExpr>(e)) {
      return dyn_cast<FunctionDecl>(reference->getDecl());
    } else {
      return nullptr;
    }
  }
}

void Discovery::reach(FunctionEntity& function) {
  visit(function, false);
  work_off();
}

void Discovery::work_off() {
  while (!work_.empty()) {
    auto [statement, context] = work_.front();
    work_.pop_front();
    context_ = context;
    walk(statement);
  }
}

std::set<std::string> Discovery::unresolved() const {
  std::set<std::string> names = wanted_;
  for (const FunctionEntity* function : bodiless_) {
    if (function->model == nullptr && builtin_of(function->name) == Builtin::None)
      names.insert(function->name);
  }
  return names;
}

bool Discovery::has_unknown(const std::set<std::string>& known) const {
  if (linkage_.has_assembly()) return true;
  for (const std::string& name : unresolved())
    if (!known.contains(name) && !is_compiler_function(name)) return true;
  return std::ranges::any_of(globals_, [](const GlobalEntity* global) {
    const VarDecl* decl = global->declaration;
    const SourceManager& sources = decl->getASTContext().getSourceManager();
    return !global->defined && !sources.isInSystemHeader(decl->getLocation());
  });
}

void Discovery::open_up() {
  for (std::size_t i = 0; i < linkage_.functions().size(); ++i) {
    FunctionEntity& function = *linkage_.functions()[i];
    if (!function.external || !function.defined || function.library) continue;
    function.called = true;
    visit(function, true);
  }
  for (std::size_t i = 0; i < linkage_.globals().size(); ++i) {
    GlobalEntity& global = *linkage_.globals()[i];
    if (global.external && global.defined && !global.library) visit(global, false);
  }
  work_off();
  if (!follows_pointers_) return;
  // A pointer that comes from elsewhere may lead to each of them.
  uses_memory_ = true;
  for (GlobalEntity* global : globals_)
    if (global->external && !global->library) global->address_taken = true;
}

void Discovery::bind_models() {
  std::vector<FunctionEntity*> open;
  std::swap(open, bodiless_);
  std::erase_if(wanted_, [&](const std::string& name) {
    FunctionEntity* model = linkage_.find_function(name);
    if (model != nullptr) visit(*model, false);
    return model != nullptr;
  });
  for (FunctionEntity* function : open) {
    if (function->defined) {
      bodies_.push_back(function);
      work_.push_back({function->declaration->getBody(), &function->declaration->getASTContext()});
      continue;
    }
    bodiless_.push_back(function);
    if (builtin_of(function->name) != Builtin::None) continue;
    FunctionEntity* model = linkage_.find_function(model_name(function->name));
    if (model == nullptr || model == function || !model->defined) continue;
    function->model = model;
    visit(*model, false);
  }
  // A variable of the library that the models define.
  for (GlobalEntity* global : globals_)
    if (global->library && global->declaration->hasInit() && modelled_.insert(global).second)
      work_.push_back({global->declaration->getInit(), &global->declaration->getASTContext()});
  work_off();
}

void Discovery::visit(FunctionEntity& function, bool address_taken) {
  if (address_taken) function.address_taken = true;
  if (function.reached) return;
  function.reached = true;
  if (function.defined) {
    bodies_.push_back(&function);
    if (function.declaration->isVariadic()) uses_memory_ = true;
    for (const ParmVarDecl* parameter : function.declaration->parameters())
      walk_type(parameter->getOriginalType());
    work_.push_back({function.declaration->getBody(), &function.declaration->getASTContext()});
  } else {
    bodiless_.push_back(&function);
  }
}

void Discovery::visit(GlobalEntity& global, bool address_taken) {
  if (address_taken) global.address_taken = true;
  if (global.reached) return;
  global.reached = true;
  globals_.push_back(&global);
  if (global.library) modelled_.insert(&global);
  if (needs_memory(global.declaration->getASTContext(), global.type)) uses_memory_ = true;
  if (global.declaration->hasInit())
    work_.push_back({global.declaration->getInit(), &global.declaration->getASTContext()});
}

void Discovery::take_address(const Expr* lvalue) {
  const VarDecl* variable = root_variable(lvalue);
  if (variable == nullptr) return;
  uses_memory_ = true;
  if (variable->hasGlobalStorage()) {
    visit(linkage_.global(variable), true);
  } else {
    locals_.insert(variable);
  }
}

void Discovery::observe(const Expr* lvalue) {
  const VarDecl* variable = root_variable(lvalue);
  if (variable != nullptr) observed_.insert(variable);
}

/// What is written to a stream that is not standard output or standard error for everyone to see, and in a format that is
/// not there to be read, needs a model.
void Discovery::need_output_models(const CallExpr* call, const std::string& name) {
  auto need = [&](const std::string& model) {
    if (FunctionEntity* entity = linkage_.find_function(model))
      visit(*entity, false);
    else
      wanted_.insert(model);
  };
  auto argument = [&](unsigned i) { return i < call->getNumArgs() ? call->getArg(i) : nullptr; };
  const Builtin kind = builtin_of(name);
  std::optional<unsigned> format;
  if (kind == Builtin::Printf) format = 0;
  if (kind == Builtin::Fprintf || kind == Builtin::Sprintf) format = 1;
  if (kind == Builtin::Snprintf) format = 2;
  if (format && argument(*format) != nullptr && !is_plain_format(argument(*format)))
    need(format_model(name));
  bool writes = kind == Builtin::Fprintf || kind == Builtin::Fputs || kind == Builtin::Fputc;
  const Expr* to = argument(kind == Builtin::Fprintf ? 0 : 1);
  if (!writes || to == nullptr) return;
  const auto* stream = dyn_cast<DeclRefExpr>(to->IgnoreParenCasts());
  std::string text = stream == nullptr ? std::string() : stream->getDecl()->getNameAsString();
  if (text != "stdout" && text != "stderr") need(std::string(stream_model));
}

/// What a call leads to: for scanf with a format that is known, a function of its own.
FunctionEntity& Discovery::called(const FunctionDecl* callee, const CallExpr* call) {
  FunctionEntity& entity = linkage_.function(callee);
  const std::string function = model_name(entity.name);
  if (entity.defined || linkage_.removes(function)) return entity;
  std::optional<std::string> format = known_scan_format(function, call);
  if (!format) return entity;
  auto [known, fresh] = scans_.try_emplace({function, *format});
  if (fresh) {
    const std::string name = scan_function_name(function, scans_.size());
    if (auto text = scan_function(name, function, *format)) {
      known->second = name;
      scan_text_ += *text;
    }
  }
  return known->second.empty() ? entity : linkage_.redirect(call, callee, known->second);
}

std::string Discovery::take_scan_text() {
  return std::exchange(scan_text_, {});
}

/// Of a sum, the largest constant is where a device may begin.
void Discovery::make_pointer(const CastExpr* cast) {
  makes_pointers_ = true;
  std::uint64_t base = 0;
  bool open_part = false;
  std::vector<const Expr*> open{cast->getSubExpr()};
  while (!open.empty()) {
    const Expr* e = open.back()->IgnoreParenCasts();
    open.pop_back();
    Expr::EvalResult value;
    if (context_ != nullptr && !e->isValueDependent() && e->EvaluateAsInt(value, *context_)) {
      base = std::max(base, value.Val.getInt().extOrTrunc(64).getZExtValue());
    } else if (const auto* sum = dyn_cast<BinaryOperator>(e);
               sum != nullptr && sum->getOpcode() == BO_Add) {
      open.push_back(sum->getLHS());
      open.push_back(sum->getRHS());
    } else {
      open_part = true;
    }
  }
  if (base != 0)
    devices_.insert(base);
  else if (open_part)
    makes_open_pointers_ = true;
}

void Discovery::walk_reference(const Decl* decl) {
  if (const auto* function = dyn_cast<FunctionDecl>(decl)) {
    FunctionEntity& entity = linkage_.function(function);
    entity.called = true;
    visit(entity, true);
  } else if (const auto* variable = dyn_cast<VarDecl>(decl)) {
    if (variable->hasGlobalStorage()) visit(linkage_.global(variable), false);
  }
}

void Discovery::walk_type(QualType type) {
  while (!type.isNull() && type->isVariablyModifiedType()) {
    if (const auto* array = type->getAsArrayTypeUnsafe()) {
      if (const auto* variable = dyn_cast<VariableArrayType>(array)) walk(variable->getSizeExpr());
      type = array->getElementType();
    } else {
      type = type->getPointeeType();
    }
  }
}

void Discovery::walk_declaration(const Decl* decl) {
  if (const auto* typed = dyn_cast<ValueDecl>(decl)) walk_type(typed->getType());
  if (const auto* alias = dyn_cast<TypedefNameDecl>(decl)) walk_type(alias->getUnderlyingType());
  const auto* variable = dyn_cast<VarDecl>(decl);
  if (variable == nullptr || variable->isStaticLocal() || variable->hasExternalStorage()) return;
  if (needs_memory(variable->getASTContext(), variable->getType())) uses_memory_ = true;
  if (variable->hasInit()) walk(variable->getInit());
  if (const auto* cleanup = variable->getAttr<CleanupAttr>()) {
    FunctionEntity& function = linkage_.function(cleanup->getFunctionDecl());
    function.called = true;
    visit(function, false);
    locals_.insert(variable);
    observed_.insert(variable);
    uses_memory_ = follows_pointers_ = true;
  }
}

void Discovery::walk(const Stmt* statement) {
  if (statement == nullptr) return;
  sees_float_bits_ = sees_float_bits_ || c::sees_float_bits(statement);
  if (const auto* reference = dyn_cast<DeclRefExpr>(statement))
    return walk_reference(reference->getDecl());
  if (const auto* call = dyn_cast<CallExpr>(statement)) {
    if (const FunctionDecl* callee = direct_callee(call->getCallee())) {
      FunctionEntity& entity = called(callee, call);
      entity.called = true;
      visit(entity, false);
      if (writes_through_pointers(builtin_of(entity.name))) follows_pointers_ = true;
      if (!entity.defined) need_output_models(call, entity.name);
    } else {
      walk(call->getCallee());
    }
    if (call->getType()->isPointerType()) uses_memory_ = true;
    for (const Expr* argument : call->arguments())
      walk(argument);
    return;
  }
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(statement)) {
    uses_memory_ = true;
    if (root_variable(element) == nullptr) follows_pointers_ = true;
    const Expr* array = decayed_array(element->getBase());
    walk(array != nullptr ? array : element->getBase());
    return walk(element->getIdx());
  }
  if (const auto* e = dyn_cast<Expr>(statement))
    if (const Expr* array = decayed_array(e)) observe(array);
  if (const auto* cast = dyn_cast<CastExpr>(statement))
    if (cast->getCastKind() == CK_IntegralToPointer) make_pointer(cast);
  if (const auto* unary = dyn_cast<UnaryOperator>(statement)) {
    if (unary->getOpcode() == UO_AddrOf) {
      take_address(unary->getSubExpr());
      observe(unary->getSubExpr());
    }
    if (unary->getOpcode() == UO_Deref) {
      uses_memory_ = follows_pointers_ = true;
      if (const Expr* array = decayed_array(unary->getSubExpr())) return walk(array);
    }
  } else if (const auto* member = dyn_cast<MemberExpr>(statement); member && member->isArrow()) {
    uses_memory_ = follows_pointers_ = true;
  } else if (isa<StringLiteral, CompoundLiteralExpr, PredefinedExpr>(statement)) {
    uses_memory_ = true;
  } else if (const auto* trait = dyn_cast<UnaryExprOrTypeTraitExpr>(statement)) {
    // Operands of sizeof are not evaluated, except where the size depends on them.
    if (!trait->getTypeOfArgument()->isVariablyModifiedType()) return;
  } else if (const auto* selection = dyn_cast<GenericSelectionExpr>(statement)) {
    return walk(selection->getResultExpr());
  } else if (const auto* choice = dyn_cast<ChooseExpr>(statement)) {
    return walk(choice->getChosenSubExpr());
  } else if (const auto* list = dyn_cast<InitListExpr>(statement);
             list && !list->isSemanticForm()) {
    return walk(list->getSemanticForm());
  } else if (const auto* elvis = dyn_cast<BinaryConditionalOperator>(statement)) {
    walk(elvis->getCommon());
    return walk(elvis->getFalseExpr());
  } else if (const auto* assembler = dyn_cast<AsmStmt>(statement)) {
    for (const Stmt* operand : assembler->children()) {
      if (const auto* e = dyn_cast<Expr>(operand)) {
        take_address(e);
        observe(e);
      }
    }
  } else if (const auto* declarations = dyn_cast<DeclStmt>(statement)) {
    for (const Decl* decl : declarations->decls())
      walk_declaration(decl);
    return;
  }
  for (const Stmt* child : statement->children())
    walk(child);
}

} // namespace kleene::frontend::c
