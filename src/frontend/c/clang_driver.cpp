// SPDX-License-Identifier: Apache-2.0
#include "clang_driver.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/MemoryBuffer.h>

#include <cctype>
#include <optional>

#include "dialect.h"

namespace kleene::frontend::c {
namespace {

class ParseOnly : public clang::ASTFrontendAction {
protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& /*compiler*/,
                                                        llvm::StringRef /*file*/) override {
    return std::make_unique<clang::ASTConsumer>();
  }
};

/// The attribute that stands in the text, without underscores around its name.
LateAttribute attribute_at(llvm::StringRef text) {
  LateAttribute result;
  text = text.take_until([](char c) { return c == ';' || c == '\n'; });
  llvm::StringRef name = text.take_while([](char c) { return std::isalnum(c) != 0 || c == '_'; });
  llvm::StringRef rest = text.substr(name.size()).ltrim();
  if (name.consume_front("__")) name.consume_back("__");
  result.name = name.str();
  int priority = 0;
  if (rest.consume_front("(") && !rest.ltrim().consumeInteger(0, priority))
    result.priority = priority;
  return result;
}

bool changes_meaning(llvm::StringRef attribute) {
  for (const char* name : {"alias",
                           "aligned",
                           "cleanup",
                           "constructor",
                           "destructor",
                           "gnu_inline",
                           "ifunc",
                           "mode",
                           "noreturn",
                           "packed",
                           "section",
                           "transparent_union",
                           "vector_size",
                           "warn_if_not_aligned",
                           "weak",
                           "weakref"})
    if (attribute == name) return true;
  return false;
}

/// Keeps the first error. Places are physical ones: line markers are for other tools.
class FirstError : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    if (error) return;
    llvm::SmallString<200> text;
    info.FormatDiagnostic(text);
    // To gcc, `malloc` may name the function that takes the memory back.
    bool arguments = info.getID() == clang::diag::err_attribute_wrong_number_arguments;
    if (arguments && (text.starts_with("'malloc'") || text.starts_with("'__malloc__'"))) return;
    if (level < clang::DiagnosticsEngine::Error && !arguments) return ignored(info, text);
    bool uncovered = text.starts_with(uncovered_mark);
    error = Diagnostic::error(uncovered ? ErrorKind::Unsupported : ErrorKind::Parse,
                              std::string(text.substr(uncovered ? uncovered_mark.size() : 0)));
    if (!info.hasSourceManager() || info.getLocation().isInvalid()) return;
    set_place(info.getSourceManager(), info.getSourceManager().getExpansionLoc(info.getLocation()));
  }

  void set_place(const clang::SourceManager& sources, clang::SourceLocation place) {
    auto [file, offset] = sources.getDecomposedLoc(place);
    if (auto buffer = sources.getBufferOrNone(file)) {
      error->file = buffer->getBufferIdentifier().str();
      error->source_line = line_around(buffer->getBuffer(), offset);
    }
    error->begin = {sources.getLineNumber(file, offset), sources.getColumnNumber(file, offset)};
    error->end = {error->begin.line, error->begin.column + 1};
  }

  std::optional<Diagnostic> error;
  std::vector<LateAttribute> late;

private:
  /// An attribute that Clang does not obey. Those that change the meaning are refused; constructors
  /// and destructors are kept.
  void ignored(const clang::Diagnostic& info, llvm::StringRef text) {
    if (!info.hasSourceManager() || info.getLocation().isInvalid()) return;
    const clang::SourceManager& sources = info.getSourceManager();
    clang::SourceLocation place = sources.getSpellingLoc(info.getLocation());
    LateAttribute found = attribute_at(sources.getCharacterData(place));
    bool late_one = info.getID() == clang::diag::warn_attribute_precede_definition;
    found.place = sources.getExpansionLoc(info.getLocation()).getRawEncoding();
    if (late_one && (found.name == "constructor" || found.name == "destructor")) {
      late.push_back(std::move(found));
      return;
    }
    // To gcc as well, fields of single bytes are packed already.
    bool byte = text.contains("ignored for field of type");
    if (byte || !changes_meaning(found.name) || sources.isInSystemHeader(place)) return;
    error = Diagnostic::error(ErrorKind::Unsupported, text.str());
    set_place(sources, place);
  }

  static std::string line_around(llvm::StringRef text, unsigned offset) {
    std::size_t begin = text.rfind('\n', offset == 0 ? 0 : offset - 1);
    begin = begin == llvm::StringRef::npos || offset == 0 ? 0 : begin + 1;
    if (offset < begin) begin = offset;
    return text.substr(begin).split('\n').first.rtrim('\r').str();
  }
};

/// The command line of the compiler that these options mean.
std::vector<std::string> arguments(const std::string& name,
                                   const std::string& text,
                                   const Options& options,
                                   const std::vector<std::string>& flags) {
  std::vector<std::string> args{"clang",
                                "-fsyntax-only",
                                "-resource-dir",
                                KLEENE_CLANG_RESOURCE_DIR,
                                "--target=x86_64-linux-gnu",
                                options.data_model == DataModel::Ilp32 ? "-m32" : "-m64",
                                "-std=" + options.standard,
                                "-fno-spell-checking",
                                "-ferror-limit=1",
                                "-fbracket-depth=2000",
                                "-Wno-everything",
                                "-Wignored-attributes"};
  for (const std::string& dir : options.include_dirs)
    args.push_back("-I" + dir);
  for (const std::string& define : options.defines)
    args.push_back("-D" + define);
  args.insert(args.end(), flags.begin(), flags.end());
  for (const std::string& file : options.forced_includes) {
    args.push_back("-include");
    args.push_back(file);
  }
  if (text.find("__CPROVER_") != std::string::npos)
    args.insert(args.end(), {"-D__CPROVER_size_t=__SIZE_TYPE__", "-D__CPROVER_bool=_Bool"});
  for (const char* dir : {"/usr/include/x86_64-linux-gnu", "/usr/include"})
    args.insert(args.end(), {"-idirafter", dir});
  args.insert(args.end(), {"-x", "c", name});
  return args;
}

} // namespace

struct TranslationUnit::Clang {
  FirstError diagnostics;
  clang::CompilerInstance compiler;
  ParseOnly action;
  bool begun = false;

  ~Clang() {
    if (begun) action.EndSourceFile();
  }
};

TranslationUnit::TranslationUnit() : clang_(std::make_unique<Clang>()) {}
TranslationUnit::~TranslationUnit() = default;

clang::ASTContext& TranslationUnit::context() const {
  return clang_->compiler.getASTContext();
}

Result<std::unique_ptr<TranslationUnit>> parse(const std::string& name,
                                               const std::string& text,
                                               const Options& options,
                                               const std::vector<std::string>& flags) {
  keep_gcc_attributes();
  auto unit = std::make_unique<TranslationUnit>();
  TranslationUnit::Clang& clang = *unit->clang_;
  auto failure = [&](const char* otherwise) {
    if (clang.diagnostics.error) return *clang.diagnostics.error;
    Diagnostic error = Diagnostic::error(ErrorKind::Parse, otherwise);
    error.file = name;
    return error;
  };

  clang.compiler.createDiagnostics(&clang.diagnostics, /*ShouldOwnClient=*/false);
  std::vector<std::string> args = arguments(name, text, options, flags);
  std::vector<const char*> pointers;
  for (const std::string& arg : args)
    pointers.push_back(arg.c_str());
  clang::CreateInvocationOptions how;
  how.Diags = &clang.compiler.getDiagnostics();
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(pointers, how);
  if (!invocation || clang.diagnostics.error) return failure("the options are not accepted");
  invocation->getFrontendOpts().DisableFree = false;
  set_dialect(*invocation, options, text, name.ends_with(".i"));
  invocation->getPreprocessorOpts().addRemappedFile(
      name, llvm::MemoryBuffer::getMemBufferCopy(text, name).release());
  clang.compiler.setInvocation(std::move(invocation));
  // The invocation brings its own warning flags: they belong to the engine that reports.
  clang.compiler.createDiagnostics(&clang.diagnostics, /*ShouldOwnClient=*/false);
  // To gcc these are no errors.
  for (unsigned id :
       {clang::diag::err_attribute_wrong_number_arguments, clang::diag::err_builtin_definition})
    clang.compiler.getDiagnostics().setSeverity(
        id, clang::diag::Severity::Remark, clang::SourceLocation());
  if (!clang.compiler.createTarget()) return failure("the target is not known");
  set_types(clang.compiler.getTarget(), options);

  const clang::FrontendInputFile& input = clang.compiler.getFrontendOpts().Inputs[0];
  clang.begun = clang.action.BeginSourceFile(clang.compiler, input);
  if (!clang.begun) return failure("the file cannot be read");
  hide_clang(clang.compiler);
  watch_pragmas(clang.compiler);
  if (llvm::Error error = clang.action.Execute()) llvm::consumeError(std::move(error));
  if (clang.diagnostics.error || clang.compiler.getDiagnostics().hasErrorOccurred())
    return failure("the file does not parse");
  unit->common = clang.compiler.getCodeGenOpts().NoCommon == 0;
  unit->late = clang.diagnostics.late;
  if (distinguishes_float_types(text)) {
    Diagnostic error =
        Diagnostic::error(ErrorKind::Unsupported, "comparison of types in a file with _FloatN");
    error.file = name;
    return error;
  }
  return unit;
}

} // namespace kleene::frontend::c
