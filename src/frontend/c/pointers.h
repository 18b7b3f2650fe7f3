// SPDX-License-Identifier: Apache-2.0
// Where pointers may lead: the objects whose addresses an expression may have as its value, for the program
// as a whole, whatever the order of its statements (an analysis by inclusion, after Andersen). An object is
// one variable, one place that allocates, or the world outside; parts of an object are not told apart.
#pragma once
#include "kleene/frontend/c/c_frontend.h"

#include <clang/AST/ASTFwd.h>
#include <llvm/ADT/SparseBitVector.h>

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "builtin_names.h"
#include "discovery.h"

namespace kleene::frontend::c {

class Pointers {
public:
  using Objects = llvm::SparseBitVector<>;

  /// `unknown`: there is code or data that we do not see.
  Pointers(Linkage& linkage, const Discovery& discovery, const Options& options, bool unknown);

  /// The objects that a pointer may lead to which reached code follows. Null: any whose address is taken; so it
  /// is where the pointer may have been made from a number.
  const Objects* targets(const clang::Expr* pointer) const;
  /// The number of a variable.
  unsigned object(const clang::VarDecl* variable);
  /// The function whose variable it is; null for all other objects.
  const FunctionEntity* owner(unsigned object) const { return objects_[object].owner; }
  /// The function that lies there; null for all other objects.
  FunctionEntity* function(unsigned object) const { return objects_[object].function; }
  /// Objects that nothing may change.
  const Objects& immutable() const { return immutable_; }

private:
  using Node = unsigned; ///< a set of addresses; 0 is empty
  struct Object {
    Node contents = 0;
    Node address = 0;
    const FunctionEntity* owner = nullptr;
    FunctionEntity* function = nullptr; ///< whose address it is
    bool numbers = false;               ///< it is accessed as memory without pointers
    bool pointers = false;              ///< it is accessed as memory with pointers
  };
  struct Call {
    std::vector<Node> arguments;
    Node result = 0;
    bool from_outside = false; ///< any number of arguments, all alike
  };
  struct Constraints {
    Objects targets;
    Objects done;                   ///< targets that loads, stores and calls have seen
    std::vector<Node> copies;       ///< nodes that include this one
    std::vector<Node> loads;        ///< nodes that include the contents of its targets
    std::vector<Node> stores;       ///< nodes that the contents of its targets include
    std::vector<std::size_t> calls; ///< of functions among the targets
    bool as_numbers = false;        ///< its targets are accessed as memory without pointers
    bool as_pointers = false;       ///< its targets are accessed as memory with pointers
  };

  void read_program();
  void open_to_the_world();
  void solve();

  // The program as constraints.
  void walk(const clang::Stmt* statement);
  void declare(const clang::Decl* decl);
  Node value(const clang::Expr* e);
  Node cast_value(const clang::CastExpr* e);
  Node binary_value(const clang::BinaryOperator* e);
  Node unary_value(const clang::UnaryOperator* e);
  Node children_value(const clang::Expr* e);
  /// The addresses that an lvalue may have.
  Node lvalue(const clang::Expr* e);
  Node followed(const clang::Expr* pointer);
  Node call(const clang::CallExpr* e);
  Node builtin(Builtin kind, const clang::CallExpr* e, const std::vector<Node>& arguments);
  Node missing(const std::vector<Node>& arguments);
  void bind(FunctionEntity& function, const Call& call);
  void call_anything(const Call& call);
  void reinterpret(const clang::CastExpr* cast, Node pointer);

  unsigned add_object(bool immutable = false);
  Node node();
  Node address(unsigned object);
  Node join(Node a, Node b);
  void add_target(Node node, unsigned object);
  void include(Node from, Node to);
  Node load(Node pointer);
  void store(Node pointer, Node value);
  unsigned function_object(FunctionEntity& function);
  Node result(const FunctionEntity& function);

  Linkage& linkage_;
  const Discovery& discovery_;
  const Options& options_;
  const bool unknown_;
  bool anything_ = false; ///< nothing is known: the analysis was given up
  bool assembly_ = false; ///< there is some, which may do what unknown code does with what it gets
  std::vector<Object> objects_;
  Objects immutable_;
  std::vector<Constraints> nodes_;
  std::vector<Call> calls_;
  std::vector<Node> work_;
  std::unordered_set<std::uint64_t> edges_;
  std::unordered_map<const void*, unsigned> by_key_; ///< of objects
  std::unordered_map<const clang::Expr*, Node> followed_;
  std::unordered_map<const FunctionEntity*, Node> results_;
  FunctionEntity* current_ = nullptr;
  Node everywhere_ = 0; ///< what was stored through pointers that may lead anywhere
  unsigned anywhere_ =
      0;           ///< the object that stands for all: where numbers lead that become pointers
  Node world_ = 0; ///< the addresses that are known outside
  Node variadic_ = 0;
};

/// Is it defined here as an object that nothing may change?
bool is_constant_object(const clang::VarDecl* variable);

} // namespace kleene::frontend::c
