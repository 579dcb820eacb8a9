#!/usr/bin/env bash
# The scan of the GitHub Action: arguments from its inputs, annotations in the log, a summary of the job.
set -euo pipefail

words() { tr -s '[:space:]' '\n' <<<"$1" | sed '/^$/d'; }

json=$(mktemp)
comment=$(mktemp)
trap 'rm -f "$json" "$comment"' EXIT
arguments=(--format annotations -o "json:$json" -o "markdown:${GITHUB_STEP_SUMMARY:-/dev/null}")
if [ "${SITESCAN_COMMENT:-}" = true ]; then arguments+=(-o "markdown:$comment"); fi
if [ -n "${SITESCAN_SARIF:-}" ]; then arguments+=(-o "sarif:$SITESCAN_SARIF"); fi
if [ -n "${SITESCAN_HTML:-}" ]; then arguments+=(-o "html:$SITESCAN_HTML"); fi
if [ -n "${SITESCAN_MIN_SCORE:-}" ]; then arguments+=(--min-score "$SITESCAN_MIN_SCORE"); fi
if [ -n "${SITESCAN_FAIL_ON:-}" ]; then arguments+=(--fail-on "$SITESCAN_FAIL_ON"); fi
if [ -n "${SITESCAN_BASELINE:-}" ]; then arguments+=(--baseline "$SITESCAN_BASELINE"); fi
if [ "${SITESCAN_RENDER:-}" = true ]; then arguments+=(--render); fi
while read -r gate; do arguments+=(--min "$gate"); done < <(words "${SITESCAN_MIN:-}")
while read -r gate; do arguments+=(--max "$gate"); done < <(words "${SITESCAN_MAX:-}")
while read -r word; do arguments+=("$word"); done < <(words "${SITESCAN_ARGUMENTS:-}")
while read -r target; do arguments+=("$target"); done < <(words "${SITESCAN_URLS:-}")

code=0
sitescan scan "${arguments[@]}" || code=$?
if [ -s "$json" ] && [ -n "${GITHUB_OUTPUT:-}" ]; then
    python -c '
import json, sys
found = json.load(open(sys.argv[1], encoding="utf-8"))
print("score=%d" % min(one["overallScore"] for one in (found if isinstance(found, list) else [found])))
' "$json" >>"$GITHUB_OUTPUT"
fi
if [ "${SITESCAN_COMMENT:-}" = true ]; then bash "$(dirname "$0")/github-comment.sh" "$comment"; fi
exit "$code"
