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
  // tsx as an --import flag has no effect in a worker of Node 20, so the thread registers it itself. (By path: require.resolve
  // would pick its CommonJS half, which cannot register here.)
  const manifest = createRequire(import.meta.url).resolve('tsx/package.json')
  const tsx = pathToFileURL(join(manifest, '../dist/esm/api/index.mjs')).href
  const boot = `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(source.href)}) })`
  return new Worker(boot, { eval: true, workerData, execArgv: [] })
}
