#!/usr/bin/env bash
# Measures the tables of README.md, benches/README.md and the guide again, in place: each is between
# a line with its command and an end line. About an hour in total, on an otherwise idle machine; an
# argument selects the commands that contain it:
#
#     benches/regenerate.sh            # all
#     benches/regenerate.sh gas        # the commands of the bench "gas"
set -euo pipefail
cd "$(dirname "$0")/.."
filter=${1:-}

# Prints the output of a command without messages of Cargo and Criterion: of benches only the
# tables.
tables() {
    case "$1" in
        "cargo bench"*) bash -c "$1" 2> /dev/null | awk '/^\|/ { print; open = 1; next } open { print ""; open = 0 }' ;;
        *) bash -c "$1" 2> /dev/null ;;
    esac
}

for file in README.md benches/README.md src/guide/which_mode.md; do
    mapfile -t commands < <(sed -n 's/^<!-- \$ \(.*\) -->$/\1/p' "$file")
    for command in "${commands[@]}"; do
        case "$command" in *"$filter"*) ;; *) continue ;; esac
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
