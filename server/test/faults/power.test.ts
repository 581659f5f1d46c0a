/** The power fails at a random write or fsync of the database. CUTS sets how often. Needs /proc, so Linux only. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sized } from '../../../test/setup/size'
import { buildPrograms, createdFolder, promises, run, temporaryFolder } from './process'

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

/** Runs a writer until the disk ends it and checks what it found; returns what it promised. */
async function live(dataDir: string, promised: number, env: Record<string, string>) {
  const writer = run(programs.program('writer'), dataDir, env)
  await writer.ended
  const { found, acked, last } = promises(writer.lines)
  expect(writer.lines.filter((line) => line.startsWith('refused'))).toEqual([])
  if (found) {
    expect(found.highest).toBeGreaterThanOrEqual(promised)
    expect(found).toEqual({ rows: found.highest, highest: found.highest, counter: found.highest })
  }
  return { promised: Math.max(promised, found?.highest ?? 0, last ?? 0), acked, lines: writer.lines, errors: writer.errors() }
}

/** Opens on a healthy disk, to see that nothing is missing, and ends it after its first write. */
async function check(dataDir: string, promised: number): Promise<void> {
  const writer = run(programs.program('writer'), dataDir)
  await writer.line((line) => line.startsWith('state '))
  await writer.kill()
  expect(promises(writer.lines).found?.highest).toBeGreaterThanOrEqual(promised)
}

/** A random count as an environment value. */
const upTo = (limit: number): string => String(1 + Math.floor(Math.random() * limit))

const sectorsLost = (lines: readonly string[]) => Number(lines.find((line) => line.startsWith('cut '))?.slice(4) ?? 0)

describe.skipIf(process.platform !== 'linux')('when the power fails', () => {
  it(`loses no acknowledged write in ${cuts} cuts`, async () => {
    const dataDir = kept(await createdFolder())
    let promised = 0
    let acknowledged = 0
    let lost = 0
    for (let round = 0; round < cuts; round += 1) {
      // Under writes, and every fourth time already while it recovers from the cut before.
      const place: Record<string, string> =
        round % 4 === 3 ? { CUT_AFTER: upTo(1200) } : { CUT_AFTER: upTo(900), CUT_FROM: 'open' }
      const result = await live(dataDir, promised, { ...place, CUT_LOSS: round % 3 === 0 ? '1' : '0.5' })
      expect(result.lines.at(-1)).toMatch(/^cut \d+$/)
      promised = result.promised
      acknowledged += result.acked
      lost += sectorsLost(result.lines)
    }
    await check(dataDir, promised)
    // Otherwise the cuts hit nothing and this test proves nothing.
    expect(lost).toBeGreaterThan(0)
    expect(acknowledged).toBeGreaterThan(cuts)
    console.log(`${cuts} power cuts, ${acknowledged} acknowledged, ${lost} unsynced sectors lost, 0 writes lost`)
  })

  it('recovers from a cut while the database is created', async () => {
    for (let round = 0; round < creations; round += 1) {
      const dataDir = kept(temporaryFolder())
      const result = await live(dataDir, 0, { CUT_AFTER: upTo(4000), CUT_LOSS: '0.7' })
      await check(dataDir, result.promised)
    }
  })

  it.each<{ name: string; fault: Record<string, string> }>([
    { name: 'the disk refuses an fsync', fault: { FSYNC_FAILS_AFTER: '60' } },
    { name: 'the disk is full', fault: { WRITES_FAIL_AFTER: '90' } },
  ])('stops at once when $name, and loses nothing', async ({ fault }) => {
    const dataDir = kept(await createdFolder())
    const result = await live(dataDir, 0, { ...fault, CUT_FROM: 'open' })
    expect(result.lines.at(-1)).toBe('fatal')
    expect(result.acked).toBeGreaterThan(0)
    await check(dataDir, result.promised)
  })
})
