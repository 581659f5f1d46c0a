/**
 * A server is killed, or loses power, at random moments while it does jobs: none is lost and no step happens twice. JOBS sets how many,
 * KILLS and CUTS how often.
 */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sized } from '../../../test/setup/size'
import { buildPrograms, newDatabaseFolder, startProgram } from './process'

const jobs = Number(process.env.JOBS ?? sized(60, 10_000))
const kills = Number(process.env.KILLS ?? sized(2, 60))
const cuts = Number(process.env.CUTS ?? sized(1, 12))
/** Every fifth task is long: six steps instead of one. */
const allSteps = jobs + 5 * Math.ceil(jobs / 5)

let programs: Awaited<ReturnType<typeof buildPrograms>>
let failing: Awaited<ReturnType<typeof buildPrograms>>
const folders: string[] = []
beforeAll(async () => {
  programs = await buildPrograms({ jobber: './jobber.ts' })
  failing = await buildPrograms({ jobber: './jobber.ts' }, './cut-worker.ts')
})
afterAll(() => {
  programs.remove()
  failing.remove()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Creates a database with all tasks, of which none has run. */
async function newShop(): Promise<string> {
  const folder = await newDatabaseFolder()
  folders.push(folder)
  const server = startProgram(programs.program('jobber'), folder, { JOBS: String(jobs) })
  await server.line((line) => line === 'ready')
  await server.kill()
  return folder
}

/** Runs a server to the end of all tasks, and returns what happened in the life of the database. */
async function finish(folder: string): Promise<unknown> {
  const server = startProgram(programs.program('jobber'), folder)
  const line = await server.line((text) => text.startsWith('end '))
  await server.ended
  return JSON.parse(line.slice('end '.length))
}

const whole = { done: jobs, failed: 0, steps: allSteps, different: allSteps, jobs: 0 }
/** Returns how many tasks had ended when the server last looked, or null when it had not looked yet. */
const endedIn = (lines: readonly string[]): number | null => {
  const line = lines.findLast((text) => /^\d+$/.test(text))
  return line === undefined ? null : Number(line)
}

describe('the jobs of a server', () => {
  test(`${jobs} jobs survive ${kills} kills: none is lost, and no step happens twice`, async () => {
    const folder = await newShop()
    for (let round = 1; round <= kills; round += 1) {
      const server = startProgram(programs.program('jobber'), folder)
      const begun = await server.line((line) => /^\d+$/.test(line))
      // The kills are spread over the work; every fourth one hits a start.
      const enough = Math.min(jobs, Number(begun) + (round % 4 === 3 ? 0 : 1 + Math.floor((Math.random() * jobs) / kills)))
      await Promise.race([server.line((line) => Number(line) >= enough), server.ended])
      await server.kill()
      expect(server.errors()).toBe('')
    }
    expect(await finish(folder)).toEqual(whole)
  })

  test.skipIf(process.platform !== 'linux')(`${jobs} jobs survive ${cuts} power cuts`, async () => {
    const folder = await newShop()
    let ended = 0
    for (let round = 0; round < cuts; round += 1) {
      const after = String(1 + Math.floor(Math.random() * 1500))
      const server = startProgram(failing.program('jobber'), folder, { CUT_AFTER: after, CUT_FROM: 'open', CUT_LOSS: '0.5' })
      await server.ended
      // Either the power failed, or all jobs were done before.
      expect(server.lines.at(-1)).toMatch(/^(?:cut|end) /)
      const now = endedIn(server.lines) ?? ended
      expect(now).toBeGreaterThanOrEqual(ended)
      ended = now
    }
    expect(await finish(folder)).toEqual(whole)
  })
})
