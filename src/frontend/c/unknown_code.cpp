// SPDX-License-Identifier: Apache-2.0
#include "unknown_code.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include "cfg_builder.h"
#include "program_lowering.h"

namespace kleene::frontend::c {
namespace {

constexpr const char* origin = "unknown code";

class UnknownCode {
public:
  UnknownCode(ProgramLowering& program, ir::ProcId id)
      : program_(program), terms_(program.terms()), id_(id), way_(local("way", int_type)) {}

  void build() {
    head_ = cfg_.fresh_head();
    cfg_.join(head_, {});
    anything();
    choice_ = cfg_.here();
    add_way([&] { cfg_.jump(cfg_.exit(), {}); });
    add_way([&] { cfg_.end(ir::Halt{ir::HaltKind::Exit, terms_.constant(int_type, 0)}, {}); });
    if (program_.has_memory()) {
      add_way([&] { make_object(); });
      add_way([&] { free_object(); });
    }
    for (FunctionEntity* function : program_.callable())
      if (function->defined && !function->library) add_way([&] { call(*function); });
    cfg_.move_to(choice_);
    cfg_.guard(terms_.compare(Op::Le, terms_.constant(int_type, ways_), term(way_)), head_, {});
    cfg_.guard(terms_.compare(Op::Lt, term(way_), terms_.constant(int_type, 0)), head_, {});
    cfg_.finish(program_.program().procedure(id_));
  }

private:
  const Type int_type = Type::machine(32, true);

  Term term(VarId id) { return program_.program().var(id); }

  VarId local(const std::string& name, Type type) {
    ir::Program& program = program_.program();
    ir::Variable variable;
    variable.name = program.fresh_name(program.procedure(id_).name + "." + name);
    variable.display = origin;
    variable.type = type;
    variable.owner = id_;
    variable.temporary = true;
    VarId id = program.add_variable(std::move(variable));
    program.procedure(id_).locals.push_back(id);
    return id;
  }

  /// One more thing that may happen; `make` leads back to the head, or away.
  template <class F>
  void add_way(const F& make) {
    ir::LocId place = cfg_.fresh();
    cfg_.move_to(choice_);
    cfg_.guard(terms_.compare(Op::Eq, term(way_), terms_.constant(int_type, ways_++)), place, {});
    cfg_.move_to(place);
    make();
  }

  /// Everything that this code can get at has any value.
  void anything() {
    ir::Havoc effect{{way_}, ir::Choice::Unknown, origin, {}};
    effect.variables.insert(
        effect.variables.end(), program_.open_variables().begin(), program_.open_variables().end());
    if (program_.has_memory()) {
      effect.variables.push_back(program_.memory());
      effect.escaping = program_.open_addresses();
    }
    cfg_.emit(std::move(effect), {});
  }

  /// The values become known to this code.
  void escape(std::vector<Term> values) {
    if (!values.empty()) cfg_.emit(ir::Havoc{{}, ir::Choice::Unknown, origin, values}, {});
  }

  /// Values that this code may have: any number, any address that it knows.
  void choose(const std::vector<VarId>& variables) {
    if (variables.empty()) return;
    std::vector<Term> known;
    for (VarId id : variables)
      if (program_.program().variable(id).type.is_integer()) known.push_back(term(id));
    cfg_.emit(ir::Havoc{variables, ir::Choice::Unknown, origin, known}, {});
  }

  Term new_object(Term size, ir::Storage storage) {
    ir::Alloc object;
    object.target = local("object", program_.pointer());
    object.size = size;
    object.storage = storage;
    object.region = program_.memory();
    object.name = origin;
    Term address = term(object.target);
    cfg_.emit(std::move(object), {});
    escape({address});
    return address;
  }

  Term unknown_size() {
    VarId size = local("size", program_.pointer());
    cfg_.emit(ir::Havoc{{size}, ir::Choice::Unknown, origin, {}}, {});
    return term(size);
  }

  void make_object() {
    new_object(unknown_size(), ir::Storage::Heap);
    cfg_.jump(head_, {});
  }

  void free_object() {
    VarId victim = local("victim", program_.pointer());
    choose({victim});
    Term freeable = terms_.manager().freeable(program_.allocation_term(), term(victim));
    cfg_.emit(ir::Assume{freeable, ir::AssumeKind::Assumption}, {});
    cfg_.emit(ir::Free{term(victim)}, {});
    cfg_.jump(head_, {});
  }

  void call(FunctionEntity& function) {
    const clang::ASTContext& context = function.declaration->getASTContext();
    Signature signature = program_.signature(function.declaration);
    ir::Call statement;
    statement.callee = program_.procedure(function);
    bool in_memory = false;
    auto record = [&](clang::QualType type) {
      in_memory = true;
      return new_object(terms_.size(size_of(context, type)), ir::Storage::Stack);
    };
    if (signature.returns_by_address() && signature.result.type->isRecordType())
      statement.arguments.push_back(record(signature.result.type));
    std::vector<VarId> chosen;
    for (const Parameter& parameter : signature.parameters) {
      if (parameter.by_address && parameter.type->isRecordType()) {
        statement.arguments.push_back(record(parameter.type));
        continue;
      }
      for (Type type : parameter.leaves) {
        chosen.push_back(local("argument", type));
        statement.arguments.push_back(term(chosen.back()));
      }
    }
    if (signature.variadic) {
      in_memory = true;
      statement.arguments.push_back(new_object(unknown_size(), ir::Storage::Stack));
    }
    if (in_memory) anything();
    choose(chosen);
    if (!signature.returns_by_address())
      for (Type type : signature.result.leaves)
        statement.results.push_back(local("result", type));
    std::vector<Term> results;
    for (VarId id : statement.results)
      if (program_.program().variable(id).type.is_integer()) results.push_back(term(id));
    cfg_.emit(std::move(statement), {});
    escape(std::move(results));
    cfg_.jump(head_, {});
  }

  ProgramLowering& program_;
  FoldingTerms& terms_;
  ir::ProcId id_;
  VarId way_;
  CfgBuilder cfg_;
  ir::LocId head_;
  ir::LocId choice_;
  int ways_ = 0;
};

} // namespace

void build_unknown_code(ProgramLowering& program, ir::ProcId procedure) {
  UnknownCode(program, procedure).build();
}

} // namespace kleene::frontend::c
