# shellcheck shell=bash
# Sourced by the scripts of this folder, which set $scratch: wall-clock times and medians.
# shellcheck disable=SC2154

fail() {
  printf 'FAIL: %s\n' "$*" >&2
  exit 1
}

# Milliseconds since some fixed moment.
now_ms() {
  local now=${EPOCHREALTIME/,/.}
  echo "$((${now%.*} * 1000 + 10#${now#*.} / 1000))"
}

# time_ms COMMAND...: runs a command, and prints how many milliseconds it took. Its output goes to $scratch/output; a
# status above $most_status (default 0) ends the script with that output.
time_ms() {
  local begin end status=0
  begin=$(now_ms)
  "$@" >"$scratch/output" 2>&1 || status=$?
  end=$(now_ms)
  if [ $status -gt "${most_status:-0}" ]; then
    cat "$scratch/output" >&2
    fail "exit status $status: $*"
  fi
  echo $((end - begin))
}

# median NUMBER...
median() {
  printf '%s\n' "$@" | sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# ratio A B, with three digits
ratio() {
  awk -v a="$1" -v b="$2" 'BEGIN { if (b > 0) printf "%.3f", a / b; else printf "?" }'
}
