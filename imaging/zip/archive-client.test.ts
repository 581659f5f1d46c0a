import { expect, test } from 'vitest'
import { createBufferPool } from '../../contract/ground/buffer-pool'
import { createArchives } from './archive-client'
import { createArchiveMaker } from './archive-maker'
import type { ArchiveRequest } from './messages'

/** The worker's code in this thread; what is transferred moves as between threads. */
function workerHere(): Worker {
  const handle = createArchiveMaker()
  const worker = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    async postMessage(message: ArchiveRequest, transfer: Transferable[]) {
      const request = structuredClone(message, { transfer })
      const answer = await handle(request)
      const memory = answer.memory === undefined ? [] : [answer.memory]
      worker.onmessage?.({ data: structuredClone({ ...answer, id: request.id }, { transfer: memory }) })
    },
    terminate: () => undefined,
  }
  return worker as unknown as Worker
}

test('the memory of a written file is there for the next one, until the archives are disposed of', async () => {
  const buffers = createBufferPool()
  const archives = createArchives({ start: workerHere, buffers })
  await archives.open({ destination: { kind: 'memory' }, name: 'a.zip', entries: [], time: 0 })
  const bytes = new Uint8Array(new ArrayBuffer(5000), 0, 10).fill(7)
  const entry = await archives.add('一.png', bytes, null)
  expect([entry.size, bytes.buffer.byteLength]).toEqual([10, 0])
  const again = buffers.take(10)
  expect(again.byteLength).toBe(5000)
  buffers.give(again)
  archives.dispose()
  expect(buffers.take(10).byteLength).toBe(10)
})
