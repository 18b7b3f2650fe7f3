// SPDX-License-Identifier: Apache-2.0
#include "symbols.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>

#include "dialect.h"

namespace kleene::frontend::c {
namespace {

/// An attribute may stand on any declaration of the same thing, also behind its definition.
template <typename Attribute>
const Attribute* attribute(const clang::NamedDecl* decl) {
  for (const clang::Decl* each : decl->redecls())
    if (const auto* found = each->getAttr<Attribute>()) return found;
  return nullptr;
}

/// Does the attribute stand in this declaration: is there no end of a declaration between them?
bool belongs_to(const LateAttribute& attribute, const clang::Decl* decl) {
  const clang::SourceManager& sources = decl->getASTContext().getSourceManager();
  auto place = clang::SourceLocation::getFromRawEncoding(attribute.place);
  auto [file, at] = sources.getDecomposedLoc(place);
  auto [decl_file, begin] = sources.getDecomposedLoc(sources.getExpansionLoc(decl->getBeginLoc()));
  if (file != decl_file) return false;
  llvm::StringRef text = sources.getBufferData(file);
  llvm::StringRef between = text.slice(std::min(at, begin), std::max(at, begin));
  return between.find_first_of(";{}") == llvm::StringRef::npos;
}

/// Sections whose contents are executed, or called, by the start-up code.
bool runs_by_itself(llvm::StringRef section) {
  for (const char* name : {".init", ".fini"})
    if (section == name) return true;
  // Those with a priority have names such as `.init_array.00100`.
  for (const char* name : {".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors"})
    if (section == name || section.starts_with(std::string(name) + ".")) return true;
  return false;
}

/// Does the assembly give symbols another meaning than a unit of its own could, or add to what runs at the start?
bool changes_symbols(llvm::StringRef text) {
  for (const char* word : {".set",
                           ".equ",
                           "=",
                           ".weak",
                           ".symver",
                           ".comm",
                           ".lcomm",
                           ".include",
                           ".incbin",
                           ".macro",
                           ".init",
                           ".fini",
                           ".preinit",
                           ".ctors",
                           ".dtors"})
    if (text.contains(word)) return true;
  return false;
}

} // namespace

std::string symbol_name(const clang::NamedDecl* decl) {
  if (const auto* label = attribute<clang::AsmLabelAttr>(decl)) {
    llvm::StringRef name = label->getLabel();
    name.consume_front("\1");
    // The C library's way to a version of its own function.
    if (name.starts_with("__isoc99_")) return decl->getNameAsString();
    return name.str();
  }
  return decl->getNameAsString();
}

std::optional<std::string> alias_target(const clang::NamedDecl* decl) {
  if (const auto* alias = attribute<clang::AliasAttr>(decl)) return alias->getAliasee().str();
  if (const auto* reference = attribute<clang::WeakRefAttr>(decl))
    if (!reference->getAliasee().empty()) return reference->getAliasee().str();
  return std::nullopt;
}

bool is_weak(const clang::NamedDecl* decl) {
  return attribute<clang::WeakAttr>(decl) != nullptr
         || attribute<clang::WeakRefAttr>(decl) != nullptr;
}

StartupOrder startup_order(const clang::NamedDecl* decl, const std::vector<LateAttribute>& late) {
  StartupOrder result;
  if (const auto* before = attribute<clang::ConstructorAttr>(decl))
    result.before_main = before->getPriority();
  if (const auto* after = attribute<clang::DestructorAttr>(decl))
    result.after_main = after->getPriority();
  for (const LateAttribute& attribute : late) {
    bool own = false;
    for (const clang::Decl* each : decl->redecls())
      own |= belongs_to(attribute, each);
    if (!own) continue;
    (attribute.name == "constructor" ? result.before_main : result.after_main) =
        attribute.priority.value_or(65535);
  }
  return result;
}

std::optional<std::string> uncovered_attribute(const clang::NamedDecl* decl) {
  if (attribute<clang::IFuncAttr>(decl) != nullptr)
    return "function that is chosen when the program is loaded (ifunc)";
  if (attribute<clang::NakedAttr>(decl) != nullptr) return "function without frame (naked)";
  for (const clang::Decl* each : decl->redecls())
    if (each->isInvalidDecl()) return "definition of a function of the compiler";
  if (attribute<clang::ReturnsTwiceAttr>(decl) != nullptr) return "function that returns twice";
  for (const clang::Decl* each : decl->redecls())
    for (const auto* note : each->specific_attrs<clang::AnnotateAttr>())
      if (note->getAnnotation().starts_with(unknown_attribute_mark))
        return "attribute " + note->getAnnotation().substr(unknown_attribute_mark.size()).str();
  if (attribute<clang::MSStructAttr>(decl) != nullptr) return "layout of records (ms_struct)";
  // gcc ignores attributes that only Clang has.
  bool only_clang = attribute<clang::OverloadableAttr>(decl) != nullptr
                    || attribute<clang::InternalLinkageAttr>(decl) != nullptr
                    || attribute<clang::LoaderUninitializedAttr>(decl) != nullptr
                    || attribute<clang::EnableIfAttr>(decl) != nullptr;
  if (only_clang) return "attribute that gcc ignores and Clang does not";
  return std::nullopt;
}

bool is_assembly(const clang::Decl* decl) {
  const auto* assembly = llvm::dyn_cast<clang::FileScopeAsmDecl>(decl);
  return assembly != nullptr && !assembly->getAsmString()->getString().trim().empty();
}

bool acts_by_itself(const clang::Decl* decl) {
  if (is_assembly(decl)) return true;
  const auto* section = decl->getAttr<clang::SectionAttr>();
  return section != nullptr && runs_by_itself(section->getName());
}

std::optional<std::string> uncovered_declaration(const clang::Decl* decl) {
  if (const auto* assembly = llvm::dyn_cast<clang::FileScopeAsmDecl>(decl)) {
    if (changes_symbols(assembly->getAsmString()->getString()))
      return "assembly at file scope that changes symbols or the start of the program";
    return std::nullopt;
  }
  if (const auto* section = decl->getAttr<clang::SectionAttr>(); section != nullptr)
    if (runs_by_itself(section->getName())) return "section that the start-up code uses";
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
  if (variable != nullptr && variable->getStorageClass() == clang::SC_Register)
    return "variable in a register of its own";
  const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
  if (llvm::isa<clang::TypedefNameDecl, clang::EnumDecl>(decl)) return uncovered_attribute(named);
  bool symbol = llvm::isa<clang::FunctionDecl, clang::VarDecl>(decl);
  if (symbol && !named->isExternallyVisible() && attribute<clang::AsmLabelAttr>(named) != nullptr)
    return "static declaration with a name for the assembler";
  return std::nullopt;
}

bool is_system_symbol(const clang::NamedDecl* decl, const std::string& symbol) {
  if (symbol.starts_with("_")) return true;
  for (const char* name : {"end", "edata", "etext", "environ"})
    if (symbol == name) return true;
  const clang::SourceManager& sources = decl->getASTContext().getSourceManager();
  for (const clang::Decl* each : decl->redecls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(each);
    if (function != nullptr && function->getBuiltinID() != 0) return true;
    if (sources.isInSystemHeader(each->getLocation())) return true;
  }
  return gcc_knows_builtin(symbol);
}

Diagnostic error_at(const clang::Decl* decl, ErrorKind kind, const std::string& message) {
  const clang::SourceManager& sources = decl->getASTContext().getSourceManager();
  clang::SourceLocation place = sources.getExpansionLoc(decl->getLocation());
  auto [file, offset] = sources.getDecomposedLoc(place);
  SourceFiles files;
  SourceRange range;
  if (auto buffer = sources.getBufferOrNone(file))
    range.file = files.add(buffer->getBufferIdentifier().str(), buffer->getBuffer().str());
  range.begin = {sources.getLineNumber(file, offset), sources.getColumnNumber(file, offset)};
  const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
  std::size_t length = named == nullptr ? 1 : named->getNameAsString().size();
  range.end = {range.begin.line, range.begin.column + static_cast<std::uint32_t>(length)};
  return Diagnostic::at(files, range, kind, message);
}

} // namespace kleene::frontend::c
