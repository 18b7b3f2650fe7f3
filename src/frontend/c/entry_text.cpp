// SPDX-License-Identifier: Apache-2.0
#include "entry_text.h"

#include "kleene/ir/environment.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/PrettyPrinter.h>
#include <fmt/core.h>

#include <map>

namespace kleene::frontend::c {
namespace {

using clang::QualType;

/// Longer arrays get no values of their own.
constexpr std::uint64_t longest_array = 64;

/// What is given a value: in the text, and to a reader who knows the function only.
struct Place {
  std::string code;
  std::string shown;

  Place element(std::uint64_t i) const {
    return {fmt::format("{}[{}]", code, i), fmt::format("{}[{}]", shown, i)};
  }
  Place member(const std::string& name) const {
    bool pointed = shown.starts_with('*');
    return {code + "." + name, pointed ? shown.substr(1) + "->" + name : shown + "." + name};
  }
};

class Writer {
public:
  Writer(const clang::ASTContext& context, const Options& options)
      : context_(context), policy_(context.getLangOpts()), options_(options) {}

  EntryText write(const clang::FunctionDecl* function,
                  const std::vector<const clang::VarDecl*>& globals) {
    for (const clang::VarDecl* global : globals)
      fill(global->getType(), {global->getNameAsString(), global->getNameAsString()}, 0);
    std::string arguments;
    for (unsigned i = 0; i < function->getNumParams(); ++i) {
      const clang::ParmVarDecl* parameter = function->getParamDecl(i);
      std::string name = fmt::format("{}_{}", parameter->getNameAsString(), i + 1);
      QualType type = parameter->getType().getUnqualifiedType();
      std::string declaration = name;
      type.getAsStringInternal(declaration, policy_);
      line("{};", declaration);
      std::string shown = parameter->getNameAsString();
      if (shown.empty()) shown = fmt::format("argument {}", i + 1);
      fill(type, {name, shown}, 0);
      arguments += (i == 0 ? "" : ", ") + name;
    }
    bool gives_number = function->getReturnType()->isIntegralOrEnumerationType();
    result_.text = "\n";
    for (const auto& [name, type] : inputs_)
      result_.text += fmt::format("extern {} {}(void);\n", type, name);
    result_.text += declarations_
                    + fmt::format("int {}(void) {{\n{}  {}{}({});\n{}}}\n",
                                  ir::made_entry,
                                  body_,
                                  gives_number ? "return (int)" : "",
                                  function->getNameAsString(),
                                  arguments,
                                  gives_number ? "" : "  return 0;\n");
    return std::move(result_);
  }

private:
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    body_ += std::string(2 * indent_, ' ')
             + fmt::format(format, std::forward<Arguments>(arguments)...) + "\n";
  }

  /// The call of the function that gives inputs of a type; empty if there is none.
  std::string input(QualType type) {
    if (const auto* enumeration = type->getAs<clang::EnumType>())
      type = enumeration->getDecl()->getIntegerType();
    const auto* builtin =
        type.isNull() ? nullptr : type->getUnqualifiedDesugaredType()->getAs<clang::BuiltinType>();
    if (builtin == nullptr) return {};
    static const std::map<clang::BuiltinType::Kind, const char*> names{
        {clang::BuiltinType::Bool, "bool"},
        {clang::BuiltinType::Char_S, "char"},
        {clang::BuiltinType::Char_U, "char"},
        {clang::BuiltinType::SChar, "schar"},
        {clang::BuiltinType::UChar, "uchar"},
        {clang::BuiltinType::Short, "short"},
        {clang::BuiltinType::UShort, "ushort"},
        {clang::BuiltinType::Int, "int"},
        {clang::BuiltinType::UInt, "uint"},
        {clang::BuiltinType::Long, "long"},
        {clang::BuiltinType::ULong, "ulong"},
        {clang::BuiltinType::LongLong, "longlong"},
        {clang::BuiltinType::ULongLong, "ulonglong"},
        {clang::BuiltinType::Float, "float"},
        {clang::BuiltinType::Double, "double"}};
    auto found = names.find(builtin->getKind());
    if (found == names.end()) return {};
    std::string name = fmt::format("{}{}", ir::entry_input_prefix, found->second);
    inputs_[name] =
        builtin->getKind() == clang::BuiltinType::Bool ? "_Bool" : builtin->getName(policy_).str();
    return name + "()";
  }

  void fill(QualType type, const Place& place, unsigned depth) {
    if (type.isConstQualified()) {
      result_.partial = true;
      return;
    }
    if (type->isPointerType()) return fill_pointer(type, place, depth);
    if (const auto* array = context_.getAsConstantArrayType(type)) {
      std::uint64_t size = array->getSize().getZExtValue();
      if (size > longest_array) result_.partial = true;
      for (std::uint64_t i = 0; i < size && size <= longest_array; ++i)
        fill(array->getElementType(), place.element(i), depth);
      return;
    }
    if (const auto* record = type->getAs<clang::RecordType>())
      return fill_record(record, place, depth);
    std::string value = type->isAtomicType() ? "" : input(type);
    if (value.empty())
      result_.partial = true;
    else
      line("{} = {};{}{}", place.code, value, ir::entry_input_mark, place.shown);
  }

  void fill_record(const clang::RecordType* record, const Place& place, unsigned depth) {
    const clang::RecordDecl* definition = record->getDecl()->getDefinition();
    if (definition == nullptr) return;
    const clang::FieldDecl* widest = nullptr;
    for (const clang::FieldDecl* field : definition->fields()) {
      if (field->isUnnamedBitField() || field->getType()->isIncompleteArrayType()) continue;
      if (!definition->isUnion()) {
        fill(field->getType(), member(place, field), depth);
      } else if (widest == nullptr
                 || context_.getTypeSize(field->getType())
                        > context_.getTypeSize(widest->getType())) {
        widest = field;
      }
    }
    if (widest != nullptr) fill(widest->getType(), member(place, widest), depth);
  }

  static Place member(const Place& place, const clang::FieldDecl* field) {
    // Members of an unnamed record are members of what it stands in.
    return field->isAnonymousStructOrUnion() ? place : place.member(field->getNameAsString());
  }

  void fill_pointer(QualType type, const Place& place, unsigned depth) {
    QualType pointee = type->getPointeeType();
    std::string choice = input(context_.BoolTy);
    if (pointee->isFunctionType()) {
      result_.functions = true;
      std::string name = fmt::format("__kleene_function_{}", ++functions_);
      std::string declaration = name;
      pointee.getAsStringInternal(declaration, policy_);
      declarations_ += fmt::format("extern {};\n", declaration);
      line("{} = {} ? {} : 0;{}{} != 0",
           place.code,
           choice,
           name,
           ir::entry_input_mark,
           place.shown);
      return;
    }
    if (depth >= options_.entry_depth) {
      result_.cut = true;
      line("{} = 0;", place.code);
      return;
    }
    result_.pointers = true;
    unsigned long count = options_.entry_pointers;
    QualType element = pointee.getUnqualifiedType();
    if (pointee->isVoidType() || pointee->isIncompleteType()) element = context_.UnsignedCharTy;
    std::string object = fmt::format("object_{}", ++objects_);
    declarations_ += fmt::format("static void *__kleene_kept_{};\n", objects_);
    std::string declaration = "*" + object;
    element.getAsStringInternal(declaration, policy_);
    line("if ({}) {{{}{} != 0", choice, ir::entry_input_mark, place.shown);
    ++indent_;
    line("{} = __builtin_malloc({} * sizeof *{});", declaration, count, object);
    line("if (!{}) __builtin_abort();", object);
    const Place objects{object, place.shown};
    for (unsigned long i = 0; i < count; ++i) {
      Place target = objects.element(i);
      if (count == 1) target.shown = "*" + place.shown;
      fill(element, target, depth + 1);
    }
    line("{} = (void *){};", place.code, object);
    line("__kleene_kept_{} = {};", object.substr(7), object);
    --indent_;
    line("}} else {{");
    line("  {} = 0;", place.code);
    line("}}");
  }

  const clang::ASTContext& context_;
  clang::PrintingPolicy policy_;
  const Options& options_;
  EntryText result_;
  std::string body_;
  std::string declarations_;
  std::map<std::string, std::string> inputs_;
  unsigned indent_ = 1;
  unsigned objects_ = 0;
  unsigned functions_ = 0;
};

} // namespace

EntryText entry_text(const clang::FunctionDecl* function,
                     const std::vector<const clang::VarDecl*>& globals,
                     const Options& options) {
  return Writer(function->getASTContext(), options).write(function, globals);
}

} // namespace kleene::frontend::c
