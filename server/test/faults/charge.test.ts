/** The server is killed between the steps of a recharge and of a charge: neither ever happens by half, nor twice. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPrograms, createdFolder, run } from './process'

let programs: Awaited<ReturnType<typeof buildPrograms>>
let dataDir = ''
beforeAll(async () => {
  programs = await buildPrograms({ charger: './charger.ts' })
  dataDir = await createdFolder()
})
afterAll(() => {
  programs.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs until it stands still or is through, and kills it there; answers the books it found at start and its last line. */
async function runAndKill(stop = '', correct = ''): Promise<{ books: unknown; last: string }> {
  const server = run(programs.program('charger'), dataDir, { STOP: stop, CORRECT: correct })
  const last = await server.line((line) => line === 'stopped' || line.startsWith('done '))
  await server.kill()
  expect(server.errors()).toBe('')
  const books = server.lines.find((line) => line.startsWith('books ')) ?? ''
  return { books: JSON.parse(books.slice('books '.length)), last }
}

const unpaid = { status: 1, balance: 0, left: 0, lines: 0, records: 0, journals: 0, keys: 0 }
const bought = { ...unpaid, status: 2, balance: 1000, left: 1000, journals: 1 }
const charged = { ...bought, balance: 400, left: 400, lines: 10, records: 1, journals: 2, keys: 1 }

it('has all of a recharge or none, all of a charge or none, and repeats neither', async () => {
  // It dies inside the recharge's transaction, whose last write is done.
  expect(await runAndKill('recharge_record')).toEqual({ books: unpaid, last: 'stopped' })
  // The recharge is kept; it dies inside the charge's, with everything written.
  expect(await runAndKill('usage_line')).toEqual({ books: unpaid, last: 'stopped' })
  const first = await runAndKill()
  expect(first.books).toEqual(bought)
  // The answer was given and the process killed at once: it holds, and the same click again gets the same answer.
  const again = await runAndKill()
  expect(again.books).toEqual(charged)
  expect(again.last).toMatch(/^done /)
  expect(JSON.parse(again.last.slice(5))).toEqual(JSON.parse(first.last.slice(5)))
  // None of the pictures is there. It dies while the first of them is given back: nothing is.
  expect(await runAndKill('usage_correction', 'yes')).toEqual({ books: charged, last: 'stopped' })
  const given = await runAndKill('', 'yes')
  expect(given.books).toEqual(charged)
  // Asked again, and again after a kill: they were given back once.
  const after = await runAndKill('', 'yes')
  expect(after.books).toEqual({ ...charged, balance: 1000, left: 1000, lines: 0, journals: 12 })
  expect(JSON.parse(after.last.slice(5))).toEqual(JSON.parse(given.last.slice(5)))
})
