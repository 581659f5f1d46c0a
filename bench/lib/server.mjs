import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/**
 * Bundles programs of a benchmark with the database thread, as the product is built: `entries` are files by the name of their bundle.
 * Packages are external, so the bundles must lie where they can be found. `plugins` are esbuild's.
 */
export async function bundlePrograms(out, entries, plugins = []) {
  await build({
    entryPoints: { ...entries, 'db-worker': join(root, 'server/infra/db/pglite/worker.ts') },
    outdir: out,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22.12',
    packages: 'external',
    logLevel: 'warning',
    plugins,
  })
  cpSync(join(root, 'server/infra/db/migrations'), join(out, 'migrations'), { recursive: true })
}

/** Resolves with the next message of a child process; rejects when the process ends without sending one. */
export const answer = (child) =>
  new Promise((resolve, reject) => {
    const ended = (code) => reject(new Error(`the server of the bench ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message)
    })
  })

/** Resolves when a child process has ended well. */
export const finished = (child) =>
  new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a program of the bench ended with ${code}`))))
  })
