// SPDX-License-Identifier: Apache-2.0
// Lowers the body of one function to a procedure. The methods are spread over several files by what
// they lower: statements, declarations, expressions, operators, lvalues, calls, built-ins.
//
// An expression becomes a term plus the edges that must run before the term is evaluated: checks for
// undefined behaviour, calls, side effects, branches. Where the order of evaluation matters and C leaves
// it open, all orders are there (evaluation_order.h): the parts that are concerned are evaluated first, in
// each order, and stand as values in what is lowered then. Elsewhere the order shows in nothing but the
// order of the inputs and of the output, and is gcc's: operands from left to right, arguments from right
// to left, the right side of an assignment first unless it is a call.
#pragma once
#include "kleene/logic/floats.h"

#include <clang/AST/ASTFwd.h>

#include <functional>
#include <unordered_map>

#include "builtin_names.h"
#include "cfg_builder.h"
#include "evaluation_order.h"
#include "program_lowering.h"
#include "statement_tree.h"
#include "value.h"

namespace kleene::frontend::c {

/// Which arguments of a printing function are what.
struct OutputForm {
  std::optional<std::size_t> stream;
  std::size_t format = 0;
  std::string fixed; ///< the format, if it is no argument
};

struct Conversion; ///< of a format, see memory_checks.cpp

class FunctionLowering {
public:
  FunctionLowering(ProgramLowering& program, FunctionEntity& function);

  /// Lowers the body. The entry of the program has no callers: it gets its arguments here.
  void run(bool is_entry);
  /// Makes `start` a procedure that gives the function its arguments as the entry of the program and
  /// calls it, after `before`: for one that the program calls too, or that is not all that runs.
  void run_as_start(ir::ProcId start, const std::vector<FunctionEntity*>& before);

private:
  // statements.cpp
  void lower(const clang::Stmt* statement);
  void lower_statement(const clang::Stmt* statement);
  void lower_if(const clang::IfStmt* statement);
  void lower_loop(const clang::Stmt* loop);
  void lower_while(const clang::WhileStmt* statement);
  void lower_do(const clang::DoStmt* statement);
  void lower_for(const clang::ForStmt* statement);
  void lower_switch(const clang::SwitchStmt* statement);
  void lower_return(const clang::ReturnStmt* statement);
  void lower_body(const clang::Stmt* body, ir::LocId break_to, ir::LocId continue_to);
  void abandon(const clang::Stmt* statement, const UnsupportedConstruct& construct);
  void opaque(SourceRange range, const std::string& construct);
  ir::LocId label_place(const clang::LabelDecl* label);

  // entry.cpp
  void give_entry_argument(unsigned, const Parameter&, const std::vector<VarId>&, SourceRange);
  void make_arguments(SourceRange range);
  void make_argument_vector(const Options::Arguments& most, SourceRange range);
  Term argument_object(const std::string& name, Term size, SourceRange range);
  void store_at(Term address, Term value, SourceRange range);
  void require_covered_start();
  void forget_undefined_globals();
  void make_objects_elsewhere();

  // lifetimes.cpp
  /// A block while it is lowered, and the objects that end with it.
  struct Scope {
    const clang::Stmt* block = nullptr;
    bool enterable = false; ///< otherwise than at its beginning
    /// In the order in which they began: the address of an object, or a variable with a cleanup function.
    struct Ending {
      Term object;
      const clang::VarDecl* variable = nullptr;
    };
    std::vector<Ending> endings;
  };
  void enter_scope(const clang::Stmt* block);
  void begin_literals(const clang::Stmt* block);
  void leave_scope();
  /// Ends the objects of all scopes but the outer ones.
  void end_objects(std::size_t outer);
  void clean_up_at_end(const clang::VarDecl* variable);
  void clean_up(const clang::VarDecl* variable);
  bool cleans_up() const;
  bool ends_with_scope(const clang::VarDecl* variable) const;
  bool ends_unnoticed(const clang::VarDecl* variable) const;
  void forget(const clang::VarDecl* variable);
  void forget_skipped(const clang::Stmt* block, const clang::Stmt* target);
  void jump_to(const clang::LabelDecl* label);

  // declarations.cpp
  void set_up_parameters(bool is_entry);
  void set_up_result();
  void declare(const clang::DeclStmt* statement);
  void declare_local(const clang::VarDecl* variable);
  void begin_local(const clang::VarDecl* variable);
  void initialise(const clang::VarDecl* variable, const Lvalue& place);
  void initialise_memory(const Lvalue& place, clang::QualType type, const clang::Expr* initialiser);
  std::uint64_t count_stores(clang::QualType, const clang::Expr*, std::uint64_t& written);
  using FieldVisitor = std::function<void(const clang::FieldDecl*, const clang::Expr*)>;
  static void for_each_field(clang::QualType, const clang::InitListExpr*, const FieldVisitor&);
  void store_elements(Term address, clang::QualType, const clang::Expr*, bool zeroed, Term& memory);
  void store_text(Term address, clang::QualType, const clang::StringLiteral*, Term& memory);
  void flush(Term& memory);
  std::vector<Term> leaves_of_initialiser(clang::QualType type, const clang::Expr* initialiser);
  Lvalue local_place(const clang::VarDecl* variable);
  Lvalue
  new_local(const std::string& name, clang::QualType type, bool in_memory, SourceRange range);
  /// Lives as long as the activation.
  Term stack_object(const std::string& name, std::uint64_t size, unsigned alignment);
  /// A new one each time that the execution comes here.
  Term object_made_here(const std::string& name, std::uint64_t size, unsigned alignment);
  ir::Alloc new_object(const std::string& name, std::uint64_t size, unsigned alignment);
  Lvalue literal_place(const clang::CompoundLiteralExpr* literal);

  // variable_length.cpp
  void evaluate_array_size(const clang::Expr* size, bool declares);
  void evaluate_array_sizes(clang::QualType type, bool declares = false);
  Term open_choice();
  Term any_natural(const std::string& origin, SourceRange range);
  std::vector<const clang::Expr*> written_array_sizes(clang::QualType type);
  Term dynamic_size(clang::QualType type);

  // orders.cpp
  /// While it lives, the parts of an expression whose order is open have been evaluated.
  class Settled {
  public:
    Settled(FunctionLowering& lowering, const clang::Expr* e);
    ~Settled();
    Settled(const Settled&) = delete;
    Settled& operator=(const Settled&) = delete;

  private:
    FunctionLowering& lowering_;
    const clang::Expr* e_;
    const Orders* orders_ = nullptr;
    std::size_t watches_; ///< that were there before
  };
  void settle(const clang::Expr* e, const Orders& orders);
  void settle(const clang::Expr* e, const Orders::Group& group);
  void settle_part(const clang::Expr* part, const Lvalue& place);
  /// The value of a part that was evaluated before; null if it was not.
  const Value* settled(const clang::Expr* e) const;
  void watch(const Orders& orders);
  void note(const clang::Expr* access, const Lvalue& place);
  Term overlap(const clang::Expr*, Term, const clang::Expr*, Term);

  // expressions.cpp
  Value value(const clang::Expr* e);
  Value record_value(const clang::Expr* e);
  Term scalar(const clang::Expr* e);
  void discard(const clang::Expr* e);
  void branch(const clang::Expr* e, ir::LocId yes, ir::LocId no);
  void scalar_into(const clang::Expr* e, VarId target);
  Term conditional(const clang::Expr* e);
  Value record_conditional(const clang::Expr* e);
  Value statement_expression(const clang::StmtExpr* e);
  /// The value is not used, but computed all the same: it may overflow.
  void evaluate(const Value& value);
  void evaluate(Term value);
  /// The same value, computed here where that could be an event.
  Value evaluated(Value value);
  Term logical(const clang::Expr* e);
  Term lower_cast(const clang::CastExpr* e);
  Term converted_integer(const clang::CastExpr* e, Type type, Term value);
  Term decayed(const clang::Expr* array);
  Term variadic_argument(const clang::VAArgExpr* e);
  Lvalue variadic_argument_place(const clang::VAArgExpr* e);
  Term size_or_align(const clang::Expr* e);
  Type type_of(const clang::Expr* e);
  /// Can the expression be a term by itself: no side effects, no fault, no overflow?
  bool is_simple(const clang::Expr* e);
  bool is_simple_uncached(const clang::Expr* e);
  bool is_simple_operator(const clang::BinaryOperator* e);
  bool is_simple_lvalue(const clang::Expr* e);

  // operators.cpp
  Term unary(const clang::UnaryOperator* e);
  Term binary(const clang::BinaryOperator* e);
  bool compares_names(const clang::BinaryOperator* e);
  Term apply(int opcode, Term, Term, clang::QualType, clang::QualType, const clang::Expr* e);
  Term arithmetic(Op op, Term a, Term b);
  Term negated(Term a, SourceRange where);
  bool overflow_is_defined(Type type) const;
  Term apply_pointer(int, Term a, Term b, clang::QualType, clang::QualType, const clang::Expr*);
  Term load_to_change(Lvalue& target, clang::QualType type, const clang::Expr* e);
  Term increment(const clang::UnaryOperator* e, bool value_used);
  Term assign(const clang::BinaryOperator* e, bool value_used);
  Term assign_compound(const clang::CompoundAssignOperator* e, bool value_used);
  Term scaled_offset(Term index, clang::QualType pointer);
  Term keep(Term value, const clang::Expr* right);
  Lvalue assign_record(const clang::BinaryOperator* e);

  // lvalues.cpp
  Lvalue place(const clang::Expr* e);
  Lvalue place_of(const clang::VarDecl* variable);
  Lvalue unnamed_place(const clang::Expr* e);
  Lvalue member(const clang::MemberExpr* e);
  Lvalue member_of(Lvalue base, const clang::FieldDecl* field, SourceRange range);
  Lvalue subscript(const clang::ArraySubscriptExpr* e);
  Lvalue keep(Lvalue place);
  Lvalue materialise(const Value& value, clang::QualType type, const std::string& name);
  Term address_of(const Lvalue& place, const clang::Expr* e);
  Term load(const Lvalue& place, clang::QualType type, const clang::Expr* e);
  void store(const Lvalue& place, clang::QualType type, Term value, const clang::Expr* e);
  Term stored_memory(const Lvalue& place, Type type, Term value);
  Term loaded(const Lvalue& place, Type type);
  void check(const Lvalue& place, std::uint64_t size, bool write, const clang::Expr* e);
  void check_range(Term address, Term length, bool write, SourceRange range);
  void check_whole_object(const Lvalue& place, std::uint64_t size, SourceRange range);
  void unless_opaque(Term fine, SourceRange range, const std::string& construct);
  Term scanned_length(Term text, SourceRange range, Term most = {});
  std::pair<Term, Term> printed_part(const Conversion&, Term argument, SourceRange range);
  std::pair<Term, Term>
  printed_length(const ir::Output& output, const clang::Expr* format, SourceRange range);
  void check_output(const ir::Output& output, const clang::Expr* format, SourceRange range);
  Value load_record(const Lvalue& place, clang::QualType type);
  std::vector<Term> leaves(const Value& value, clang::QualType type, const clang::Expr* e);
  void store_record(const Lvalue&, clang::QualType, const Value& value, const clang::Expr* e);

  // calls.cpp
  Value call(const clang::CallExpr* e, bool value_used, VarId into);
  Value call_pointer(const clang::CallExpr* e, bool value_used);
  std::vector<Value> arguments(const clang::CallExpr* e);
  /// Does the call use more of a result than what the standard fixes?
  bool leaves_result_open(const FunctionEntity& callee, const clang::CallExpr* e);
  void require_pure_comparison(const FunctionEntity& callee, const clang::CallExpr* e);
  void
  follow_library_texts(const FunctionEntity&, const clang::CallExpr*, const std::vector<Value>&);
  Term any_result(const FunctionEntity& callee, Term exact, SourceRange range);
  using Values = std::vector<Value>;
  Value invoke(FunctionEntity&, const clang::CallExpr*, Values, bool value_used, VarId into);
  Value call_body(FunctionEntity&, const clang::CallExpr*, const Values&, bool used, VarId into);
  bool suits(const FunctionEntity& callee, const clang::CallExpr* e);
  void pass(const Parameter&, const Value& value, const clang::Expr* e, std::vector<Term>& to);
  Term variadic_slots(const clang::CallExpr* e, const std::vector<Value>& values, std::size_t from);
  Value unknown_value(clang::QualType type, const std::string& origin, SourceRange range);
  void mark_target(ir::Target target, SourceRange range);

  // missing.cpp
  Value missing_call(const FunctionEntity&, const clang::CallExpr*, const Values&, bool value_used);
  Value unknown_call(const std::string&, const clang::CallExpr*, const Values&, bool value_used);
  void unknown_code(const std::string& name, std::vector<Term> known, SourceRange range);
  std::vector<Term> escaping(const Values& values);
  Value input_result(const FunctionEntity& callee, const clang::CallExpr* e, bool value_used);
  Term null_or_fresh(const std::string& name, SourceRange where);
  Term unknown_object(const std::string& name, SourceRange where);
  Term volatile_value(const Lvalue& place, clang::QualType, Term stored, SourceRange where);
  bool changes_by_itself(const Lvalue& place, clang::QualType type);
  void forget_errno(SourceRange where);
  // devices.cpp
  struct DeviceAccess {
    Lvalue place;
    std::uint64_t size;
    bool is_volatile;
    bool write;
    SourceRange where;
  };
  bool may_be_device(const Lvalue& place, clang::QualType type);
  Term is_device(const Lvalue& place, std::uint64_t size, bool is_volatile);
  Term device_value(Type type, SourceRange where);
  void access_device(const DeviceAccess&,
                     const std::function<void()>& object,
                     const std::function<void()>& device);
  Term load_device(const Lvalue& place, clang::QualType, Type type, SourceRange where);
  void store_device(const Lvalue& place, clang::QualType, Type type, Term value, SourceRange where);
  void lower_asm(const clang::GCCAsmStmt* statement);
  void change_by_asm(const clang::GCCAsmStmt* statement);

  // builtins.cpp
  struct BuiltinCall {
    Builtin kind;
    const FunctionEntity& callee;
    const clang::CallExpr* e;
    const std::vector<Value>& values;
    bool value_used;
    VarId into; ///< where the value should go, if that is easy
  };
  Value builtin(const BuiltinCall& call);

  // threads.cpp
  VarId enter_section(SourceRange where);
  std::optional<VarId> enter_section_for(clang::QualType type);
  void leave_section(Term before, SourceRange where);
  bool is_section(const FunctionEntity& callee) const;
  void require_room(const FunctionEntity& callee, const clang::CallExpr* e);
  Value thread_builtin(const BuiltinCall& call);
  Term read_now(Term value);
  Term in_this_thread(Term address, const GlobalEntity& global);
  Term atomic_operation(const clang::AtomicExpr* e);

  Term argument(const BuiltinCall& call, std::size_t index);
  Value ending(const BuiltinCall& call);
  void call_at_startup(const std::vector<FunctionEntity*>&, SourceRange range);
  Value memory_builtin(const BuiltinCall& call);
  Term world_object(const BuiltinCall& call);
  Value nondet(const BuiltinCall& call);
  Value allocate(const BuiltinCall& call, Term size, bool zeroed);
  /// Null where the condition holds.
  Value allocate_or_null(const BuiltinCall& call, Term size, Term refused, bool zeroed);
  Value allocate_product(const BuiltinCall& call, Term count, Term size);
  Integer too_large() const;
  Term refused_size(Term size);
  Term may_fail(Term refused, SourceRange where);
  bool drop_refused(Term refused, SourceRange where);
  Value reallocate(const BuiltinCall& call, Term old, Term size);
  void copy_or_set(Builtin kind, Term to, Term source, Term length, SourceRange range);
  Value output(const BuiltinCall& call);
  Value output_by_model(const BuiltinCall& call);
  Value output_to_file(const BuiltinCall& call, const OutputForm& form);
  static std::optional<ir::Channel> channel(const clang::Expr* stream);
  Value overflow_check(const BuiltinCall& call);
  struct Exact {
    Term result;
    Term overflows;
  };
  Exact exact_result(Op op, Term a, Term b, Type target, const BuiltinCall& call);
  // cprover.cpp
  Value cprover(const BuiltinCall& call);
  Value access_question(const BuiltinCall& call);
  Value overflow_question(const BuiltinCall& call);
  Term swapped_bytes(Term value);
  Value va_builtin(Builtin kind, const clang::CallExpr* e);
  std::optional<Term> constant_builtin(const clang::CallExpr* e, const std::string& name);

  // floats.cpp, math_functions.cpp
  Value math_builtin(const BuiltinCall& call);
  std::optional<Term> math_value(const std::string& name, const std::vector<Term>& x);
  Term classified(const std::vector<Term>& classes, Term x);
  Term float_constant(Type type, double number);
  std::optional<Term> float_constant(const clang::Expr* e);
  Term computed(Term result);
  Term float_truth(Term value);
  Term truth_of(const clang::Expr* e);
  Term float_negated(Term value);
  Term apply_float(int opcode, Term a, Term b, SourceRange where);
  Term float_to_integer(Type to, Term value, SourceRange where);
  Term converted(Term, clang::QualType from, clang::QualType to, const clang::Expr* e);

  // events.cpp
  bool asks(Property event) const;
  bool may_be_event(const clang::Expr* e) const;
  void watch(Property event, Term fine, SourceRange where);
  void watch_wrap(Op op, Term a, Term b, SourceRange where);
  void watch_conversion(Term value, Type to, SourceRange where);
  void watch_pointer(Term pointer, Term offset, bool may_be_negative, SourceRange where);
  Term watch_float(FloatOp op, Term a, Term b, SourceRange where);
  Term watch_float_result(Term result,
                          const std::vector<Term>& operands,
                          SourceRange where,
                          Term infinite = {});

  // Small helpers.
  VarId temporary(Type type);
  Term term(VarId variable) { return program_.program().var(variable); }
  /// The value as it is now, in a temporary if anything could change it.
  Term saved(Term value);
  bool is_open(Term value); ///< could a call change it?
  Term saved_if_open(Term value) { return is_open(value) ? saved(value) : value; }
  void assign(VarId target, Term value, SourceRange range);
  void assume(Term condition, ir::AssumeKind kind, SourceRange range);
  using Name = const std::string&;
  VarId new_variable(Name name, Name display, Type, SourceRange, bool temporary = false);
  SourceRange range_of(const clang::Expr* e) { return program_.range(e, context_); }
  SourceRange range_of(clang::SourceRange r) { return program_.range(context_, r); }
  [[noreturn]] void unsupported(const clang::Expr* e, const std::string& construct);
  static Value scalar_value(Term term) { return {Value::Kind::Scalar, term, {}, {}}; }
  static Lvalue in_memory(Term address, bool direct);

  ProgramLowering& program_;
  FoldingTerms& terms_;
  FunctionEntity& function_;
  const clang::FunctionDecl* decl_;
  const clang::ASTContext& context_;
  CfgBuilder cfg_;
  ir::Procedure& procedure();
  ir::ProcId id_;
  Signature signature_;
  SourceRange range_;              ///< of the full expression or statement being lowered
  SourcePoint scope_end_;          ///< of what is declared now
  std::array<VarId, 3> arguments_; ///< what main is called with
  std::unordered_map<const clang::VarDecl*, Lvalue> locals_;
  std::set<const clang::VarDecl*> made_anew_; ///< at each pass of the declaration
  std::set<const clang::VarDecl*> skipped_;   ///< alive without their declaration being passed
  std::unordered_map<const clang::LabelDecl*, ir::LocId> labels_;
  std::unordered_map<const clang::SwitchCase*, ir::LocId> cases_;
  std::unordered_map<const clang::Expr*, Value> opaque_;
  std::unordered_map<const clang::Expr*, VarId> array_sizes_;
  std::unordered_map<const clang::Expr*, Lvalue> compound_literals_;
  std::unordered_map<const clang::Expr*, bool> simple_;
  std::unordered_map<const clang::Expr*, Orders> open_orders_;
  std::unordered_map<const clang::Expr*, Value> settled_;
  std::set<const clang::Expr*> settling_;
  /// Accesses of an expression that is lowered now, which must not be to the same object.
  struct Watch {
    const Orders* orders = nullptr;
    std::unordered_map<const clang::Expr*, VarId> addresses;
    std::set<const clang::Expr*> seen;
  };
  std::vector<Watch> watches_;
  std::set<const clang::Expr*>
      watched_; ///< all accesses of the function that may clash with others
  struct Jump {
    ir::LocId break_to;
    ir::LocId continue_to;
    std::size_t break_scopes = 0; ///< that are still open there
    std::size_t continue_scopes = 0;
  };
  std::vector<Jump> jumps_;
  std::vector<Scope> scopes_;
  StatementTree tree_;
  std::vector<VarId> results_;
  Lvalue result_place_;  ///< records returned through memory
  VarId variadic_;       ///< address of the variadic arguments
  bool repeats_ = false; ///< a declaration may be passed more than once
};

} // namespace kleene::frontend::c
