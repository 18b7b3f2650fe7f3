// Precompiled, for tests.
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>
#include <random>

#include "evidence.h"
