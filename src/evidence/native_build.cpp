// SPDX-License-Identifier: Apache-2.0
#include "native_build.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

#include "tape.h"

namespace kleene::evidence {
namespace {

namespace fs = std::filesystem;

constexpr double compile_seconds = 60;
constexpr std::size_t compile_memory = std::size_t(4) << 30;
constexpr std::size_t compile_file = std::size_t(1) << 30;

std::string quoted(const std::string& word) {
  bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0
           || std::string_view("_-./=+,:%@").find(c) != std::string_view::npos;
  });
  if (plain) return word;
  std::string result = "'";
  for (char c : word)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// The first line of a compiler's messages that is an error, otherwise the first one at all.
std::string first_error(const ProcessResult& result) {
  if (!result.failure.empty()) return result.failure;
  if (result.timed_out) return "it takes too long";
  if (!result.excess.empty()) return "it needs too much " + result.excess;
  std::istringstream lines(result.errors);
  for (std::string line; std::getline(lines, line);)
    if (line.find("error: ") != std::string::npos
        || line.find("undefined ref") != std::string::npos)
      return line;
  return result.errors.substr(0, result.errors.find('\n'));
}

/// The compiler runs in another folder than we.
std::string from_here(const std::string& path) {
  return fs::path(path).is_absolute() ? path : (fs::current_path() / path).string();
}

} // namespace

std::string joined(const Command& command) {
  std::string result;
  for (const std::string& word : command)
    result += (result.empty() ? "" : " ") + quoted(word);
  return result;
}

NativeBuild::NativeBuild(const NativeProgram& program,
                         Command compiler,
                         Command link_flags,
                         Budget& budget)
    : program_(program),
      compiler_(std::move(compiler)),
      link_flags_(std::move(link_flags)),
      budget_(budget),
      replaced_(program.files.size()) {
  for (std::size_t i = 0; i < program.appended.size(); ++i)
    if (!program.appended[i].empty()) replace_source(i, source(i).value_or(""));
}

std::optional<std::string> NativeBuild::source(std::size_t file) const {
  ReadFile read = read_file(program_.files[file]);
  if (read.text && file < program_.appended.size()) *read.text += program_.appended[file];
  return read.text;
}

bool NativeBuild::fail(std::string text) {
  obstacle_ = std::move(text);
  return false;
}

/// Compilers work in the folder, temporary files included, and have limits.
ProcessResult NativeBuild::call(const Command& command) {
  ProcessOptions options;
  options.seconds = compile_seconds;
  options.budget = &budget_;
  options.directory = folder().string();
  options.environment = {{"LC_ALL", "C"}, {"TMPDIR", folder().string()}};
  options.processor_seconds = static_cast<unsigned>(compile_seconds);
  options.file_bytes = compile_file;
  options.resident_bytes = compile_memory;
  return run_process(command, options);
}

fs::path NativeBuild::object(std::size_t i) const {
  return folder() / fmt::format("program.{}.o", i);
}

void NativeBuild::replace_source(std::size_t file, const std::string& text) {
  fs::path copy = folder() / fmt::format("changed.{}.c", file);
  std::ofstream(copy) << "#line 1 \"" << program_.files[file] << "\"\n" << text;
  replaced_[file] = copy.string();
}

/// How it is done, or how it is shown to people: from here, and without changes that need a word of their own; or how it can be
/// done in another folder.
Command NativeBuild::compile_command(std::size_t i, Use use) const {
  bool shown = use == Use::Shown;
  auto name = [&](const std::string& path) { return shown ? path : from_here(path); };
  const std::string& file = program_.files[i];
  Command command = compiler_;
  for (const std::string& dir : program_.include_dirs)
    command.insert(command.end(), {"-I", name(dir)});
  for (const std::string& define : program_.defines)
    command.push_back("-D" + define);
  if (!program_.per_file.empty()) {
    const NativeProgram::File& own = program_.per_file[i];
    command.push_back("-std=" + own.standard);
    command.insert(command.end(), own.flags.begin(), own.flags.end());
  }
  if (source(i).value_or("").find("__CPROVER_") != std::string::npos)
    command.insert(command.end(), {"-D__CPROVER_size_t=__SIZE_TYPE__", "-D__CPROVER_bool=_Bool"});
  for (const std::string& include : program_.forced_includes)
    command.insert(command.end(), {"-include", fs::exists(include) ? name(include) : include});
  if (!shown && !replaced_[i].empty()) {
    fs::path home = fs::path(file).parent_path();
    command.insert(command.end(), {"-iquote", name(home.empty() ? "." : home.string())});
  }
  // The program may look at __FILE__.
  if (!shown && fs::path(file).is_relative())
    command.push_back(fmt::format("-ffile-prefix-map={}/=", fs::current_path().string()));
  command.insert(command.end(),
                 {"-x",
                  "c",
                  "-c",
                  shown || replaced_[i].empty() ? name(file) : replaced_[i],
                  "-o",
                  use == Use::Run ? object(i).string() : object(i).filename().string()});
  return command;
}

bool NativeBuild::compile() {
  symbols_.assign(program_.files.size(), {});
  for (std::size_t i = 0; i < program_.files.size(); ++i) {
    ProcessResult result = call(compile_command(i, Use::Run));
    if (!result.succeeded())
      return fail(fmt::format(
          "{} does not compile {}: {}", compiler_.front(), program_.files[i], first_error(result)));
    if (!read_symbols(i)) return false;
  }
  return true;
}

bool NativeBuild::read_symbols(std::size_t i) {
  ProcessResult result = call({"nm", "--format=posix", object(i).string()});
  if (!result.succeeded()) return fail("nm fails: " + first_error(result));
  std::istringstream lines(result.output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string symbol;
    char kind = ' ';
    fields >> symbol >> kind;
    if (kind == 'U' || kind == 'w')
      symbols_[i].undefined.insert(symbol);
    else if (std::islower(static_cast<unsigned char>(kind)) != 0)
      symbols_[i].local.insert(symbol);
    else
      symbols_[i].global.insert(symbol);
  }
  return true;
}

bool NativeBuild::defined(const std::string& symbol) const {
  return std::ranges::any_of(symbols_, [&](const Symbols& s) { return s.global.contains(symbol); });
}

bool NativeBuild::undefined(const std::string& symbol) const {
  return !defined(symbol) && std::ranges::any_of(symbols_, [&](const Symbols& s) {
    return s.undefined.contains(symbol);
  });
}

bool NativeBuild::adjust(std::size_t file, const Command& options) {
  if (options.empty()) return true;
  Command command{"objcopy"};
  command.insert(command.end(), options.begin(), options.end());
  command.push_back(object(file).string());
  ProcessResult result = call(command);
  if (!result.succeeded()) return fail("objcopy fails: " + first_error(result));
  command.back() = object(file).filename().string();
  adjustments_.push_back(joined(command));
  return true;
}

void NativeBuild::describe_commands(Harness& harness,
                                    const Command& link,
                                    const std::string& note) const {
  harness.commands.clear();
  harness.script.clear();
  for (std::size_t i = 0; i < program_.files.size(); ++i) {
    harness.commands.push_back(joined(compile_command(i, Use::Shown)));
    if (note.empty()) harness.script.push_back(joined(compile_command(i, Use::Script)));
  }
  if (!note.empty()) harness.commands.push_back(note);
  harness.appended.clear();
  for (std::size_t i = 0; i < program_.appended.size(); ++i)
    if (!program_.appended[i].empty()) {
      harness.commands.push_back(fmt::format(
          "(after appending to {} what stands between #if 0 and #endif below)", program_.files[i]));
      harness.appended += program_.appended[i];
    }
  harness.commands.insert(harness.commands.end(), adjustments_.begin(), adjustments_.end());
  Command shown;
  for (const std::string& word : link)
    if (word.starts_with(folder().string()))
      shown.push_back(fs::path(word).filename().string());
    else if (!word.starts_with("-DKLEENE_"))
      shown.push_back(word);
  harness.commands.push_back(joined(shown));
  harness.commands.emplace_back("./replay");
  if (!harness.appended.empty()) harness.script.clear();
  if (!note.empty() || !harness.appended.empty()) return;
  harness.script.insert(harness.script.end(), adjustments_.begin(), adjustments_.end());
  harness.script.push_back(joined(shown));
}

/// A second try with stubs, if there are functions that nobody defines.
bool NativeBuild::link(Harness& harness, const std::string& note) {
  const fs::path text = folder() / "harness.c";
  // An object file may claim to hold code that is compiled now, with options of its own.
  Command link{compiler_.front(), program_.bits == 32 ? "-m32" : "-m64", "-w", "-fno-lto"};
  if (compiler_.front() == "gcc") link.emplace_back("-fno-use-linker-plugin");
  link.insert(link.end(), link_flags_.begin(), link_flags_.end());
  // A null pointer that the program hands to a model of the world is reported with the program's line, or by nobody.
  if (!link_flags_.empty()) link.emplace_back("-fno-sanitize=null");
  link.push_back(fmt::format("-DKLEENE_REPORT={}", report_file));
  link.push_back(fmt::format("-DKLEENE_TAPE={}", tape_file));
  link.push_back(fmt::format("-DKLEENE_TAPE_BYTES={}", Tape::bytes));
  link.push_back(fmt::format("-DKLEENE_TAPE_VALUES={}", Tape::most_values));
  link.push_back(text.string());
  for (std::size_t i = 0; i < program_.files.size(); ++i)
    link.push_back(object(i).string());
  link.insert(link.end(), {"-lm", "-lpthread", "-o", executable().string()});
  describe_commands(harness, link, note);
  for (int round = 0; round < 2; ++round) {
    std::ofstream(text) << to_c(harness);
    ProcessResult result = call(link);
    if (result.succeeded()) return true;
    if (round == 1 || !add_stubs(harness, result.errors))
      return fail(compiler_.front() + " does not link the program: " + first_error(result));
  }
  return false;
}

bool NativeBuild::add_stubs(Harness& harness, const std::string& messages) {
  static const std::regex pattern("undefined reference to `([A-Za-z0-9_]+)'");
  std::set<std::string> names(harness.stubs.begin(), harness.stubs.end());
  const std::size_t before = names.size();
  for (std::sregex_iterator m(messages.begin(), messages.end(), pattern), end; m != end; ++m)
    names.insert((*m)[1]);
  harness.stubs.assign(names.begin(), names.end());
  return names.size() > before;
}

} // namespace kleene::evidence
