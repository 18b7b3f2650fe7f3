// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "label_marker.h"

namespace kleene::evidence {
namespace {

std::string marked(std::string_view text) {
  return mark_labels(text, "ERROR", "@").value_or("none");
}

TEST(LabelMarker, MarksLabelsWhereverAStatementMayStart) {
  EXPECT_EQ(marked("f(){ ERROR: g(); }"), "f(){ ERROR:@ g(); }");
  EXPECT_EQ(marked("if (x) ERROR: g();"), "if (x) ERROR:@ g();");
  EXPECT_EQ(marked("else ERROR /* c */ : ;"), "else ERROR /* c */ :@ ;");
  EXPECT_EQ(marked("L1: ERROR: ;"), "L1: ERROR:@ ;");
  EXPECT_EQ(marked("case 3: ERROR: ;"), "case 3: ERROR:@ ;");
  EXPECT_EQ(marked("a;\nERROR:\nb; }\nvoid h(){ ERROR: c; }"),
            "a;\nERROR:@\nb; }\nvoid h(){ ERROR:@ c; }");
}

TEST(LabelMarker, LeavesEverythingElseAlone) {
  for (const char* text : {"goto ERROR;",
                           "case ERROR: break;",
                           "x = c ? ERROR : 0;",
                           "x = c ? (int) ERROR : 0;",
                           "struct { int ERROR : 3; };",
                           "// ERROR: no\n",
                           "/* ; ERROR: no */",
                           "f(\"; ERROR: \\\" ; ERROR:\");",
                           "#define M ; ERROR: \\\n ; ERROR: no\n",
                           "; MY_ERROR: ;",
                           "; ERROR_: ;",
                           "char c = '\"'; // ERROR:",
                           ""})
    EXPECT_EQ(marked(text), "none") << text;
}

TEST(LabelMarker, ATernaryDoesNotHideALaterLabel) {
  EXPECT_EQ(marked("x = a ? b : c; ERROR: ;"), "x = a ? b : c; ERROR:@ ;");
  EXPECT_EQ(marked("x = a ? b ? 1 : 2 : c; ERROR: ;"), "x = a ? b ? 1 : 2 : c; ERROR:@ ;");
}

} // namespace
} // namespace kleene::evidence
