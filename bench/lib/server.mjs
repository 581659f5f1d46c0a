import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/**
 * Bundles a server of a benchmark with the database thread, as the product is built. Packages are external, so the bundle must
 * lie where they can be found.
 */
export async function bundleServer(out, entry) {
  await build({
    entryPoints: {
      server: entry,
      'db-worker': join(root, 'server/infra/db/pglite/worker.ts'),
    },
    outdir: out,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22.12',
    packages: 'external',
    logLevel: 'warning',
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
