// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/task/witness.h"

#include <gtest/gtest.h>

namespace kleene::frontend::task {
namespace {

Witness sample() {
  Witness w;
  w.uuid = "5f2f6a52-6a3b-4d0e-9a39-0d0f2b6c1c11";
  w.creation_time = "2026-11-15T18:40:00Z";
  w.producer = "kleene";
  w.producer_version = "0.1.0";
  w.input_files = {"a b.c"};
  w.hashes = {{"a b.c", std::string(64, '0')}};
  w.specification = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
  w.data_model = "LP64";
  return w;
}

TEST(Witness, AViolationReadsBackAsItWasWritten) {
  Witness w = sample();
  w.content = ViolationSequence{
      {{{WaypointType::FunctionReturn,
         WaypointAction::Follow,
         {"a b.c", 9, 33, "main"},
         "\\result == -3",
         "acsl_expression"}},
       {{WaypointType::Branching, WaypointAction::Avoid, {"a b.c", 10, 3, ""}, "true", ""},
        {WaypointType::Target, WaypointAction::Follow, {"a b.c", 11, 0, "main"}, "", ""}}}};
  Result<Witness> back = parse_witness("w.yml", write_witness(w));
  ASSERT_TRUE(back.ok()) << render(back.error());
  EXPECT_EQ(back->format_version, "2.0");
  EXPECT_EQ(back->input_files, w.input_files);
  EXPECT_EQ(back->hashes, w.hashes);
  EXPECT_EQ(back->specification, w.specification);
  EXPECT_EQ(back->data_model, "LP64");
  const auto& sequence = std::get<ViolationSequence>(back->content);
  ASSERT_EQ(sequence.segments.size(), 2U);
  const Waypoint& first = sequence.segments[0].front();
  EXPECT_EQ(first.value, "\\result == -3");
  EXPECT_EQ(first.place.column, 33U);
  ASSERT_EQ(sequence.segments[1].size(), 2U);
  EXPECT_EQ(sequence.segments[1][0].action, WaypointAction::Avoid);
  EXPECT_EQ(sequence.segments[1][1].type, WaypointType::Target);
  EXPECT_EQ(sequence.segments[1][1].place.column, 0U);
}

TEST(Witness, InvariantsReadBackAsTheyWereWritten) {
  Witness w = sample();
  w.content = InvariantSet{{{true, {"a.c", 8, 3, "main"}, "s == \"x\" || i <= n"}}, {}};
  Result<Witness> back = parse_witness("w.yml", write_witness(w));
  ASSERT_TRUE(back.ok()) << render(back.error());
  const auto& set = std::get<InvariantSet>(back->content);
  ASSERT_EQ(set.invariants.size(), 1U);
  EXPECT_EQ(set.invariants[0].value, "s == \"x\" || i <= n");
  w.content = InvariantSet{};
  back = parse_witness("w.yml", write_witness(w));
  ASSERT_TRUE(back.ok());
  EXPECT_TRUE(std::get<InvariantSet>(back->content).invariants.empty());
}

TEST(Witness, InvariantsOfTwoVisitsReadBackAsTheyWereWritten) {
  Witness w = sample();
  for (bool loop : {true, false})
    for (bool transition : {true, false}) {
      w.content =
          InvariantSet{{{loop, {"a.c", 8, 3, "main"}, "\\at(i, AnyPrev) > i", transition}}, {}};
      std::string text = write_witness(w);
      EXPECT_EQ(text.find("\"ext_c_expression\"") != std::string::npos, transition);
      Result<Witness> back = parse_witness("w.yml", text);
      ASSERT_TRUE(back.ok()) << render(back.error());
      const auto& set = std::get<InvariantSet>(back->content);
      ASSERT_EQ(set.invariants.size(), 1U);
      EXPECT_EQ(set.invariants[0].loop, loop);
      EXPECT_EQ(set.invariants[0].transition, transition);
      EXPECT_EQ(set.invariants[0].value, "\\at(i, AnyPrev) > i");
    }
}

TEST(Witness, WhatIsNotReadIsNamed) {
  std::string head = "- entry_type: invariant_set\n  metadata:\n    format_version: '2.1'\n"
                     "    task: {specification: x}\n  content:\n";
  Result<Witness> read = parse_witness(
      "w.yml",
      head
          + "  - contract: {type: function_contract, location: {line: 1}}\n"
            "  - invariant: {type: loop_lemma, location: {line: 2}, value: x}\n"
            "  - invariant: {type: loop_invariant, location: {line: 3}, value: '1', format: "
            "c_expression}\n");
  ASSERT_TRUE(read.ok()) << render(read.error());
  EXPECT_EQ(std::get<InvariantSet>(read->content).invariants.size(), 1U);
  EXPECT_EQ(std::get<InvariantSet>(read->content).skipped.size(), 2U);
}

TEST(Witness, ErrorsNameTheLine) {
  auto message = [](const std::string& text) {
    Result<Witness> read = parse_witness("w.yml", text);
    EXPECT_FALSE(read.ok()) << text;
    return read.ok() ? "" : render(read.error());
  };
  std::string head = "- entry_type: violation_sequence\n  metadata: {format_version: '2.0', task: "
                     "{}}\n";
  EXPECT_NE(message(head + "  content: []\n").find("segments"), std::string::npos);
  EXPECT_NE(
      message(head + "  content:\n  - segment:\n    - waypoint: {type: jump}\n").find("w.yml:5"),
      std::string::npos);
  EXPECT_NE(message(head).find("`content` is missing"), std::string::npos);
  EXPECT_NE(message("- entry_type: [x\n").find("malformed YAML"), std::string::npos);
  EXPECT_NE(message("- entry_type: ghost\n").find("no entry"), std::string::npos);
  EXPECT_NE(message("- entry_type: invariant_set\n  metadata: {format_version: '0.1', task: {}}\n  "
                    "content: []\n")
                .find("0.1"),
            std::string::npos);
}

} // namespace
} // namespace kleene::frontend::task
