// SPDX-License-Identifier: Apache-2.0
// printf in the interpreter, against the one of the C library.
#include <fmt/core.h>

#include <climits>
#include <cstdio>

#include "interpreter_support.h"

namespace kleene::ir {
namespace {

struct Printed {
  RunResult result;
  std::string out;
  std::string err;
};

Printed run_printing(const std::string& text) {
  Printed printed;
  RunOptions options;
  options.output = [&](std::string_view part, Channel channel) {
    (channel == Channel::Stdout ? printed.out : printed.err) += part;
  };
  printed.result = run_text(text, {}, options);
  return printed;
}

std::string quoted(const std::string& text) {
  std::string result;
  for (char c : text)
    result += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return result + "00";
}

/// Prints in the interpreter; `arguments` as text of the IR.
Printed interpreted(const std::string& format, const std::string& arguments) {
  return run_printing(fmt::format(R"(
    global m: memory;
    object format at 0x1000 size {} in m readonly bytes "{}";
    object word at 0x2000 in m readonly text "kleene\0";
    object open at 0x3000 in m readonly text "abc";
    proc main() returns (r: i32) {{ a -> exit: print r := &format{}{}; }})",
                                  format.size() + 1,
                                  quoted(format),
                                  arguments.empty() ? "" : ", ",
                                  arguments));
}

// The formats are the table of this test, not literals.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
template <class... Args>
void expect_same(const std::string& format, const std::string& arguments, Args... args) {
  std::array<char, 4096> native{};
  int length = std::snprintf(native.data(), native.size(), format.c_str(), args...);
  Printed printed = interpreted(format, arguments);
  EXPECT_EQ(printed.result.ending, Ending::Returned) << format;
  EXPECT_EQ(printed.out, std::string(native.data(), static_cast<std::size_t>(length))) << format;
  EXPECT_EQ(printed.result.status, length) << format;
}
#pragma GCC diagnostic pop

TEST(InterpreterOutput, IntegersInAllForms) {
  for (const char* flags : {"", "-", "+", " ", "#", "0", "-0", "+0", "#0", "-#", " 0", "+ ", "#-0"})
    for (const char* width : {"", "1", "5", "20"})
      for (const char* precision : {"", ".", ".0", ".1", ".7", ".25"})
        for (int value : {0, 1, -1, 8, 255, INT32_MAX, INT32_MIN})
          for (char kind : {'d', 'i', 'u', 'x', 'X', 'o'}) {
            std::string format = fmt::format("[%{}{}{}{}]", flags, width, precision, kind);
            expect_same(format, fmt::format("{}:i32", value), value);
          }
}

TEST(InterpreterOutput, LengthModifiers) {
  for (long long value : {0LL, 1LL, -1LL, 200LL, 40000LL, -129LL, 5000000000LL, LLONG_MIN})
    for (const char* kind : {"d", "u", "x", "o"}) {
      auto text = fmt::format("{}:i64", value);
      auto small = static_cast<int>(value);
      expect_same(std::string("%hh") + kind, fmt::format("{}:i32", small), small);
      expect_same(std::string("%h") + kind, fmt::format("{}:i32", small), small);
      for (const char* length : {"l", "ll", "z", "t", "j"})
        expect_same(std::string("%") + length + kind, text, value);
    }
}

TEST(InterpreterOutput, LongHasThePointersWidth) {
  Printed p = run_printing(R"(pointer_width 32; global m: memory;
    object format at 0x1000 in m readonly text "%lu %zd %llu %x\0";
    proc main() { a -> exit: print &format, 0xFFFFFFFF:u32, 0xFFFFFFFF:u32, 0xFFFFFFFFFF:u64, 5:i32; })");
  EXPECT_EQ(p.out, "4294967295 -1 1099511627775 5");
}

TEST(InterpreterOutput, CharactersStringsAndPointers) {
  expect_same("a%cb%5c|%-5c|%%|", "65:i32, 66:i32, 67:i32", 65, 66, 67);
  expect_same("%s|%10s|%-10s|%.3s|%.0s|%10.2s|",
              "&word, &word, &word, &word, &word, &word",
              "kleene",
              "kleene",
              "kleene",
              "kleene",
              "kleene",
              "kleene");
  auto* pointer = reinterpret_cast<void*>(0x1234ABCD);
  void* null = nullptr;
  expect_same("%p|%20p|%-20p|",
              "0x1234ABCD:u64, 0x1234ABCD:u64, 0x1234ABCD:u64",
              pointer,
              pointer,
              pointer);
  expect_same("%p|%8p|", "0:u64, 0:u64", null, null);
  expect_same("%c", "0:i32", 0);
  expect_same("%c", "321:i32", 321);
  expect_same("", "");
  expect_same("plain", "");
}

TEST(InterpreterOutput, StarsTakeArguments) {
  expect_same("[%*d]", "6:i32, 42:i32", 6, 42);
  expect_same("[%*d]", "-6:i32, 42:i32", -6, 42);
  expect_same("[%.*d]", "6:i32, 42:i32", 6, 42);
  expect_same("[%.*d]", "-6:i32, 42:i32", -6, 42);
  expect_same("[%*.*x]", "9:i32, 4:i32, 255:i32", 9, 4, 255);
  expect_same("[%.*s]", "2:i32, &word", 2, "kleene");
}

TEST(InterpreterOutput, OnlyWhatIsPrintedMustBeReadable) {
  EXPECT_EQ(interpreted("%.3s", "&open").out, "abc");
  for (const auto& [format, arguments] :
       std::vector<std::pair<std::string, std::string>>{{"%s", "&open"},
                                                        {"%.4s", "&open"},
                                                        {"%s", "0:u64"},
                                                        {"%d", ""},
                                                        {"%*d", "1:i32"},
                                                        {"%n", "&word"}}) {
    Printed p = interpreted(format, arguments);
    EXPECT_EQ(p.result.ending, Ending::UndefinedBehaviour) << format;
    EXPECT_EQ(p.result.undefined, AssumeKind::InvalidDereference);
    EXPECT_EQ(p.out, "");
  }
}

TEST(InterpreterOutput, Channels) {
  Printed p = run_printing(R"(global m: memory;
    object a at 0x1000 in m readonly text "out\0";
    object b at 0x2000 in m readonly text "err\0";
    proc main() { x -> y: print &a; y -> z: print &b on stderr; z -> exit: print &a; })");
  EXPECT_EQ(p.out, "outout");
  EXPECT_EQ(p.err, "err");
}

/// sprintf("%d!", 1234) into 8 bytes of x, then the bytes as one number and the result.
RunResult into_memory(const std::string& where) {
  return run_text(R"(global m: memory; global n: memory;
    object f at 0x1000 in n readonly text "%d!\0";
    object buffer at 0x2000 size 8 in m bytes "7878787878787878";
    proc main() returns (r: i64) { local count: i32;
      a -> b: print count := &f, 1234:i32 into )"
                  + where + R"(;
      b -> exit: r := load[i64](m, &buffer) * 16 + cast[i64](count); })");
}

TEST(InterpreterOutput, ToMemory) {
  auto bytes = [](const char* text) {
    std::uint64_t number = 0;
    std::memcpy(&number, text, 8);
    return static_cast<std::int64_t>(number * 16 + 5);
  };
  EXPECT_EQ(into_memory("m[&buffer]").status, bytes("1234!\0xx"));
  EXPECT_EQ(into_memory("m[ptradd(&buffer, 2)]").status, bytes("xx1234!\0"));
  EXPECT_EQ(into_memory("m[&buffer, 100]").status, bytes("1234!\0xx"));
  EXPECT_EQ(into_memory("m[&buffer, 6]").status, bytes("1234!\0xx"));
  EXPECT_EQ(into_memory("m[&buffer, 5]").status, bytes("1234\0xxx"));
  EXPECT_EQ(into_memory("m[&buffer, 1]").status, bytes("\0xxxxxxx"));
  EXPECT_EQ(into_memory("m[&buffer, 0]").status, bytes("xxxxxxxx"));
  EXPECT_EQ(into_memory("m[0, 0]").status, bytes("xxxxxxxx"));
  EXPECT_EQ(into_memory("m[ptradd(&buffer, 3)]").undefined, AssumeKind::InvalidDereference);
  EXPECT_EQ(into_memory("m[ptradd(&buffer, 3), 5]").status, bytes("xxx1234\0"));
  EXPECT_EQ(into_memory("m[0]").undefined, AssumeKind::InvalidDereference);
}

} // namespace
} // namespace kleene::ir
