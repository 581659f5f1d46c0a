/** Tests that matching gives the same result in a worker and, where there is none, in time slices on the main thread. */
import { describe, expect, test } from 'vitest'
import { matchModels } from './match'
import type { MatchReply, MatchRequest } from './messages'
import { readFactory, runMatching } from './run-matching'

const request = (count: number): MatchRequest => ({
  sellers: Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    brand: 'OPPO',
    name: `Reno ${at + 1}${at % 2 ? ' Pro' : ''}`,
  })),
  factories: Array.from({ length: count }, (_, at) => ({ code: `M${at}`, name: `OPPO Reno${at + 1}${at % 2 ? 'Pro' : ''}` })),
})
const failToStart = (): Worker => {
  throw new DOMException('refused', 'SecurityError')
}

/** A worker that answers any request with these messages. */
function workerReplying(...replies: readonly (MatchReply | 'crash')[]) {
  const state = { ended: false, requests: [] as unknown[] }
  const worker = {
    onmessage: (_: { data: MatchReply }) => undefined,
    onerror: (_: unknown) => undefined,
    postMessage(message: unknown) {
      state.requests.push(message)
      for (const reply of replies) {
        if (reply === 'crash') worker.onerror({ message: '' })
        else worker.onmessage({ data: reply })
      }
    },
    terminate() {
      state.ended = true
    },
  }
  return { state, start: () => worker as unknown as Worker }
}

describe('many names', () => {
  const many = request(1200)
  const { signal } = new AbortController()

  test('many names are matched by a worker, which is terminated afterwards', async () => {
    const answer = matchModels(many.sellers, many.factories)
    const { state, start } = workerReplying({ kind: 'progress', done: 400 }, { kind: 'result', proposals: answer })
    const progress: number[] = []
    expect(await runMatching(many, { signal, onProgress: (done) => progress.push(done) }, start)).toBe(answer)
    expect(progress).toEqual([400])
    expect(state).toEqual({ ended: true, requests: [many] })
  })

  test.each([
    ['that cannot be started', failToStart],
    ['that breaks', workerReplying('crash').start],
  ])('with a worker %s many names are matched in time slices', async (_, start) => {
    const progress: number[] = []
    const found = await runMatching(many, { signal, onProgress: (done) => progress.push(done) }, start)
    expect(found).toEqual(matchModels(many.sellers, many.factories))
    expect(found.filter(({ match }) => match?.score === 1)).toHaveLength(1200)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
  })

  test('matching rejects with the reason that the worker reports', async () => {
    const { start } = workerReplying({ kind: 'failed', reason: 'out of memory' })
    await expect(runMatching(many, { signal }, start)).rejects.toThrow('out of memory')
  })

  test('aborting ends the matching of many names, with and without a worker', async () => {
    const controller = new AbortController()
    const silentWorker = workerReplying()
    const inWorker = runMatching(many, { signal: controller.signal }, silentWorker.start)
    const inSlices = runMatching(many, { signal: controller.signal }, failToStart)
    controller.abort()
    await expect(inWorker).rejects.toMatchObject({ name: 'AbortError' })
    await expect(inSlices).rejects.toMatchObject({ name: 'AbortError' })
    expect(silentWorker.state.ended).toBe(true)
  })
})

test('few names are matched without starting a worker', async () => {
  const few = request(3)
  const start = () => {
    throw new Error('a worker for three names')
  }
  expect(await runMatching(few, { signal: new AbortController().signal }, start)).toEqual(matchModels(few.sellers, few.factories))
})

test('a list read once gives the same proposals for single models as matching does', async () => {
  const many = request(1200)
  const factoryIndex = await readFactory(many.factories, new AbortController().signal)
  const [first] = matchModels(many.sellers.slice(0, 1), many.factories)
  expect(many.sellers[0] && factoryIndex.propose(many.sellers[0])).toEqual(first)
})
