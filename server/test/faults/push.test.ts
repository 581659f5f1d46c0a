/** The server is killed between claiming a line, the factory's making it, and writing that down: the case is made once. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPrograms, createdFolder, run } from './process'

let programs: Awaited<ReturnType<typeof buildPrograms>>
let dataDir = ''
beforeAll(async () => {
  programs = await buildPrograms({ pusher: './pusher.ts' })
  dataDir = await createdFolder()
})
afterAll(() => {
  programs.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs until it stands still or is through, and kills it there; what it found at start, and its last word. */
async function runAndKill(env: { STOP?: string; HOURS?: string }) {
  const server = run(programs.program('pusher'), dataDir, env)
  const last = await server.line((line) => line === 'stopped' || line.startsWith('done '))
  await server.kill()
  expect(server.errors()).toBe('')
  const found = server.lines.find((line) => line.startsWith('found ')) ?? ''
  return { found: JSON.parse(found.slice('found '.length)), last: last.startsWith('done ') ? JSON.parse(last.slice(5)) : last }
}

it('has the case made once', async () => {
  // It dies when the line is its own and the factory knows nothing yet.
  expect(await runAndKill({ STOP: 'claimed' })).toEqual({ found: { line: null, shown: 'none', made: 0 }, last: 'stopped' })
  // The next one asks, is told that there is none, has it made, and dies before that is written down.
  expect(await runAndKill({ STOP: 'created', HOURS: '1' })).toEqual({
    found: { line: 'claimed', shown: 'pushing', made: 0 },
    last: 'stopped',
  })
  expect(await runAndKill({ HOURS: '2' })).toMatchObject({
    found: { line: 'claimed', shown: 'pushing', made: 1 },
    last: { status: 'pushed', factoryOrderIds: ['F00000001'] },
  })
})
