// Plain Node without dependencies, because this runs before anything is installed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runNpm } from './node.mjs'

export { root }

/** Returns the packages of a lockfile by their folders; undefined when there is none that can be read. */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * True when npm has installed in `folder` what its package-lock.json names, whoever called npm: npm itself writes last, and into
 * node_modules, which packages are there. Packages for other platforms may be missing.
 */
export function isInstalled(folder) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const there = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  if (!wanted || !there) return false
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true
    const found = there[path]
    return found ? found.version === version && found.integrity === integrity : optional === true
  })
}

/** Runs `npm ci` unless node_modules already matches package-lock.json. */
export function ensureInstalled() {
  if (isInstalled(root)) return
  console.log('正在安装依赖（npm ci）…')
  // No dependency needs an install script, and without them npm works where it blocks them by default.
  const code = runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], root)
  if (code !== 0) {
    console.error('依赖安装失败：请检查网络或 npm 源设置后重试。')
    process.exit(code)
  }
}
