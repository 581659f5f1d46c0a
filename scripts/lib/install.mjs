// Plain Node without dependencies, because this runs before anything is installed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runNpm } from './node.mjs'

export { root }

const stamp = join(root, 'node_modules', '.kejiang-lock')

/** Runs `npm ci` unless node_modules already matches package-lock.json. */
export function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('正在安装依赖（npm ci）…')
  // No dependency needs an install script, and without them npm works where it blocks them by default.
  const code = runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], root)
  if (code !== 0) {
    console.error('依赖安装失败：请检查网络或 npm 源设置后重试。')
    process.exit(code)
  }
  writeFileSync(stamp, lock)
}
