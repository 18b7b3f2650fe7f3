// SPDX-License-Identifier: Apache-2.0
#include "pointers.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "reinterpretation.h"

namespace kleene::frontend::c {

using namespace clang; // NOLINT: this file speaks of Clang's tree only

namespace {

/// So many sets are joined at most; a program that needs more is not worth the time.
constexpr std::size_t most_joins = 4'000'000;

} // namespace

bool is_constant_object(const VarDecl* variable) {
  const VarDecl* definition = variable->getDefinition();
  if (definition == nullptr || !definition->hasGlobalStorage()) return false;
  QualType element = definition->getASTContext().getBaseElementType(definition->getType());
  return element.isConstQualified() && !element.isVolatileQualified();
}

Pointers::Pointers(Linkage& linkage,
                   const Discovery& discovery,
                   const Options& options,
                   bool unknown)
    : linkage_(linkage), discovery_(discovery), options_(options), unknown_(unknown) {
  nodes_.resize(1);
  everywhere_ = node();
  anywhere_ = add_object();
  include(address(anywhere_), objects_[anywhere_].contents);
  world_ = node();
  variadic_ = node();
  read_program();
  open_to_the_world();
  solve();
}

const Pointers::Objects* Pointers::targets(const Expr* pointer) const {
  if (anything_) return nullptr;
  auto known = followed_.find(pointer->IgnoreParens());
  if (known == followed_.end()) return nullptr;
  const Objects& targets = nodes_[known->second].targets;
  return targets.test(anywhere_) ? nullptr : &targets;
}

unsigned Pointers::object(const VarDecl* variable) {
  const void* key = variable;
  if (variable->hasGlobalStorage()) key = &linkage_.global(variable);
  auto [known, is_new] = by_key_.try_emplace(key, 0);
  if (!is_new) return known->second;
  unsigned made = add_object(is_constant_object(variable));
  by_key_[key] = made;
  objects_[made].pointers = holds_pointers(variable->getType());
  objects_[made].numbers = !objects_[made].pointers;
  if (variable->hasGlobalStorage()) return made;
  const auto* function = dyn_cast<FunctionDecl>(variable->getParentFunctionOrMethod());
  if (function != nullptr) objects_[made].owner = &linkage_.function(function);
  return made;
}

unsigned Pointers::function_object(FunctionEntity& function) {
  auto [known, is_new] = by_key_.try_emplace(&function, 0);
  if (!is_new) return known->second;
  unsigned made = add_object(true);
  by_key_[&function] = made;
  objects_[made].function = &function;
  return made;
}

unsigned Pointers::add_object(bool immutable) {
  auto made = static_cast<unsigned>(objects_.size());
  objects_.emplace_back();
  objects_.back().contents = node();
  if (immutable) {
    immutable_.set(made);
  } else {
    include(everywhere_, objects_.back().contents);
  }
  return made;
}

Pointers::Node Pointers::node() {
  nodes_.emplace_back();
  return static_cast<Node>(nodes_.size() - 1);
}

Pointers::Node Pointers::address(unsigned object) {
  if (objects_[object].address == 0) {
    Node made = node();
    objects_[object].address = made;
    add_target(made, object);
  }
  return objects_[object].address;
}

Pointers::Node Pointers::join(Node a, Node b) {
  if (a == 0 || a == b) return b;
  if (b == 0) return a;
  Node both = node();
  include(a, both);
  include(b, both);
  return both;
}

void Pointers::add_target(Node node, unsigned object) {
  if (node != 0 && nodes_[node].targets.test_and_set(object)) work_.push_back(node);
}

void Pointers::include(Node from, Node to) {
  if (from == 0 || to == 0 || from == to) return;
  if (!edges_.insert(std::uint64_t(from) << 32 | to).second) return;
  nodes_[from].copies.push_back(to);
  work_.push_back(from);
}

Pointers::Node Pointers::load(Node pointer) {
  if (pointer == 0) return 0;
  Node result = node();
  nodes_[pointer].loads.push_back(result);
  nodes_[pointer].done.clear();
  work_.push_back(pointer);
  return result;
}

void Pointers::store(Node pointer, Node value) {
  if (pointer == 0 || value == 0) return;
  nodes_[pointer].stores.push_back(value);
  nodes_[pointer].done.clear();
  work_.push_back(pointer);
}

void Pointers::read_program() {
  for (const GlobalEntity* global : discovery_.globals()) {
    unsigned made = object(global->declaration);
    if (global->declaration->hasInit())
      include(value(global->declaration->getInit()), objects_[made].contents);
  }
  for (const auto& function : linkage_.functions()) {
    if (!function->defined || !function->reached) continue;
    current_ = function.get();
    for (const ParmVarDecl* parameter : function->declaration->parameters())
      declare(parameter);
    walk(function->declaration->getBody());
  }
  current_ = nullptr;
}

/// What is outside has objects of its own. Unknown code may put every address that it knows everywhere it
/// can reach, and calls what it knows.
void Pointers::open_to_the_world() {
  unsigned outside = add_object();
  add_target(world_, outside);
  include(address(outside), objects_[outside].contents);
  for (const GlobalEntity* global : discovery_.globals()) {
    unsigned known = object(global->declaration);
    // A weak definition may not be the one that counts.
    if (!global->defined || global->weak) include(world_, objects_[known].contents);
    if (unknown_ && global->external && !global->library) add_target(world_, known);
  }
  if (FunctionEntity* entry = linkage_.find_function(options_.entry); entry && entry->defined)
    for (const ParmVarDecl* parameter : entry->declaration->parameters())
      include(world_, objects_[object(parameter)].contents);
  if (!unknown_ && !assembly_) return;
  include(load(world_), world_);
  store(world_, world_);
  if (!unknown_) return;
  for (const auto& function : linkage_.functions())
    if (function->reached && function->external && function->defined && !function->library)
      add_target(world_, function_object(*function));
  calls_.push_back({{world_}, world_, true});
  nodes_[world_].calls.push_back(calls_.size() - 1);
  work_.push_back(world_);
}

void Pointers::bind(FunctionEntity& function, const Call& call) {
  FunctionEntity* body = function.defined ? &function : function.model;
  if (body == nullptr) {
    if (!call.from_outside) include(missing(call.arguments), call.result);
    return;
  }
  const FunctionDecl* decl = body->declaration;
  std::size_t count = decl->getNumParams();
  for (std::size_t i = 0; i < count; ++i) {
    if (!call.from_outside && i >= call.arguments.size()) break;
    Node argument = call.arguments[call.from_outside ? 0 : i];
    include(argument, objects_[object(decl->getParamDecl(static_cast<unsigned>(i)))].contents);
  }
  for (std::size_t i = call.from_outside ? 0 : count; i < call.arguments.size(); ++i)
    include(call.arguments[i], variadic_);
  include(result(*body), call.result);
}

/// Through a pointer that may lead anywhere.
void Pointers::call_anything(const Call& call) {
  for (const auto& function : linkage_.functions())
    if (function->reached && function->address_taken) bind(*function, call);
}

Pointers::Node Pointers::result(const FunctionEntity& function) {
  Node& known = results_[&function];
  if (known == 0) known = node();
  return known;
}

/// A call of code that is not here.
Pointers::Node Pointers::missing(const std::vector<Node>& arguments) {
  if (unknown_)
    for (Node argument : arguments)
      include(argument, world_);
  return world_;
}

void Pointers::solve() {
  std::size_t joins = 0;
  while (!work_.empty()) {
    Node next = work_.back();
    work_.pop_back();
    Objects fresh = nodes_[next].targets;
    fresh.intersectWithComplement(nodes_[next].done);
    nodes_[next].done |= fresh;
    if (fresh.test(anywhere_)) {
      for (std::size_t i = 0; i < nodes_[next].stores.size(); ++i)
        include(nodes_[next].stores[i], everywhere_);
      for (std::size_t i = 0; i < nodes_[next].calls.size(); ++i)
        call_anything(Call(calls_[nodes_[next].calls[i]]));
    }
    for (unsigned target : fresh) {
      Node contents = objects_[target].contents;
      objects_[target].numbers |= nodes_[next].as_numbers;
      objects_[target].pointers |= nodes_[next].as_pointers;
      if (objects_[target].numbers && objects_[target].pointers)
        include(address(anywhere_), contents);
      for (std::size_t i = 0; i < nodes_[next].loads.size(); ++i)
        include(contents, nodes_[next].loads[i]);
      for (std::size_t i = 0; i < nodes_[next].stores.size() && !immutable_.test(target); ++i)
        include(nodes_[next].stores[i], contents);
      if (objects_[target].function == nullptr) continue;
      for (std::size_t i = 0; i < nodes_[next].calls.size(); ++i)
        bind(*objects_[target].function, Call(calls_[nodes_[next].calls[i]]));
    }
    for (std::size_t i = 0; i < nodes_[next].copies.size(); ++i) {
      Node to = nodes_[next].copies[i];
      if (nodes_[to].targets |= nodes_[next].targets) work_.push_back(to);
    }
    joins += 1 + nodes_[next].copies.size();
    if (joins < most_joins) continue;
    anything_ = true;
    work_.clear();
  }
}

void Pointers::walk(const Stmt* statement) {
  if (statement == nullptr) return;
  if (const auto* e = dyn_cast<Expr>(statement)) {
    if (e->isGLValue()) {
      lvalue(e);
    } else {
      value(e);
    }
  } else if (const auto* declarations = dyn_cast<DeclStmt>(statement)) {
    for (const Decl* decl : declarations->decls())
      declare(decl);
  } else if (const auto* end = dyn_cast<ReturnStmt>(statement)) {
    if (end->getRetValue() != nullptr) include(value(end->getRetValue()), result(*current_));
  } else if (isa<AsmStmt>(statement)) {
    assembly_ = true;
    for (const Stmt* child : statement->children()) {
      const auto* e = dyn_cast<Expr>(child);
      if (e == nullptr) continue;
      if (!e->isGLValue()) {
        include(value(e), world_);
        continue;
      }
      Node operand = lvalue(e);
      include(load(operand), world_);
      store(operand, world_);
    }
  } else {
    for (const Stmt* child : statement->children())
      walk(child);
  }
}

void Pointers::declare(const Decl* decl) {
  QualType type;
  if (const auto* typed = dyn_cast<ValueDecl>(decl)) type = typed->getType();
  if (const auto* alias = dyn_cast<TypedefNameDecl>(decl)) type = alias->getUnderlyingType();
  if (const auto* parameter = dyn_cast<ParmVarDecl>(decl)) type = parameter->getOriginalType();
  while (!type.isNull() && type->isVariablyModifiedType()) {
    const auto* array = type->getAsArrayTypeUnsafe();
    if (const auto* variable = dyn_cast_or_null<VariableArrayType>(array))
      walk(variable->getSizeExpr());
    type = array != nullptr ? array->getElementType() : type->getPointeeType();
  }
  const auto* variable = dyn_cast<VarDecl>(decl);
  if (variable == nullptr || variable->hasGlobalStorage()) return;
  unsigned made = object(variable);
  if (variable->hasInit()) include(value(variable->getInit()), objects_[made].contents);
  if (const auto* cleanup = variable->getAttr<CleanupAttr>())
    bind(linkage_.function(cleanup->getFunctionDecl()), {{address(made)}, node()});
}

} // namespace kleene::frontend::c
