# Shared by ./kleene and ./test: installs what packages.txt lists, configures, builds.
# Everything it says goes to stderr. Needs: $root, the folder of the project.

# What a build depends on. Folders are listed too, so that a deleted file is noticed.
build_inputs() {
  local all=(src cmake tests bench algorithms CMakeLists.txt CMakePresets.json packages.txt) here=() f
  for f in "${all[@]}"; do
    case $f in tests | bench) [[ $1 == all ]] || continue ;; esac
    if [[ -e $root/$f ]]; then here+=("$root/$f"); fi
  done
  printf '%s\n' "${here[@]}"
}

# up_to_date STAMP kleene|all: nothing is newer than the stamp of the last build.
up_to_date() {
  [[ -e $1 ]] || return 1
  local inputs
  mapfile -t inputs < <(build_inputs "$2")
  [[ -z $(find "${inputs[@]}" -newer "$1" -print -quit) ]]
}

missing_packages() {
  local package
  sed -e 's/#.*//' "$root/packages.txt" | while read -r package; do
    [[ -z $package ]] || dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null |
      grep -qx installed || printf '%s\n' "$package"
  done
}

# Installs the packages that are missing, or says how.
ensure_packages() {
  if ! command -v dpkg-query >/dev/null; then
    echo "kleene: this is no Debian system; packages.txt lists what has to be installed" >&2
    return 0
  fi
  local missing log
  mapfile -t missing < <(missing_packages)
  if ((${#missing[@]} == 0)); then return 0; fi
  if ((EUID != 0)); then
    echo "kleene: some packages are missing; install them with" >&2
    echo "  sudo apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  echo "kleene: installing ${#missing[@]} packages: ${missing[*]}" >&2
  mkdir -p "$root/build"
  log=$root/build/install.log
  if ! {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"
  } >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    echo "kleene: the installation failed; the whole log is $log" >&2
    exit 1
  fi
}

# Shows how far a build is: on a terminal in one line that changes, else in a line for every tenth.
show_progress() {
  local line percent tenth=0
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (.*) ]] || continue
    percent=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    if [[ -t 2 ]]; then
      printf '\r\033[K%.78s' "kleene: building $percent% ${BASH_REMATCH[3]}" >&2
    elif ((percent / 10 > tenth)); then
      tenth=$((percent / 10))
      echo "kleene: building $percent%" >&2
    fi
  done
  if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}

# build PRESET [TARGET...]: configures and builds; on failure shows why and ends.
build() {
  local preset=$1 folder=$root/build/$1 log=$root/build/$1.log
  shift
  mkdir -p "$folder"
  echo "kleene: building $preset (the first time takes some minutes)" >&2
  if ! (cd "$root" && cmake --preset "$preset") >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    echo "kleene: the configuration failed; the log is $log" >&2
    exit 1
  fi
  if ! cmake --build "$folder" ${1:+--target "$@"} 2>&1 </dev/null | tee -a "$log" | show_progress; then
    grep -v '^\[[0-9]*/[0-9]*\] [^F]' "$log" | tail -n 60 >&2
    echo "kleene: the build failed; the log is $log" >&2
    exit 1
  fi
}

# build_if_needed PRESET kleene|all [TARGET...]: one at a time, and only when something changed.
build_if_needed() {
  local preset=$1 scope=$2 stamp=$root/build/$1.$2.stamp started
  shift 2
  if up_to_date "$stamp" "$scope"; then return 0; fi
  mkdir -p "$root/build"
  exec 9>"$root/build/lock"
  if command -v flock >/dev/null; then flock 9; fi
  if ! up_to_date "$stamp" "$scope"; then
    ensure_packages
    started=$(mktemp "$root/build/started.XXXXXX")
    build "$preset" "$@"
    mv "$started" "$stamp"
  fi
  exec 9>&-
}
