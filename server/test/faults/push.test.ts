/**
 * The server is killed between claiming a push line, ordering it at the factory, and recording the order: the case is made once.
 */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPrograms, newDatabaseFolder, startProgram } from './process'

let programs: Awaited<ReturnType<typeof buildPrograms>>
let dataDir = ''
beforeAll(async () => {
  programs = await buildPrograms({ pusher: './pusher.ts' })
  dataDir = await newDatabaseFolder()
})
afterAll(() => {
  programs.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs the program until it stops or is done, then kills it. Returns what it found at start and its last output. */
async function runAndKill(env: { STOP?: string; HOURS?: string }) {
  const server = startProgram(programs.program('pusher'), dataDir, env)
  const last = await server.line((line) => line === 'stopped' || line.startsWith('done '))
  await server.kill()
  expect(server.errors()).toBe('')
  const found = server.lines.find((line) => line.startsWith('found ')) ?? ''
  return { found: JSON.parse(found.slice('found '.length)), last: last.startsWith('done ') ? JSON.parse(last.slice(5)) : last }
}

test('a case is made once although the server is killed between the steps of its push', async () => {
  // It is killed after claiming the line and before the factory received it.
  expect(await runAndKill({ STOP: 'claimed' })).toEqual({ found: { line: null, shown: 'none', made: 0 }, last: 'stopped' })
  // The next process asks the factory, learns that there is no such line, orders it, and is killed before it records that.
  expect(await runAndKill({ STOP: 'created', HOURS: '1' })).toEqual({
    found: { line: 'claimed', shown: 'pushing', made: 0 },
    last: 'stopped',
  })
  expect(await runAndKill({ HOURS: '2' })).toMatchObject({
    found: { line: 'claimed', shown: 'pushing', made: 1 },
    last: { status: 'pushed', factoryOrderIds: ['F00000001'] },
  })
})
