/**
 * The gain of a seller by `statements.ts` and `answers.ts`, which send statements to the embedded database and read its answers: pages over
 * HTTP from the real server, against the same server with PGlite's own query() in their place, on copies of one database.
 */
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cached, copyOf } from './lib/cache.mjs'
import { medianOf } from './lib/figures.mjs'
import { answer, bundlePrograms, finished } from './lib/server.mjs'

const root = join(import.meta.dirname, '..')
const runs = 9
const atOnce = 100

const plainStatements = {
  name: 'plain-statements',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/statements$/ }, () => ({ path: join(import.meta.dirname, 'embedded/plain-statements.ts') })),
}

async function read({ port, token }, path) {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  await reply.arrayBuffer()
}

export async function measure(print) {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folders = []
  const newFolder = (prefix) => {
    folders.push(mkdtempSync(prefix))
    return folders.at(-1)
  }
  const children = []
  const start = async (plugins) => {
    const bundleDir = newFolder(join(cache, 'bench-embedded-'))
    await bundlePrograms(
      bundleDir,
      { fill: join(root, 'bench/list/fill.ts'), server: join(root, 'bench/list/server.ts') },
      plugins,
    )
    const make = (folder) => finished(fork(join(bundleDir, 'fill.mjs'), [folder, join(folder, 'filled.json')]))
    const data = newFolder(join(tmpdir(), 'kejiang-bench-'))
    copyOf(
      await cached({ name: 'list', files: ['bench/list/fill.ts', 'bench/lib/orders.ts', 'server/infra/db/migrations'], make }),
      data,
    )
    const child = fork(join(bundleDir, 'server.mjs'), [data, join(data, 'filled.json')])
    children.push(child)
    return answer(child)
  }
  try {
    const servers = { ours: await start([]), peer: await start([plainStatements]) }
    /** Runs alternate, so that a busy moment of the machine affects both sides; the first pair only warms up. */
    const compare = async (name, path, count) => {
      const times = { ours: [], peer: [] }
      for (let run = 0; run <= runs; run += 1) {
        for (const [side, server] of Object.entries(servers)) {
          const begun = performance.now()
          await Promise.all(Array.from({ length: count }, () => read(server, path)))
          if (run > 0) times[side].push(performance.now() - begun)
        }
      }
      print({ name: `embedded: ${name}`, ours: medianOf(times.ours), peer: medianOf(times.peer), unit: 'ms' })
    }
    const { models, orders } = servers.ours.cases
    const pathOf = (cases, size) => cases.find((entry) => entry.size === size).path
    await compare('a page of 10000 orders', pathOf(orders, 10_000), 1)
    await compare(`${atOnce} pages of 10000 orders at once`, pathOf(orders, 10_000), atOnce)
    await compare('all 1000 models of a brand', pathOf(models, 1000), 1)
  } finally {
    for (const child of children) child.disconnect()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}
