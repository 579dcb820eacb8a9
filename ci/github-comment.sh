#!/usr/bin/env bash
# Writes a report in Markdown as a comment on a pull request, or updates the comment that this job wrote before.
# Usage: github-comment.sh REPORT. Reads GH_TOKEN, GITHUB_REPOSITORY, GITHUB_WORKFLOW, GITHUB_JOB, SITESCAN_PULL_REQUEST.
set -euo pipefail

# GitHub takes 65,536 characters: https://github.com/orgs/community/discussions/27190
most=60000
marker="<!-- sitescan: $GITHUB_WORKFLOW/$GITHUB_JOB -->"
comments="repos/$GITHUB_REPOSITORY/issues"
body=$(mktemp)
trap 'rm -f "$body"' EXIT

# The report ends before the first section that has no room.
{
    echo "$marker"
    awk -v most="$most" '
        /^```/ { in_code = !in_code }
        /^#/ && !in_code { printf "%s", section; section = "" }
        { section = section $0 "\n"; size += length($0) + 1 }
        size > most { section = "The rest of the report is in the summary of the job.\n"; exit }
        END { printf "%s", section }
    ' "$1"
    if [ ! -s "$1" ]; then echo "sitescan could not scan any page; the log of the job says why."; fi
} >"$body"

if [ -z "$SITESCAN_PULL_REQUEST" ]; then
    echo "::notice::There is no pull request to comment on."
    exit
fi

# Others may quote the marker, so only comments by the token of workflows are updated.
own=".[] | select(.user.login == \"github-actions[bot]\") | select(.body | startswith(env.MARKER)) | .id"
if found=$(MARKER=$marker gh api --paginate "$comments/$SITESCAN_PULL_REQUEST/comments" --jq "$own") &&
    id=$(head -n 1 <<<"$found") &&
    if [ -n "$id" ]; then
        gh api --silent --method PATCH "$comments/comments/$id" -F "body=@$body"
    else
        gh api --silent --method POST "$comments/$SITESCAN_PULL_REQUEST/comments" -F "body=@$body"
    fi
then
    exit
fi
echo "::warning::The report could not be written as a comment. Give the job the permission pull-requests: write; pull" \
    "requests from forks don't get it."
