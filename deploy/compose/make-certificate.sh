#!/bin/bash
# Makes a certificate for the host `postgres` in this folder, unless there is one. Its clients check it by the file itself,
# so it needs no authority. It is valid for ten years; to replace it, delete the folder's files and restart everything.
set -euo pipefail
folder=$1
[ ! -e "$folder/server.crt" ] || exit 0
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -sha256 \
  -subj /CN=postgres -addext subjectAltName=DNS:postgres -keyout "$folder/server.key" -out "$folder/server.crt.new"
chmod 600 "$folder/server.key"
chown postgres "$folder/server.key"
chmod 644 "$folder/server.crt.new"
mv "$folder/server.crt.new" "$folder/server.crt"
