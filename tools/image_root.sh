#!/bin/sh
# The files of the container image: Debian's Python, its dependencies, a shell, certificates and sitescan; no package
# manager, no tests, no documentation.
#
#     tools/image_root.sh SOURCE ROOT
#
# Needs Debian with python3-venv and ca-certificates, and root; fetches packages with apt-get, and from PyPI. If Debian's
# can't be fetched, the exit status is 75 (EX_TEMPFAIL).
set -eu
source=$1 root=$2 place=$2/opt/sitescan
python=$(basename "$(readlink -f /usr/bin/python3)")

debs=$(mktemp -d)
chmod 755 "$debs"
(cd "$debs" && apt-get -qq download dash libc6 libgcc-s1 libstdc++6 zlib1g libbz2-1.0 libcrypt1 libexpat1 libffi8 \
    liblzma5 libssl3 libuuid1 "$python-minimal" "lib$python-minimal" "lib$python-stdlib") || exit 75
mkdir -p "$root"
for deb in "$debs"/*.deb; do
    dpkg -x "$deb" "$root"
done
rm -r "$debs"
find "$root/usr/share" ! -type d ! -name copyright -delete
rm -rf "$root"/usr/lib/*/gconv
find "$root/usr/share" -type d -empty -delete
# The shell starts the children that examine pages.
ln -sf dash "$root/bin/sh"
mkdir -p -m 1777 "$root/tmp"
mkdir -p "$root/etc/ssl/certs" "$root/proc" "$root/dev"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
echo "nobody:x:65534:65534:nobody:/nonexistent:/bin/false" > "$root/etc/passwd"

/usr/bin/python3 -m venv --symlinks "$place"
"$place/bin/pip" install --quiet --no-cache-dir --no-compile --require-hashes -r "$source/constraints.txt"
"$place/bin/pip" install --quiet --no-cache-dir --no-compile --no-deps --no-build-isolation "$source"
"$place/bin/pip" uninstall --quiet --yes pip setuptools
find "$place" -depth -type d \( -name test -o -name tests \) -exec rm -r {} +
ln -sf "/usr/bin/$python" "$place/bin/python3"
sed -i "s|$root/opt|/opt|g" "$place"/bin/[!p]* "$place/pyvenv.cfg"
# Write the cache of Twisted's plugins, which the service could not write.
"$place/bin/python" "$place/bin/twist" --help > /dev/null
find "$root" -depth -type d -name __pycache__ -exec rm -r {} +
"$place/bin/python" -m compileall -q -s "$root" -p / "$root/usr/lib/$python" "$place"
