// SPDX-License-Identifier: Apache-2.0
// The program under construction: what all functions share. Gives globals their variables or memory
// objects, functions their procedures and addresses, and places their source ranges.
#pragma once
#include "kleene/frontend/c/c_frontend.h"
#include "kleene/transform/promote.h"

#include <clang/Basic/SourceLocation.h>

#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "builtin_names.h"
#include "discovery.h"
#include "effects.h"
#include "folding_terms.h"
#include "layout.h"

namespace clang {
class APValue;
class Expr;
class StringLiteral;
} // namespace clang

namespace kleene::frontend::c {

/// Thrown where a construct is not covered; caught at the statement it stands in.
struct UnsupportedConstruct {
  Diagnostic diagnostic;
  SourceRange range;
};

/// How a function's parameters and result look in the IR: [result address] parameters [variadic slots].
struct Parameter {
  clang::QualType type;
  std::vector<Type> leaves; ///< one for a scalar; the scalars of a split record
  bool by_address = false;  ///< a record in memory: the caller's copy; `leaves` is the pointer
  std::vector<std::string> paths; ///< names of the leaves, relative to the parameter
};
struct Signature {
  Parameter result; ///< no leaves: void
  std::vector<Parameter> parameters;
  bool variadic = false;
  bool returns_by_address() const { return result.by_address; }
};

/// A pointer in a static object whose value is known only when the program starts.
struct LatePointer {
  ObjectId object;
  std::uint64_t offset = 0;
  const GlobalEntity* target = nullptr;
  std::int64_t addend = 0;
};

class ProgramLowering {
public:
  /// `unknown`: there is code or data that we do not see.
  ProgramLowering(const Options& options,
                  Linkage& linkage,
                  const Discovery& discovery,
                  bool unknown);

  /// Lowers everything reached. Statements that are not covered become opaque; what else is not covered,
  /// in initialisers of static objects, throws UnsupportedConstruct.
  CProgram run(FunctionEntity& entry);

  const Options& options() const { return options_; }
  Linkage& linkage() { return linkage_; }
  EffectTable& effects() { return effects_; }
  const Discovery& discovery() const { return discovery_; }
  ir::Program& program() { return result_.program; }
  FoldingTerms& terms() { return terms_; }
  Type pointer() const { return terms_.pointer(); }

  /// The one Memory variable, and the table of live objects.
  VarId memory();
  bool has_memory() const { return memory_.valid(); }
  Term memory_term() { return program().var(memory()); }
  Term allocation_term();

  /// Are threads created?
  bool has_threads() const { return threads_; }
  /// True in atomic sections.
  VarId atomic();

  SourceRange range(const clang::ASTContext& context, clang::SourceRange range);
  SourceRange range(const clang::Expr* expression, const clang::ASTContext& context);
  [[noreturn]] void unsupported(SourceRange range, const std::string& construct);

  /// Is the symbol a weak reference that stays null? Refuses what nobody here can know.
  template <typename Entity>
  bool is_null(const Entity& entity);
  /// Is the definition a weak one, so that another unit, which is not here, may have the one that counts?
  template <typename Entity>
  bool may_be_replaced(const Entity& entity) const;
  /// Refuses symbols with attributes that are not covered.
  template <typename Entity>
  void require_covered(const Entity& entity);
  /// Functions that run when the program ends in the usual way.
  const std::vector<FunctionEntity*>& destructors() const { return destructors_; }

  /// Gives a global its variables or its object.
  const GlobalEntity& place(GlobalEntity& global);
  /// The procedure of a function with a body.
  ir::ProcId procedure(FunctionEntity& function);
  ObjectId function_object(FunctionEntity& function);
  ObjectId string_object(const clang::StringLiteral* literal, const clang::ASTContext& context);
  /// A string of the front end's own; `bytes` ends with a NUL.
  ObjectId text_object(const std::string& bytes);
  ObjectId bytes_object(const std::string& name, std::string bytes, unsigned alignment);
  /// The argv of a program that is started without arguments, followed by an empty environment.
  ObjectId argument_vector();
  /// The object of a compound literal with static storage.
  ObjectId literal_object(const clang::Expr* literal, const clang::ASTContext& context);
  /// A read-only object that holds the value of a constant initialiser; nothing if it is no constant.
  std::optional<ObjectId> constant_object(const std::string& name,
                                          clang::QualType type,
                                          const clang::Expr* initialiser,
                                          const clang::ASTContext& context);
  const std::vector<LatePointer>& late_pointers() const { return late_pointers_; }
  Term address(ObjectId object) { return program().terms->address(object, pointer()); }

  Signature signature(const clang::FunctionDecl* function);
  Parameter parameter(clang::QualType type, const clang::ASTContext& context);
  /// Functions whose address is taken, in a fixed order.
  const std::vector<FunctionEntity*>& callable() const { return callable_; }
  /// Scalar globals and addresses of global objects that code we do not see may use.
  const std::vector<VarId>& open_variables() const { return open_variables_; }
  const std::vector<Term>& open_addresses() const { return open_addresses_; }
  bool has_unknown() const { return unknown_; }
  /// The procedure that stands for all code that we do not see; has_unknown() only.
  ir::ProcId unknown_code();
  bool unknown_is_called() const { return unknown_code_.valid() && unknown_built_; }
  /// How the source names what lies at an address; the first name stays.
  void name_access(Term address, const std::string& name) { names_.emplace(address, name); }
  const transform::AccessNames& access_names() const { return names_; }
  void missing_body(const std::string& name) { program().missing_bodies.insert(name); }

private:
  void prepare_globals();
  /// Are all units here, as far as one can see?
  bool is_closed() const;
  template <typename Entity>
  [[noreturn]] void refuse(const Entity& entity, const std::string& what);
  void place_in_variables(GlobalEntity& global, const std::vector<Leaf>& leaves);
  bool scalar_initials(GlobalEntity& global,
                       const std::vector<Leaf>& leaves,
                       std::vector<Term>& initials);
  ObjectId new_object(ir::Object object, unsigned alignment);
  void fill_objects();
  FileId file(const clang::ASTContext& context, clang::FileID id);
  void add_start(FunctionEntity& entry,
                 const std::vector<FunctionEntity*>& constructors,
                 std::vector<bool>& lowered);
  void remove_procedures(const std::vector<bool>& kept);

  const Options& options_;
  Linkage& linkage_;
  const Discovery& discovery_;
  EffectTable effects_;
  CProgram result_;
  FoldingTerms terms_;
  VarId memory_;
  std::uint64_t next_data_ = 0x10000;
  std::uint64_t next_function_ = 0x1000;
  std::map<std::string, ObjectId> strings_;
  std::unordered_map<const clang::Expr*, ObjectId> string_literals_;
  std::unordered_map<const clang::Expr*, ObjectId> literals_;
  ObjectId argument_vector_;
  struct Unfilled {
    ObjectId object;
    clang::QualType type;
    const clang::Expr* initialiser;
    const clang::VarDecl* variable; ///< whose initialiser it is; null for a literal
    const clang::ASTContext* context;
    std::uint64_t each = 0; ///< of a thread-local variable: see GlobalEntity
  };
  std::deque<Unfilled> unfilled_;
  std::vector<LatePointer> late_pointers_;
  bool filling_ = false;
  std::map<std::pair<const clang::ASTContext*, unsigned>, FileId> files_;
  std::vector<FunctionEntity*> callable_;
  std::vector<FunctionEntity*> destructors_;
  std::vector<VarId> open_variables_;
  std::vector<Term> open_addresses_;
  bool unknown_;
  bool threads_ = false;
  ir::ProcId unknown_code_;
  bool unknown_built_ = false;
  transform::AccessNames names_;
  std::set<std::string> procedure_names_;
  std::set<std::string> object_names_;
  std::vector<FunctionEntity*> by_procedure_;
};

/// Writes the bytes of constant initialisers, with the addresses in them.
class StaticImage {
public:
  StaticImage(ProgramLowering& program, const clang::ASTContext& context, std::uint64_t size);

  /// Writes the value of an initialiser of `type` at `offset`; false if it is no constant.
  bool write(clang::QualType type, const clang::Expr* initialiser, std::uint64_t offset);
  bool write(clang::QualType type, const clang::APValue& value, std::uint64_t offset);

  std::string bytes;
  std::vector<ir::Object::Pointer> pointers;
  std::vector<LatePointer> late; ///< without their object

private:
  bool write_parts(clang::QualType type, const clang::Expr* initialiser, std::uint64_t offset);
  bool write_record(clang::QualType type, const clang::APValue& value, std::uint64_t offset);
  bool write_array(clang::QualType type, const clang::APValue& value, std::uint64_t offset);
  bool write_address(const clang::APValue& value, std::uint64_t offset, std::uint64_t size);
  void write_integer(Integer value, std::uint64_t offset, std::uint64_t size);
  bool
  write_field(const clang::FieldDecl* field, const clang::APValue& value, std::uint64_t offset);

  ProgramLowering& program_;
  const clang::ASTContext& context_;
};

/// An address that is known when the program starts.
struct StaticAddress {
  ObjectId object; ///< invalid: `addend` is the number
  std::int64_t addend = 0;
  const GlobalEntity* elsewhere = nullptr; ///< that it belongs to instead
};
/// The meaning of a constant pointer value; nothing if it points to something that has no address.
std::optional<StaticAddress> static_address(ProgramLowering& program,
                                            const clang::APValue& value,
                                            const clang::ASTContext& context);

/// Is it refused where it is used?
bool is_uncovered(const GlobalEntity& global);

} // namespace kleene::frontend::c
