#!/usr/bin/env bats
# install.bats -- what is installed is complete and can be built against

bats_require_minimum_version 1.5.0
load common

# An option of the build folder.
build_option() {
    jq -r ".[] | select(.name == \"$1\").value" "$BATS_FILE_TMPDIR/options.json"
}

# Install once for all tests of this file.
setup_file() {
    command -v meson >/dev/null || return 0
    meson introspect --buildoptions "$BUILD" >"$BATS_FILE_TMPDIR/options.json"
    meson install -C "$BUILD" --destdir "$BATS_FILE_TMPDIR/root" --no-rebuild --quiet 3>&-
}

# Where things are: $root with $prefix in it, and the folder of the library.
installed() {
    need meson jq
    root=$BATS_FILE_TMPDIR/root
    prefix=$root$(build_option prefix)
    libraries=$prefix/$(build_option libdir)
}

# What pkg-config says of the installed library.
flags() {
    PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_PATH=$libraries/pkgconfig pkg-config "$@" tilebase
}

# Get ready to compile and run the example.
prepare_example() {
    installed
    need cc pkg-config
    sanitized && skip "a program without sanitizers cannot use a library with them"
    [ "$(build_option b_sanitize)" = none ] || skip "built with sanitizers"
    gen --output db 5-5-5
    succeeded
}

@test "the programs" {
    installed
    for name in pdbgen pdbinfo; do
        file=$prefix/$(build_option bindir)/$name
        [ -x "$file" ]
        "$file" --version
        run env -i "$file" --help
        [ "$status" -eq 0 ]
    done
}

@test "the library, shared and static" {
    installed
    [ -f "$libraries/libtilebase.a" ]
    [ -L "$libraries/libtilebase.so" ]
    [ -f "$libraries/libtilebase.so" ]
    if command -v readelf >/dev/null; then
        soname=$(readelf -d "$libraries/libtilebase.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
        [[ $soname =~ ^libtilebase\.so\.[0-9]+$ ]]
        [ -L "$libraries/$soname" ]
        [ -f "$libraries/$soname" ]
    fi
    [ -f "$libraries/pkgconfig/tilebase.pc" ]
}

@test "every header, and each stands alone" {
    installed
    need cc
    headers=$prefix/$(build_option includedir)
    [ -f "$headers/tilebase/tilebase.h" ]
    for header in "$SOURCE"/pdblib/include/tilebase/*.h; do
        name=tilebase/${header##*/}
        echo "$name"
        cmp "$header" "$headers/$name"
        echo "#include <$name>" >alone.c
        "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -I"$headers" -fsyntax-only alone.c
    done
}

@test "the catalogue" {
    installed
    pictures=$prefix/$(build_option datadir)/tilebase
    for picture in "$SOURCE"/pdb/*.txt; do
        echo "$picture"
        cmp "$picture" "$pictures/${picture##*/}"
    done
    [ -z "$(find "$root" -name '*.pdb')" ]
}

@test "the man pages" {
    installed
    [ "$(build_option docs)" = true ] || skip "built without man pages"
    pages=$prefix/$(build_option mandir)
    for page in man1/pdbgen.1 man1/pdbinfo.1 man3/libtilebase.3 man5/tilebase.5; do
        echo "$page"
        [ -f "$pages/$page" ]
    done
}

@test "man pages know every option" {
    for name in pdbgen pdbinfo; do
        "$BUILD/$name/$name" --help | sed -n 's/^  --\([a-z-]*\).*/\1/p' >options
        [ -s options ]
        while read -r option; do
            echo "$name --$option"
            grep -qE "^\.It Fl Fl $option( |\$)" "$SOURCE/docs/man/$name.1"
        done <options
    done
}

@test "man pages are well-formed" {
    need mandoc
    for page in "$SOURCE"/docs/man/*.[1-9]; do
        mandoc -Tlint -Wwarning "$page"
    done
}

@test "nothing of the machine it was built on is installed" {
    installed
    run grep -rlIF -e "$BUILD" -e "$SOURCE" "$root"
    [ "$status" -eq 1 ]
}

@test "the example with the shared library" {
    prepare_example
    "${CC:-cc}" -std=c11 -Wall -Wextra -o lookup "$SOURCE/docs/examples/lookup.c" $(flags --cflags --libs)
    export LD_LIBRARY_PATH=$libraries
    ldd ./lookup | grep -F "$libraries/libtilebase.so"
    invoke ./lookup
    succeeded
    [ "$(wc -l <stdout)" -eq 1 ]
    [[ $output =~ [0-9]+ ]]
}

@test "the example with the static library" {
    prepare_example
    "${CC:-cc}" -std=c11 -Wall -Wextra -o lookup "$SOURCE/docs/examples/lookup.c" \
        $(flags --static --cflags --libs | sed 's/-ltilebase/-l:libtilebase.a/')
    run ldd ./lookup
    [[ $output != *libtilebase* ]]
    invoke ./lookup
    succeeded
    [ "$(wc -l <stdout)" -eq 1 ]
    [[ $output =~ [0-9]+ ]]
}

@test "the example says what is missing" {
    prepare_example
    "${CC:-cc}" -std=c11 -o lookup "$SOURCE/docs/examples/lookup.c" $(flags --cflags --libs)
    export LD_LIBRARY_PATH=$libraries TILEBASE_PATH=$PWD/nosuch
    invoke ./lookup
    [ "$status" -ne 0 ]
    [ "$status" -lt 128 ]
    [ "$(wc -l <stderr)" -eq 1 ]
}
