/** Programs of Debian that read print files and are not ours: libtiff-tools, exiftool, Ghostscript, qpdf, python3-ezdxf. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs a program and returns what it printed, both streams. @throws when it fails or is not installed. */
export function run(program: string, args: readonly string[], input?: Uint8Array): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status}\n${stdout}\n${stderr}`)
  return `${stdout}${stderr}`
}

/** Whether a program is installed; without it, the tests that need it are skipped. */
export const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0

/** Calls `use` with a folder that is removed afterwards, in which the file lies. */
export async function withFile<T>(
  name: string,
  bytes: Uint8Array,
  use: (path: string, folder: string) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-print-'))
  try {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return await use(path, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Debian's own Python, where its packages are: another one may be the first in the path. */
const python = '/usr/bin/python3'

/** Whether Debian's Python has a module; without it, the tests that need it are skipped. */
export const canImport = (name: string): boolean => spawnSync(python, ['-c', `import ${name}`]).status === 0

/** Runs a Python program and returns what it printed. @throws when it fails. */
export const runPython = (program: string, args: readonly string[]): string => run(python, ['-c', program, ...args])
