import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerRequests } from './answer-requests'

interface Request {
  readonly id: number
  readonly work: () => Promise<number> | number
}
type Reply = { readonly id: number } & ({ readonly result: number } | { readonly error: string })

/** The global object of a worker, with what it posts to the page. */
const posted: { readonly reply: unknown; readonly transfer: unknown }[] = []
const workerSelf = {
  onmessage: null as ((event: { readonly data: Request }) => void) | null,
  postMessage: (reply: unknown, { transfer }: { readonly transfer: unknown }) => posted.push({ reply, transfer }),
}
const send = (id: number, work: Request['work']) => workerSelf.onmessage?.({ data: { id, work } })
const replies = () => posted.map(({ reply }) => reply)

beforeEach(() => {
  posted.length = 0
  vi.stubGlobal('self', workerSelf)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const handle = async ({ work }: Request) => ({ result: await work() })

test('requests are answered one after another, each with the id of its request', async () => {
  answerRequests<Request, Reply>(handle)
  const running: number[] = []
  let finish: (result: number) => void = () => undefined
  send(1, () => {
    running.push(1)
    return new Promise((resolve) => {
      finish = resolve
    })
  })
  send(2, () => {
    running.push(2)
    return 20
  })
  await expect.poll(() => running).toEqual([1])
  finish(10)
  await expect.poll(replies).toEqual([
    { id: 1, result: 10 },
    { id: 2, result: 20 },
  ])
  expect(running).toEqual([1, 2])
})

test.each([
  ['an Error', new Error('broken'), 'broken'],
  ['anything else', 'torn', 'torn'],
])('%s that is thrown becomes a reply, and the next request is answered', async (_, thrown, error) => {
  answerRequests<Request, Reply>(handle)
  send(1, () => {
    throw thrown
  })
  send(2, () => 20)
  await expect.poll(replies).toEqual([
    { id: 1, error },
    { id: 2, result: 20 },
  ])
})

test('a reply that cannot be sent to the page becomes an error, and the next request is answered', async () => {
  answerRequests<Request, Reply>(handle, {
    transferOf: (reply) => {
      if ('result' in reply && reply.result === 10) throw new DOMException('it was given away', 'DataCloneError')
      return []
    },
  })
  send(1, () => 10)
  send(2, () => 20)
  await expect.poll(replies).toEqual([
    { id: 1, error: 'it was given away' },
    { id: 2, result: 20 },
  ])
})

test('a worker may reply to an error in its own way, and hand memory over with a reply', async () => {
  const memory = new ArrayBuffer(1)
  answerRequests<Request, Reply>(handle, {
    failed: () => ({ result: -1 }),
    transferOf: (reply) => ('result' in reply && reply.result === 20 ? [memory] : []),
  })
  send(1, () => Promise.reject(new Error('broken')))
  send(2, () => 20)
  await expect
    .poll(() => posted)
    .toEqual([
      { reply: { id: 1, result: -1 }, transfer: [] },
      { reply: { id: 2, result: 20 }, transfer: [memory] },
    ])
})
