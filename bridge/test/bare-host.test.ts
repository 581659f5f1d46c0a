import { createContext, runInContext } from 'node:vm'
import { parse } from 'acorn'
import { expect, test } from 'vitest'
import type { Frame } from '../core/types'
import { connectHost } from '../page/connect'
import { absentNames, bareHostCode } from './bare-host'
import { watch } from './bench'
import { fakeClock } from './fake-clock'

test('the built host half is valid ES2017', () => {
  expect(bareHostCode().length).toBeGreaterThan(10_000)
  expect(() => parse(bareHostCode(), { ecmaVersion: 2017 })).not.toThrow()
})

test('the host half works where only the language itself is available', async () => {
  const clock = fakeClock()
  const listeners: { toHost?: (raw: unknown) => void; toPage?: (raw: unknown) => void } = {}
  // Frames cross as text, as between two engines.
  const context = createContext({
    outside: {
      now: clock.now,
      set: clock.set,
      clear: clock.clear,
      newId: clock.newId,
      send: (text: string) => void clock.set(() => listeners.toPage?.(text), 1),
      listen: (listener: (raw: unknown) => void) => {
        listeners.toHost = listener
      },
    },
  })
  runInContext(
    `(function (${absentNames.join(', ')}) {
      ${bareHostCode()}
      qnbHost.createHost(
        { send: function (frame) { outside.send(JSON.stringify(frame)) }, listen: function (f) { outside.listen(f); return function () {} } },
        {
          shell: '1.0.0',
          client: '',
          env: { now: outside.now, set: outside.set, clear: outside.clear, newId: outside.newId },
          handlers: {
            'top.invoke': function (params, context) {
              context.progress('work', 1)
              return { size: context.blob(params).bytes.length }
            },
            'http': function () { throw new Error(JSON.stringify({ code: 27, sub_code: 'isv.invalid-session' })) },
          },
        }
      )
    })()`,
    context,
  )
  const page = connectHost(
    {
      send: (frame: unknown) =>
        void clock.set(() => listeners.toHost?.({ detail: { value: JSON.parse(JSON.stringify(frame)) as Frame } }), 1),
      listen: (listener) => {
        listeners.toPage = listener
        return () => {}
      },
    },
    { pageVersion: '0.1.0', env: clock },
  )
  const blob = watch(page.sendBlob(new Uint8Array(500_000), { name: 'a.png', type: 'image/png' }))
  await clock.advance(500)
  const call = watch(page.call('top.invoke', blob.value))
  const failing = watch(page.call('http', {}))
  await clock.advance(500)
  expect(call.value).toEqual({ size: 500_000 })
  expect(failing.error).toMatchObject({ code: 'AUTH_EXPIRED', userMessage: '千牛授权已过期，请重新授权后再试' })
})
