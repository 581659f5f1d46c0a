import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { parse } from 'acorn'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import type { Frame } from '../core/types'
import { connectHost } from '../page/connect'
import { watch } from './bench'
import { fakeClock } from './fake-clock'

let code = ''

beforeAll(async () => {
  const result = await build({
    entryPoints: [join(import.meta.dirname, '../host/host.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'qnbHost',
    target: 'es2017',
  })
  code = result.outputFiles[0]?.text ?? ''
})

test('the host half is ES2017', () => {
  expect(() => parse(code, { ecmaVersion: 2017 })).not.toThrow()
})

test('the host half works where there is nothing but the language', async () => {
  const clock = fakeClock()
  const listeners: { toHost?: (raw: unknown) => void; toPage?: (raw: unknown) => void } = {}
  // Only text crosses, as between two engines.
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
  const absent = [
    'globalThis', 'window', 'self', 'global', 'document', 'crypto', 'setTimeout', 'clearTimeout', 'setInterval', 'queueMicrotask',
    'performance', 'AbortController', 'TextEncoder', 'TextDecoder', 'btoa', 'atob', 'Buffer', 'process', 'require', 'console',
    'structuredClone', 'URL', 'Blob', 'fetch',
  ] // biome-ignore format: a list of names
  runInContext(
    `(function (${absent.join(', ')}) {
      ${code}
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
