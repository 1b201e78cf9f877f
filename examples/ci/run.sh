#!/usr/bin/env bash
# Rehearses COMMAND, or runs TEST against a simulator. action.yml and gitlab.yml describe the variables.
set -euo pipefail
gmx_sim="$(cd "$(dirname "$0")/../.." && pwd)/dist/cli/main.js"
mkdir -p "$REPORTS"

run_tests() {
  local events="$REPORTS/events.jsonl" line
  # OPTIONS and SCENARIOS are unquoted on purpose: several words.
  node "$gmx_sim" serve --port 0 --log-format json $OPTIONS > "$events" &
  server=$!
  trap 'kill "$server" 2> /dev/null || true' EXIT
  until [ -s "$events" ]; do
    if ! kill -0 "$server" 2> /dev/null; then wait "$server"; exit 1; fi
    sleep 0.1
  done
  while IFS= read -r line; do if [ -n "$line" ]; then export "$line"; fi; done < <(head -n 1 "$events" | node -e '
    const { url, baseUrls } = JSON.parse(require("fs").readFileSync(0, "utf8"))
    const places = { url }
    for (const [network, bases] of Object.entries(baseUrls))
      for (const [base, address] of Object.entries(bases))
        places[base === "primary" ? network : `${network}.${base}`] = address
    for (const [name, address] of Object.entries(places)) {
      const words = name === "url" ? ["GMX_SIM", "URL"] : ["GMX_SIM", ...name.split(/[.-]/), "URL"]
      console.log(`${words.join("_").toUpperCase()}=${address}`)
    }
    console.log(process.env.VARIABLES.replace(/\{([\w.-]+)\}/g, (all, name) => places[name] ?? all))')
  bash -c "$TEST"
}

rehearse() {
  local options=(--fail-on "$FAIL_ON") line file baseline="$BASELINE" code=0
  local kept="$REPORTS-baseline/report.json"
  if [ "$BASELINE" = cache ]; then
    baseline="$kept"
    # Nothing to be worse than yet.
    if [ ! -f "$kept" ]; then
      baseline=""
      if [ "$FAIL_ON" = worse ]; then options=(--fail-on 0); fi
    fi
  fi
  if [ -n "$baseline" ]; then options+=(--baseline "$baseline"); fi
  # Those of a former run must not stand for this one.
  for file in junit.xml report.json finding.md rehearsal.html rehearsal.har summary.md annotations.txt; do
    if ! [ "$REPORTS/$file" -ef "$baseline" ]; then rm -f "$REPORTS/$file"; fi
  done
  if [ "$ALLOW_UNEXERCISED" = true ]; then options+=(--allow-unexercised); fi
  if [ "$ALLOW_UNPROVEN" = true ]; then options+=(--allow-unproven); fi
  while IFS= read -r line; do
    if [ -n "$line" ]; then options+=(--set "$line"); fi
  done <<< "$VARIABLES"
  node "$gmx_sim" rehearse $SCENARIOS "${options[@]}" $OPTIONS --logs "$REPORTS/logs" \
    --report text \
    --report "junit=$REPORTS/junit.xml" \
    --report "json=$REPORTS/report.json" \
    --report "finding=$REPORTS/finding.md" \
    --report "html=$REPORTS/rehearsal.html" \
    --report "har=$REPORTS/rehearsal.har" \
    --report "markdown=$REPORTS/summary.md" \
    --report "github=$REPORTS/annotations.txt" \
    -- bash -c "$COMMAND" || code=$?
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$REPORTS/summary.md" ]; then
    cat "$REPORTS/summary.md" >> "$GITHUB_STEP_SUMMARY"
    cat "$REPORTS/annotations.txt"
  fi
  if [ "$code" = 0 ] && [ "$BASELINE" = cache ]; then
    mkdir -p "$REPORTS-baseline"
    cp "$REPORTS/report.json" "$kept"
  fi
  return "$code"
}

if [ -n "$COMMAND" ] && [ -z "$TEST" ]; then rehearse
elif [ -n "$TEST" ] && [ -z "$COMMAND" ]; then
  if [ -n "$SCENARIOS$BASELINE" ] || [ "$FAIL_ON" != must ]; then
    echo 'gmx-sim: scenarios, fail-on and baseline apply to command only: leave them out, or name a scenario in options' >&2
    exit 2
  fi
  run_tests
else
  echo 'gmx-sim: set either command, to rehearse it, or test, to run it against a simulator' >&2
  exit 2
fi
