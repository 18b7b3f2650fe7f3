// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/integer.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace kleene {
namespace {

TEST(Integer, WrapsLikeTheMachine) {
  for (std::int64_t v :
       {0L, 1L, -1L, 127L, 128L, 255L, 256L, -128L, -129L, 70000L, INT64_MAX, INT64_MIN}) {
    EXPECT_EQ(wrap(Type::machine(8, true), v), static_cast<std::int8_t>(v));
    EXPECT_EQ(wrap(Type::machine(8, false), v), static_cast<std::uint8_t>(v));
    EXPECT_EQ(wrap(Type::machine(32, true), v), static_cast<std::int32_t>(v));
    EXPECT_EQ(wrap(Type::machine(64, false), v), static_cast<std::uint64_t>(v));
    EXPECT_EQ(wrap(Type::machine(64, true), v), v);
  }
}

TEST(Integer, TextGoesBothWays) {
  for (Integer v : {Integer(0),
                    Integer(-1),
                    Integer(INT64_MIN),
                    Integer(UINT64_MAX),
                    Integer(UINT64_MAX) * 12345}) {
    EXPECT_EQ(parse_integer(to_string(v)), v);
  }
  EXPECT_EQ(parse_integer("0xff"), Integer(255));
  EXPECT_EQ(parse_integer("-0x10"), Integer(-16));
}

TEST(Integer, RejectsWhatIsNoNumber) {
  for (const char* bad : {"", "-", "12a", "0x", "0xg", "1 2"}) {
    EXPECT_EQ(parse_integer(bad), std::nullopt) << bad;
  }
}

TEST(Integer, TypesParseBack) {
  for (Type t : {Type::boolean(),
                 Type::integer(),
                 Type::machine(1, false),
                 Type::machine(64, true),
                 Type::memory()}) {
    EXPECT_EQ(parse_type(to_string(t)), t);
  }
  for (const char* bad : {"i0", "u65", "i032", "x8", "i", "i999"})
    EXPECT_EQ(parse_type(bad), std::nullopt) << bad;
}

} // namespace
} // namespace kleene
