// SPDX-License-Identifier: Apache-2.0
// Memory without arrays against plain bytes: random stores, loads and choices at known and unknown places.
#include "kleene/bits/blaster.h"

#include <gtest/gtest.h>

#include <random>

namespace kleene::bits {
namespace {

constexpr std::size_t width = 16; // of addresses

struct World {
  Circuit circuit;
  Blaster blaster{circuit};
  std::vector<std::uint64_t> addresses; ///< in the execution that is looked at
  std::map<std::uint32_t, bool> inputs;

  Word input(std::uint64_t value, std::size_t bits) {
    Word result = blaster.values.words.input(bits);
    for (std::size_t i = 0; i < bits; ++i)
      inputs[result[i].gate()] = ((value >> i) & 1U) != 0;
    return result;
  }
  std::uint64_t value(const Word& word) {
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < word.size(); ++i)
      if (circuit.value(word[i], [&](std::uint32_t g) { return inputs[g]; }))
        result |= std::uint64_t(1) << i;
    return result;
  }
  void object(std::uint64_t address, std::uint64_t size, bool exists = true) {
    addresses.push_back(address);
    blaster.values.objects.push_back(
        {input(address, width), size, input(exists ? 1 : 0, 1).front()});
  }
};

class RandomMemory : public ::testing::TestWithParam<std::size_t> {};

TEST_P(RandomMemory, DoesWhatBytesDo) {
  std::size_t unit = GetParam();
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    auto pick = [&](std::size_t n) {
      return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
    };
    World w;
    std::vector<std::uint8_t> bytes(1 << 12);
    Image image;
    image.unit = unit;
    std::uint64_t next = 64;
    constexpr std::size_t objects = 4;
    std::vector<std::uint64_t> sizes;
    for (std::size_t o = 0; o < objects; ++o) {
      sizes.push_back(unit * (o == 0 ? 4 : 4 + pick(6)));
      w.object(next, sizes[o]);
      image.objects[o] = w.blaster.memory.cells(unit, sizes[o], true);
      next += sizes[o] + unit * pick(3);
      next = (next + 7) / 8 * 8;
    }
    Memory& memory = w.blaster.memory;
    Values& values = w.blaster.values;
    struct Access {
      ValueRef address;
      std::uint64_t number;
    };
    auto access = [&](std::size_t length) {
      std::size_t o = pick(objects);
      std::size_t steps = (sizes[o] - length) / unit + 1;
      std::uint64_t offset = unit * pick(steps);
      ValueRef address = values.address(o);
      Word distance =
          pick(2) == 0 ? Words::constant(Integer(offset), width) : w.input(offset, width);
      address = values.shifted(*address, distance);
      std::uint64_t number = w.addresses[o] + offset;
      if (pick(3) == 0) { // or an address in another object, that is not taken
        Word condition = w.input(1, 1);
        address = values.choose(condition.front(), address, values.address(pick(objects)));
      }
      if (pick(4) == 0) address = values.plain(values.number(*address));
      if (pick(4) == 0) address = values.plain(w.input(number, width));
      return Access{address, number};
    };
    std::vector<std::pair<ValueRef, std::uint64_t>> pointers;
    for (int step = 0; step < 25; ++step) {
      std::size_t length = unit == 1 ? std::size_t(1) << pick(3) : unit;
      Access a = access(length);
      if (pick(3) == 0) {
        std::uint64_t expected = 0;
        for (std::size_t i = length; i-- > 0;)
          expected = expected * 256 + bytes[a.number + i];
        ValueRef loaded = memory.load(image, *a.address, length);
        ASSERT_EQ(w.value(values.number(*loaded)), expected);
        continue;
      }
      std::uint64_t number = random() & ((std::uint64_t(1) << (8 * length)) - 1);
      ValueRef stored = values.plain(pick(2) == 0 ? w.input(number, 8 * length)
                                                  : Words::constant(Integer(number), 8 * length));
      if (length == 2 && pick(2) == 0) { // an address
        std::size_t o = pick(objects);
        stored = values.address(o);
        number = w.addresses[o];
      }
      Image changed = image;
      memory.store(changed, *a.address, stored);
      bool taken = pick(3) != 0;
      Lit condition = w.input(taken ? 1 : 0, 1).front();
      bool choice = pick(2) == 0;
      image = choice ? memory.choose(condition, changed, image) : changed;
      if (!choice || taken)
        for (std::size_t i = 0; i < length; ++i)
          bytes[a.number + i] = static_cast<std::uint8_t>(number >> (8 * i));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Units, RandomMemory, ::testing::Values(1, 2, 4));

TEST(Memory, AddressesKeepTheirObjects) {
  World w;
  w.object(100, 16);
  w.object(200, 8);
  Values& values = w.blaster.values;
  Memory& memory = w.blaster.memory;
  Image image{1, {{0, memory.cells(1, 16, false)}, {1, memory.cells(1, 8, true)}}};
  memory.store(
      image, *values.shifted(*values.address(0), Words::constant(4, width)), values.address(1));
  ValueRef loaded =
      memory.load(image, *values.shifted(*values.address(0), Words::constant(4, width)), 2);
  ASSERT_EQ(loaded->places.size(), 1U);
  EXPECT_EQ(loaded->places[0].object, 1U);
  EXPECT_EQ(loaded->places[0].condition, yes);
  // Also where it is stored at a place that is not known, over zeros.
  Image other{1, {{0, memory.cells(1, 16, true)}}};
  Word offset = w.input(8, width);
  memory.store(other, *values.shifted(*values.address(0), offset), values.address(1));
  loaded = memory.load(other, *values.shifted(*values.address(0), Words::constant(8, width)), 2);
  EXPECT_EQ(w.value(values.number(*loaded)), 200U);
  EXPECT_EQ(w.value({values.equal(*loaded, *values.address(1))}), 1U);
  EXPECT_EQ(w.value({values.equal(*loaded, *values.plain(Words::constant(0, width)))}), 0U);
}

TEST(Memory, WhatIsNotInitialisedIsAnything) {
  World w;
  w.object(100, 4);
  Image image{1, {{0, w.blaster.memory.cells(1, 4, false)}}};
  ValueRef loaded = w.blaster.memory.load(image, *w.blaster.values.address(0), 4);
  EXPECT_FALSE(Words::value(loaded->rest));
  // But it does not change from one read to the next.
  ValueRef again = w.blaster.memory.load(image, *w.blaster.values.address(0), 4);
  EXPECT_EQ(w.blaster.values.equal(*loaded, *again), yes);
}

/// Unlike a number that somebody made: it means what lies there.
TEST(Memory, MembersOfNullAreInNoObject) {
  for (bool null : {true, false}) {
    World w;
    w.object(8, 8);
    Values& values = w.blaster.values;
    Memory& memory = w.blaster.memory;
    Image image{1, {{0, memory.cells(1, 8, true)}}};
    Word eight = Words::constant(8, width);
    ValueRef member = values.shifted(*values.plain(Words::constant(0, width)), eight);
    EXPECT_EQ(w.value(values.number(*member)), 8U);
    EXPECT_EQ(values.open(*memory.load(image, *member, 2)), no);
    ValueRef either = values.choose(w.input(null ? 1 : 0, 1).front(), member, values.address(0));
    memory.store(image, *either, values.plain(Words::constant(7, 8)));
    EXPECT_EQ(w.value(values.number(*memory.load(image, *values.plain(w.input(8, width)), 1))),
              null ? 0U : 7U);
    EXPECT_NE(values.open(*values.plain(eight)), no);
    EXPECT_NE(values.open(*values.choose(w.input(1, 1).front(), member, values.plain(eight))), no);
  }
}

/// An address that came back belongs to the object that was made last, if it was made.
TEST(Memory, ReusedAddresses) {
  for (bool second : {true, false}) {
    World w;
    w.object(100, 4);
    w.object(100, 4, second);
    Values& values = w.blaster.values;
    Memory& memory = w.blaster.memory;
    Image image{1, {{0, memory.cells(1, 4, true)}, {1, memory.cells(1, 4, true)}}};
    memory.store(image, *values.address(0), values.plain(Words::constant(1, 8)));
    memory.store(image, *values.address(1), values.plain(Words::constant(2, 8)));
    ValueRef there = values.plain(w.input(100, width));
    EXPECT_EQ(w.value(values.number(*memory.load(image, *there, 1))), second ? 2U : 1U);
    memory.store(image, *there, values.plain(Words::constant(9, 8)));
    EXPECT_EQ(w.value(values.number(*memory.load(image, *values.address(second ? 1 : 0), 1))), 9U);
    EXPECT_EQ(w.value(values.number(*memory.load(image, *values.address(second ? 0 : 1), 1))),
              second ? 1U : 2U);
  }
}

TEST(Memory, DifferencesAndOrder) {
  World w;
  w.object(100, 16);
  w.object(200, 16);
  Values& values = w.blaster.values;
  auto at = [&](ObjectNumber o, std::uint64_t offset) {
    return values.shifted(*values.address(o), Words::constant(Integer(offset), width));
  };
  EXPECT_EQ(Words::value(values.difference(*at(0, 12), *at(0, 4))), Integer(8));
  EXPECT_EQ(values.less(*at(0, 4), *at(0, 16), false), yes);
  EXPECT_EQ(values.less(*at(0, 4), *at(0, 4), false), no);
  EXPECT_EQ(values.less(*at(0, 4), *at(0, 4), true), yes);
  EXPECT_EQ(w.value({values.less(*at(1, 4), *at(0, 4), true)}), 0U);
  EXPECT_EQ(w.value(values.difference(*at(1, 0), *at(0, 4))), 96U);
  EXPECT_EQ(values.equal(*at(0, 4), *at(0, 4)), yes);
  EXPECT_EQ(values.equal(*at(0, 4), *at(0, 8)), no);
  EXPECT_EQ(w.value({values.equal(*at(0, 4), *at(1, 4))}), 0U);
  // Within 16 bits the sum wraps: such an address is compared as a number.
  EXPECT_EQ(w.value({values.less(*at(0, 4), *at(0, 65536 - 100), false)}), 0U);
}

TEST(Memory, InsideItsObject) {
  World w;
  w.object(100, 16);
  Values& values = w.blaster.values;
  Memory& memory = w.blaster.memory;
  Word offset = w.input(13, width);
  EXPECT_EQ(memory.inside(*values.address(0), 16), yes);
  EXPECT_EQ(memory.inside(*values.address(0), 17), no);
  EXPECT_EQ(w.value({memory.inside(*values.shifted(*values.address(0), offset), 3)}), 1U);
  EXPECT_EQ(w.value({memory.inside(*values.shifted(*values.address(0), offset), 4)}), 0U);
  EXPECT_EQ(memory.inside(*values.plain(offset), 4), yes);
}

} // namespace
} // namespace kleene::bits
