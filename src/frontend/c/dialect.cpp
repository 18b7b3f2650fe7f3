// SPDX-License-Identifier: Apache-2.0
#include "dialect.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/FileSystem.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <unordered_set>

namespace kleene::frontend::c {
namespace {

const std::string macro_table =
#include "gcc_macros_txt_text.inc"
    ;
const std::string name_table =
#include "gcc_names_txt_text.inc"
    ;

/// Types that gcc has as keywords and glibc's headers take for granted; each has the representation
/// of the one behind it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> float_types{
    {{"_Float32", "float"},
     {"_Float32x", "double"},
     {"_Float64", "double"},
     {"_Float64x", "long double"},
     {"_Float128", "__float128"}}};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Calls `visit` with the place behind each occurrence of a word, until it says true.
template <typename Visit>
bool any_occurrence(std::string_view text, std::string_view word, const Visit& visit) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    std::size_t end = at + word.size();
    bool whole = (at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]));
    if (whole && visit(at, end)) return true;
  }
  return false;
}

/// Does the text, written for older compilers, define the name itself?
bool has_typedef(std::string_view text, std::string_view name) {
  return any_occurrence(text, name, [&](std::size_t at, std::size_t end) {
    std::size_t begin = text.find_last_of(";}#", at);
    begin = begin == std::string_view::npos ? 0 : begin;
    std::size_t next = text.find_first_not_of(" \t\n", end);
    if (next == std::string_view::npos) return false;
    bool last = text[next] == ';' || text.substr(next).starts_with("__attribute__");
    return last && text.substr(begin, at - begin).find("typedef") != std::string_view::npos;
  });
}

/// Headers of the compiler that are read as gcc has them. All others are Clang's: the intrinsics of
/// the processor rest on the built-ins of the compiler that they belong to.
constexpr std::array gcc_headers{"stddef.h",
                                 "stdarg.h",
                                 "limits.h",
                                 "syslimits.h",
                                 "float.h",
                                 "stdint.h",
                                 "stdint-gcc.h",
                                 "stdbool.h",
                                 "stdalign.h",
                                 "stdnoreturn.h",
                                 "iso646.h",
                                 "varargs.h"};

/// Macros that are part of Clang's preprocessor and that gcc 12 does not have. Clang's own headers
/// use them.
constexpr std::array clang_macros{"__has_feature",
                                  "__has_extension",
                                  "__has_constexpr_builtin",
                                  "__has_declspec_attribute",
                                  "__has_warning",
                                  "__has_embed",
                                  "__is_identifier",
                                  "__is_target_arch",
                                  "__is_target_vendor",
                                  "__is_target_os",
                                  "__is_target_environment",
                                  "__is_target_variant_os",
                                  "__is_target_variant_environment",
                                  "__building_module"};

/// What the macros of Clang's <stdatomic.h> stand for.
constexpr std::array lock_free{
    "BOOL", "CHAR", "CHAR16_T", "CHAR32_T", "WCHAR_T", "SHORT", "INT", "LONG", "LLONG", "POINTER"};

const char* model_name(const Options& options) {
  return options.data_model == DataModel::Ilp32 ? "ILP32" : "LP64";
}

void add_version(const std::string& standard, std::vector<std::string>& macros) {
  bool strict = standard.starts_with("c") || standard.starts_with("iso");
  bool old = standard.find("89") != std::string::npos || standard.find("90") != std::string::npos
             || standard == "ansi";
  if (standard.starts_with("iso9899:199409")) macros.emplace_back("__STDC_VERSION__=199409L");
  if (standard.ends_with("2x") || standard.ends_with("23"))
    macros.emplace_back("__STDC_VERSION__=202000L");
  macros.emplace_back(old || standard == "iso9899:199409" ? "__GNUC_GNU_INLINE__=1"
                                                          : "__GNUC_STDC_INLINE__=1");
  if (strict) macros.emplace_back("__STRICT_ANSI__=1");
}

void add_names(const Options& options, std::vector<std::string>& macros) {
  std::istringstream words(name_table);
  std::string prefix;
  bool both_spellings = false;
  bool wanted = false;
  for (std::string word; words >> word;) {
    if (word.starts_with("builtin-") || word == "builtin" || word == "attribute") {
      wanted = word.find('-') == std::string::npos || word.ends_with(model_name(options));
      both_spellings = word == "attribute";
      prefix = both_spellings ? "__kleene_attribute_" : "__kleene_builtin_";
      continue;
    }
    if (!wanted) continue;
    macros.push_back(prefix + word + "=1");
    if (both_spellings) macros.push_back(prefix + "__" + word + "__=1");
  }
  macros.emplace_back("__has_builtin(x)=__kleene_builtin_##x");
  for (const char* name : {"__has_attribute", "__has_cpp_attribute"})
    macros.push_back(std::string(name) + "(x)=__kleene_attribute_##x");
  macros.emplace_back("__has_c_attribute(x)=__kleene_c_attribute_##x");
  // Attributes of the next standard are answered with its date.
  for (std::string name : {"deprecated", "fallthrough", "maybe_unused", "nodiscard"}) {
    const char* date = name == "nodiscard" ? "=202003L" : "=201904L";
    for (std::string start : {"__kleene_attribute_", "__kleene_c_attribute_"}) {
      macros.push_back(start + name + date);
      macros.push_back(start + "__" + name + "__" + date);
    }
  }
}

/// Macros that follow from options of the compiler.
void add_language(const clang::LangOptions& language, std::vector<std::string>& macros) {
  if (!language.CharIsSigned) macros.emplace_back("__CHAR_UNSIGNED__=1");
  if (!language.Freestanding) return;
  std::ranges::replace(macros, std::string("__STDC_HOSTED__=1"), std::string("__STDC_HOSTED__=0"));
}

std::vector<std::string> macros(const Options& options, bool preprocessed) {
  std::vector<std::string> result;
  std::istringstream lines(macro_table);
  for (std::string line; std::getline(lines, line);) {
    std::size_t space = line.find(' ');
    std::string which = line.substr(0, space);
    if (which == "both" || which == model_name(options)) result.push_back(line.substr(space + 1));
  }
  add_version(options.standard, result);
  add_names(options, result);
  for (const char* type : lock_free)
    result.push_back("__CLANG_ATOMIC_" + std::string(type) + "_LOCK_FREE=2");
  // A preprocessed file has met its macros already: only the ones outside the reserved names matter.
  if (preprocessed || !options.standard.starts_with("gnu")) return result;
  result.insert(result.end(), {"linux=1", "unix=1"});
  if (options.data_model == DataModel::Ilp32) result.emplace_back("i386=1");
  return result;
}

/// Shows the macros of Clang to its own headers only.
class Curtain : public clang::PPCallbacks {
public:
  explicit Curtain(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {}

  void FileChanged(clang::SourceLocation place,
                   FileChangeReason /*reason*/,
                   clang::SrcMgr::CharacteristicKind /*kind*/,
                   clang::FileID /*previous*/) override {
    llvm::StringRef file = preprocessor_.getSourceManager().getFilename(place);
    bool shown = file.starts_with(KLEENE_CLANG_RESOURCE_DIR);
    for (const char* name : clang_macros)
      preprocessor_.getIdentifierInfo(name)->setHasMacroDefinition(shown);
  }

private:
  clang::Preprocessor& preprocessor_;
};

/// The way to a member of Clang's target that is meant for the targets themselves.
struct TargetTypes : clang::TargetInfo {
  static auto wide_character() { return &TargetTypes::WCharType; }
};

} // namespace

void set_dialect(clang::CompilerInvocation& invocation,
                 const Options& options,
                 std::string_view text,
                 bool preprocessed) {
  clang::PreprocessorOptions& to = invocation.getPreprocessorOpts();
  to.UsePredefines = false;
  std::vector<std::pair<std::string, bool>> first;
  std::vector<std::string> defined = macros(options, preprocessed);
  add_language(invocation.getLangOpts(), defined);
  for (std::string& macro : defined)
    first.emplace_back(std::move(macro), false);
  for (auto [name, type] : float_types)
    if (!has_typedef(text, name))
      first.emplace_back(std::string(name) + "=" + std::string(type), false);
  for (const char* name : {"FOUND", "NOT_FOUND", "EMPTY"})
    first.emplace_back("__STDC_EMBED_" + std::string(name) + "__", true);
  if (options.standard == "c99" || options.standard.find("89") != std::string::npos
      || options.standard.find("90") != std::string::npos)
    for (const char* name : {"__STDC_UTF_16__", "__STDC_UTF_32__"})
      if (options.standard != "gnu99") first.emplace_back(name, true);
  to.Macros.insert(to.Macros.begin(), first.begin(), first.end());
  for (const char* header : gcc_headers) {
    std::string path = std::string(KLEENE_GCC_HEADERS "/") + header;
    if (llvm::sys::fs::exists(path))
      to.addRemappedFile(std::string(KLEENE_CLANG_RESOURCE_DIR "/include/") + header, path);
  }
}

void set_types(clang::TargetInfo& target, const Options& options) {
  if (options.data_model == DataModel::Ilp32)
    target.*TargetTypes::wide_character() = clang::TargetInfo::SignedLong;
}

void hide_clang(clang::CompilerInstance& compiler) {
  clang::Preprocessor& preprocessor = compiler.getPreprocessor();
  preprocessor.addPPCallbacks(std::make_unique<Curtain>(preprocessor));
}

bool distinguishes_float_types(std::string_view text) {
  auto somewhere = [](std::size_t, std::size_t) { return true; };
  bool named = false;
  for (auto [name, type] : float_types)
    named |= any_occurrence(text, name, somewhere) && !has_typedef(text, name);
  if (!named) return false;
  for (const char* word : {"_Generic", "__builtin_types_compatible_p"})
    if (any_occurrence(text, word, somewhere)) return true;
  return false;
}

bool gcc_knows_builtin(std::string_view name) {
  static const std::unordered_set<std::string> names = [] {
    std::unordered_set<std::string> result;
    std::istringstream words(name_table.substr(0, name_table.find("\nattribute ")));
    for (std::string word; words >> word;)
      result.insert(word);
    return result;
  }();
  return names.contains(std::string(name));
}

} // namespace kleene::frontend::c
