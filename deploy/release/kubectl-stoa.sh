#!/bin/sh
# kubectl stoa: runs the program beside this file in the Node beside it, or else in that of PATH.
file=$0
while [ -L "$file" ]; do
  link=$(readlink "$file")
  case $link in
    /*) file=$link ;;
    *) file=$(dirname "$file")/$link ;;
  esac
done
folder=$(cd "$(dirname "$file")" && pwd)
for node in "$folder/node" node; do
  version=$("$node" --print 'process.versions.node.split(".")[0]' 2>/dev/null) || continue
  if [ "$version" -ge 24 ]; then
    exec "$node" "$folder/stoa.mjs" "$@"
  fi
done
echo "error: kubectl stoa needs Node.js 24 or newer on PATH: install it from your distribution, Homebrew or nodejs.org" >&2
exit 2
