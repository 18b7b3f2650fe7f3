// Precompiled, for tests.
#include <gtest/gtest.h>

#include <gmock/gmock.h>
#include <random>

#include "std.h"
