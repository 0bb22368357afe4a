#!/bin/sh
# Installs what the end-to-end and the queue tests need beside Node: Chromium, PostgreSQL,
# Redis, a font, the compiler for n8n's SQLite driver, and what makes the README's pictures
# small. Does nothing where all of it is there.
set -eu

missing=''
need() { # need <path or command> <Debian package>
	command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}

need chromium chromium
need redis-server redis-server
need g++ g++
need make make
need python3 python3
need fc-list fontconfig
need pngquant pngquant
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
ls /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf >/dev/null 2>&1 ||
	missing="$missing fonts-dejavu-core"

if [ -z "$missing" ]; then
	exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
	echo "Please install, with your system's package manager:$missing" >&2
	exit 1
fi
as_root=''
[ "$(id -u)" = 0 ] || as_root='sudo'
echo "Installing$missing"
export DEBIAN_FRONTEND=noninteractive
# Neither service needs to run: the tests start their own, in folders of their own.
$as_root apt-get update -qq
# shellcheck disable=SC2086 # one word for each package
$as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
