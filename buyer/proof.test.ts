import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isProof, proofText, seedLength } from '../contract/rules/proof-of-work'
import { isProving, prove } from './proof'
import { solve } from './proof-work'

const challenge = { challenge: `v1.${'kd9_-'.repeat(40)}`, bits: 10, parts: 5 }

test('every answer is the smallest one that solves its part by the hash of the standard', async () => {
  const seed = createHash('sha256').update(challenge.challenge).digest('hex').slice(0, seedLength)
  const solves = (part: number, answer: number) =>
    isProof(
      createHash('sha256')
        .update(proofText(seed, part, answer))
        .digest()
        .readUInt32BE(),
      challenge.bits,
    )
  const answers = await solve(challenge)
  expect(answers).toHaveLength(5)
  for (const [part, answer] of answers.entries()) {
    expect(solves(part, answer)).toBe(true)
    for (let smaller = 0; smaller < answer; smaller++) expect(solves(part, smaller)).toBe(false)
  }
})

/** A worker that answers, or fails, as soon as it is asked. */
function workerThat(reply: (worker: Worker) => void) {
  const worker = {
    terminated: false,
    terminate: () => Object.assign(worker, { terminated: true }),
    postMessage: () => reply(double),
  }
  const double = worker as unknown as Worker
  return { worker, start: () => double }
}

test('the worker ends and the notice goes, whether it answers or fails', async () => {
  const seen: boolean[] = []
  const unsubscribe = isProving.subscribe(() => seen.push(isProving.get()))
  const good = workerThat((worker) => worker.onmessage?.({ data: [1, 2] } as MessageEvent))
  expect(await prove(challenge, good.start)).toEqual({ challenge: challenge.challenge, answers: [1, 2] })
  const bad = workerThat((worker) => worker.onerror?.({} as ErrorEvent))
  await expect(prove(challenge, bad.start)).rejects.toThrow('请换一个浏览器')
  unsubscribe()
  expect([good.worker.terminated, bad.worker.terminated]).toEqual([true, true])
  expect(seen).toEqual([true, false, true, false])
})
