#!/bin/sh
# Makes the file .env for compose.yaml: sh deploy/new-env.sh https://shop.example.com https://cut.example.com
# The addresses are those that browsers reach; http://… serves without TLS, for a trial. Every secret is new, and 256 random bits.
set -eu

fail() {
  echo "$1" >&2
  exit 1
}

[ $# -eq 2 ] || fail "用法：sh deploy/new-env.sh PUBLIC_URL CUTOUT_HOST，例如 sh deploy/new-env.sh https://shop.example.com https://cut.example.com"
for address in "$1" "$2"; do
  # A line end within would begin another setting.
  case $address in *[!A-Za-z0-9.:/-]*) fail "$address 含有网址里没有的字符，须写成 https://shop.example.com" ;; esac
  echo "$address" | grep -Eqx 'https?://[A-Za-z0-9.-]+(:[0-9]+)?' || fail "$address 须写成 https://shop.example.com（协议和域名，不带路径）"
done
[ "$1" != "$2" ] || fail "PUBLIC_URL 和 CUTOUT_HOST 须用不同的域名"
[ ! -e .env ] || fail "已有 .env：数据库和备份要用其中的密钥才能打开。请直接修改它，或先移到别处"

secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
database=$(secret)
storage=$(secret)
version=$(git rev-parse --short HEAD 2>/dev/null || echo latest)

umask 077
cat > .env <<END
# Made by deploy/new-env.sh. Keep a copy elsewhere: a backup is of no use without SECRET_KEY.
# Every variable of README.md may be added, a line each, without quotes: NAME=value.
PUBLIC_URL=$1
CUTOUT_HOST=$2
SECRET_KEY=$(secret)
CUTOUT_SECRET=$(secret)

# The name of the image: the version that runs.
VERSION=$version

# PostgreSQL and the storage of the composition, each with its password twice. Another one: change only the address.
POSTGRES_PASSWORD=$database
DATABASE_URL=postgresql://kejiang:$database@postgres/kejiang
STORAGE_SECRET=$storage
STORAGE_URL=s3://kejiang:$storage@storage:8333/kejiang?tls=off&upload=proxy

# Every day: s3://KEY:SECRET@HOST/BUCKET on another machine, or /backups (a volume of this one).
BACKUP_TO=/backups
BACKUP_KEEP=14
END
echo "已写入 .env（仅本用户可读）。下一步：docker compose build"
