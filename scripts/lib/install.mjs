// Plain Node without dependencies, because this runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const stamp = join(root, 'node_modules', '.kejiang-lock')

/** Exits with a message when this version of Node is too old. */
function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`需要 Node 20.19 或更新版本，当前是 ${process.versions.node}。请从 https://nodejs.org 安装后重试。`)
  process.exit(1)
}

/** Runs `npm ci` unless node_modules already matches package-lock.json. */
export function ensureInstalled() {
  checkNode()
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(process.version)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('正在安装依赖（npm ci）…')
  // No dependency needs an install script, and without them npm works where it blocks them by default.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const done = spawnSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) {
    console.error('依赖安装失败：请检查网络或 npm 源设置后重试。')
    process.exit(done.status ?? 1)
  }
  writeFileSync(stamp, lock)
}
