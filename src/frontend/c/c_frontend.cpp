// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/c/c_frontend.h"

#include "kleene/ir/address_use.h"
#include "kleene/transform/promote.h"
#include "kleene/transform/regions.h"

#include "clang_driver.h"
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "builtin_names.h"
#include "discovery.h"
#include "large_stack.h"
#include "libc_models.h"
#include "linkage.h"
#include "program_lowering.h"

namespace kleene::frontend::c {
namespace {

/// Deep nesting in the source is deep recursion in Clang and in the lowering.
constexpr std::size_t stack_bytes = std::size_t(512) << 20;

Result<CProgram> read(const std::vector<std::string>& files, const Options& options) {
  std::vector<std::unique_ptr<TranslationUnit>> units;
  Linkage linkage;
  auto add = [&](const std::string& name,
                 const std::string& text,
                 bool library) -> std::optional<Diagnostic> {
    auto unit = parse(name, text, options);
    if (!unit) return unit.error();
    (*unit)->library = library;
    units.push_back(std::move(*unit));
    return linkage.add(*units.back());
  };
  for (const std::string& file : files) {
    ReadFile input = read_file(file);
    if (!input.text) {
      Diagnostic error = Diagnostic::error(ErrorKind::Parse, input.error);
      error.file = file;
      return error;
    }
    if (auto error = add(file, *input.text, false)) return *error;
  }

  FunctionEntity* entry = linkage.find_function(options.entry);
  if (entry == nullptr || !entry->defined) {
    Diagnostic error =
        Diagnostic::error(ErrorKind::Parse, fmt::format("there is no function {}", options.entry));
    if (!files.empty()) error.file = files.front();
    return error;
  }
  Discovery discovery(linkage);
  discovery.reach(*entry);
  for (const auto& functions : {linkage.constructors(), linkage.destructors()})
    for (FunctionEntity* function : functions)
      discovery.reach(*function);
  bool models_read = false;
  auto add_models = [&]() -> std::optional<Diagnostic> {
    bool modelled = std::ranges::any_of(discovery.unresolved(), [](const std::string& name) {
      return libc_models_mention(model_name(name));
    });
    if (!modelled) return std::nullopt;
    if (!models_read)
      if (auto error = add(std::string(libc_models_name), std::string(libc_models()), true))
        return error;
    models_read = true;
    discovery.bind_models();
    return std::nullopt;
  };
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
    ir::Program promoted =
        transform::promote_objects(program.program, lowering.access_names()).program;
    ir::Program split = transform::split_regions(std::move(promoted)).program;
    if (!ir::address_use(split).confuses_objects) program.program = std::move(split);
    return program;
  } catch (UnsupportedConstruct& construct) {
    return std::move(construct.diagnostic);
  }
}

} // namespace

Result<CProgram> read_c(const std::vector<std::string>& files, const Options& options) {
  std::optional<Result<CProgram>> result;
  run_on_large_stack(stack_bytes, [&] { result = read(files, options); });
  return std::move(*result);
}

} // namespace kleene::frontend::c
