import { expect, test } from 'vitest'
import { bareCreateHost } from './bare-host'
import { soak, soakProblems } from './soak'

// `npm run soak` runs a longer version.
test.each([
  ['in an engine like the page’s', 1],
  ['alone with the language', 2],
] as const)('five thousand calls with every fault leave nothing behind, with a host %s', async (place, seed) => {
  const figures = await soak({ calls: 5000, seed, ...(place.startsWith('alone') ? { create: bareCreateHost() } : {}) })
  expect(soakProblems(figures)).toEqual([])
  // The run must have contained faults, and most calls must have succeeded.
  expect(figures.faultyFrames).toBeGreaterThan(1000)
  expect(figures.outcomes.ok).toBeGreaterThan(2500)
  expect(figures.hosts + figures.pages + figures.sleeps).toBeGreaterThan(5)
})

test('soakProblems lists everything that went wrong', () => {
  const zero = { pending: 0, running: 0, blobs: 0, timers: 0, listeners: 0 }
  const well = {
    calls: 1,
    unsettled: 0,
    frames: 3,
    faultyFrames: 0,
    hosts: 1,
    pages: 1,
    sleeps: 0,
    outcomes: { ok: 1 },
    missing: 0,
    repeated: 0,
  }
  expect(soakProblems({ ...well, idle: zero, heldAfterClose: zero, clockTimers: 0 })).toEqual([])
  expect(
    soakProblems({ ...well, unsettled: 2, repeated: 1, idle: { ...zero, running: 3 }, heldAfterClose: zero, clockTimers: 4 }),
  ).toEqual([
    'calls that did not end exactly once: 2',
    'writes that ran more than once: 1',
    'handlers running: 3',
    'timers after closing: 4',
  ])
})
