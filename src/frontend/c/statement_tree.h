// SPDX-License-Identifier: Apache-2.0
// The statements of one body: what stands inside what, and into what a jump leads. Built in one walk, since functions
// with thousands of labels ask often.
#pragma once
#include <clang/AST/ASTFwd.h>

#include <map>
#include <unordered_map>
#include <vector>

namespace kleene::frontend::c {

class StatementTree {
public:
  explicit StatementTree(const clang::Stmt* body);

  /// Is `wanted` the statement, or inside it?
  bool contains(const clang::Stmt* statement, const clang::Stmt* wanted) const;
  /// The statements from `statement` down to `wanted`, which is not one of them; nothing if it is not inside.
  std::vector<const clang::Stmt*> way(const clang::Stmt* statement,
                                      const clang::Stmt* wanted) const;
  /// Has the statement a label inside, or a case of a switch outside?
  bool has_entry(const clang::Stmt* statement) const;
  /// Compound literals that live as long as this block, and whose address may be a value somewhere.
  const std::vector<const clang::CompoundLiteralExpr*>& literals(const clang::Stmt* block) const;

private:
  struct Node {
    const clang::Stmt* parent = nullptr;
    bool label = false;
    bool open_case = false; ///< of a switch outside
  };
  const Node& walk(const clang::Stmt* statement, const clang::Stmt* parent);
  const clang::Stmt* parent_of(const clang::Stmt* statement) const;
  bool is_block(const clang::Stmt* statement) const;
  bool only_read(const clang::CompoundLiteralExpr* literal) const;

  std::unordered_map<const clang::Stmt*, Node> nodes_;
  std::map<const clang::Stmt*, std::vector<const clang::CompoundLiteralExpr*>>
      literals_; ///< by block
};

} // namespace kleene::frontend::c
