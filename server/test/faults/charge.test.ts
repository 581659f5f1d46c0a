/**
 * The server is killed between the steps of a recharge and of a charge: each happens completely or not at all, and never twice.
 */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPrograms, newDatabaseFolder, startProgram } from './process'

let programs: Awaited<ReturnType<typeof buildPrograms>>
let dataDir = ''
beforeAll(async () => {
  programs = await buildPrograms({ charger: './charger.ts' })
  dataDir = await newDatabaseFolder()
})
afterAll(() => {
  programs.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs the program until it stops or is done, then kills it. Returns the ledger state it found at start and its last line. */
async function runAndKill(stop = '', correct = ''): Promise<{ books: unknown; last: string }> {
  const server = startProgram(programs.program('charger'), dataDir, { STOP: stop, CORRECT: correct })
  const last = await server.line((line) => line === 'stopped' || line.startsWith('done '))
  await server.kill()
  expect(server.errors()).toBe('')
  const books = server.lines.find((line) => line.startsWith('books ')) ?? ''
  return { books: JSON.parse(books.slice('books '.length)), last }
}

const unpaid = { status: 1, balance: 0, left: 0, lines: 0, records: 0, journals: 0, keys: 0 }
const bought = { ...unpaid, status: 2, balance: 1000, left: 1000, journals: 1 }
const charged = { ...bought, balance: 400, left: 400, lines: 10, records: 1, journals: 2, keys: 1 }

test('a killed server has all of a recharge or none, all of a charge or none, and repeats neither', async () => {
  // It is killed inside the recharge's transaction, after the last write.
  expect(await runAndKill('recharge_record')).toEqual({ books: unpaid, last: 'stopped' })
  // The recharge is committed; it is killed inside the charge's transaction, after the last write.
  expect(await runAndKill('usage_line')).toEqual({ books: unpaid, last: 'stopped' })
  const first = await runAndKill()
  expect(first.books).toEqual(bought)
  // The process was killed right after its response: the charge is stored, and the same request gets the same response again.
  const again = await runAndKill()
  expect(again.books).toEqual(charged)
  expect(again.last).toMatch(/^done /)
  expect(JSON.parse(again.last.slice(5))).toEqual(JSON.parse(first.last.slice(5)))
  // The files of all pictures are missing. It is killed while the first charge is refunded: nothing is refunded.
  expect(await runAndKill('usage_correction', 'yes')).toEqual({ books: charged, last: 'stopped' })
  const given = await runAndKill('', 'yes')
  expect(given.books).toEqual(charged)
  // The refund is requested again, also after a kill: it happened once.
  const after = await runAndKill('', 'yes')
  expect(after.books).toEqual({ ...charged, balance: 1000, left: 1000, lines: 0, journals: 12 })
  expect(JSON.parse(after.last.slice(5))).toEqual(JSON.parse(given.last.slice(5)))
})
