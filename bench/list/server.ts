/**
 * The real server on a database that list/fill.ts has filled. On request it also runs the bare SQL of the same lists on the same
 * database. Communicates with the benchmark by process messages. argv: the folder of the database, and the file that describes what was filled.
 */
import { readFileSync } from 'node:fs'
import { serveApi } from '../lib/api'
import { type Case, casesOf } from './cases'
import type { Filled } from './filled'

interface MeasureRequest {
  readonly list: string
  readonly size: number
  readonly name?: string
  readonly times: number
  readonly move?: boolean
}
export interface Ready {
  readonly port: number
  readonly token: string
  readonly cases: Readonly<Record<string, readonly Omit<Case, 'bare'>[]>>
}

async function main(folder: string, file: string): Promise<void> {
  const { db, port, signIn } = await serveApi(folder)
  const filled = JSON.parse(readFileSync(file, 'utf8')) as Filled
  const cases = casesOf(db, filled)
  const token = await signIn(filled.userId)

  process.on('message', async ({ list, size, name, times, move }: MeasureRequest) => {
    const found = cases[list]?.find((entry) => entry.size === size && entry.name === name)
    const durations: number[] = []
    for (let n = 0; n < times; n += 1) {
      const start = performance.now()
      await (move ? found?.move?.bare() : found?.bare())
      durations.push(performance.now() - start)
    }
    process.send?.(durations)
  })
  process.once('disconnect', () => process.exit(0))
  const publicCases = Object.entries(cases).map(([list, of]) => [
    list,
    of.map(({ size, name, path, move }) => ({ size, path, ...(name ? { name } : {}), ...(move ? { move } : {}) })),
  ])
  process.send?.({ port, token, cases: Object.fromEntries(publicCases) } satisfies Ready)
}

await main(process.argv[2] ?? '', process.argv[3] ?? '')
