// SPDX-License-Identifier: Apache-2.0
#include "statement_tree.h"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

namespace kleene::frontend::c {

StatementTree::StatementTree(const clang::Stmt* body) {
  if (body != nullptr) walk(body, nullptr);
}

const StatementTree::Node& StatementTree::walk(const clang::Stmt* statement,
                                               const clang::Stmt* parent) {
  auto [place, fresh] = nodes_.try_emplace(statement);
  if (!fresh) return place->second;
  place->second.parent = parent;
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(statement);
      literal != nullptr && !literal->isFileScope() && !only_read(literal)) {
    const clang::Stmt* block = parent;
    while (block != nullptr && !is_block(block))
      block = parent_of(block);
    literals_[block].push_back(literal);
  }
  Node node;
  node.parent = parent;
  node.label = llvm::isa<clang::LabelStmt>(statement);
  node.open_case = llvm::isa<clang::SwitchCase>(statement);
  for (const clang::Stmt* child : statement->children()) {
    if (child == nullptr) continue;
    const Node& inner = walk(child, statement);
    node.label |= inner.label;
    node.open_case |= inner.open_case;
  }
  if (llvm::isa<clang::SwitchStmt>(statement)) node.open_case = false;
  return nodes_[statement] = node;
}

const clang::Stmt* StatementTree::parent_of(const clang::Stmt* statement) const {
  auto node = nodes_.find(statement);
  return node == nodes_.end() ? nullptr : node->second.parent;
}

/// C11 6.8: compound statements, selections, iterations, and the statements that these consist of.
bool StatementTree::is_block(const clang::Stmt* statement) const {
  using namespace clang;
  auto has_parts = [](const Stmt* s) {
    return llvm::isa<IfStmt, SwitchStmt, WhileStmt, DoStmt, ForStmt>(s);
  };
  if (llvm::isa<CompoundStmt>(statement) || has_parts(statement)) return true;
  const Stmt* parent = parent_of(statement);
  if (parent == nullptr || !has_parts(parent)) return false;
  if (const auto* s = llvm::dyn_cast<IfStmt>(parent))
    return statement == s->getThen() || statement == s->getElse();
  if (const auto* s = llvm::dyn_cast<SwitchStmt>(parent)) return statement == s->getBody();
  if (const auto* s = llvm::dyn_cast<WhileStmt>(parent)) return statement == s->getBody();
  if (const auto* s = llvm::dyn_cast<DoStmt>(parent)) return statement == s->getBody();
  return statement == llvm::cast<ForStmt>(parent)->getBody();
}

/// Is the literal, or a member of it, read and nothing else?
bool StatementTree::only_read(const clang::CompoundLiteralExpr* literal) const {
  const clang::Stmt* user = parent_of(literal);
  while (user != nullptr && llvm::isa<clang::ParenExpr, clang::MemberExpr>(user))
    user = parent_of(user);
  const auto* cast = llvm::dyn_cast_or_null<clang::CastExpr>(user);
  return cast != nullptr && cast->getCastKind() == clang::CK_LValueToRValue;
}

const std::vector<const clang::CompoundLiteralExpr*>&
StatementTree::literals(const clang::Stmt* block) const {
  static const std::vector<const clang::CompoundLiteralExpr*> none;
  auto known = literals_.find(block);
  return known == literals_.end() ? none : known->second;
}

std::vector<const clang::Stmt*> StatementTree::way(const clang::Stmt* statement,
                                                   const clang::Stmt* wanted) const {
  std::vector<const clang::Stmt*> result;
  while (wanted != nullptr && wanted != statement) {
    auto node = nodes_.find(wanted);
    wanted = node == nodes_.end() ? nullptr : node->second.parent;
    if (wanted != nullptr) result.push_back(wanted);
  }
  if (wanted == nullptr) return {};
  std::ranges::reverse(result);
  return result;
}

bool StatementTree::contains(const clang::Stmt* statement, const clang::Stmt* wanted) const {
  while (wanted != nullptr && wanted != statement) {
    auto node = nodes_.find(wanted);
    wanted = node == nodes_.end() ? nullptr : node->second.parent;
  }
  return wanted != nullptr;
}

bool StatementTree::has_entry(const clang::Stmt* statement) const {
  auto node = nodes_.find(statement);
  return node != nodes_.end() && (node->second.label || node->second.open_case);
}

} // namespace kleene::frontend::c
