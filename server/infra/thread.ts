import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/**
 * Starts a worker thread: the bundle `built` if it exists, otherwise the source file `source`, translated on load. Both are
 * absolute URLs.
 */
export function startThread(built: URL, source: URL, workerData: unknown): Worker {
  if (existsSync(fileURLToPath(built))) return new Worker(built, { workerData, execArgv: [] })
  const manifest = createRequire(import.meta.url).resolve('tsx/package.json')
  // By path, because require.resolve would pick its CommonJS half, which cannot register here.
  const tsx = pathToFileURL(join(manifest, '../dist/esm/index.mjs')).href
  return new Worker(source, { workerData, execArgv: ['--import', tsx] })
}
