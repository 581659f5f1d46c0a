import { expect, test } from 'vitest'
import { ConflictError } from '../../../../contract/call-errors'
import { FinalFailure } from '../../../base/tasks/types'
import renderTask from './render-task'

const context = {
  signal: new AbortController().signal,
  progress: () => undefined,
  saved: undefined,
  checkpoint: async () => undefined,
}
const call = { method: 'POST', url: '' }

/** A server on which the present picture differs by this much until it is drawn again. */
function serverWith(differingPercent: number, refusal?: Error) {
  const drawn: unknown[] = []
  const customizations = {
    compare: async () => {
      if (refusal) throw refusal
      return { version: 4, meanDifference: differingPercent, differingPercent }
    },
    render: async (input: unknown) => {
      drawn.push(input)
      return { version: 5 }
    },
  }
  // The task uses only this part of the API.
  return { drawn, services: { api: { customizations }, queries: {} } as unknown as Parameters<typeof renderTask.run>[2] }
}

test('a print file that looks the same stays', async () => {
  const { drawn, services } = serverWith(0.05)
  expect(await renderTask.run({ customizationId: 7 }, context, services)).toBe('same')
  expect(drawn).toEqual([])
})

test('a print file that differs is replaced on top of the version that was compared', async () => {
  const { drawn, services } = serverWith(12)
  expect(await renderTask.run({ customizationId: 7 }, context, services)).toBe('replaced')
  expect(drawn).toEqual([{ params: { id: 7 }, body: { version: 4 } }])
})

test('a design that was paid for meanwhile fails for good', async () => {
  const { services } = serverWith(12, new ConflictError('已经下载', call, { status: 409, code: 'conflict' }))
  await expect(renderTask.run({ customizationId: 7 }, context, services)).rejects.toThrow(FinalFailure)
})
