import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

function onPath(name) {
  const found = spawnSync(process.platform === 'win32' ? 'where' : 'which', [name], { encoding: 'utf8' })
  return found.status === 0 ? (found.stdout.split('\n')[0]?.trim() ?? null) : null
}

/** Returns the folder with initdb and pg_ctl, the newest version first, or null when no PostgreSQL is installed. */
export function findPostgres() {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  const folder = versions.map((version) => join(base, version, 'bin')).find((path) => existsSync(join(path, 'initdb')))
  if (folder) return folder
  const initdb = onPath('initdb')
  return initdb ? join(initdb, '..') : null
}

const isRoot = () => process.getuid?.() === 0
const isDebian = () => existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))

/** Returns what `find` finds, on Debian as root after installing the package; null when there is nothing. */
function findOrInstall(find, name) {
  const found = find()
  if (found || !isRoot() || !isDebian()) return found
  console.log(`正在安装 ${name}…`)
  const quietEnv = { ...env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env: quietEnv })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'inherit', env: quietEnv })
  return find()
}

/** Returns the path of PgBouncer, or null when it is not installed. */
export const findPgBouncer = () => ['/usr/sbin/pgbouncer', onPath('pgbouncer')].find((path) => path && existsSync(path)) ?? null

function ensureBinaries() {
  const found = findOrInstall(findPostgres, 'postgresql')
  if (found) return found
  console.error('找不到 PostgreSQL：请安装 PostgreSQL 15 或更新版本，或用 DATABASE_URL 指定一个可以建表的空数据库。')
  process.exit(1)
}

/** The search path of programs with the folders of the system's own, which a shell may lack: `runuser` is there. */
const env = { ...process.env, PATH: [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter) }

/** PostgreSQL refuses to run as root, so as root every command runs as the user postgres. */
const ownersCommand = (file, args) => (isRoot() ? ['runuser', ['-u', 'postgres', '--', file, ...args]] : [file, args])

function asOwner(file, args) {
  const [program, rest] = ownersCommand(file, args)
  const done = spawnSync(program, rest, { encoding: 'utf8', cwd: tmpdir(), env })
  if (done.error) throw new Error(`${program} could not be started: ${done.error.message}`)
  if (done.status !== 0) throw new Error(`${file} failed:\n${done.stdout}${done.stderr}`)
}

/** As on servers: without it PostgreSQL knows no letters outside ASCII. Only Linux is sure to have it. */
const letters = process.platform === 'linux' ? ['--lc-ctype=C.UTF-8'] : []

/** Creates a temporary folder of the user who runs the programs. */
function newOwnersFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), name))
  if (isRoot()) {
    const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim())
    chownSync(folder, id('-u'), id('-g'))
  }
  return folder
}

/**
 * Starts a temporary PostgreSQL on this port, with its data in a temporary folder; `from` is a folder that `saveTo` has made, whose data
 * it starts with.
 * @param {number} port
 * @param {{ from?: string }} [options]
 * @returns {{ url: string, restart: () => Promise<void>, stop: () => void, saveTo: (target: string) => void }} `saveTo` stops it and keeps
 *   its data
 */
export function startPostgres(port, { from } = {}) {
  const bin = ensureBinaries()
  const folder = newOwnersFolder('kejiang-pg-')
  const data = join(folder, 'data')
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=200`
  // As root the copy must belong to the user postgres again, which cp -a keeps.
  const copyData = (source, target) => {
    if (spawnSync('cp', ['-a', source, target]).status !== 0) throw new Error(`${source} could not be copied`)
  }
  if (from) copyData(join(from, 'postgres'), data)
  else asOwner(join(bin, 'initdb'), ['-D', data, '-U', 'kejiang', '-A', 'trust', '-E', 'UTF8', '--locale=C', ...letters])
  asOwner(join(bin, 'pg_ctl'), ['-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start'])
  if (!from) asOwner(join(bin, 'createdb'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'kejiang', 'kejiang'])
  const stop = () => asOwner(join(bin, 'pg_ctl'), ['-D', data, '-m', 'fast', '-w', 'stop'])
  return {
    url: `postgres://kejiang@127.0.0.1:${port}/kejiang`,
    restart: () =>
      new Promise((resolve, reject) => {
        const [program, rest] = ownersCommand(join(bin, 'pg_ctl'), [
          '-D',
          data,
          '-l',
          join(folder, 'log'),
          '-m',
          'fast',
          '-w',
          'restart',
        ])
        const done = spawn(program, rest, { cwd: tmpdir(), stdio: 'ignore', env })
        done.once('error', reject)
        done.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`pg_ctl restart ended with ${code}`))))
      }),
    stop: () => {
      stop()
      rmSync(folder, { recursive: true, force: true })
    },
    saveTo: (target) => {
      stop()
      copyData(data, join(target, 'postgres'))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when something accepts connections at the port. */
async function listening(port) {
  const attempt = () =>
    new Promise((resolve) => {
      const socket = createConnection(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  while (!(await attempt())) await new Promise((resolve) => setTimeout(resolve, 50))
}

/**
 * Starts a temporary PgBouncer in transaction mode: all its clients share `poolSize` connections to the database at `url`.
 * @param {{ port: number, url: string, poolSize: number }} options
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
export async function startPgBouncer({ port, url, poolSize }) {
  const program = findOrInstall(findPgBouncer, 'pgbouncer')
  if (program === null) throw new Error('找不到 PgBouncer：请安装 pgbouncer')
  const folder = newOwnersFolder('kejiang-pgbouncer-')
  const pidFile = join(folder, 'pid')
  const { hostname, port: databasePort, username, pathname } = new URL(url)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: poolSize,
    max_client_conn: 500,
    logfile: join(folder, 'log'),
    pidfile: pidFile,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const databases = ['[databases]', `* = host=${hostname} port=${databasePort} user=${username}`]
  writeFileSync(join(folder, 'pgbouncer.ini'), [...databases, '[pgbouncer]', ...lines, ''].join('\n'))
  asOwner(program, ['-d', join(folder, 'pgbouncer.ini')])
  await listening(port)
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    stop: () => {
      process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
