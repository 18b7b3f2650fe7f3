// SPDX-License-Identifier: Apache-2.0
#include "program_lowering.h"

#include <clang/AST/APValue.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <fmt/core.h>

#include <algorithm>
#include <bit>

#include "function_lowering.h"
#include "libc_models.h"
#include "scan_formats.h"
#include "unknown_code.h"

namespace kleene::frontend::c {
namespace {

/// Kept free around every object, so that an access a little too far hits nothing.
constexpr std::uint64_t gap = 32;
// The first objects of the program lie further apart.
constexpr std::uint64_t wide_gap = 0x1000;
constexpr std::uint64_t sparse_end = 0x400000;

std::string unique_name(std::set<std::string>& used, const std::string& wanted) {
  std::string name = wanted;
  for (unsigned i = 1; !used.insert(name).second; ++i)
    name = fmt::format("{}.{}", wanted, i);
  return name;
}

unsigned pointer_bits(const Options& options) {
  return options.data_model == DataModel::Ilp32 ? 32 : 64;
}

} // namespace

ProgramLowering::ProgramLowering(const Options& options,
                                 Linkage& linkage,
                                 const Discovery& discovery,
                                 bool unknown)
    : options_(options),
      linkage_(linkage),
      discovery_(discovery),
      effects_(linkage, discovery, options, unknown),
      terms_(*result_.program.terms, Type::machine(pointer_bits(options), false)),
      unknown_(unknown) {
  program().pointer_width = pointer_bits(options);
  FunctionEntity* body = linkage.find_function(std::string(thread_body));
  threads_ = body != nullptr && body->reached;
  if (discovery.uses_memory()) memory();
}

VarId ProgramLowering::memory() {
  if (!memory_.valid()) {
    memory_ = program().add_variable({program().fresh_name("mem"), "memory", Type::memory()});
    program().allocation =
        program().add_variable({program().fresh_name("alloc"), "live objects", Type::allocation()});
  }
  return memory_;
}

Term ProgramLowering::allocation_term() {
  memory();
  return program().var(program().allocation);
}

FileId ProgramLowering::file(const clang::ASTContext& context, clang::FileID id) {
  auto key = std::make_pair(&context, id.getHashValue());
  auto known = files_.find(key);
  if (known != files_.end()) return known->second;
  FileId result;
  if (auto buffer = context.getSourceManager().getBufferOrNone(id))
    result = program().files.add(buffer->getBufferIdentifier().str(), buffer->getBuffer().str());
  files_[key] = result;
  return result;
}

SourceRange ProgramLowering::range(const clang::ASTContext& context, clang::SourceRange range) {
  if (range.isInvalid()) return {};
  const clang::SourceManager& sources = context.getSourceManager();
  auto [begin_file, begin] = sources.getDecomposedLoc(sources.getExpansionLoc(range.getBegin()));
  clang::SourceLocation last = sources.getExpansionRange(range.getEnd()).getEnd();
  auto [end_file, end] = sources.getDecomposedLoc(last);
  end += clang::Lexer::MeasureTokenLength(last, sources, context.getLangOpts());
  SourceRange result;
  result.file = file(context, begin_file);
  result.begin = {sources.getLineNumber(begin_file, begin),
                  sources.getColumnNumber(begin_file, begin)};
  result.end = result.begin;
  if (end_file == begin_file && end >= begin)
    result.end = {sources.getLineNumber(end_file, end), sources.getColumnNumber(end_file, end)};
  return result;
}

SourceRange ProgramLowering::range(const clang::Expr* expression,
                                   const clang::ASTContext& context) {
  return range(context, expression->getSourceRange());
}

void ProgramLowering::unsupported(SourceRange range, const std::string& construct) {
  throw UnsupportedConstruct{
      Diagnostic::at(program().files, range, ErrorKind::Unsupported, construct), range};
}

ObjectId ProgramLowering::new_object(ir::Object object, unsigned alignment) {
  std::uint64_t& next = object.kind == ir::ObjectKind::Function ? next_function_ : next_data_;
  // Aligned as it has to be, and not better: see ir::alignment.
  alignment = std::bit_floor(std::max(alignment, 1U));
  next = (next + alignment - 1) / alignment * alignment;
  if (next % (2ULL * alignment) == 0) next += alignment;
  object.address = next;
  object.name = unique_name(object_names_, object.name);
  // Who leaves one of the first objects seldom lands in another, which would hide that the access is invalid.
  const bool sparse = next < sparse_end;
  next += object.size + (object.kind == ir::ObjectKind::Function ? 1 : sparse ? wide_gap : gap);
  if (object.kind == ir::ObjectKind::Data) object.region = memory();
  return program().add_object(std::move(object));
}

ObjectId ProgramLowering::function_object(FunctionEntity& function) {
  require_covered(function);
  if (function.object.valid()) return function.object;
  ir::Object object;
  object.name = function.name;
  object.kind = ir::ObjectKind::Function;
  object.size = 1;
  const clang::FunctionDecl* decl = function.declaration;
  object.range = range(decl->getASTContext(), decl->getSourceRange());
  function.object = new_object(std::move(object), 1);
  return function.object;
}

ObjectId
ProgramLowering::bytes_object(const std::string& name, std::string bytes, unsigned alignment) {
  ir::Object object;
  object.name = name;
  object.size = bytes.size();
  object.read_only = true;
  object.bytes = std::move(bytes);
  return new_object(std::move(object), alignment);
}

ObjectId ProgramLowering::string_object(const clang::StringLiteral* literal,
                                        const clang::ASTContext& context) {
  auto known = string_literals_.find(literal);
  if (known != string_literals_.end()) return known->second;
  std::string bytes = literal->getBytes().str();
  bytes.resize(size_of(context, literal->getType()), '\0');
  unsigned alignment = align_of(context, literal->getType());
  std::string name = fmt::format("string.{}", strings_.size() + string_literals_.size());
  ObjectId id = bytes_object(name, std::move(bytes), alignment);
  program().objects[id.index()].range = range(literal, context);
  string_literals_[literal] = id;
  return id;
}

ObjectId ProgramLowering::text_object(const std::string& bytes) {
  auto known = strings_.find(bytes);
  if (known != strings_.end()) return known->second;
  std::string name = fmt::format("string.{}", strings_.size() + string_literals_.size());
  ObjectId object = bytes_object(name, bytes, 1);
  strings_[bytes] = object;
  return object;
}

ObjectId ProgramLowering::argument_vector() {
  if (argument_vector_.valid()) return argument_vector_;
  unsigned word = pointer().bytes();
  ObjectId name = bytes_object("argv.0", std::string("program\0", 8), 1);
  ir::Object vector;
  vector.name = "argv";
  vector.size = 3ULL * word;
  std::uint64_t number = program().object(name).address;
  for (unsigned i = 0; i < word; ++i)
    vector.bytes.push_back(static_cast<char>(number >> (8 * i)));
  vector.pointers.push_back({0, name, 0});
  argument_vector_ = new_object(std::move(vector), word);
  return argument_vector_;
}

ObjectId ProgramLowering::literal_object(const clang::Expr* literal,
                                         const clang::ASTContext& context) {
  auto known = literals_.find(literal);
  if (known != literals_.end()) return known->second;
  const auto* compound = llvm::cast<clang::CompoundLiteralExpr>(literal);
  ir::Object object;
  object.name = fmt::format("literal.{}", literals_.size());
  object.size = size_of(context, compound->getType());
  object.range = range(literal, context);
  ObjectId id = new_object(std::move(object), align_of(context, compound->getType()));
  literals_[literal] = id;
  unfilled_.push_back({id, compound->getType(), compound->getInitializer(), nullptr, &context});
  fill_objects();
  return id;
}

std::optional<ObjectId> ProgramLowering::constant_object(const std::string& name,
                                                         clang::QualType type,
                                                         const clang::Expr* initialiser,
                                                         const clang::ASTContext& context) {
  StaticImage image(*this, context, size_of(context, type));
  if (!image.write(type, initialiser, 0) || !image.late.empty()) return std::nullopt;
  ObjectId id = bytes_object(name, std::move(image.bytes), align_of(context, type));
  program().objects[id.index()].pointers = std::move(image.pointers);
  return id;
}

namespace {

/// What is there for the first thread is there for each.
void repeat(StaticImage& image, std::uint64_t each) {
  const std::size_t pointers = image.pointers.size();
  for (std::uint64_t at = each; at + each <= image.bytes.size(); at += each) {
    std::copy_n(image.bytes.begin(), each, image.bytes.begin() + static_cast<std::ptrdiff_t>(at));
    for (std::size_t i = 0; i < pointers; ++i) {
      ir::Object::Pointer pointer = image.pointers[i];
      pointer.offset += at;
      image.pointers.push_back(pointer);
    }
  }
}

} // namespace

// Objects refer to each other: each gets its address first, its contents later.
void ProgramLowering::fill_objects() {
  if (filling_) return;
  filling_ = true;
  while (!unfilled_.empty()) {
    Unfilled next = unfilled_.front();
    unfilled_.pop_front();
    std::uint64_t size = program().object(next.object).size;
    StaticImage whole(*this, *next.context, size);
    StaticImage parts(*this, *next.context, size);
    StaticImage* image = nullptr;
    const clang::APValue* value =
        next.variable == nullptr ? nullptr : next.variable->evaluateValue();
    if (value != nullptr && whole.write(next.type, *value, 0)) {
      image = &whole;
    } else if (parts.write(next.type, next.initialiser, 0)) {
      image = &parts;
    } else {
      filling_ = false;
      unsupported(range(next.initialiser, *next.context), "an initialiser that is no constant");
    }
    if (next.each != 0) {
      repeat(*image, next.each);
      if (!image->late.empty())
        unsupported(range(next.initialiser, *next.context),
                    "this pointer of a thread-local variable");
    }
    program().objects[next.object.index()].bytes = std::move(image->bytes);
    program().objects[next.object.index()].pointers = std::move(image->pointers);
    if (!image->late.empty()) program().objects[next.object.index()].read_only = false;
    for (LatePointer& pointer : image->late) {
      pointer.object = next.object;
      late_pointers_.push_back(pointer);
    }
  }
  filling_ = false;
}

bool ProgramLowering::scalar_initials(GlobalEntity& global,
                                      const std::vector<Leaf>& leaves,
                                      std::vector<Term>& initials) {
  const clang::VarDecl* decl = global.declaration;
  const clang::ASTContext& context = decl->getASTContext();
  std::uint64_t size = size_of(context, global.type);
  StaticImage image(*this, context, size);
  if (decl->hasInit()) {
    const clang::APValue* value = decl->evaluateValue();
    if (value == nullptr || !image.write(global.type, *value, 0) || !image.late.empty())
      return false;
  }
  for (const Leaf& leaf : leaves) {
    auto pointer = std::ranges::find(image.pointers, leaf.offset, &ir::Object::Pointer::offset);
    if (pointer != image.pointers.end()) {
      if (pointer->addend != 0 || leaf.type != this->pointer()) return false;
      initials.push_back(address(pointer->object));
      continue;
    }
    Integer number = 0;
    for (unsigned i = 0; i < stored_type(leaf.type).bytes(); ++i)
      number |= static_cast<Integer>(static_cast<unsigned char>(image.bytes[leaf.offset + i]))
                << (8 * i);
    initials.push_back(terms_.constant(leaf.type, number));
  }
  return true;
}

void ProgramLowering::place_in_variables(GlobalEntity& global, const std::vector<Leaf>& leaves) {
  std::vector<Term> initials;
  if (!scalar_initials(global, leaves, initials)) return;
  const clang::VarDecl* decl = global.declaration;
  std::string base = global.name;
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl->getDeclContext());
      function && decl->isStaticLocal())
    base = function->getNameAsString() + "." + base;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    ir::Variable variable;
    variable.name = program().fresh_name(base + leaves[i].path);
    variable.display = global.name + leaves[i].path;
    variable.type = leaves[i].type;
    variable.initial = initials[i];
    variable.range = range(decl->getASTContext(), decl->getSourceRange());
    global.variables.push_back(program().add_variable(std::move(variable)));
  }
  global.placed = true;
}

const GlobalEntity& ProgramLowering::place(GlobalEntity& global) {
  if (global.placed) return global;
  require_covered(global);
  const clang::VarDecl* decl = global.declaration;
  const clang::ASTContext& context = decl->getASTContext();
  SourceRange where = range(context, decl->getSourceRange());
  if (global.type->isIncompleteType() && !(global.defined && global.type->isArrayType())) {
    ir::Variable variable;
    variable.name = program().fresh_name(global.name + ".address");
    variable.display = "&" + global.name;
    variable.type = pointer();
    variable.initial = terms_.size(0);
    variable.range = where;
    variable.temporary = true;
    global.elsewhere = program().add_variable(std::move(variable));
    global.placed = true;
    memory();
    return global;
  }
  const bool many = threads_ && decl->getTLSKind() != clang::VarDecl::TLS_None;
  if (!global.address_taken && !many) {
    if (auto scalar = scalar_type(context, global.type)) {
      place_in_variables(global, {{0, *scalar, ""}});
    } else if (auto leaves = record_leaves(context, global.type)) {
      place_in_variables(global, *leaves);
    }
    if (global.placed) return global;
  }
  ir::Object object;
  object.name = global.name;
  if (global.type->isIncompleteArrayType()) {
    // A tentative definition without size has one element.
    object.size = size_of(context, context.getAsArrayType(global.type)->getElementType());
  } else {
    object.size = size_of(context, global.type);
    // A flexible array member is as long as its initialiser.
    object.size += static_cast<std::uint64_t>(
        decl->hasInit() ? decl->getFlexibleArrayInitChars(context).getQuantity() : 0);
  }
  unsigned alignment = std::max(align_of(context, global.type), decl->getMaxAlignment() / 8);
  if (many) {
    global.each = (object.size + alignment - 1) / alignment * alignment;
    object.size = global.each * most_threads;
  }
  object.read_only = global.defined && global.type.isConstant(context) && !may_be_replaced(global);
  object.range = where;
  global.object = new_object(std::move(object), alignment);
  global.placed = true;
  if (decl->hasInit()) {
    unfilled_.push_back({global.object, global.type, decl->getInit(), decl, &context, global.each});
    fill_objects();
  }
  return global;
}

void ProgramLowering::prepare_globals() {
  for (GlobalEntity* global : discovery_.globals()) {
    if (is_weak_reference(*global) || is_uncovered(*global)) continue; // refused where it is used
    place(*global);
    if (!global->defined) {
      const clang::VarDecl* decl = global->declaration;
      SourceRange where = range(decl->getASTContext(), decl->getSourceRange());
      Diagnostic warning =
          Diagnostic::at(program().files,
                         where,
                         ErrorKind::Parse,
                         fmt::format("{} is defined nowhere: its value is unknown", global->name));
      warning.severity = Severity::Warning;
      result_.warnings.push_back(std::move(warning));
    }
    if (!global->external) continue;
    open_variables_.insert(
        open_variables_.end(), global->variables.begin(), global->variables.end());
    if (global->object.valid()) open_addresses_.push_back(address(global->object));
    if (global->elsewhere.valid()) open_addresses_.push_back(program().var(global->elsewhere));
  }
  for (const auto& function : linkage_.functions()) {
    if (function->reached && function->address_taken && !is_weak_reference(*function)
        && !function->uncovered)
      callable_.push_back(function.get());
  }
}

Parameter ProgramLowering::parameter(clang::QualType type, const clang::ASTContext& context) {
  Parameter result;
  result.type = type;
  if (type->isVoidType()) return result;
  if (auto scalar = scalar_type(context, type)) {
    result.leaves.push_back(*scalar);
    result.paths.emplace_back();
  } else if (auto leaves = record_leaves(context, type)) {
    for (const Leaf& leaf : *leaves) {
      result.leaves.push_back(leaf.type);
      result.paths.push_back(leaf.path);
    }
  } else {
    result.by_address = true;
    result.leaves.push_back(pointer());
    result.paths.emplace_back();
  }
  return result;
}

Signature ProgramLowering::signature(const clang::FunctionDecl* function) {
  const clang::ASTContext& context = function->getASTContext();
  Signature result;
  result.result = parameter(function->getReturnType(), context);
  for (const clang::ParmVarDecl* p : function->parameters())
    result.parameters.push_back(parameter(p->getType(), context));
  result.variadic = function->isVariadic();
  return result;
}

ir::ProcId ProgramLowering::procedure(FunctionEntity& function) {
  if (function.procedure.valid()) return function.procedure;
  ir::Procedure shell;
  shell.name = unique_name(procedure_names_, shown_function(function.name));
  shell.library = function.library;
  const clang::FunctionDecl* decl = function.declaration;
  shell.range = range(decl->getASTContext(), decl->getSourceRange());
  function.procedure = program().add_procedure(std::move(shell));
  by_procedure_.push_back(&function);
  return function.procedure;
}

ir::ProcId ProgramLowering::unknown_code() {
  if (unknown_code_.valid()) return unknown_code_;
  ir::Procedure shell;
  shell.name = unique_name(procedure_names_, "unknown.code");
  shell.library = shell.unknown = true;
  unknown_code_ = program().add_procedure(std::move(shell));
  by_procedure_.push_back(nullptr);
  return unknown_code_;
}

CProgram ProgramLowering::run(FunctionEntity& entry) {
  std::vector<FunctionEntity*> constructors = linkage_.constructors();
  if (entry.declaration->isMain()) destructors_ = linkage_.destructors();
  bool has_start = entry.called || !constructors.empty() || !destructors_.empty();
  prepare_globals();
  program().entry = procedure(entry);
  // A function is lowered when a call of it remains in the graph of a lowered function.
  std::vector<bool> lowered;
  std::vector<ir::ProcId> work{entry.procedure};
  for (const auto* functions : {&constructors, &destructors_})
    for (FunctionEntity* function : *functions)
      work.push_back(procedure(*function));
  while (!work.empty()) {
    ir::ProcId next = work.back();
    work.pop_back();
    lowered.resize(program().procedures.size(), false);
    if (lowered[next.index()]) continue;
    lowered[next.index()] = true;
    FunctionEntity* function = by_procedure_[next.index()];
    unknown_built_ = unknown_built_ || function == nullptr;
    if (function == nullptr)
      build_unknown_code(*this, next);
    else
      FunctionLowering(*this, *function).run(function == &entry && !has_start);
    std::vector<ir::ProcId> callees;
    for (const ir::Edge& edge : program().procedure(next).edges) {
      if (const auto* call = std::get_if<ir::Call>(&edge.statement))
        callees.push_back(call->callee);
      if (const auto* spawn = std::get_if<ir::Spawn>(&edge.statement))
        callees.push_back(spawn->callee);
    }
    work.insert(work.end(), callees.rbegin(), callees.rend());
  }
  if (has_start) add_start(entry, constructors, lowered);
  lowered.resize(program().procedures.size(), false);
  remove_procedures(lowered);
  program().first_free_address = (next_data_ + 0xffff) / 0x10000 * 0x10000;
  return std::move(result_);
}

// The program calls its own entry function, or something runs before or after it: it starts in a
// procedure of its own.
void ProgramLowering::add_start(FunctionEntity& entry,
                                const std::vector<FunctionEntity*>& constructors,
                                std::vector<bool>& lowered) {
  ir::Procedure shell;
  shell.name = unique_name(procedure_names_, "_start");
  shell.range = program().procedure(entry.procedure).range;
  program().entry = program().add_procedure(std::move(shell));
  by_procedure_.push_back(nullptr);
  FunctionLowering(*this, entry).run_as_start(program().entry, constructors);
  lowered.resize(program().procedures.size(), false);
  lowered[program().entry.index()] = true;
}

// Functions that only dead code calls were announced but not lowered.
void ProgramLowering::remove_procedures(const std::vector<bool>& kept) {
  std::vector<ir::ProcId> renamed(kept.size());
  std::vector<ir::Procedure> procedures;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    renamed[i] = ir::ProcId(procedures.size());
    procedures.push_back(std::move(program().procedures[i]));
    if (by_procedure_[i] != nullptr && by_procedure_[i]->object.valid())
      program().objects[by_procedure_[i]->object.index()].procedure = renamed[i];
  }
  for (ir::Procedure& procedure : procedures) {
    for (ir::Edge& edge : procedure.edges) {
      if (auto* call = std::get_if<ir::Call>(&edge.statement))
        call->callee = renamed[call->callee.index()];
      if (auto* spawn = std::get_if<ir::Spawn>(&edge.statement))
        spawn->callee = renamed[spawn->callee.index()];
    }
  }
  for (ir::Variable& variable : program().variables) {
    if (variable.owner.valid()) variable.owner = renamed[variable.owner.index()];
  }
  program().entry = renamed[program().entry.index()];
  program().procedures = std::move(procedures);
}

} // namespace kleene::frontend::c
