/** The server is killed with SIGKILL at random moments under writes. KILLS sets how often. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTests, sized } from '../../../test/setup/size'
import { buildPrograms, newDatabaseFolder, readWriterOutput, startProgram, temporaryFolder } from './process'

const kills = Number(process.env.KILLS ?? sized(3, 50))
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns a test for the line of the second acknowledged write. */
function secondWrite(): (line: string) => boolean {
  let writes = 0
  return (line) => {
    if (/^\d+$/.test(line)) writes += 1
    return writes === 2
  }
}

let programs: Awaited<ReturnType<typeof buildPrograms>>
let dataDir: string
beforeAll(async () => {
  // The first kill of the whole run may hit the creation, which takes longer than all kills of the usual run.
  dataDir = allTests ? temporaryFolder() : await newDatabaseFolder()
  programs = await buildPrograms({ writer: './writer.ts' })
})
afterAll(() => {
  programs.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

test(`${kills} kills lose no acknowledged write, and the database opens every time`, async () => {
  let promised = 0
  let acknowledged = 0
  for (let round = 0; round <= kills; round += 1) {
    const writer = startProgram(programs.program('writer'), dataDir)
    if (round % 4 === 3 && round < kills) {
      // Every fourth kill may hit the start: creation, recovery or migration.
      await Promise.race([wait(Math.random() * 900), writer.ended])
    } else {
      // On a slow machine the random moment alone might come before any write.
      await writer.line(secondWrite())
      await Promise.race([wait(Math.random() * 900), writer.ended])
    }
    await writer.kill()
    expect(writer.errors()).toBe('')
    const { found, acked, last } = readWriterOutput(writer.lines)
    if (found) {
      expect(found.highest, `round ${round}`).toBeGreaterThanOrEqual(promised)
      expect(found, `round ${round}`).toEqual({ rows: found.highest, highest: found.highest, counter: found.highest })
      promised = Math.max(promised, found.highest)
    }
    promised = Math.max(promised, last ?? 0)
    acknowledged += acked
  }
  expect(acknowledged).toBeGreaterThan(kills)
  console.log(`${kills} kills, ${acknowledged} acknowledged, 0 lost`)
})
