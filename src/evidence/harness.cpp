// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

#include "kleene/ir/environment.h"
#include "kleene/ir/floats.h"

#include <fmt/core.h>

#include <map>

#include "device_harness.h"
#include "thread_harness.h"

namespace kleene::evidence {
namespace {

constexpr std::string_view prelude = R"(
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define KLEENE_LOCAL static __attribute__((no_instrument_function, unused))
#define KLEENE_GLOBAL __attribute__((no_instrument_function))

#ifndef KLEENE_FAKE_STACK
#define KLEENE_FAKE_STACK "1"
#endif
#ifndef KLEENE_REDZONES
#define KLEENE_REDZONES ""
#endif
#ifndef KLEENE_REPORT
#define KLEENE_REPORT 2 /* stderr */
#endif

/* Says how the run ended, and ends it: nothing of the program runs after this. */
KLEENE_LOCAL void kleene_end(const char *how, const char *name, int status) {
  syscall(SYS_write, KLEENE_REPORT, how, strlen(how));
  syscall(SYS_write, KLEENE_REPORT, name, strlen(name));
  syscall(SYS_write, KLEENE_REPORT, "\n", (size_t)1);
  syscall(SYS_exit_group, status);
  __builtin_trap();
}

/* The sanitizer reports to the same place, and starts no other program for it. */
KLEENE_GLOBAL const char *__ubsan_default_options(void) { return "symbolize=0"; }
KLEENE_GLOBAL const char *__asan_default_options(void) {
  return "symbolize=0:detect_leaks=0:detect_stack_use_after_return=" KLEENE_FAKE_STACK ":allocator_may_return_null=1:"
         "detect_invalid_pointer_pairs=2:" KLEENE_REDZONES
         "max_malloc_fill_size=268435456:malloc_fill_byte=0:handle_abort=0";
}
KLEENE_GLOBAL const char *__msan_default_options(void) { return "symbolize=0:handle_abort=0"; }
extern void __sanitizer_set_report_fd(void *) __attribute__((weak));
KLEENE_LOCAL __attribute__((constructor)) void kleene_begin(void) {
  if (__sanitizer_set_report_fd) __sanitizer_set_report_fd((void *)(intptr_t)KLEENE_REPORT);
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

/// The result type of a function that gives inputs, and the statement that gives one.
struct Giver {
  std::string type;
  std::string statement;
};
std::string c_type(Type type) {
  if (type.is_bool() || type.width() == 1) return "_Bool";
  unsigned width = type.width() <= 8 ? 8 : type.width() <= 16 ? 16 : type.width() <= 32 ? 32 : 64;
  return fmt::format("{}int{}_t", type.is_signed() ? "" : "u", width);
}

Giver giver(std::string_view function, Type type, const std::string& call) {
  std::string plain = c_type(type);
  if (!ir::is_float_input(function, type))
    return {plain, fmt::format("return ({}){};", plain, call)};
  std::string name = type.width() == 32 ? "float" : "double";
  return {
      name,
      fmt::format("{0} bits = ({0}){1};\n  {2} result;\n  memcpy(&result, &bits, sizeof result);\n"
                  "  return result;",
                  plain,
                  call,
                  name)};
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

/// The layout of the tape is that of tape.h.
constexpr std::string_view stream_reader = R"(
#include <sys/mman.h>
struct kleene_tape {
  uint64_t kind, seed, values, used, most;
  int64_t value[KLEENE_TAPE_VALUES];
  struct { uint64_t function; int64_t value; } input[];
};
static struct kleene_tape *kleene_tape;

/* The next value of a type of so many bits: chosen as the tape says, and noted on it. */
KLEENE_LOCAL long long kleene_stream(unsigned function, unsigned bits, int has_sign) {
  if (!kleene_tape)
    kleene_tape = mmap(0, KLEENE_TAPE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, KLEENE_TAPE, 0);
  struct kleene_tape *tape = kleene_tape;
  if (tape == MAP_FAILED || tape->used >= tape->most) kleene_end("kleene: too many inputs", "", 4);
  uint64_t at = 0, mask = bits == 64 ? ~0ULL : (1ULL << bits) - 1;
  if (tape->kind == 0) at = tape->seed;
  if (tape->kind == 1) at = (tape->seed + tape->used) % tape->values;
  if (tape->kind == 2) {
    tape->seed ^= tape->seed << 13;
    tape->seed ^= tape->seed >> 7;
    tape->seed ^= tape->seed << 17;
    at = tape->seed % (tape->values + tape->values / 4);
  }
  if (tape->kind == 3 && (at = tape->used) >= tape->values) kleene_end("kleene: inputs exhausted", "", 4);
  if (tape->kind == 4) at = tape->used;
  uint64_t value = at < tape->values ? (uint64_t)tape->value[at] : tape->kind == 4 ? 0 : tape->seed >> 16;
  if (tape->kind < 3 && at == 0) value = has_sign ? 1ULL << (bits - 1) : 0;
  if (tape->kind < 3 && at == 1) value = has_sign ? mask >> 1 : mask;
  value &= mask;
  if (has_sign && value >> (bits - 1)) value |= ~mask;
  tape->input[tape->used].function = function;
  tape->input[tape->used].value = (int64_t)value;
  tape->used++;
  return (long long)value;
}
)";

std::string stream_functions(const Harness& harness) {
  std::string text(stream_reader);
  std::size_t index = 0;
  for (const auto& [function, type] : harness.stream) {
    unsigned bits = type.is_bool() ? 1 : type.width();
    Giver gives = giver(
        function,
        type,
        fmt::format(
            "kleene_stream({}, {}, {})", index, bits, !type.is_bool() && type.is_signed() ? 1 : 0));
    text += fmt::format(
        "\n{} {{\n  {}\n}}\n", definition(gives.type, function, 1000 + index), gives.statement);
    ++index;
  }
  return text;
}

constexpr std::string_view checked_memory = R"(
KLEENE_LOCAL void *kleene_checked(void *memory, size_t size) {
  if (!memory && size) kleene_end("kleene: out of memory", "", 4);
  return memory;
}
KLEENE_GLOBAL void *kleene_checked_malloc(size_t size) { return kleene_checked(malloc(size), size); }
KLEENE_GLOBAL void *kleene_checked_calloc(size_t count, size_t size) {
  return kleene_checked(calloc(count, size), count && size);
}
KLEENE_GLOBAL void *kleene_checked_realloc(void *old, size_t size) {
  return kleene_checked(realloc(old, size), size);
}
)";

/// Called by the program instead of the functions of the library. The blocks that it has not freed are told when it
/// ends.
constexpr std::string_view tracked_memory = R"(
#include <signal.h>
static void **kleene_blocks;
static size_t kleene_used, kleene_room;
KLEENE_LOCAL void *kleene_track(void *memory) {
  if (!memory) return memory;
  if (kleene_used == kleene_room) {
    kleene_room = 2 * kleene_room + 64;
    kleene_blocks = realloc(kleene_blocks, kleene_room * sizeof *kleene_blocks);
    if (!kleene_blocks) kleene_end("kleene: out of memory", "", 4);
  }
  kleene_blocks[kleene_used++] = memory;
  return memory;
}
KLEENE_LOCAL void kleene_forget(void *memory) {
  for (size_t i = kleene_used; i-- > 0;)
    if (kleene_blocks[i] == memory) {
      kleene_blocks[i] = kleene_blocks[--kleene_used];
      return;
    }
}
KLEENE_GLOBAL void *kleene_tracked_malloc(size_t size) { return kleene_track(KLEENE_MALLOC(size)); }
KLEENE_GLOBAL void *kleene_tracked_calloc(size_t n, size_t size) { return kleene_track(calloc(n, size)); }
KLEENE_GLOBAL void *kleene_tracked_realloc(void *old, size_t size) {
  kleene_forget(old);
  return kleene_track(realloc(old, size));
}
KLEENE_GLOBAL char *kleene_tracked_strdup(const char *text) { return kleene_track(strdup(text)); }
KLEENE_GLOBAL char *kleene_tracked_strndup(const char *text, size_t n) {
  return kleene_track(strndup(text, n));
}
KLEENE_GLOBAL void kleene_tracked_free(void *memory) {
  kleene_forget(memory);
  free(memory);
}
KLEENE_LOCAL void kleene_look_for_leaks(int unused) {
  (void)unused;
  if (kleene_used) kleene_end("KLEENE_REACHED: ", "memory that is not freed", 10);
}
KLEENE_LOCAL __attribute__((destructor)) void kleene_at_end(void) { kleene_look_for_leaks(0); }
KLEENE_LOCAL __attribute__((constructor)) void kleene_at_begin(void) {
  signal(SIGABRT, kleene_look_for_leaks);
}
)";

std::string tracked(const Harness& harness) {
  std::string text(tracked_memory);
  text.replace(
      text.find("KLEENE_REACHED"), std::string_view("KLEENE_REACHED").size(), reached_text);
  return fmt::format(
      "\n#define KLEENE_MALLOC {}\n{}", harness.heap.empty() ? "malloc" : malloc_function, text);
}

/// KLEENE_GRANT is what gives memory otherwise. realloc that frees asks nothing.
constexpr std::string_view failing_memory = R"(
#include <errno.h>
extern _Bool kleene_fails(void) __asm__("kleene_allocation_fails");
KLEENE_LOCAL void *kleene_granted(void *memory, size_t size) {
  if (!memory && size) kleene_end("kleene: out of memory", "", 4);
  return memory;
}
KLEENE_LOCAL void *kleene_refused(void) { errno = ENOMEM; return 0; }
KLEENE_GLOBAL void *kleene_failing_malloc(size_t size) {
  return kleene_fails() ? kleene_refused() : kleene_granted(KLEENE_GRANT(size), size);
}
KLEENE_GLOBAL void *kleene_failing_calloc(size_t count, size_t size) {
  return kleene_fails() ? kleene_refused() : kleene_granted(calloc(count, size), count && size);
}
KLEENE_GLOBAL void *kleene_failing_realloc(void *old, size_t size) {
  if (old && !size) return realloc(old, size);
  return kleene_fails() ? kleene_refused() : kleene_granted(realloc(old, size), size);
}
)";

/// Only the address sanitizer knows.
constexpr std::string_view accesses = R"(
extern void *__asan_region_is_poisoned(void *, size_t) __attribute__((weak));
KLEENE_LOCAL int kleene_access(void *memory, size_t size) {
  if (!__asan_region_is_poisoned) kleene_end("kleene: cannot tell what may be accessed", "", 4);
  return !size || (memory && !__asan_region_is_poisoned(memory, size));
}
)";

std::string access_functions(const Harness& harness) {
  if (harness.accesses.empty()) return {};
  std::string text(accesses);
  for (const std::string& function : harness.accesses)
    text += fmt::format("KLEENE_GLOBAL int {}(void *memory, size_t size) {{\n"
                        "  return kleene_access(memory, size);\n}}\n",
                        function);
  return text;
}

/// glibc fills new blocks with the complement of a byte.
constexpr std::string_view zero_heap = R"(
KLEENE_LOCAL __attribute__((constructor)) void kleene_zero_heap(void) { mallopt(M_PERTURB, 255); }
)";

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

/// The function that gives an input in the program, as the linker knows it.
std::string symbol_of(const Harness& harness, const std::string& origin) {
  if (ir::is_environment(origin))
    return "__kleene_input_" + origin.substr(ir::environment_prefix.size());
  return harness.renamed.contains(origin) ? std::string(input_function_prefix) + origin : origin;
}

std::string input_functions(const Harness& harness) {
  std::map<std::string, Type> types;
  for (const Input& input : harness.inputs)
    if (!ir::is_volatile(input.origin)) types.emplace(input.origin, input.type);
  std::string text;
  std::size_t index = 0;
  for (const auto& [function, type] : types) {
    Giver gives = giver(function, type, fmt::format("kleene_input(\"{}\")", function));
    text += fmt::format("\n{} {{\n  {}\n}}\n",
                        definition(gives.type, symbol_of(harness, function), index++),
                        gives.statement);
  }
  for (const std::string& function : harness.silent_inputs)
    text += fmt::format("\n{} {{\n  return kleene_input(\"{}\");\n}}\n",
                        definition("long long", function, index++),
                        function);
  for (const std::string& function : harness.stubs) {
    std::string end = fmt::format(
        "  kleene_end(\"kleene: called a function without body: \", \"{}\", 4);\n", function);
    if (harness.aborting.contains(function)) end = "  abort();\n";
    if (harness.harmless.contains(function)) end.clear();
    text += fmt::format("\n{} {{\n{}}}\n", definition("void", function, index++), end);
  }
  if (harness.defines_memory)
    text += "\nKLEENE_GLOBAL void __VERIFIER_nondet_memory(void *memory, size_t size) {\n"
            "  for (size_t i = 0; i < size; i++)\n"
            "    ((unsigned char *)memory)[i] = (unsigned "
            "char)kleene_input(\"__VERIFIER_nondet_uchar\");\n}\n";
  for (const std::string& function : harness.assumes)
    text +=
        fmt::format("\nKLEENE_GLOBAL void {}(int condition) {{\n"
                    "  if (!condition) kleene_end(\"kleene: assumption failed\", \"\", 4);\n}}\n",
                    function);
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
  for (const std::string& function : harness.asserts)
    text += fmt::format(
        "\nKLEENE_GLOBAL void {}(int condition) {{\n  if (!condition) {}\n}}\n", function, reached);
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

/// Blocks of their own, so that the sanitizer sees accesses beside an argument. They can still be reached at the end.
constexpr std::string_view argument_passing = R"(
extern int kleene_program_main(int, char **, char **);
static char **kleene_arguments;
KLEENE_LOCAL char *kleene_copy(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  if (!copy) kleene_end("kleene: out of memory", "", 4);
  return strcpy(copy, text);
}
KLEENE_GLOBAL int main(int count, char **arguments) {
  static char *empty_environment[1];
  if (!KLEENE_NAME) count = 0;
  kleene_arguments = malloc((count + (size_t)1) * sizeof *kleene_arguments);
  if (!kleene_arguments) kleene_end("kleene: out of memory", "", 4);
  for (int i = 0; i < count; i++)
    kleene_arguments[i] = kleene_copy(i == 0 ? KLEENE_NAME : arguments[i]);
  kleene_arguments[count] = 0;
  return kleene_program_main(count, kleene_arguments, empty_environment);
}
)";

constexpr std::string_view world_words = R"(
/* What follows stands in for the world: it gives the inputs above. */
#define KLEENE_NATIVE
#define _IO_FILE kleene_stream
#define FILE kleene_file
#define __VERIFIER_assume(condition) \
  do { if (!(condition)) kleene_end("kleene: assumption failed", "", 4); } while (0)
KLEENE_LOCAL void *__kleene_object(size_t size) {
  void *object = calloc(1, size ? size : 1);
  if (!object) kleene_end("kleene: out of memory", "", 4);
  return object;
}
KLEENE_LOCAL void __kleene_beyond(void) { kleene_end("kleene: not modelled", "", 4); }
)";

std::string world(const Harness& harness) {
  std::string text(world_words);
  if (harness.failing_memory) text += "#define realloc kleene_failing_realloc\n";
  for (const std::string& function : harness.world_functions)
    text += fmt::format("#define {1} {0}{1}\n", world_prefix, function);
  return text + harness.world;
}

std::string arguments(const Harness& harness) {
  std::string name = "(const char *)0";
  if (harness.name) {
    name = "\"";
    for (char c : *harness.name)
      name += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    name += "\"";
  }
  return fmt::format("\n#define KLEENE_NAME {}\n{}", name, argument_passing);
}

} // namespace

std::string to_c(const Harness& harness) {
  std::string text =
      header(harness) + (harness.devices ? "\n#define KLEENE_FAKE_STACK \"0\"" : "")
      + (harness.far_apart ? "\n#define KLEENE_REDZONES \"redzone=2048:max_redzone=2048:\"" : "")
      + std::string(prelude) + inputs(harness) + memory(harness) + input_functions(harness)
      + targets(harness);
  if (!harness.stream.empty()) text += stream_functions(harness);
  if (harness.tracks_memory) text += tracked(harness);
  if (harness.failing_memory)
    text += fmt::format("\n#define KLEENE_GRANT {}\n",
                        harness.heap.empty() ? "malloc" : malloc_function)
            + std::string(failing_memory);
  text += access_functions(harness);
  if (!harness.schedule.empty())
    text += thread_functions(
        harness.schedule, harness.sections, harness.target == all_wait, harness.checks_heap);
  if (harness.checks_memory) text += checked_memory;
  if (harness.zero_heap) text += zero_heap;
  if (harness.devices) text += device_functions();
  if (!harness.appended.empty()) text += "\n#if 0\n" + harness.appended + "#endif\n";
  if (!harness.world.empty()) text += world(harness);
  if (harness.passes_arguments) text += arguments(harness);
  if (!harness.entry.empty())
    text += fmt::format(
        "\nextern int kleene_entry() __asm__(\"{}\");\nKLEENE_GLOBAL int main(void) {{\n"
        "  return kleene_entry();\n}}\n",
        harness.entry);
  return text;
}

} // namespace kleene::evidence
