// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/c/c_frontend.h"

#include "kleene/ir/address_use.h"
#include "kleene/ir/environment.h"
#include "kleene/transform/promote.h"
#include "kleene/transform/regions.h"

#include "clang_driver.h"
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>

#include "builtin_names.h"
#include "discovery.h"
#include "entry_text.h"
#include "large_stack.h"
#include "libc_models.h"
#include "linkage.h"
#include "program_lowering.h"
#include "scan_formats.h"

namespace kleene::frontend::c {
namespace {

/// Deep nesting in the source is deep recursion in Clang and in the lowering.
constexpr std::size_t stack_bytes = std::size_t(512) << 20;

using Units = std::vector<std::unique_ptr<TranslationUnit>>;

std::optional<Diagnostic> add_unit(Units& units,
                                   Linkage& linkage,
                                   const std::string& name,
                                   const std::string& text,
                                   bool library,
                                   const Options& options,
                                   const std::vector<std::string>& flags = {}) {
  // Models are read as they are written, whatever the program is compiled with.
  Options own = options;
  if (library) {
    own.standard = "gnu11";
    own.defines.clear();
    if (options.deadlocks_count) own.defines.emplace_back("KLEENE_DEADLOCKS=1");
    own.forced_includes.clear();
    own.include_dirs.clear();
  }
  auto unit = parse(name, text, own, flags);
  if (!unit) return unit.error();
  (*unit)->library = library;
  (*unit)->world = library && name == environment_models_name;
  (*unit)->name = name;
  units.push_back(std::move(*unit));
  return linkage.add(*units.back());
}

/// All files, with the text that stands behind each.
std::optional<Diagnostic> add_files(Units& units,
                                    Linkage& linkage,
                                    const std::vector<std::string>& files,
                                    const std::vector<std::string>& appended,
                                    const Options& options) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    ReadFile input = read_file(files[i]);
    if (!input.text) {
      Diagnostic error = Diagnostic::error(ErrorKind::Parse, input.error);
      error.file = files[i];
      return error;
    }
    const std::string text = *input.text + appended[i];
    Options own = options;
    std::vector<std::string> flags;
    if (!options.per_file.empty()) {
      own.standard = options.per_file[i].standard;
      flags = options.per_file[i].flags;
    }
    if (auto error = add_unit(units, linkage, files[i], text, false, own, flags)) return error;
  }
  return std::nullopt;
}

/// The function that is asked for, or the one that can only be meant.
Result<FunctionEntity*>
choose_entry(Linkage& linkage, const std::vector<std::string>& files, const Options& options) {
  auto error = [&](const std::string& message) {
    Diagnostic result = Diagnostic::error(ErrorKind::Parse, message);
    if (!files.empty()) result.file = files.front();
    return result;
  };
  std::string wanted = options.entry.empty() ? "main" : options.entry;
  std::vector<FunctionEntity*> named;
  std::vector<FunctionEntity*> harnesses;
  std::string others;
  for (const auto& function : linkage.functions()) {
    if (!function->defined) continue;
    if (function->name == wanted) named.push_back(function.get());
    if (function->name == "harness")
      harnesses.insert(harnesses.begin(), function.get());
    else if (function->name.ends_with("_harness"))
      harnesses.push_back(function.get());
    others += (others.empty() ? "" : ", ") + function->name;
  }
  if (named.size() == 1) return named.front();
  if (named.size() > 1) return error(fmt::format("there are several functions {}", wanted));
  if (options.entry.empty() && !harnesses.empty()
      && (harnesses.size() == 1 || harnesses.front()->name == "harness"))
    return harnesses.front();
  if (others.empty()) return error(fmt::format("there is no function {}", wanted));
  return error(fmt::format("there is no function {}; --entry may name one of: {}", wanted, others));
}

/// Can code at the end of the function's file use the variable by its name?
bool can_be_named_after(const GlobalEntity& global, const clang::FunctionDecl* function) {
  const clang::VarDecl* decl = global.declaration;
  return &decl->getASTContext() == &function->getASTContext() && decl->isFileVarDecl()
         && !decl->getType().isConstant(decl->getASTContext());
}

/// Text behind the file of the entry function that gives it arguments, if it needs any.
std::optional<EntryText>
text_for_entry(const FunctionEntity& entry, const Linkage& linkage, const Options& options) {
  const clang::FunctionDecl* decl = entry.declaration;
  if (decl->isMain()) return std::nullopt;
  std::vector<const clang::VarDecl*> globals;
  if (options.entry_globals)
    for (const auto& global : linkage.globals())
      if (global->defined && can_be_named_after(*global, decl))
        globals.push_back(global->declaration);
  if (decl->param_empty() && globals.empty()) return std::nullopt;
  return entry_text(decl, globals, options);
}

void add_entry_assumptions(ir::Program& program,
                           const std::string& name,
                           const EntryText& text,
                           const Options& options) {
  if (text.pointers || text.cut)
    program.add_assumption(
        "entry-pointers",
        fmt::format("pointers that {} is given are null or lead to objects of their own, of {} "
                    "element{}{}",
                    name,
                    options.entry_pointers,
                    options.entry_pointers == 1 ? "" : "s",
                    text.cut ? fmt::format("; those {} steps away are null", options.entry_depth)
                             : ""));
  if (text.functions)
    program.add_assumption("entry-functions",
                           fmt::format("pointers to functions that {} is given are null or lead to "
                                       "functions without body",
                                       name));
}

/// Is a function whose calls are targets, or the end of an assertion, used anywhere in the files?
bool names_targets(const Units& units, const Options& options) {
  static const std::set<std::string> assertions{"__assert_fail", "__assert", "__CPROVER_assert"};
  auto is_used_target = [&](const clang::Decl* decl) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (function == nullptr || !function->isReferenced()) return false;
    const std::string name = function->getNameAsString();
    return options.target_functions.contains(name) || assertions.contains(name);
  };
  return std::ranges::any_of(units, [&](const auto& unit) {
    const auto* all = unit->context().getTranslationUnitDecl();
    return !unit->library && std::ranges::any_of(all->decls(), is_used_target);
  });
}

/// The models of library functions: read when something of them is called.
struct Models {
  struct Text {
    std::string_view name;
    std::string_view text;
    bool read = false;
  };
  Units& units;
  Linkage& linkage;
  Discovery& discovery;
  const Options& options;
  unsigned scans = 0;
  std::array<Text, 4> texts{Text{environment_models_name, environment_models()},
                            Text{at_exit_models_name, at_exit_models()},
                            Text{thread_models_name, thread_models()},
                            Text{libc_models_name, libc_models()}};

  std::optional<Diagnostic> read(Text& text) {
    if (std::exchange(text.read, true)) return std::nullopt;
    auto error =
        add_unit(units, linkage, std::string(text.name), std::string(text.text), true, options);
    if (text.name == at_exit_models_name)
      for (FunctionEntity* function : linkage.destructors())
        discovery.reach(*function);
    return error;
  }
  /// Models may call others.
  std::optional<Diagnostic> add() {
    for (std::size_t before = texts.size() + 1; before != unread();) {
      before = unread();
      if (auto error = add_wanted()) return error;
    }
    return std::nullopt;
  }
  std::size_t unread() const {
    return static_cast<std::size_t>(std::ranges::count(texts, false, &Text::read));
  }
  /// Functions that stand for calls of scanf.
  std::optional<Diagnostic> add_scans() {
    const std::string text = discovery.take_scan_text();
    if (text.empty()) return std::nullopt;
    if (auto error = read(texts.front())) return error;
    const std::string name = fmt::format("<formats {}>", ++scans);
    if (auto error =
            add_unit(units, linkage, name, std::string(scan_declarations()) + text, true, options))
      return error;
    discovery.bind_models();
    return std::nullopt;
  }
  std::optional<Diagnostic> add_wanted() {
    if (auto error = add_scans()) return error;
    for (Text& text : texts) {
      if (!std::ranges::any_of(discovery.unresolved(), [&](const std::string& name) {
            return mentions(text.text, model_name(name));
          }))
        continue;
      if (auto error = read(text)) return error;
      discovery.bind_models();
    }
    return std::nullopt;
  }
  /// What makes up the arguments of main.
  std::optional<Diagnostic> add_arguments() {
    if (auto error = read(texts.front())) return error;
    discovery.reach(*linkage.find_function(std::string(argument_maker)));
    return std::nullopt;
  }
};

/// Is main called with arguments that it looks at?
bool takes_arguments(const FunctionEntity& entry, const Options& options) {
  const clang::FunctionDecl* decl = entry.declaration;
  return decl->isMain() && options.arguments && decl->getNumParams() > 1
         && decl->getParamDecl(1)->isReferenced();
}

Result<CProgram> read(const std::vector<std::string>& files, const Options& options) {
  auto units = std::make_unique<Units>();
  auto linkage_of_files = std::make_unique<Linkage>(options.removed_bodies);
  std::vector<std::string> appended(files.size());
  if (auto error = add_files(*units, *linkage_of_files, files, appended, options)) return *error;
  Result<FunctionEntity*> chosen = choose_entry(*linkage_of_files, files, options);
  if (!chosen) return chosen.error();
  FunctionEntity* entry = *chosen;
  const std::string wanted = entry->name;
  std::optional<EntryText> made = text_for_entry(*entry, *linkage_of_files, options);
  if (made) {
    for (std::size_t i = 0; i < units->size(); ++i)
      if (&(*units)[i]->context() == &entry->declaration->getASTContext()) appended[i] = made->text;
    linkage_of_files = std::make_unique<Linkage>(options.removed_bodies);
    units = std::make_unique<Units>();
    if (auto error = add_files(*units, *linkage_of_files, files, appended, options)) return *error;
    entry = linkage_of_files->find_function(std::string(ir::made_entry));
  }
  Linkage& linkage = *linkage_of_files;
  Discovery discovery(linkage);
  discovery.reach(*entry);
  for (const auto& functions : {linkage.constructors(), linkage.destructors()})
    for (FunctionEntity* function : functions)
      discovery.reach(*function);
  Models models{*units, linkage, discovery, options};
  auto add_models = [&] { return models.add(); };
  if (takes_arguments(*entry, options))
    if (auto error = models.add_arguments()) return *error;
  if (auto error = add_models()) return *error;
  bool unknown = false;
  if (!options.pure_missing_bodies && discovery.has_unknown(options.final_functions)) {
    unknown = true;
    discovery.open_up();
    if (auto error = add_models()) return *error;
    discovery.open_up(); // what the models reach may follow pointers
    entry->called = true;
  }
  try {
    ProgramLowering lowering(options, linkage, discovery, unknown);
    CProgram program = lowering.run(*entry);
    program.entry = entry->name;
    program.names_targets = names_targets(*units, options);
    program.appended = appended;
    if (made) add_entry_assumptions(program.program, wanted, *made, options);
    for (const std::string& note : linkage.removed())
      program.program.add_assumption("removed-bodies", note);
    ir::Program promoted =
        transform::promote_objects(program.program, lowering.access_names()).program;
    ir::Program split = transform::split_regions(std::move(promoted)).program;
    if (!ir::address_use(split).confuses_objects) program.program = std::move(split);
    return program;
  } catch (UnsupportedConstruct& construct) {
    return std::move(construct.diagnostic);
  }
}

Result<std::vector<DefinedFunction>> list(const std::vector<std::string>& files,
                                          const Options& options) {
  Units units;
  Linkage linkage(options.removed_bodies);
  if (auto error =
          add_files(units, linkage, files, std::vector<std::string>(files.size()), options))
    return *error;
  std::map<std::string, unsigned> count;
  for (const auto& function : linkage.functions())
    if (function->defined) ++count[function->name];
  std::vector<DefinedFunction> result;
  for (const auto& function : linkage.functions()) {
    if (!function->defined || count[function->name] > 1) continue;
    const clang::SourceManager& sources = function->declaration->getASTContext().getSourceManager();
    const clang::SourceLocation place =
        sources.getExpansionLoc(function->declaration->getLocation());
    if (!sources.isInMainFile(place)) continue;
    result.push_back(
        {function->name, sources.getFilename(place).str(), sources.getExpansionLineNumber(place)});
  }
  return result;
}

/// The result of work that needs a large stack.
template <typename Value, typename Work>
Value on_large_stack(const Work& work) {
  std::optional<Value> result;
  run_on_large_stack(stack_bytes, [&] { result = work(); });
  return std::move(*result);
}

} // namespace

Result<std::vector<DefinedFunction>> defined_functions(const std::vector<std::string>& files,
                                                       const Options& options) {
  return on_large_stack<Result<std::vector<DefinedFunction>>>([&] { return list(files, options); });
}

WorldModels world_models() {
  return {std::string(environment_models()), environment_functions()};
}

Result<CProgram> read_c(const std::vector<std::string>& files, const Options& options) {
  return on_large_stack<Result<CProgram>>([&] { return read(files, options); });
}

} // namespace kleene::frontend::c
