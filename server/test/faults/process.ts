/**
 * Builds the small server programs of the fault tests the way the product is built, and runs them as processes that can be
 * killed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { migrationsDir, readMigrations } from '../../infra/db/migrate'
import { openDatabase } from '../../infra/db/open'
import { pgliteVersion } from '../database'

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const cache = here('../../../node_modules/.cache/kejiang/')

/** Bundles `entries` with a db-worker.mjs, as in dist/server. The bundle lies inside node_modules, so that packages are found. */
export async function buildPrograms(entries: Record<string, string>, worker = '../../infra/db/pglite/worker.ts') {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'faults-'))
  await build({
    entryPoints: {
      ...Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, here(file)])),
      'db-worker': here(worker),
      'picture-process': here('../../infra/content/child.ts'),
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22.12',
    packages: 'external',
    logLevel: 'error',
  })
  cpSync(migrationsDir(), join(folder, 'migrations'), { recursive: true })
  return {
    program: (name: string) => join(folder, `${name}.mjs`),
    remove: () => {
      // A test that timed out may have left its programs running.
      killAll()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a temporary folder; the caller removes it. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'kejiang-db-'))

/** Returns a hash of what an empty database depends on: its engine and its migrations. */
function creationKey(): string {
  const hash = createHash('sha256').update(pgliteVersion())
  for (const { name, sha256 } of readMigrations()) hash.update(name).update(sha256)
  return hash.digest('hex').slice(0, 16)
}

/**
 * Returns a temporary folder with an empty, migrated database. It is a copy of one that is made once, because creating a database
 * takes seconds.
 */
export async function newDatabaseFolder(): Promise<string> {
  const made = join(cache, `created-${creationKey()}`)
  if (!existsSync(made)) {
    mkdirSync(cache, { recursive: true })
    const partial = mkdtempSync(join(cache, 'creating-'))
    await (await openDatabase({ dataDir: partial })).close()
    try {
      renameSync(partial, made)
    } catch (error) {
      // Another test process finished first.
      rmSync(partial, { recursive: true, force: true })
      if (!existsSync(made)) throw error
    }
  }
  const folder = temporaryFolder()
  cpSync(made, folder, { recursive: true })
  return folder
}

export interface RunningProgram {
  readonly lines: readonly string[]
  readonly errors: () => string
  /** Resolves with the first line that passes the test, past or future; rejects when the program ends without one. */
  line(test: (line: string) => boolean): Promise<string>
  kill(): Promise<void>
  /** Sends SIGTERM, as a service manager does. */
  terminate(): void
  readonly ended: Promise<number | null>
}

const running = new Set<ChildProcess>()
function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}
process.on('exit', killAll)

export function startProgram(
  program: string,
  argument: string | readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): RunningProgram {
  // Optimizing the database's WebAssembly takes longer than the few queries of a process that is soon killed.
  const child = spawn(process.execPath, ['--liftoff-only', program, ...[argument].flat()], {
    env: { ...process.env, LOG_FORMAT: 'text', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const lines: string[] = []
  let rest = ''
  let errors = ''
  const listeners = new Set<() => void>()
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    for (const listener of listeners) listener()
  })
  // 'close' follows the last line of output; 'exit' may precede it.
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  return {
    lines,
    errors: () => errors,
    ended,
    line: (test) =>
      new Promise((resolve, reject) => {
        let from = 0
        const look = () => {
          const found = lines.slice(from).find(test)
          from = lines.length
          if (found === undefined) return
          listeners.delete(look)
          resolve(found)
        }
        listeners.add(look)
        look()
        ended.then((code) =>
          reject(new Error(`ended with ${code} before the expected line; said ${lines.join(' | ')}\n${errors}`)),
        )
      }),
    terminate: () => {
      child.kill('SIGTERM')
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Reads a writer's output: the state of the database at start, the number of acknowledged rows, and the last of them. */
export function readWriterOutput(lines: readonly string[]) {
  const state = lines.find((line) => line.startsWith('state '))
  const [rows = Number.NaN, highest = Number.NaN, counter = Number.NaN] = state?.split(' ').slice(1).map(Number) ?? []
  const acked = lines.filter((line) => /^\d+$/.test(line)).map(Number)
  return { found: state ? { rows, highest, counter } : null, acked: acked.length, last: acked.at(-1) ?? null }
}
