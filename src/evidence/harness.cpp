// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

#include <fmt/core.h>

#include <map>

namespace kleene::evidence {
namespace {

constexpr std::string_view prelude = R"(
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define KLEENE_LOCAL static __attribute__((no_instrument_function, unused))
#define KLEENE_GLOBAL __attribute__((no_instrument_function))

/* Says how the run ended, and ends it: nothing of the program runs after this. */
KLEENE_LOCAL void kleene_end(const char *how, const char *name, int status) {
  const char *path = getenv("KLEENE_OUTCOME");
  long file = path ? syscall(SYS_open, path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : 2;
  syscall(SYS_write, file, how, strlen(how));
  syscall(SYS_write, file, name, strlen(name));
  syscall(SYS_write, file, "\n", (size_t)1);
  syscall(SYS_exit_group, status);
  __builtin_trap();
}
)";

constexpr std::string_view reader = R"(
static unsigned kleene_next;

/* The next input, which must belong to the function that asks for it. */
KLEENE_LOCAL long long kleene_input(const char *function) {
  if (!kleene_inputs[kleene_next].function)
    kleene_end("kleene: inputs exhausted in ", function, 4);
  if (strcmp(kleene_inputs[kleene_next].function, function) != 0)
    kleene_end("kleene: another input is due than one of ", function, 4);
  return kleene_inputs[kleene_next++].value;
}
)";

constexpr std::string_view allocator = R"(
/* Called by the program instead of malloc: memory that is zero but for what is said above. */
KLEENE_GLOBAL void *kleene_malloc(size_t size) {
  static unsigned long number;
  unsigned char *memory = malloc(size);
  if (!memory) kleene_end("kleene: out of memory in ", "malloc", 4);
  memset(memory, 0, size);
  number++;
  for (unsigned i = 0; kleene_memory[i].number; i++)
    if (kleene_memory[i].number == number)
      for (unsigned long j = 0; j < kleene_memory[i].length; j++)
        if (kleene_memory[i].offset + j < size)
          memory[kleene_memory[i].offset + j] = kleene_memory[i].bytes[j];
  return memory;
}
)";

/// A C literal of type long long that is right for INT64_MIN and for large unsigned values too.
std::string literal(Integer value) {
  auto bits = static_cast<std::int64_t>(static_cast<std::uint64_t>(value));
  if (bits == INT64_MIN) return "-9223372036854775807LL - 1";
  return fmt::format("{}LL", bits);
}

std::string c_type(Type type) {
  if (type.is_bool() || type.width() == 1) return "_Bool";
  unsigned width = type.width() <= 8 ? 8 : type.width() <= 16 ? 16 : type.width() <= 32 ? 32 : 64;
  return fmt::format("{}int{}_t", type.is_signed() ? "" : "u", width);
}

/// The functions of a C library may not be declared anew with another type: they get another name in
/// C and their own for the linker.
std::string definition(std::string_view result, std::string_view function, std::size_t index) {
  if (function.starts_with("__VERIFIER_"))
    return fmt::format("KLEENE_GLOBAL {} {}(void)", result, function);
  return fmt::format("KLEENE_GLOBAL {0} kleene_{1}(void) __asm__(\"{2}\");\n{0} kleene_{1}(void)",
                     result,
                     index,
                     function);
}

std::string header(const Harness& harness) {
  std::string text = "/* Replays an execution that kleene found. Build and run it with\n *\n";
  for (const std::string& command : harness.commands)
    text += fmt::format(" *   {}\n", command);
  text += " *\n";
  if (!harness.target.empty())
    text += fmt::format(
        " * It prints \"{}: {}\" and exits with status 10.\n", reached_text, harness.target);
  return text + " */";
}

std::string inputs(const Harness& harness) {
  std::string text =
      "\n/* In the order of the calls. */\nstatic const struct {\n  const char *function;\n"
      "  long long value;\n} kleene_inputs[] = {\n";
  for (const Input& input : harness.inputs)
    text += fmt::format("    {{\"{}\", {}}},\n", input.origin, literal(input.value));
  return text + "    {0, 0},\n};\n" + std::string(reader);
}

/// Escapes are octal: they end after three digits whatever follows.
std::string memory(const Harness& harness) {
  if (harness.heap.empty()) return {};
  std::string text =
      "\n/* What lies in the memory that malloc gives: the number of the call, where, and the "
      "bytes. */\n"
      "static const struct {\n  unsigned long number, offset, length;\n  const char *bytes;\n"
      "} kleene_memory[] = {\n";
  for (const HeapContents& contents : harness.heap)
    for (auto [first, end] : nonzero_parts(contents.bytes)) {
      std::string bytes;
      for (std::size_t i = first; i < end; ++i)
        bytes += fmt::format("\\{:03o}", static_cast<unsigned char>(contents.bytes[i]));
      text +=
          fmt::format("    {{{}, {}, {}, \"{}\"}},\n", contents.number, first, end - first, bytes);
    }
  return text + "    {0, 0, 0, 0},\n};\n" + std::string(allocator);
}

std::string input_functions(const Harness& harness) {
  std::map<std::string, Type> types;
  for (const Input& input : harness.inputs)
    types.emplace(input.origin, input.type);
  std::string text;
  std::size_t index = 0;
  for (const auto& [function, type] : types)
    text += fmt::format("\n{} {{\n  return ({})kleene_input(\"{}\");\n}}\n",
                        definition(c_type(type), function, index++),
                        c_type(type),
                        function);
  for (const std::string& function : harness.silent_inputs)
    text += fmt::format("\n{} {{\n  return kleene_input(\"{}\");\n}}\n",
                        definition("long long", function, index++),
                        function);
  for (const std::string& function : harness.stubs)
    text += fmt::format(
        "\n{} {{\n  kleene_end(\"kleene: called a function without body: \", \"{}\", 4);\n}}\n",
        definition("void", function, index++),
        function);
  if (harness.defines_memory)
    text += "\nKLEENE_GLOBAL void __VERIFIER_nondet_memory(void *memory, size_t size) {\n"
            "  for (size_t i = 0; i < size; i++)\n"
            "    ((unsigned char *)memory)[i] = (unsigned "
            "char)kleene_input(\"__VERIFIER_nondet_uchar\");\n}\n";
  if (harness.defines_assume)
    text += "\nKLEENE_GLOBAL void __VERIFIER_assume(int condition) {\n"
            "  if (!condition) kleene_end(\"kleene: assumption failed\", \"\", 4);\n}\n";
  return text;
}

std::string targets(const Harness& harness) {
  std::string reached =
      fmt::format("kleene_end(\"{}: \", \"{}\", 10);", reached_text, harness.target);
  std::string text;
  for (const std::string& function : harness.reached_by_call)
    text += fmt::format("\nKLEENE_GLOBAL void {}() {{\n  {}\n}}\n", function, reached);
  if (harness.label)
    text += fmt::format("\nKLEENE_GLOBAL int {}() {{\n  {}\n}}\n", label_function, reached);
  if (harness.assertion)
    text += fmt::format("\nKLEENE_GLOBAL void __assert_fail() {{\n  {}\n}}\n", reached);
  if (harness.instrumented.empty()) return text;
  std::string checks;
  for (std::size_t i = 0; i < harness.instrumented.size(); ++i) {
    text += fmt::format(
        "\nextern char kleene_target_{}[] __asm__(\"{}\");\n", i, harness.instrumented[i]);
    checks += fmt::format("  if (function == (void *)kleene_target_{}) {}\n", i, reached);
  }
  return text
         + "\n/* Called on entry to every function of the program (-finstrument-functions). */\n"
         + "KLEENE_GLOBAL void __cyg_profile_func_enter(void *function, void *site) {\n  "
           "(void)site;\n"
         + checks
         + "}\n\nKLEENE_GLOBAL void __cyg_profile_func_exit(void *function, void *site) {\n"
         + "  (void)function;\n  (void)site;\n}\n";
}

} // namespace

std::string to_c(const Harness& harness) {
  std::string text = header(harness) + std::string(prelude) + inputs(harness) + memory(harness)
                     + input_functions(harness) + targets(harness);
  if (!harness.entry.empty())
    text += fmt::format(
        "\nextern int kleene_entry() __asm__(\"{}\");\nKLEENE_GLOBAL int main(void) {{\n"
        "  return kleene_entry();\n}}\n",
        harness.entry);
  return text;
}

} // namespace kleene::evidence
