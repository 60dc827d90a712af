#!/usr/bin/env bash
# Measures the tables of README.md, benches/README.md and the guide anew, in place: each stands between a line that names its command
# and a line that ends it. About an hour in all, on a machine that does nothing else; a word picks the commands that contain it:
#
#     benches/regenerate.sh            # all
#     benches/regenerate.sh gas        # those of the bench "gas"
set -euo pipefail
cd "$(dirname "$0")/.."
wanted=${1:-}

# What a command prints, without the chatter of Cargo and Criterion: of benches the tables alone.
tables() {
    case "$1" in
        "cargo bench"*) bash -c "$1" 2> /dev/null | awk '/^\|/ { print; open = 1; next } open { print ""; open = 0 }' ;;
        *) bash -c "$1" 2> /dev/null ;;
    esac
}

for file in README.md benches/README.md src/guide/which_mode.md; do
    mapfile -t commands < <(sed -n 's/^<!-- \$ \(.*\) -->$/\1/p' "$file")
    for command in "${commands[@]}"; do
        case "$command" in *"$wanted"*) ;; *) continue ;; esac
        echo "$file: $command" >&2
        new=$(tables "$command")
        test -n "$new"
        NEW="$new" awk -v command="$command" '
            $0 == "<!-- $ " command " -->" { print; print ""; print ENVIRON["NEW"]; print ""; inside = 1; next }
            $0 == "<!-- end -->" { inside = 0 }
            !inside
        ' "$file" > "$file.new"
        mv "$file.new" "$file"
    done
done
