import { expect, test } from 'vitest'
import { TimeoutError } from '../../../../contract/call-errors'
import templateCopy from './template-copy-task'

test('a copy whose response was lost is requested again with the same key, so that it is made once', async () => {
  const keys: (string | undefined)[] = []
  let saved: unknown
  const context = {
    signal: new AbortController().signal,
    progress: () => undefined,
    get saved() {
      return saved
    },
    checkpoint: async (value: unknown) => {
      saved = value
    },
  }
  const copy = async (_: unknown, options?: { readonly idempotencyKey?: string }) => {
    keys.push(options?.idempotencyKey)
    if (keys.length === 1) throw new TimeoutError('等待超时', { method: 'POST', url: '' })
    return { id: 99 }
  }
  // The task uses only this part of the API.
  const services = { api: { templates: { copy } }, queries: {} } as unknown as Parameters<typeof templateCopy.run>[2]
  const input = { id: 11, collectionId: 2 }
  await expect(templateCopy.run(input, context, services)).rejects.toThrow('等待超时')
  expect(await templateCopy.run(input, context, services)).toBe(99)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
})
