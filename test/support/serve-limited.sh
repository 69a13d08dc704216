# Runs a command that may open no more than so many files: serve-limited.sh <files> <command> …
ulimit -n "$1"
shift
exec "$@"
