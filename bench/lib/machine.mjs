/** The machine and the programs of a run of benchmarks, for docs/performance.md: no names or paths of it. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { findPostgres } from '../../scripts/lib/postgres.mjs'

const folders = [join(import.meta.dirname, '../node_modules'), join(import.meta.dirname, '../../node_modules')]

/** Returns `name version` of an installed package. */
export function packageVersion(name) {
  const file = folders.map((folder) => join(folder, name, 'package.json')).find(existsSync)
  if (file === undefined) throw new Error(`${name} is not installed`)
  return `${name} ${JSON.parse(readFileSync(file, 'utf8')).version}`
}

function programVersion(file, pattern) {
  try {
    return (
      pattern.exec(execFileSync(file, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))?.[1] ?? 'unknown'
    )
  } catch {
    return 'unknown'
  }
}

function system() {
  const file = '/etc/os-release'
  const name = existsSync(file) ? /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  return `${name ?? platform()}, ${platform()} ${release()} ${arch()}`
}

/** Returns [what, value] of the machine and the programs. */
export function describeMachine() {
  const processors = cpus()
  const chromium = findChromium()
  const postgres = findPostgres()
  return [
    ['Processor', processors[0]?.model.trim() || 'unknown'],
    ['Cores', String(processors.length)],
    ['Memory', `${(totalmem() / 2 ** 30).toFixed(1)} GiB`],
    ['System', system()],
    ['Node', process.version.slice(1)],
    ['Chromium', chromium === null ? 'none' : programVersion(chromium, /(\d+(?:\.\d+)+)/)],
    ['PostgreSQL', postgres === null ? 'none' : programVersion(join(postgres, 'postgres'), /(\d+(?:\.\d+)+)/)],
  ]
}

/** Programs that wanted a processor in the last minute; above the number of cores, they waited for each other. */
export const load = () => Number(loadavg()[0]?.toFixed(1) ?? 0)
