#!/bin/sh
# Installs wherein for one person, with a Python of its own, which uv brings. Touches no other Python and needs no rights.
# It knows no address: whoever runs it names the wheels, and uv's and Python's mirror where they are not here.
set -eu

usage() {
    cat <<'END'
sh install.sh --wheels FOLDER [options]
  --wheels FOLDER     the wheels: the folder of that name in the offline zip
  --uv PROGRAM        the uv to use; without it, the one in PATH
  --uv-from ADDRESS   where the archive of uv for this machine lies, with its .sha256, if there is none
  --python-from ADDRESS  the mirror from which uv gets Python; without it, uv's own
  --python PROGRAM    use this Python instead of getting one
  --with NAMES        further wheels, as in wherein-large,wherein-voice
  --to FOLDER         where to install [~/.local/share/wherein-app]
  --bin FOLDER        where to link the command [~/.local/bin]
  --remove            remove what was installed; documents and memory stay
END
}

fail() {
    echo "wherein: $1" >&2
    exit 1
}

home=${HOME:?HOME is not set}
to=$home/.local/share/wherein-app bin=$home/.local/bin
wheels='' uv='' uv_from='' python_from='' python='' managed=--managed-python further='' remove=''
while [ $# -gt 0 ]; do
    case $1 in
        --remove) remove=yes; shift; continue ;;
        -h | --help) usage; exit 0 ;;
    esac
    [ $# -ge 2 ] || fail "$1 has no value. See: sh install.sh --help"
    case $1 in
        --wheels) wheels=$2 ;;
        --uv) uv=$2 ;;
        --uv-from) uv_from=$2 ;;
        --python-from) python_from=$2 ;;
        --python) python=$2 managed=--no-managed-python ;;
        --with) further=$(echo "$2" | tr ',' ' ') ;;
        --to) to=$2 ;;
        --bin) bin=$2 ;;
        *) fail "There is no option $1. See: sh install.sh --help" ;;
    esac
    shift 2
done

if [ -n "$remove" ]; then
    # Only what this script made has the mark.
    [ -f "$to/.wherein-app" ] || fail "Nothing of this installer is in $to. Name its folder with --to."
    if [ "$(readlink "$bin/wherein" 2> /dev/null)" = "$to/env/bin/wherein" ]; then rm -f "$bin/wherein"; fi
    rm -rf "$to"
    echo "wherein was removed from $to. What you added and what was remembered stays."
    exit 0
fi

[ -n "$wheels" ] || fail "The wheels are missing. Name their folder: sh install.sh --wheels FOLDER"
wheels=$(cd "$wheels" 2> /dev/null && pwd) || fail "The folder of the wheels is not there. Name it: --wheels FOLDER"
set -- "$wheels"/wherein-*.whl
[ -f "$1" ] || fail "There is no wheel of wherein in $wheels. Unpack the offline zip and name its folder wheels."
if [ -z "$python" ]; then
    # Some wheels are for one Python: that is the one to bring.
    python=$(for wheel in "$wheels"/numpy-*; do echo "${wheel##*/}"; done | sed -n 's/^numpy-.*-cp3\([0-9][0-9]*\)-cp.*/3.\1/p' | head -n 1)
    python=${python:-3.12}
fi
if [ -e "$to" ] && [ ! -f "$to/.wherein-app" ]; then
    fail "$to is there already and is not of this installer. Name another folder with --to."
fi
if [ -e "$bin/wherein" ] && [ "$(readlink "$bin/wherein")" != "$to/env/bin/wherein" ]; then
    fail "$bin/wherein is another program. Name another folder with --bin, or move it away."
fi
mkdir -p "$to" "$bin" || fail "No folder can be made at $to. Name another with --to."
: > "$to/.wherein-app"

get() { # get ADDRESS FILE
    if command -v curl > /dev/null; then
        curl --fail --silent --show-error --location --output "$2" "$1"
    elif command -v wget > /dev/null; then
        wget --quiet --output-document="$2" "$1"
    else
        fail "Neither curl nor wget is here. Install one, or name a uv: --uv PROGRAM"
    fi || fail "$1 could not be fetched. Check the address and the network."
}

if [ -z "$uv" ]; then uv=$(command -v uv || true); fi
if [ -z "$uv" ] && [ -x "$to/uv/uv" ]; then uv=$to/uv/uv; fi
if [ -z "$uv" ]; then
    [ -n "$uv_from" ] || fail "uv is not here. Install it, or name where its archive lies: --uv-from ADDRESS"
    case $(uname -s) in
        Linux) system=unknown-linux-gnu ;;
        Darwin) system=apple-darwin ;;
        *) fail "There is no uv for $(uname -s) here. Name one: --uv PROGRAM" ;;
    esac
    machine=$(uname -m)
    [ "$machine" != arm64 ] || machine=aarch64
    archive=uv-$machine-$system.tar.gz
    get "$uv_from/$archive" "$to/$archive"
    get "$uv_from/$archive.sha256" "$to/$archive.sha256"
    wanted=$(cut -d ' ' -f 1 "$to/$archive.sha256")
    if command -v sha256sum > /dev/null; then sum=$(sha256sum "$to/$archive"); else sum=$(shasum -a 256 "$to/$archive"); fi
    [ "${sum%% *}" = "$wanted" ] || fail "$archive is damaged or not the one that its .sha256 names. Try again, or ask who keeps $uv_from."
    mkdir -p "$to/uv"
    tar -xzf "$to/$archive" -C "$to/uv" --strip-components 1 || fail "$archive can't be unpacked. Try again."
    rm "$to/$archive" "$to/$archive.sha256"
    uv=$to/uv/uv
fi

export UV_PYTHON_INSTALL_DIR="$to/python" UV_CACHE_DIR="$to/cache" UV_NO_CONFIG=1 UV_LINK_MODE=copy
[ -z "$python_from" ] || export UV_PYTHON_INSTALL_MIRROR="$python_from"
"$uv" venv --quiet --clear $managed --python "$python" "$to/env" \
    || fail "uv could not make an environment. Name a mirror that has Python (--python-from ADDRESS), or a Python that is here (--python PROGRAM)."
# shellcheck disable=SC2086  # several names
"$uv" pip install --quiet --no-index --find-links "$wheels" --python "$to/env/bin/python" wherein $further \
    || fail "The wheels in $wheels are not enough. They are for one system and one Python: see README.txt beside them."
rm -rf "$to/cache"
ln -sf "$to/env/bin/wherein" "$bin/wherein"
"$to/env/bin/wherein" --version || fail "wherein is installed in $to and does not start. Run: $to/env/bin/wherein doctor"
echo "wherein is in $bin/wherein."
case ":$PATH:" in
    *":$bin:"*) ;;
    *) echo "$bin is not in your PATH: add it, or run $bin/wherein." ;;
esac
