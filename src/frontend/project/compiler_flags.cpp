// SPDX-License-Identifier: Apache-2.0
// What the options of gcc and clang mean for a program. The dialect that programs are read in is that of gcc 12 without
// optimisation (frontend/c/dialect.h): an option that changes it is passed on, or refused by its name.
#include "kleene/frontend/project/project.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>
#include <string_view>

namespace kleene::frontend::project {
namespace {

namespace fs = std::filesystem;

enum class Use : std::uint8_t {
  Path,      ///< passed on; its value is a path
  Value,     ///< passed on with its value
  Plain,     ///< passed on
  Ignored,   ///< says nothing about what the program means
  Skipped,   ///< likewise, and its value
  Standard,  ///< -std=
  Bits,      ///< -m32, -m64
  Processor, ///< only macros tell which processor it is
};

/// `name=*` takes any value behind the equals sign, `name*` anything, `name:` a value that is joined or comes next.
struct Option {
  std::string_view name;
  Use use;
};

constexpr std::array options{
    Option{"-I:", Use::Path},
    Option{"-iquote:", Use::Path},
    Option{"-isystem:", Use::Path},
    Option{"-idirafter:", Use::Path},
    Option{"-include:", Use::Path},
    Option{"-imacros:", Use::Path},
    Option{"-D:", Use::Value},
    Option{"-U:", Use::Value},
    Option{"-nostdinc", Use::Plain},
    Option{"-std=*", Use::Standard},
    Option{"--std=*", Use::Standard},
    Option{"-ansi", Use::Standard},
    Option{"-m32", Use::Bits},
    Option{"-m64", Use::Bits},
    // What changes types, and what is defined.
    Option{"-funsigned-char", Use::Plain},
    Option{"-fno-unsigned-char", Use::Plain},
    Option{"-fsigned-char", Use::Plain},
    Option{"-fno-signed-char", Use::Plain},
    Option{"-fshort-enums", Use::Plain},
    Option{"-fno-short-enums", Use::Plain},
    Option{"-fwrapv", Use::Plain},
    Option{"-fno-strict-overflow", Use::Plain},
    Option{"-fno-wrapv", Use::Plain}, // the default: it takes back -fwrapv
    Option{"-fcommon", Use::Plain},
    Option{"-fno-common", Use::Plain},
    Option{"-ffreestanding", Use::Plain},
    Option{"-fno-hosted", Use::Plain},
    Option{"-fgnu89-inline", Use::Plain},
    Option{"-pthread", Use::Plain},
    // Output, messages, dependencies, linking.
    Option{"-c", Use::Ignored},
    Option{"-S", Use::Ignored},
    Option{"-E", Use::Ignored},
    Option{"-v", Use::Ignored},
    Option{"-w", Use::Ignored},
    Option{"-s", Use::Ignored},
    Option{"-pipe", Use::Ignored},
    Option{"-save-temps*", Use::Ignored},
    Option{"-shared*", Use::Ignored},
    Option{"-static*", Use::Ignored},
    Option{"-pie", Use::Ignored},
    Option{"-no-pie", Use::Ignored},
    Option{"-rdynamic", Use::Ignored},
    Option{"-nostdlib*", Use::Ignored},
    Option{"-nodefaultlibs", Use::Ignored},
    Option{"-nostartfiles", Use::Ignored},
    Option{"-pedantic*", Use::Ignored},
    Option{"-p", Use::Ignored},
    Option{"-pg", Use::Ignored},
    Option{"--coverage", Use::Ignored},
    Option{"-o:", Use::Skipped},
    Option{"-MF:", Use::Skipped},
    Option{"-MT:", Use::Skipped},
    Option{"-MQ:", Use::Skipped},
    Option{"-MJ:", Use::Skipped},
    Option{"-M", Use::Ignored},
    Option{"-MM", Use::Ignored},
    Option{"-MD", Use::Ignored},
    Option{"-MMD", Use::Ignored},
    Option{"-MP", Use::Ignored},
    Option{"-MG", Use::Ignored},
    Option{"-L:", Use::Skipped},
    Option{"-l:", Use::Skipped},
    Option{"-T:", Use::Skipped},
    Option{"-Xlinker:", Use::Skipped},
    Option{"-Xassembler:", Use::Skipped},
    Option{"-dumpbase:", Use::Skipped},
    Option{"--param=*", Use::Ignored},
    Option{"--param:", Use::Skipped},
    Option{"-O", Use::Ignored},
    Option{"-O0", Use::Ignored},
    Option{"-O1", Use::Ignored},
    Option{"-O2", Use::Ignored},
    Option{"-O3", Use::Ignored},
    Option{"-Os", Use::Ignored},
    Option{"-Oz", Use::Ignored},
    Option{"-Og", Use::Ignored},
    // How code is made, not what it does.
    Option{"-fPIC", Use::Ignored},
    Option{"-fpic", Use::Ignored},
    Option{"-fPIE", Use::Ignored},
    Option{"-fpie", Use::Ignored},
    Option{"-fno-pic", Use::Ignored},
    Option{"-fno-PIC", Use::Ignored},
    Option{"-fno-pie", Use::Ignored},
    Option{"-fno-PIE", Use::Ignored},
    Option{"-fno-plt", Use::Ignored},
    Option{"-fvisibility=*", Use::Ignored},
    Option{"-fstack-*", Use::Ignored},
    Option{"-fno-stack-*", Use::Ignored},
    Option{"-fcf-protection*", Use::Ignored},
    Option{"-fomit-frame-pointer", Use::Ignored},
    Option{"-fno-omit-frame-pointer", Use::Ignored},
    Option{"-fno-optimize-sibling-calls", Use::Ignored},
    Option{"-foptimize-sibling-calls", Use::Ignored},
    Option{"-ffunction-sections", Use::Ignored},
    Option{"-fdata-sections", Use::Ignored},
    Option{"-fno-function-sections", Use::Ignored},
    Option{"-fno-data-sections", Use::Ignored},
    Option{"-flto*", Use::Ignored},
    Option{"-fno-lto", Use::Ignored},
    Option{"-ffat-lto-objects", Use::Ignored},
    Option{"-fno-fat-lto-objects", Use::Ignored},
    Option{"-fdiagnostics-*", Use::Ignored},
    Option{"-fno-diagnostics-*", Use::Ignored},
    Option{"-fcolor-diagnostics", Use::Ignored},
    Option{"-fmessage-length=*", Use::Ignored},
    Option{"-fmax-errors=*", Use::Ignored},
    Option{"-ferror-limit=*", Use::Ignored},
    Option{"-ftemplate-*", Use::Ignored},
    Option{"-fsanitize*", Use::Ignored},
    Option{"-fno-sanitize*", Use::Ignored},
    Option{"-fprofile-*", Use::Ignored},
    Option{"-ftest-coverage", Use::Ignored},
    Option{"-fcoverage-mapping", Use::Ignored},
    Option{"-finline*", Use::Ignored},
    Option{"-fno-inline*", Use::Ignored},
    Option{"-fkeep-inline-functions", Use::Ignored},
    Option{"-funroll-*", Use::Ignored},
    Option{"-fno-unroll-*", Use::Ignored},
    Option{"-ftree-*", Use::Ignored},
    Option{"-fno-tree-*", Use::Ignored},
    Option{"-fipa-*", Use::Ignored},
    Option{"-fno-ipa-*", Use::Ignored},
    Option{"-fgcse*", Use::Ignored},
    Option{"-fno-gcse*", Use::Ignored},
    Option{"-fno-reorder-*", Use::Ignored},
    Option{"-falign-*", Use::Ignored},
    Option{"-fno-align-*", Use::Ignored},
    Option{"-fno-semantic-interposition", Use::Ignored},
    Option{"-fsemantic-interposition", Use::Ignored},
    Option{"-fasynchronous-unwind-tables", Use::Ignored},
    Option{"-fno-asynchronous-unwind-tables", Use::Ignored},
    Option{"-funwind-tables", Use::Ignored},
    Option{"-fno-unwind-tables", Use::Ignored},
    Option{"-fexceptions", Use::Ignored},
    Option{"-fno-exceptions", Use::Ignored},
    Option{"-fno-ident", Use::Ignored},
    Option{"-fverbose-asm", Use::Ignored},
    Option{"-fno-builtin*", Use::Ignored},
    Option{"-fbuiltin*", Use::Ignored},
    Option{"-ffp-contract=*", Use::Ignored},
    Option{"-fno-fast-math", Use::Ignored},
    Option{"-fhosted", Use::Ignored},
    Option{"-fno-delete-null-pointer-checks", Use::Ignored},
    Option{"-fdelete-null-pointer-checks", Use::Ignored},
    Option{"-fno-strict-aliasing", Use::Ignored},
    Option{"-fstrict-aliasing", Use::Ignored},
    Option{"-fstrict-overflow", Use::Ignored},
    Option{"-fno-merge-constants", Use::Ignored},
    Option{"-fmerge-constants", Use::Ignored},
    Option{"-fmath-errno", Use::Ignored},
    Option{"-fmacro-prefix-map=*", Use::Ignored},
    Option{"-ffile-prefix-map=*", Use::Ignored},
    Option{"-fdebug-*", Use::Ignored},
    Option{"-fno-debug-*", Use::Ignored},
    Option{"-fzero-call-used-regs=*", Use::Ignored},
    Option{"-fuse-ld=*", Use::Ignored},
    Option{"-fanalyzer", Use::Ignored},
    Option{"-fconserve-stack", Use::Ignored},
    Option{"-fno-toplevel-reorder", Use::Ignored},
    Option{"-fno-var-tracking*", Use::Ignored},
    Option{"-fpermissive", Use::Ignored},
    Option{"-m80387", Use::Ignored},
    Option{"-mcmodel=*", Use::Ignored},
    Option{"-mno-red-zone", Use::Ignored},
    Option{"-mred-zone", Use::Ignored},
    Option{"-mindirect-branch*", Use::Ignored},
    Option{"-mfunction-return=*", Use::Ignored},
    Option{"-mretpoline*", Use::Ignored},
    Option{"-mskip-rax-setup", Use::Ignored},
    Option{"-mstack-protector-*", Use::Ignored},
    Option{"-mtune=*", Use::Ignored},
    Option{"-mpreferred-stack-boundary=*", Use::Ignored},
    Option{"-mincoming-stack-boundary=*", Use::Ignored},
    Option{"-mstackrealign", Use::Ignored},
    Option{"-momit-leaf-frame-pointer", Use::Ignored},
    Option{"-march=*", Use::Processor},
    Option{"-mcpu=*", Use::Processor},
    Option{"-mno-sse*", Use::Processor},
    Option{"-mno-avx*", Use::Processor},
    Option{"-mno-mmx", Use::Processor},
    Option{"-mno-3dnow*", Use::Processor},
    Option{"-mmmx", Use::Processor},
    Option{"-msse*", Use::Processor},
    Option{"-mssse3", Use::Processor},
    Option{"-mavx*", Use::Processor},
    Option{"-mbmi*", Use::Processor},
    Option{"-mpopcnt", Use::Processor},
    Option{"-mlzcnt", Use::Processor},
    Option{"-maes", Use::Processor},
    Option{"-mpclmul", Use::Processor},
    Option{"-mcx16", Use::Processor},
    Option{"-msha", Use::Processor},
    Option{"-mrdrnd", Use::Processor},
    Option{"-mrdseed", Use::Processor},
    Option{"-mmovbe", Use::Processor},
};

struct Match {
  const Option* option = nullptr;
  bool value_follows = false; ///< in the next word
  std::string value;
};

/// The longest name wins: -MF is not -M with a value.
Match match(const std::string& word) {
  Match best;
  std::size_t length = 0;
  for (const Option& option : options) {
    std::string_view name = option.name;
    char kind = name.back();
    if (kind == ':' || kind == '*') name.remove_suffix(1);
    bool fits = kind == ':' || kind == '*' ? word.starts_with(name) : word == name;
    if (!fits || name.size() < length) continue;
    length = name.size();
    best = {&option, kind == ':' && word.size() == name.size(), word.substr(name.size())};
  }
  return best;
}

/// -g, -W and -d have too many forms to be listed; none of them matters.
bool is_about_messages(const std::string& word) {
  static const std::regex pattern("-g.*|-W(?![pl],).*|-Wl,.*|-d[A-Z].*");
  return std::regex_match(word, pattern);
}

/// Does the compiler, by its name, make code for the machine that programs are read for?
bool makes_our_code(const std::string& compiler) {
  static const std::regex pattern(
      "((x86_64|i[3-6]86|amd64)[-a-z0-9_]*-)?(gcc|cc|clang|c99|c89|tcc|icx)(-[0-9.]+)?");
  return std::regex_match(fs::path(compiler).filename().string(), pattern);
}

bool is_launcher(const std::string& word) {
  const std::string name = fs::path(word).filename().string();
  static constexpr std::array launchers{"ccache", "sccache", "distcc", "icecc"};
  return std::ranges::find(launchers, name) != launchers.end();
}

class FlagReader {
public:
  FlagReader(const std::string& file, const std::string& directory) : directory_(directory) {
    unit_.file = file;
  }

  Result<Unit> read(std::vector<std::string> words) {
    std::size_t first = 0;
    while (first < words.size() && is_launcher(words[first]))
      ++first;
    if (first == words.size()) return refused("its command is empty");
    if (!makes_our_code(words[first]))
      unit_.other_machine = fs::path(words[first]).filename().string();
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(first) + 1);
    for (std::size_t i = 0; i < words.size(); ++i)
      if (auto error = take(words, i)) return *error;
    return unit_;
  }

private:
  Diagnostic refused(const std::string& what) const {
    Diagnostic error = Diagnostic::error(ErrorKind::Unsupported, what);
    error.file = unit_.file;
    return error;
  }

  std::optional<Diagnostic> take(std::vector<std::string>& words, std::size_t& i) {
    const std::string word = words[i];
    if (word.starts_with("-Wp,")) {
      split_for_preprocessor(words, i);
      return std::nullopt;
    }
    if (!word.starts_with("-") || word == "-") {
      if (word.starts_with("@"))
        return refused(fmt::format("options in a file ({}) are not followed", word));
      return std::nullopt; // the file itself, or another one
    }
    if (word == "-x" || word.starts_with("-x")) {
      std::string language = word == "-x" && i + 1 < words.size() ? words[++i] : word.substr(2);
      if (language == "c" || language == "none") return std::nullopt;
      return refused(fmt::format("the compiler takes it for {}, not C", language));
    }
    if (is_about_messages(word)) return std::nullopt;
    Match found = match(word);
    if (found.option == nullptr)
      return refused(fmt::format("the option {} is not followed: it may change what the program "
                                 "means",
                                 word));
    if (found.value_follows) {
      if (i + 1 == words.size()) return refused(fmt::format("the option {} lacks its value", word));
      found.value = words[++i];
    }
    apply(found, word);
    return std::nullopt;
  }

  void apply(const Match& found, const std::string& word) {
    const std::string_view name = found.option->name;
    switch (found.option->use) {
    case Use::Path:
      unit_.flags.emplace_back(name.substr(0, name.size() - 1));
      unit_.flags.push_back(path(found.value, name == "-include:" || name == "-imacros:"));
      break;
    case Use::Value:
      unit_.flags.push_back(std::string(name.substr(0, name.size() - 1)) + found.value);
      break;
    case Use::Plain:
      if (word == "-fno-wrapv")
        std::erase(unit_.flags, "-fwrapv");
      else
        unit_.flags.push_back(meaning(word));
      break;
    case Use::Standard:
      unit_.standard = word == "-ansi" ? "c90" : found.value;
      break;
    case Use::Bits:
      unit_.bits = word == "-m32" ? 32 : 64;
      break;
    case Use::Processor:
      unit_.processor.push_back(word);
      break;
    case Use::Ignored:
    case Use::Skipped:
      break;
    }
  }

  /// The option, or another one that says the same to gcc and Clang.
  static std::string meaning(const std::string& word) {
    if (word == "-fno-hosted") return "-ffreestanding";
    if (word == "-fno-strict-overflow") return "-fwrapv";
    if (word == "-pthread") return "-D_REENTRANT";
    return word;
  }

  /// A forced include that is not there may be found along the folders for headers.
  std::string path(const std::string& value, bool may_be_searched) const {
    fs::path whole = fs::path(directory_) / value;
    if (may_be_searched && !fs::exists(whole)) return value;
    return whole.lexically_normal().string();
  }

  /// `-Wp,-MD,x.d` and `-Wp,-DA=1`: options of their own.
  static void split_for_preprocessor(std::vector<std::string>& words, std::size_t at) {
    std::vector<std::string> parts;
    std::size_t begin = 4;
    const std::string word = words[at];
    while (begin <= word.size()) {
      std::size_t end = std::min(word.find(',', begin), word.size());
      std::string part = word.substr(begin, end - begin);
      bool dependencies = part == "-MD" || part == "-MMD";
      if (!dependencies) parts.push_back(part);
      if (dependencies) end = std::min(word.find(',', end + 1), word.size());
      begin = end + 1;
    }
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at) + 1, parts.begin(), parts.end());
  }

  std::string directory_;
  Unit unit_;
};

} // namespace

Result<Unit> read_flags(const std::string& file,
                        const std::string& directory,
                        const std::vector<std::string>& words) {
  return FlagReader(file, directory).read(words);
}

} // namespace kleene::frontend::project
