/** Two processes on one data directory: the second is refused, and a killed holder does not block the next. */
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sized } from '../../../test/setup/size'
import { openDatabase } from '../../infra/db/open'
import { LockedError, lockDirectory } from '../../infra/db/pglite/lock'
import { buildPrograms, newDatabaseFolder, startProgram, temporaryFolder } from './process'

let programs: Awaited<ReturnType<typeof buildPrograms>>
const root = temporaryFolder()
const folder = (name: string): string => {
  const path = join(root, name)
  mkdirSync(path, { recursive: true })
  return path
}
beforeAll(async () => {
  programs = await buildPrograms({ writer: './writer.ts', holder: './holder.ts' })
})
afterAll(() => {
  programs.remove()
  rmSync(root, { recursive: true, force: true })
})

const answer = (line: string) => line === 'got' || line === 'busy'

test('exactly one of six racing processes gets the lock, also right after its holder was killed', async () => {
  const dataDir = folder('race')
  for (let round = 0; round < sized(2, 4); round += 1) {
    const starters = Array.from({ length: 6 }, () => startProgram(programs.program('holder'), dataDir))
    const answers = await Promise.all(starters.map((starter) => starter.line(answer)))
    expect(
      answers.filter((line) => line === 'got'),
      `round ${round}`,
    ).toHaveLength(1)
    await Promise.all(starters.map((starter) => starter.kill()))
  }
})

test('the lock never has two holders while forty requests for it run in one process', async () => {
  const dataDir = folder('many')
  let holders = 0
  let most = 0
  let successes = 0
  const starter = async () => {
    try {
      const lock = await lockDirectory(dataDir)
      holders += 1
      successes += 1
      most = Math.max(most, holders)
      await new Promise((resolve) => setImmediate(resolve))
      holders -= 1
      await lock.release()
    } catch (error) {
      if (!(error instanceof LockedError)) throw error
    }
  }
  for (let wave = 0; wave < 5; wave += 1) await Promise.all(Array.from({ length: 8 }, starter))
  expect(most).toBe(1)
  expect(successes).toBeGreaterThanOrEqual(5)
})

test('a directory whose path is longer than a socket address can be locked', async () => {
  const dataDir = folder(`${'long-'.repeat(40)}/${'path-'.repeat(30)}`)
  const lock = await lockDirectory(dataDir)
  await expect(lockDirectory(dataDir)).rejects.toThrow(`进程 ${process.pid}`)
  await lock.release()
  const next = await lockDirectory(dataDir)
  await next.release()
})

test('a second server is refused with the reason, and opens after the first was killed', async () => {
  const dataDir = await newDatabaseFolder()
  const first = startProgram(programs.program('writer'), dataDir)
  await first.line((line) => line === '3')
  const second = startProgram(programs.program('writer'), dataDir)
  expect(await second.ended).toBe(3)
  expect(second.lines[0]).toContain(`正被另一个服务使用`)
  expect(second.lines[0]).toContain('in use by another server')
  expect(second.lines[0]).toContain(realpathSync(dataDir))
  await expect(openDatabase({ dataDir })).rejects.toThrow(LockedError)
  await first.kill()
  const third = startProgram(programs.program('writer'), dataDir)
  expect(await third.line((line) => line.startsWith('state '))).not.toBe('state 0 0 0')
  await third.kill()
  rmSync(dataDir, { recursive: true, force: true })
})
