#!/bin/sh
# Stands in for pip and for uv. Its index is the folder `index` beside the cache folder: what it brings for a package lies
# in `index/PACKAGE/`; `index/PACKAGE.error` is what it says when it fails; it hangs while it holds the pipe
# `index/PACKAGE.hang`.
index=../../../index
folder=
word=
for next do
    case $word in --dest | --target) folder=$next ;; esac
    word=$next
done
package=${word%%==*}
echo "$word cargo=${CARGO_MANIFEST_DIR-none}" >>"$index/calls"
if [ -p "$index/$package.hang" ]; then
    exec 3>"$index/$package.hang"
    sleep 1000
fi
if [ -e "$index/$package.error" ]; then
    cat "$index/$package.error" >&2
    exit 1
fi
cp -R "$index/$package/." "$folder"
