// SPDX-License-Identifier: Apache-2.0
#include "statement_tree.h"

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
