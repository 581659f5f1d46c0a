/** The power fails at a random write or fsync of the database. CUTS sets how often. Needs /proc, so Linux only. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sized } from '../../../test/setup/size'
import { buildPrograms, newDatabaseFolder, readWriterOutput, startProgram, temporaryFolder } from './process'

const cuts = Number(process.env.CUTS ?? sized(2, 36))
const creations = Math.ceil(cuts / 6)

let programs: Awaited<ReturnType<typeof buildPrograms>>
const folders: string[] = []
const kept = (made: string): string => {
  folders.push(made)
  return made
}
beforeAll(async () => {
  programs = await buildPrograms({ writer: './writer.ts' }, './cut-worker.ts')
})
afterAll(() => {
  programs.remove()
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})

/** Runs a writer until the disk ends it and checks the state it found at start. Returns the highest row that must survive. */
async function live(dataDir: string, promised: number, env: Record<string, string>) {
  const writer = startProgram(programs.program('writer'), dataDir, env)
  await writer.ended
  const { found, acked, last } = readWriterOutput(writer.lines)
  expect(writer.lines.filter((line) => line.startsWith('refused'))).toEqual([])
  if (found) {
    expect(found.highest).toBeGreaterThanOrEqual(promised)
    expect(found).toEqual({ rows: found.highest, highest: found.highest, counter: found.highest })
  }
  return { promised: Math.max(promised, found?.highest ?? 0, last ?? 0), acked, lines: writer.lines, errors: writer.errors() }
}

/** Opens the database on a healthy disk, checks that no row is missing, and kills the process after it has started. */
async function check(dataDir: string, promised: number): Promise<void> {
  const writer = startProgram(programs.program('writer'), dataDir)
  await writer.line((line) => line.startsWith('state '))
  await writer.kill()
  expect(readWriterOutput(writer.lines).found?.highest).toBeGreaterThanOrEqual(promised)
}

/** Returns a random number from 1 to `limit` as an environment value. */
const upTo = (limit: number): string => String(1 + Math.floor(Math.random() * limit))

const sectorsLost = (lines: readonly string[]) => Number(lines.find((line) => line.startsWith('cut '))?.slice(4) ?? 0)

describe.skipIf(process.platform !== 'linux')('when the power fails', () => {
  test(`${cuts} power cuts lose no acknowledged write`, async () => {
    const dataDir = kept(await newDatabaseFolder())
    let promised = 0
    let acknowledged = 0
    let lost = 0
    for (let round = 0; round < cuts; round += 1) {
      // The cut happens under writes, and every fourth time possibly during the recovery from the cut before.
      const place: Record<string, string> =
        round % 4 === 3 ? { CUT_AFTER: upTo(1200) } : { CUT_AFTER: upTo(900), CUT_FROM: 'open' }
      const result = await live(dataDir, promised, { ...place, CUT_LOSS: round % 3 === 0 ? '1' : '0.5' })
      expect(result.lines.at(-1)).toMatch(/^cut \d+$/)
      promised = result.promised
      acknowledged += result.acked
      lost += sectorsLost(result.lines)
    }
    await check(dataDir, promised)
    // Without lost sectors the cuts would have hit nothing and the test would prove nothing.
    expect(lost).toBeGreaterThan(0)
    expect(acknowledged).toBeGreaterThan(cuts)
    console.log(`${cuts} power cuts, ${acknowledged} acknowledged, ${lost} unsynced sectors lost, 0 writes lost`)
  })

  test('the database recovers from a power cut during its creation', async () => {
    for (let round = 0; round < creations; round += 1) {
      const dataDir = kept(temporaryFolder())
      const result = await live(dataDir, 0, { CUT_AFTER: upTo(4000), CUT_LOSS: '0.7' })
      await check(dataDir, result.promised)
    }
  })

  test.each<{ name: string; fault: Record<string, string> }>([
    { name: 'the disk refuses an fsync', fault: { FSYNC_FAILS_AFTER: '60' } },
    { name: 'the disk is full', fault: { WRITES_FAIL_AFTER: '90' } },
  ])('the database stops at once when $name, and loses no acknowledged write', async ({ fault }) => {
    const dataDir = kept(await newDatabaseFolder())
    const result = await live(dataDir, 0, { ...fault, CUT_FROM: 'open' })
    expect(result.lines.at(-1)).toBe('fatal')
    expect(result.acked).toBeGreaterThan(0)
    await check(dataDir, result.promised)
  })
})
