#!/usr/bin/env bash
# Every C++ source in src, tests and bench is formatted as .clang-format says.
set -euo pipefail
command -v clang-format >/dev/null || { echo "clang-format is not installed" && exit 77; }
find src tests bench \( -name '*.cpp' -o -name '*.h' \) -print0 | xargs -0 clang-format --dry-run -Werror
